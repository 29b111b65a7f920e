// Finds the known sound of a voice by its fingerprints so far: first at the beginnings of all sounds, then at all their places.
// Linear, since 1,000 sentences have only 300,000 places.

import type { KnownSound } from './record.ts';
import {
  comparedHopsMax,
  strengthDistance,
  strongest,
  strongestNear,
  type Candidate,
  type SoundQuery,
} from './places.ts';
import { bitCount, bitsOfAll, pairsOf, type SoundBits } from './sound-bits.ts';

/** The first search is after this much voice, or at an earlier pause. */
export const searchHops = 40;
/** The second search is after this much voice, and uses no more. */
export const searchHopsMax = comparedHopsMax;
/** The least voice for a search. */
export const searchHopsMin = 12;

/** The least strength of a match at the beginning of a sound. */
export const strengthMinOfBeginnings = 4;
/** The least strength elsewhere, higher since there are a hundred times as many places. */
export const strengthMinOfPlaces = 4.6;
/** Two sounds are equal at a place if at most this percentage of their clear bits differ. */
const samePercentMax = 12;

/** A voice may become audible this much earlier than in the sound, */
const earlierHops = 12;
/** and this much later, if it begins softly. */
const laterHops = 30;
/** The first fingerprints of a voice include the silence before it, which the inside of a sound lacks. */
const settlingHops = 8;

export type SoundMatch = {
  /** The id of the sound. */
  readonly sound: string;
  /** The hop of the sound at the last fingerprint. */
  readonly offset: number;
};

/**
 * `fingerprints`: those of a voice from its first audible hop, or of its last second. Returns the strongest match; of sounds that are
 * equal there, the one that differs least, then the one with the longest voice, then the first by id.
 */
export function findSound(
  fingerprints: readonly number[],
  sounds: readonly KnownSound[],
): SoundMatch | undefined {
  if (fingerprints.length < searchHopsMin) return undefined;
  const dropped = Math.max(0, fingerprints.length - searchHopsMax);
  const isShort = fingerprints.length < searchHops;
  const strengthMin = isShort ? strengthMinOfPlaces : strengthMinOfBeginnings;
  const all = bitsOfAll(sounds);
  const beginning = search(fingerprints.slice(dropped), all, strengthMin, (query, bits) => {
    const first = bits.sound.voiceStart + dropped - earlierHops;
    const end = first + earlierHops + laterHops + 1;
    // A short voice may be a hum, whose neighbouring places are unlike each other.
    return isShort
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
  candidateOf: (query: SoundQuery, bits: SoundBits) => Candidate | undefined,
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
