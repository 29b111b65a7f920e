// The words of a known sound, from where it is found in the audio until it ends or is lost.

import type { KnownSound, SoundWord } from '../records/sound.ts';
import { differingPercentMax, type SoundMatch } from '../sounds/find.ts';
import {
  followSound,
  startFollowing,
  type SoundHop,
  type SoundProgress,
} from '../sounds/follow.ts';
import { bitCount, bitsOf } from '../sounds/sound-bits.ts';
import type { PlacedWord } from './words.ts';

/** In hundredths. */
export const soundConfidence = 99;

/** Plain data, to be saved with a session. */
export type FollowedSound = {
  readonly progress: SoundProgress;
  /** Words that have begun and are not known yet. */
  readonly begun: readonly PlacedWord[];
};

/** A sound that was followed up to a hop of the audio, which would be at `position` of the sound. */
export type LeftSound = {
  readonly sound: string;
  readonly at: number;
  readonly position: number;
};

/** The known sounds of a world. */
export interface Sounds {
  /** Searches them; an event repeats the answer. */
  readonly find: (fingerprints: readonly number[]) => SoundMatch | undefined;
  /** By its id; undefined once it is forgotten. */
  readonly sound: (id: string) => KnownSound | undefined;
}

export interface FollowedHop {
  readonly status: SoundHop['status'];
  readonly followed: FollowedSound;
  readonly words: readonly PlacedWord[];
}

/** The beginning of a soft word may be missed by so much. */
const missedHopsMax = 12;
/** A sound is left this long behind its last hop in common with the next one, at most. */
const leavingHops = 40;
/** Two sounds are the same before that if they are in so many hops, */
const commonHops = 30;
/** with so many clear bits at least. */
const commonBitsMin = 120;

/** Where a sound is searched: `at` is the hop of the last fingerprint. */
interface SearchPlace {
  readonly at: number;
  /** Where the last known word ends; undefined without one. */
  readonly knownUntil: number | undefined;
  /** The sound that was followed right before. */
  readonly left: LeftSound | undefined;
}

/** Searches the sound of these fingerprints. Words that lie in them are known at once, but for those before `knownUntil`. */
export function findKnown(
  fingerprints: readonly number[],
  { at, knownUntil, left }: SearchPlace,
  { find, sound: soundOf }: Sounds,
): FollowedHop | undefined {
  const match = find(fingerprints);
  const sound = match && soundOf(match.sound);
  if (match === undefined || sound === undefined) return undefined;
  const { length } = fingerprints;
  const first = at + 1 - length;
  const missedHops =
    left !== undefined && isCommon(left, soundOf(left.sound), sound, match.offset - (at - left.at))
      ? first - left.at + leavingHops + commonHops
      : missedHopsMax;
  const knownHops = knownUntil === undefined ? -missedHops : knownUntil - first;
  const saidHops = Math.min(Math.max(knownHops, -missedHops), length);
  const started = followedHop(startFollowing(match, fingerprints, sound, saidHops), sound, at);
  return started.status === 'lost' ? undefined : started;
}

/** Whether two sounds were one before the first was left, where the second is at `position`. */
function isCommon(
  left: LeftSound,
  before: KnownSound | undefined,
  sound: KnownSound,
  position: number,
): boolean {
  if (before === undefined) return false;
  const [ours, theirs] = [bitsOf(before), bitsOf(sound)];
  let clear = 0;
  let differing = 0;
  for (let back = leavingHops + 1; back <= leavingHops + commonHops; back += 1) {
    const [a, b] = [left.position - back, position - back];
    const mask = (ours.masks[a] ?? 0) & (theirs.masks[b] ?? 0) & 0xffff;
    clear += bitCount(mask);
    differing += bitCount(((ours.pairs[a] ?? 0) ^ (theirs.pairs[b] ?? 0)) & mask);
  }
  return clear >= commonBitsMin && differing * 100 <= clear * differingPercentMax;
}

/** The next hop of the sound. One that is forgotten is lost. */
export function followKnown(
  { progress }: FollowedSound,
  fingerprint: number,
  at: number,
  { sound: soundOf }: Sounds,
): FollowedHop | undefined {
  const sound = soundOf(progress.sound);
  if (sound === undefined) return undefined;
  const next = followedHop(followSound(progress, fingerprint, sound), sound, at);
  return next.status === 'lost' ? undefined : next;
}

/** The words in progress where the audio pauses for long or ends, at `end`: those that are half heard. They are not said again. */
export function endKnown(
  { progress, begun }: FollowedSound,
  end: number,
): readonly [FollowedSound, readonly PlacedWord[]] {
  const words = begun.filter((word) => word.start + word.end <= 2 * end);
  const known = { ...progress, words: progress.words + words.length };
  return [{ progress: known, begun: begun.slice(words.length) }, words];
}

function followedHop(
  [progress, { words, status }]: readonly [SoundProgress, SoundHop],
  sound: KnownSound,
  at: number,
): FollowedHop {
  const placed = ({ text, start, end }: SoundWord): PlacedWord => ({
    text,
    start: at + start - progress.position,
    end: at + end - progress.position,
    confidence: soundConfidence,
    speaker: sound.speaker,
    ...(sound.language === undefined ? {} : { language: sound.language }),
  });
  const begun: PlacedWord[] = [];
  for (let next = progress.words; ; next += 1) {
    const word = sound.words[next];
    if (word === undefined || word.start > progress.position) break;
    begun.push(placed(word));
  }
  return { status, followed: { progress, begun }, words: words.map(placed) };
}
