// Finds the known sound that a voice is, by its fingerprints so far: first among the beginnings of all sounds, then at all their
// places. There is no index: 1,000 sentences are 300,000 places.

import type { KnownSound } from '../records/sound.ts';
import { bitCount, bitsOf, pairsOf, type SoundBits } from './sound-bits.ts';

/** A sound is looked for after this much voice, or when the voice pauses earlier. */
export const searchHops = 40;
/** It is looked for again after this much, and never by more. */
export const searchHopsMax = 100;
/** No sound is found by less. */
export const searchHopsMin = 12;

/** A match differs in at most this percentage of the clear bits. */
export const differingPercentMax = 22;
/** Other sounds differ in this percentage on average; by chance it is less, the more so the fewer bits there are. */
export const differingPercentOfOthers = 40;
/** So the strength of a match is that average, less the differing bits, in square roots of the clear bits. */
export const strengthMinOfBeginnings = 4;
/** There are a hundred times as many other places as beginnings. */
export const strengthMinOfPlaces = 4.6;
/** Nothing is found if another sound matches nearly as well, unless the two are the same where they match. */
export const strengthDistance = 0.5;
/** Two sounds are the same where at most this percentage of their clear bits differ. */
const samePercentMax = 12;

/** A voice may become audible this much earlier or later than in the sound. */
const beginningHops = 12;
/** The silence before a voice, which a sound does not have within, is in its first fingerprints. */
const settlingHops = 8;
/** Clear bits of a hop, on average, without which there is nothing to compare. */
const clearBitsMin = 4;

export type SoundMatch = {
  /** The id of the sound. */
  readonly sound: string;
  /** The hop of the sound that is heard with the last fingerprint. */
  readonly offset: number;
};

/** The strongest place of a sound. */
interface Candidate {
  readonly sound: KnownSound;
  /** The hop of the sound at the first fingerprint. */
  readonly place: number;
  readonly strength: number;
  /** Of the clear bits, how many differ. */
  readonly share: number;
}

/** The places of a sound where it is looked for. */
interface Places {
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
}

/**
 * `fingerprints`: of a voice from where it became audible, or its last second. Answers with the strongest match; if other sounds are
 * the same there, with the one that differs least, then the one with the longest voice, then the first by id.
 */
export function findSound(
  fingerprints: readonly number[],
  sounds: Iterable<KnownSound>,
): SoundMatch | undefined {
  if (fingerprints.length < searchHopsMin) return undefined;
  const all = [...sounds];
  const dropped = Math.max(0, fingerprints.length - searchHopsMax);
  const isShort = fingerprints.length < searchHops;
  const beginning = search(
    fingerprints.slice(dropped),
    all,
    ({ voiceStart }) => ({
      first: voiceStart + dropped - beginningHops,
      end: voiceStart + dropped + beginningHops + 1,
    }),
    isShort ? strengthMinOfPlaces : strengthMinOfBeginnings,
  );
  if (beginning !== undefined || isShort) return beginning;
  const everywhere = { first: 0, end: Number.MAX_SAFE_INTEGER };
  const settled = fingerprints.slice(dropped + settlingHops);
  return search(settled, all, () => everywhere, strengthMinOfPlaces);
}

function search(
  fingerprints: readonly number[],
  sounds: readonly KnownSound[],
  placesOf: (sound: KnownSound) => Places,
  strengthMin: number,
): SoundMatch | undefined {
  const odd = fingerprints.length % 2;
  const query = pairsOf(fingerprints.slice(odd)).filter((_, index) => index % 2 === 0);
  const hops = query.length * 2;
  const candidates: Candidate[] = [];
  for (const sound of sounds) {
    const { first, end } = placesOf(sound);
    const places = { first: Math.max(0, first + odd), end: end + odd };
    const candidate = strongest(query, sound, places, strengthMin - strengthDistance);
    if (candidate !== undefined) candidates.push(candidate);
  }
  const best = candidates.toSorted(byStrength)[0];
  if (best === undefined || best.strength < strengthMin) return undefined;
  const same = candidates.filter((other) => areSame(other, best, hops));
  const isRival = (other: Candidate) =>
    other.strength >= best.strength - strengthDistance && other.sound.text !== best.sound.text;
  if (candidates.some((other) => isRival(other) && !same.includes(other))) return undefined;
  const { sound, place } = same.toSorted(byShare)[0] ?? best;
  return { sound: sound.id, offset: place + hops - 1 };
}

function strongest(
  query: Int32Array,
  sound: KnownSound,
  { first, end }: Places,
  strengthMin: number,
): Candidate | undefined {
  const bits = bitsOf(sound);
  const hops = query.length * 2;
  let best: Candidate | undefined;
  for (let place = first; place < end && place + hops <= bits.hops; place += 1) {
    const clear = clearBits(bits, place, hops);
    if (clear < clearBitsMin * hops) continue;
    const limit = differingMax(clear, best?.strength ?? strengthMin);
    const differing = differingBits(query, bits, place, limit);
    if (differing > limit) continue;
    const strength = strengthOf(differing, clear);
    if (best !== undefined && strength <= best.strength) continue;
    best = { sound, place, strength, share: differing / clear };
  }
  return best;
}

function clearBits({ clearBefore }: SoundBits, place: number, hops: number): number {
  return (clearBefore[place + hops] as number) - (clearBefore[place] as number);
}

/** Counts no further once it is above the limit. */
function differingBits(
  query: Int32Array,
  { pairs, masks }: SoundBits,
  place: number,
  limit: number,
): number {
  let count = 0;
  for (let index = 0; index < query.length && count <= limit; index += 1) {
    const hop = place + 2 * index;
    const differing = (query[index] as number) ^ (pairs[hop] as number);
    count += bitCount(differing & (masks[hop] as number));
  }
  return count;
}

/** Square roots in hundredths, rounded down, of all numbers of bits that can be compared. */
const roots = squareRoots(16 * searchHopsMax);

function strengthOf(differing: number, clear: number): number {
  return (differingPercentOfOthers * clear - 100 * differing) / (roots[clear] as number);
}

/** The most bits with which a place has a strength. */
function differingMax(clear: number, strength: number): number {
  const byChance = differingPercentOfOthers * clear - strength * (roots[clear] as number);
  return Math.min(byChance, differingPercentMax * clear) / 100;
}

function squareRoots(max: number): Int32Array {
  let root = 0;
  return Int32Array.from({ length: max + 1 }, (_, value) => {
    while ((root + 1) ** 2 <= value * 10_000) root += 1;
    return root;
  });
}

function byStrength(left: Candidate, right: Candidate): number {
  return right.strength - left.strength || byShare(left, right);
}

function byShare(left: Candidate, right: Candidate): number {
  const byLength = voiceHops(right.sound) - voiceHops(left.sound);
  const byId = left.sound.id < right.sound.id ? -1 : 1;
  return left.share - right.share || byLength || byId;
}

const voiceHops = ({ voiceStart, voiceEnd }: KnownSound) => voiceEnd - voiceStart;

function areSame(left: Candidate, right: Candidate, hops: number): boolean {
  const [leftBits, rightBits] = [bitsOf(left.sound), bitsOf(right.sound)];
  let [differing, clear] = [0, 0];
  for (let hop = 0; hop < hops; hop += 2) {
    const [a, b] = [left.place + hop, right.place + hop];
    const mask = (leftBits.masks[a] as number) & (rightBits.masks[b] as number);
    differing += bitCount(((leftBits.pairs[a] as number) ^ (rightBits.pairs[b] as number)) & mask);
    clear += bitCount(mask);
  }
  return differing * 100 <= clear * samePercentMax;
}
