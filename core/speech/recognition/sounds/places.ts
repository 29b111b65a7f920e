// Finds the strongest place of a voice in one known sound: the one that differs least, for the number of bits that can be compared.

import { bitCountOfFour, differingBits, type SoundBits } from './sound-bits.ts';

/** The most hops of a voice that are compared. */
export const comparedHopsMax = 100;

/** A match differs in at most this percentage of the clear bits. */
export const differingPercentMax = 22;
/**
 * The average percentage in which other sounds differ. By chance it is lower with fewer bits, so the strength of a match is
 * (40 % of the clear bits - the differing bits) / the square root of the clear bits.
 */
export const differingPercentOfOthers = 40;
/** There is no match if another sound is nearly as strong, unless the two are equal there. */
export const strengthDistance = 0.5;
/** A place is ruled out if more than this percentage of the clear bits differ in its first 8 hops, or in those of its neighbour. */
const firstPercentMax = 36;
/** The hops of the second look at a place. */
const glimpseHops = 16;
/** A place is ruled out if more than this percentage of the clear bits of the second look differ. */
const nextPercentMax = 30;
/** Bits that may differ beyond these percentages. */
const glimpseSlack = 4;
/** The least clear bits of a hop, on average, for a comparison. */
const clearBitsMin = 4;

/** The strongest place of a sound. */
export interface Candidate {
  readonly bits: SoundBits;
  /** The hop of the sound at the first fingerprint. */
  readonly place: number;
  readonly strength: number;
  /** Of the clear bits, how many differ. */
  readonly share: number;
}

/** Fingerprints, of an even number of hops. */
export interface SoundQuery {
  /** Each hop with an even number and the next one. */
  readonly pairs: Int32Array;
  readonly hops: number;
  /** Hops dropped at the beginning to make their number even. */
  readonly odd: number;
}

/**
 * The strongest place from `first` to before `end`. Adjacent places are similar, so every third one is compared, and 16 hops of the
 * voice from `settled` on (an even number) rule out most of them.
 */
export function strongestNear(
  query: SoundQuery,
  bits: SoundBits,
  [first, end]: readonly [first: number, end: number],
  settled: number,
  strengthMin: number,
): Candidate | undefined {
  const { pairs, masks, clearBefore, hops } = bits;
  const { pairs: voice } = query;
  const from = settled >> 1;
  const a = voice[from]!;
  const b = voice[from + 1]!;
  const c = voice[from + 2]!;
  const d = voice[from + 3]!;
  const e = voice[from + 4]!;
  const f = voice[from + 5]!;
  const g = voice[from + 6]!;
  const h = voice[from + 7]!;
  const last = Math.min(end, hops);
  let best: Candidate | undefined;
  for (let place = Math.max(0, first) + 1; place <= last; place += 3) {
    const at = place + settled;
    const clearFirst = clearBefore[at]!;
    const early = bitCountOfFour(
      (a ^ pairs[at]!) & masks[at]!,
      (b ^ pairs[at + 2]!) & masks[at + 2]!,
      (c ^ pairs[at + 4]!) & masks[at + 4]!,
      (d ^ pairs[at + 6]!) & masks[at + 6]!,
    );
    const clearEarly = clearBefore[at + 8]! - clearFirst;
    if (early * 100 > clearEarly * firstPercentMax + 100 * glimpseSlack) continue;
    const late = bitCountOfFour(
      (e ^ pairs[at + 8]!) & masks[at + 8]!,
      (f ^ pairs[at + 10]!) & masks[at + 10]!,
      (g ^ pairs[at + 12]!) & masks[at + 12]!,
      (h ^ pairs[at + 14]!) & masks[at + 14]!,
    );
    const clear = clearBefore[at + glimpseHops]! - clearFirst;
    if ((early + late) * 100 > clear * nextPercentMax + 100 * glimpseSlack) continue;
    best = strongest(query, bits, place - 1, place + 2, strengthMin, best);
  }
  return best;
}

/** The strongest place from `first` to before `end`, if it is stronger than `known`. */
export function strongest(
  { pairs, hops, odd }: SoundQuery,
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
const roots = squareRoots(16 * comparedHopsMax);

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
