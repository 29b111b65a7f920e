// Known sounds that begin alike: how far two of them are equal, and which of them a voice is from there on.

import type { KnownSound } from './record.ts';
import { bitCount, bitsOf, type SoundBits } from './sound-bits.ts';

/** A voice is compared with two sounds in so many hops from the first one in which they differ. */
export const comparedHops = 40;
/** In the first of these hops, only words of both are reported: a few hops of noise do not decide. */
const undecidedHops = 12;
/** Two sounds differ where so many bits do */
const differingBitsMin = 12;
/** within so many hops. */
const differingHops = 8;
/** A search tells sounds apart that differ before this many hops of voice. */
const equalHopsMin = 12;
/** They may begin to differ so far behind the voice of the shorter one. */
const tailHops = 12;

/** A sound that begins like another one. */
export interface Twin {
  readonly bits: SoundBits;
  /** The first hop in which the two differ. */
  readonly differsAt: number;
  /** The number of words that both begin with. */
  readonly commonWords: number;
}

const noTwins: readonly Twin[] = [];

/** Computed once for each list of sounds. */
const knownTwins = new WeakMap<readonly KnownSound[], Map<KnownSound, readonly Twin[]>>();

/** The twins of a sound. `sounds`: an array that is never written again. */
export function twinsOf(sound: KnownSound, sounds: readonly KnownSound[]): readonly Twin[] {
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

function twinOf(sound: KnownSound, other: KnownSound): Twin | undefined {
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

/** Whether a voice at `position`, a hop of both sounds, is to be compared with a twin. */
export function isCompared({ differsAt }: Twin, position: number): boolean {
  return differsAt <= position && position < differsAt + comparedHops;
}

/**
 * Which sound a voice is at `position`, a hop of all: the one that differs least from it since they differ; the sound itself unless
 * a twin differs less. `recent`: the last fingerprints of the voice.
 */
export function nearestTwin(
  sound: KnownSound,
  twins: readonly Twin[],
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
  { bits: twin, differsAt }: Twin,
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

/** How many words of a sound may be reported at `position`: those that all twins have from which it cannot be told yet. */
export function decidedWords(twins: readonly Twin[], position: number): number {
  let least = Infinity;
  for (const { differsAt, commonWords } of twins) {
    if (position < differsAt + undecidedHops && commonWords < least) least = commonWords;
  }
  return least;
}
