// The words of a known sound, from its match in the audio until it ends or is lost.

import type { KnownSound } from '../sounds/record.ts';
import type { SoundWord } from '../../synthesis/sound-print.ts';
import { agreeingHops } from '../sounds/agreement.ts';
import type { SoundMatch } from '../sounds/find.ts';
import {
  followSound,
  startFollowing,
  type SoundHop,
  type SoundProgress,
  type WordsMax,
} from '../sounds/follow.ts';
import { differingPercentMax } from '../sounds/places.ts';
import { bitCount, bitsOf } from '../sounds/sound-bits.ts';
import {
  comparedHops,
  decidedWords,
  isCompared,
  nearestTwin,
  type TwinSound,
} from '../sounds/twins.ts';
import { isConfirmed, isRefuted, withLevel, type Doubt, type Loudness } from './doubt.ts';
import type { PlacedWord } from './words.ts';

/** In hundredths. */
export const soundConfidence = 99;

/** Plain data, to be saved with a session. */
export type FollowedSound = {
  readonly progress: SoundProgress;
  /** Words that have begun and are not known yet. */
  readonly begun: readonly PlacedWord[];
  /** While it may be another sound that begins alike; null after it is confirmed. */
  readonly doubt: Doubt | null;
  /** Spoken words that become known when the sound is confirmed. */
  readonly held: readonly PlacedWord[];
  /** The last fingerprints, while they are compared with those of its twins. */
  readonly recent: readonly number[];
};

/** A sound that was followed up to a hop of the audio, which would be at `position` of the sound. */
export type LeftSound = {
  readonly sound: string;
  readonly at: number;
  readonly position: number;
};

/** The known sounds of a world. */
export interface Sounds {
  /** Searches them. When an event is applied, its stored result is used. */
  readonly find: (fingerprints: readonly number[]) => SoundMatch | undefined;
  /** By its id; undefined if it was removed. */
  readonly sound: (id: string) => KnownSound | undefined;
  /** Sounds that begin like this one. */
  readonly twins: (sound: KnownSound) => readonly TwinSound[];
}

export interface FollowedHop {
  readonly status: SoundHop['status'];
  readonly followed: FollowedSound;
  /** Empty before the sound is confirmed. */
  readonly words: readonly PlacedWord[];
}

/** One hop of a voice in which a sound is followed. */
export interface KnownHop {
  readonly at: number;
  readonly level: number;
  readonly fingerprint: number;
}

/** The longest part of a soft beginning of a word that may be missed. */
const missedHopsMax = 12;
/** A sound is left at most this long after its last hop in common with the next one. */
const leavingHops = 40;
/** Two sounds count as one before that if they agree in this many hops, */
const commonHops = 30;
/** with at least this many clear bits. */
const commonBitsMin = 120;

/** The inputs of a search: `at` is the hop of the last fingerprint. */
interface SearchPlace {
  readonly at: number;
  /** The end of the last known word; undefined without one. */
  readonly knownUntil: number | undefined;
  /** The sound that was followed right before. */
  readonly left: LeftSound | undefined;
  /** The fingerprints of the voice so far. */
  readonly loudness: Loudness;
}

/**
 * Searches the sound of the last `by` fingerprints of a voice. Words in them count as spoken, and so do words before them as far as the
 * sound agrees, except for those before `knownUntil`.
 */
export function findKnown(
  voice: readonly number[],
  by: number,
  { at, knownUntil, left, loudness }: SearchPlace,
  { find, sound: soundOf, twins: twinsOf }: Sounds,
): FollowedHop | undefined {
  const match = find(voice.slice(-by));
  const found = match && soundOf(match.sound);
  if (match === undefined || found === undefined) return undefined;
  const { sound, recent } = nearest(found, match.offset, voice, twinsOf);
  const length = agreeingHops(voice, match.offset, sound, by);
  const fingerprints = voice.slice(-length);
  const first = at + 1 - length;
  const isTwin =
    left !== undefined && isCommon(left, soundOf(left.sound), sound, match.offset - (at - left.at));
  const missedHops = isTwin ? first - left.at + leavingHops + commonHops : missedHopsMax;
  const knownHops = knownUntil === undefined ? -missedHops : knownUntil - first;
  const saidHops = Math.min(Math.max(knownHops, -missedHops), length);
  const missed = isTwin ? 0 : Math.max(0, match.offset + 1 - length - sound.voiceStart);
  const doubt = { missed, loudness };
  const following = startFollowing(
    { ...match, sound: sound.id },
    fingerprints,
    sound,
    saidHops,
    wordsMaxOf(sound, twinsOf),
  );
  return followedHop(following, { doubt, held: [], recent }, sound, at);
}

/** The sound that was found, or its twin that matches the voice. `position`: the current hop of the sound. */
function nearest(
  sound: KnownSound,
  position: number,
  voice: readonly number[],
  twinsOf: Sounds['twins'],
): { readonly sound: KnownSound; readonly recent: readonly number[] } {
  const twins = twinsOf(sound);
  if (!twins.some((twin) => isCompared(twin, position))) return { sound, recent: [] };
  const recent = voice.slice(-comparedHops);
  return { sound: nearestTwin(sound, twins, position, recent), recent };
}

function wordsMaxOf(sound: KnownSound, twinsOf: Sounds['twins']): WordsMax {
  return (position) => decidedWords(twinsOf(sound), position);
}

/** Whether two sounds agree up to the hop at which the first was left, where the second is at `position`. */
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

/** The next hop of the sound. A removed sound is lost. */
export function followKnown(
  { progress, doubt, held, recent: before }: FollowedSound,
  { at, level, fingerprint }: KnownHop,
  { sound: soundOf, twins: twinsOf }: Sounds,
): FollowedHop | undefined {
  const followed = soundOf(progress.sound);
  if (followed === undefined) return undefined;
  const voice = [...before, fingerprint];
  const { sound, recent } = nearest(followed, progress.position + 1, voice, twinsOf);
  const same = sound === followed ? progress : { ...progress, sound: sound.id };
  const next = followSound(same, fingerprint, sound, wordsMaxOf(sound, twinsOf));
  const later = doubt && { ...doubt, loudness: withLevel(doubt.loudness, level) };
  return followedHop(next, { doubt: later, held, recent }, sound, at);
}

/**
 * The words in progress at a long pause or the end of the audio: those that are half spoken. They are not reported again, and the sound
 * is no longer in doubt.
 */
export function endKnown(
  { progress, begun, held, recent }: FollowedSound,
  end: number,
): readonly [FollowedSound, readonly PlacedWord[]] {
  const words = begun.filter((word) => word.start + word.end <= 2 * end);
  const known = { ...progress, words: progress.words + words.length };
  return [
    { progress: known, begun: begun.slice(words.length), doubt: null, held: [], recent },
    [...held, ...words],
  ];
}

/** Undefined if the sound is lost. */
function followedHop(
  [progress, { words, status }]: readonly [SoundProgress, SoundHop],
  { doubt, held, recent }: Pick<FollowedSound, 'doubt' | 'held' | 'recent'>,
  sound: KnownSound,
  at: number,
): FollowedHop | undefined {
  if (status === 'lost') return undefined;
  const placed = ({ text, start, end }: SoundWord): PlacedWord => ({
    text,
    start: at + start - progress.position,
    end: at + end - progress.position,
    confidence: soundConfidence,
    speaker: sound.speaker,
    ...(sound.language === undefined ? {} : { language: sound.language }),
  });
  const said = [...held, ...words.map(placed)];
  const begun: PlacedWord[] = [];
  for (let next = progress.words; ; next += 1) {
    const word = sound.words[next];
    if (word === undefined || word.start > progress.position) break;
    begun.push(placed(word));
  }
  if (doubt === null || isConfirmed(doubt, progress, sound)) {
    return { status, followed: { progress, begun, doubt: null, held: [], recent }, words: said };
  }
  if (isRefuted(doubt, progress, sound)) return undefined;
  return { status: 'heard', followed: { progress, begun, doubt, held: said, recent }, words: [] };
}
