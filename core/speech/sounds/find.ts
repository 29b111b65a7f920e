// Finds the known sound that a voice is, by its fingerprints so far: first among the beginnings of all sounds, then at all their
// places. There is no index: 1,000 sentences are 300,000 places.

import type { KnownSound } from '../records/sound.ts';
import { bitCount, bitsOf, differingBits, pairsOf, type SoundBits } from './sound-bits.ts';

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

/** A voice may become audible this much earlier than in the sound, */
const earlierHops = 12;
/** and this much later, if it begins softly. */
const laterHops = 30;
/** The silence before a voice, which a sound does not have within, is in its first fingerprints. */
const settlingHops = 8;
/** A place is ruled out if more than this part of the clear bits of its first 8 hops differ, or of its neighbour's, */
const firstPercentMax = 36;
/** or of so many hops, */
const glimpseHops = 16;
/** this part. */
const nextPercentMax = 30;
/** More differing bits than that are needed. */
const glimpseSlack = 4;
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
  readonly bits: SoundBits;
  /** The hop of the sound at the first fingerprint. */
  readonly place: number;
  readonly strength: number;
  /** Of the clear bits, how many differ. */
  readonly share: number;
}

/** Fingerprints, of an even number of hops. */
interface Query {
  /** Each hop with an even number and the next one. */
  readonly pairs: Int32Array;
  readonly hops: number;
  /** Hops that were dropped before the first, to make their number even. */
  readonly odd: number;
}

/**
 * `fingerprints`: of a voice from where it became audible, or its last second. Answers with the strongest match; if other sounds are
 * the same there, with the one that differs least, then the one with the longest voice, then the first by id.
 */
export function findSound(
  fingerprints: readonly number[],
  sounds: readonly KnownSound[],
): SoundMatch | undefined {
  if (fingerprints.length < searchHopsMin) return undefined;
  const dropped = Math.max(0, fingerprints.length - searchHopsMax);
  const isShort = fingerprints.length < searchHops;
  const strengthMin = isShort ? strengthMinOfPlaces : strengthMinOfBeginnings;
  const all = sounds.map(bitsOf);
  const beginning = search(fingerprints.slice(dropped), all, strengthMin, (query, bits) => {
    const first = bits.sound.voiceStart + dropped - earlierHops;
    const end = first + earlierHops + laterHops + 1;
    return query.hops < settlingHops + glimpseHops
      ? strongest(query, bits, first, end, strengthMin, undefined)
      : strongestNear(query, bits, [first, end], settlingHops, strengthMin);
  });
  if (beginning !== undefined || isShort) return beginning;
  const settled = fingerprints.slice(dropped + settlingHops);
  return search(settled, all, strengthMinOfPlaces, (query, bits) =>
    strongestNear(query, bits, [0, bits.hops], 0, strengthMinOfPlaces),
  );
}

function search(
  fingerprints: readonly number[],
  all: readonly SoundBits[],
  strengthMin: number,
  candidateOf: (query: Query, bits: SoundBits) => Candidate | undefined,
): SoundMatch | undefined {
  const odd = fingerprints.length % 2;
  const pairs = pairsOf(fingerprints.slice(odd)).filter((_, index) => index % 2 === 0);
  const hops = pairs.length * 2;
  const candidates = all.flatMap((bits) => candidateOf({ pairs, hops, odd }, bits) ?? []);
  const best = candidates.toSorted(byStrength)[0];
  if (best === undefined || best.strength < strengthMin) return undefined;
  const same = candidates.filter((other) => areSame(other, best, hops));
  const isRival = (other: Candidate) =>
    other.strength >= best.strength - strengthDistance &&
    other.bits.sound.text !== best.bits.sound.text;
  if (candidates.some((other) => isRival(other) && !same.includes(other))) return undefined;
  const { bits, place } = same.toSorted(byShare)[0] ?? best;
  return { sound: bits.sound.id, offset: place + hops - 1 };
}

/**
 * The strongest place from `first` to before `end`. Neighbouring places are alike, so each third one is compared, and most are
 * ruled out by 16 hops of the voice from `settled` on.
 */
function strongestNear(
  query: Query,
  bits: SoundBits,
  [first, end]: readonly [first: number, end: number],
  settled: number,
  strengthMin: number,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (let place = Math.max(0, first) + 1; place <= Math.min(end, bits.hops); place += 3) {
    if (!isLike(query, bits, place, settled)) continue;
    best = strongest(query, bits, place - 1, place + 2, strengthMin, best);
  }
  return best;
}

/** Compares 16 hops of the voice, from `hop` on, an even number. */
function isLike({ pairs }: Query, bits: SoundBits, place: number, hop: number): boolean {
  const pair = hop >> 1;
  const firstMax = (clearBits(bits, place + hop, 8) * firstPercentMax) / 100 + glimpseSlack;
  const first = differingBits(pairs, bits, place, pair, pair + 4, firstMax);
  if (first > firstMax) return false;
  const clear = clearBits(bits, place + hop, glimpseHops);
  const nextMax = (clear * nextPercentMax) / 100 + glimpseSlack - first;
  return differingBits(pairs, bits, place, pair + 4, pair + 8, nextMax) <= nextMax;
}

/** The strongest place from `first` to before `end`, if it is stronger than `known`. */
function strongest(
  { pairs, hops, odd }: Query,
  bits: SoundBits,
  first: number,
  end: number,
  strengthMin: number,
  known: Candidate | undefined,
): Candidate | undefined {
  const behind = Math.min(end + odd, bits.hops);
  let best = known;
  for (let place = Math.max(0, first + odd); place < behind; place += 1) {
    const clear = clearBits(bits, place, hops);
    if (clear < clearBitsMin * hops) continue;
    const least = best === undefined ? strengthMin - strengthDistance : best.strength;
    const limit = differingMax(clear, least);
    const differing = differingBits(pairs, bits, place, 0, hops >> 1, limit);
    if (differing > limit) continue;
    const strength = strengthOf(differing, clear);
    if (best !== undefined && strength <= best.strength) continue;
    best = { bits, place, strength, share: differing / clear };
  }
  return best;
}

function clearBits({ clearBefore }: SoundBits, place: number, hops: number): number {
  return (clearBefore[place + hops] as number) - (clearBefore[place] as number);
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
  const byLength = voiceHops(right.bits.sound) - voiceHops(left.bits.sound);
  const byId = left.bits.sound.id < right.bits.sound.id ? -1 : 1;
  return left.share - right.share || byLength || byId;
}

const voiceHops = ({ voiceStart, voiceEnd }: KnownSound) => voiceEnd - voiceStart;

function areSame(left: Candidate, right: Candidate, hops: number): boolean {
  let differing = 0;
  let clear = 0;
  for (let hop = 0; hop < hops; hop += 2) {
    const a = left.place + hop;
    const b = right.place + hop;
    const mask = left.bits.masks[a]! & right.bits.masks[b]!;
    differing += bitCount((left.bits.pairs[a]! ^ right.bits.pairs[b]!) & mask);
    clear += bitCount(mask);
  }
  return differing * 100 <= clear * samePercentMax;
}
