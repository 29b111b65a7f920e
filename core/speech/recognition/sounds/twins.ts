// Known sounds that begin alike: the hop at which two of them start to differ, and which of them a voice is after it.

import type { KnownSound } from './record.ts';
import { bitCount, bitsOf, type SoundBits } from './sound-bits.ts';

/** A voice is compared with two sounds in this many hops, from the first in which they differ. */
export const comparedHops = 40;
/** In the first of these hops, only words of both are reported, so that a few hops of noise do not decide. */
const undecidedHops = 12;
/** Two sounds differ where this many bits do, */
const differingBitsMin = 12;
/** within this many hops. */
const differingHops = 8;
/** A search separates sounds that differ before this many hops of voice. */
const equalHopsMin = 12;
/** The first difference may be this far after the voice of the shorter sound. */
const tailHops = 12;

/** A sound that begins like another one. */
export interface TwinSound {
  readonly bits: SoundBits;
  /** The first hop in which the two differ. */
  readonly differsAt: number;
  /** The number of words that both begin with. */
  readonly commonWords: number;
}

const noTwins: readonly TwinSound[] = [];

/** Computed once for each list of sounds. */
const knownTwins = new WeakMap<readonly KnownSound[], Map<KnownSound, readonly TwinSound[]>>();

/** The twins of a sound. `sounds`: an array that never changes. */
export function twinsOf(sound: KnownSound, sounds: readonly KnownSound[]): readonly TwinSound[] {
  let bySound = knownTwins.get(sounds);
  if (bySound === undefined) {
    bySound = new Map();
    knownTwins.set(sounds, bySound);
  }
  let twins = bySound.get(sound);
  if (twins === undefined) {
    const found = sounds.flatMap((other) => twinOf(sound, other) ?? []);
    twins = found.length === 0 ? noTwins : found;
    bySound.set(sound, twins);
  }
  return twins;
}

function twinOf(sound: KnownSound, other: KnownSound): TwinSound | undefined {
  if (other === sound) return undefined;
  const bits = bitsOf(other);
  const differsAt = firstDifference(bitsOf(sound), bits);
  if (differsAt === undefined || differsAt < sound.voiceStart + equalHopsMin) return undefined;
  const common = sound.words.findIndex(({ text }, index) => text !== other.words[index]?.text);
  return { bits, differsAt, commonWords: common < 0 ? sound.words.length : common };
}

function firstDifference(one: SoundBits, other: SoundBits): number | undefined {
  const start = Math.min(one.sound.voiceStart, other.sound.voiceStart);
  const end = Math.min(one.sound.voiceEnd, other.sound.voiceEnd) + tailHops;
  const between = (hop: number) =>
    hop < start ? 0 : bitCount((valueAt(one, hop) ^ valueAt(other, hop)) & maskAt(one, other, hop));
  let sum = 0;
  for (let hop = start; hop < end; hop += 1) {
    sum += between(hop) - between(hop - differingHops);
    if (sum < differingBitsMin) continue;
    let first = Math.max(start, hop + 1 - differingHops);
    while (between(first) === 0) first += 1;
    return first;
  }
  return undefined;
}

function valueAt({ pairs }: SoundBits, hop: number): number {
  return pairs[hop] ?? 0;
}

/** Bits that are clear in either sound. */
function maskAt(one: SoundBits, other: SoundBits, hop: number): number {
  return ((one.masks[hop] ?? 0) | (other.masks[hop] ?? 0)) & 0xffff;
}

/** Whether a voice at `position`, a hop of both sounds, must be compared with a twin. */
export function isCompared({ differsAt }: TwinSound, position: number): boolean {
  return differsAt <= position && position < differsAt + comparedHops;
}

/**
 * The twin that a voice matches better than the sound at `position`, a hop of all: the one with the fewest differing bits since the
 * sounds differ. `recent`: the last fingerprints of the voice.
 */
export function nearestTwin(
  sound: KnownSound,
  twins: readonly TwinSound[],
  position: number,
  recent: readonly number[],
): KnownSound {
  const bits = bitsOf(sound);
  let nearest = sound;
  let best = 0;
  for (const twin of twins) {
    if (!isCompared(twin, position)) continue;
    const advantage = advantageOf(twin, bits, position, recent);
    if (advantage > best) [best, nearest] = [advantage, twin.bits.sound];
  }
  return nearest;
}

/** How many bits fewer of a voice differ from a twin than from the sound. */
function advantageOf(
  { bits: twin, differsAt }: TwinSound,
  sound: SoundBits,
  position: number,
  recent: readonly number[],
): number {
  const before = position + 1 - recent.length;
  let advantage = 0;
  for (let hop = Math.max(differsAt, before); hop <= position; hop += 1) {
    const voice = recent[hop - before] as number;
    const mask = maskAt(sound, twin, hop);
    advantage += bitCount((voice ^ valueAt(sound, hop)) & mask);
    advantage -= bitCount((voice ^ valueAt(twin, hop)) & mask);
  }
  return advantage;
}

/** The number of words of a sound that may be reported at `position`: those that it shares with all twins it may still be. */
export function decidedWords(twins: readonly TwinSound[], position: number): number {
  let least = Infinity;
  for (const { differsAt, commonWords } of twins) {
    if (position < differsAt + undecidedHops && commonWords < least) least = commonWords;
  }
  return least;
}
