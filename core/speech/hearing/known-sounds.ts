// The words of a known sound, from where it is found in the audio until it ends or is lost.

import type { KnownSound, SoundWord } from '../records/sound.ts';
import type { SoundMatch } from '../sounds/find.ts';
import {
  followSound,
  startFollowing,
  type SoundHop,
  type SoundProgress,
} from '../sounds/follow.ts';
import type { PlacedWord } from './words.ts';

/** In hundredths. */
export const soundConfidence = 99;

/** Plain data, to be saved with a session. */
export type FollowedSound = {
  readonly progress: SoundProgress;
  /** Words that have begun and are not known yet. */
  readonly begun: readonly PlacedWord[];
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

/**
 * Searches the sound of these fingerprints, the last of which is that of hop `at`. Words that lie in them are known at once, but
 * for those before hop `knownUntil`.
 */
export function findKnown(
  fingerprints: readonly number[],
  at: number,
  knownUntil: number | undefined,
  { find, sound: soundOf }: Sounds,
): FollowedHop | undefined {
  const match = find(fingerprints);
  const sound = match && soundOf(match.sound);
  if (match === undefined || sound === undefined) return undefined;
  const { length } = fingerprints;
  const knownHops = knownUntil === undefined ? -missedHopsMax : knownUntil - (at + 1 - length);
  const saidHops = Math.min(Math.max(knownHops, -missedHopsMax), length);
  const started = followedHop(startFollowing(match, fingerprints, sound, saidHops), sound, at);
  return started.status === 'lost' ? undefined : started;
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
