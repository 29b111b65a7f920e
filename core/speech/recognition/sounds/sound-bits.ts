// The fingerprints of a known sound in a form that compares fast.

import { base64ToBytes } from '../../../kernel/base64.ts';
import type { KnownSound } from './record.ts';

export interface SoundBits {
  readonly sound: KnownSound;
  readonly hops: number;
  /** Of each hop and the next one: their fingerprints, the later one in the upper half. */
  readonly pairs: Int32Array;
  /** Of each hop and the next one: their masks. */
  readonly masks: Int32Array;
  /** Clear bits before each hop. */
  readonly clearBefore: Int32Array;
}

/** Hops after the end, which are not compared: a voice may be longer than the sound that it begins with. */
const hopsBehind = 128;

/** Decoded once for each record: 12 bytes a hop, for as long as the record is in use. */
const decoded = new WeakMap<KnownSound, SoundBits>();

export function bitsOf(sound: KnownSound): SoundBits {
  let bits = decoded.get(sound);
  if (bits === undefined) {
    bits = decode(sound);
    decoded.set(sound, bits);
  }
  return bits;
}

/** Cached by list: a search compares all sounds of a world. */
const decodedLists = new WeakMap<readonly KnownSound[], readonly SoundBits[]>();

/** `sounds`: an array that never changes. */
export function bitsOfAll(sounds: readonly KnownSound[]): readonly SoundBits[] {
  let all = decodedLists.get(sounds);
  if (all === undefined) {
    all = sounds.map(bitsOf);
    decodedLists.set(sounds, all);
  }
  return all;
}

/** Uses typed arrays only, since the first search decodes all sounds of a world. */
function decode(sound: KnownSound): SoundBits {
  const maskBytes = base64ToBytes(sound.mask);
  const hops = maskBytes.length / 2;
  const masks = pairsIn(maskBytes, hops + hopsBehind);
  const clearBefore = new Int32Array(masks.length + 1);
  for (let hop = 0; hop < masks.length; hop += 1) {
    clearBefore[hop + 1] = clearBefore[hop]! + bitCount(masks[hop]! & 0xffff);
  }
  const pairs = pairsIn(base64ToBytes(sound.fingerprints), masks.length);
  return { sound, hops, pairs, masks, clearBefore };
}

/** As `pairsOf`, of values in two bytes each, in little-endian order; those after their end are 0. */
function pairsIn(bytes: Uint8Array, length: number): Int32Array {
  const padded = new Uint8Array(2 * length + 2);
  padded.set(bytes);
  const pairs = new Int32Array(length);
  for (let index = 0; index < length; index += 1) {
    const at = 2 * index;
    pairs[index] =
      padded[at]! | (padded[at + 1]! << 8) | (padded[at + 2]! << 16) | (padded[at + 3]! << 24);
  }
  return pairs;
}

/** Each value and the next one as one integer of 32 bits. */
export function pairsOf(values: readonly number[]): Int32Array {
  return Int32Array.from(values, (value, index) => value | ((values[index + 1] ?? 0) << 16));
}

/**
 * The number of clear bits of a sound that differ, from `place` on, in the pairs of a query from `first` to before `end`. Stops
 * counting above the limit.
 */
export function differingBits(
  query: Int32Array,
  { pairs, masks }: SoundBits,
  place: number,
  first: number,
  end: number,
  limit: number,
): number {
  let count = 0;
  let index = first;
  let hop = place + 2 * first;
  for (; index + 4 <= end && count <= limit; index += 4, hop += 8) {
    count += bitCountOfFour(
      (query[index]! ^ pairs[hop]!) & masks[hop]!,
      (query[index + 1]! ^ pairs[hop + 2]!) & masks[hop + 2]!,
      (query[index + 2]! ^ pairs[hop + 4]!) & masks[hop + 4]!,
      (query[index + 3]! ^ pairs[hop + 6]!) & masks[hop + 6]!,
    );
  }
  for (; index < end && count <= limit; index += 1, hop += 2) {
    count += bitCount((query[index]! ^ pairs[hop]!) & masks[hop]!);
  }
  return count;
}

/** The number of ones in an integer of 32 bits. */
export function bitCount(bits: number): number {
  const fours = onesInFours(bits);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The number of ones in four integers of 32 bits: faster than one after the other. */
export function bitCountOfFour(a: number, b: number, c: number, d: number): number {
  const left = onesInFours(a) + onesInFours(b);
  const right = onesInFours(c) + onesInFours(d);
  const eights =
    (left & 0x0f0f_0f0f) +
    ((left >>> 4) & 0x0f0f_0f0f) +
    (right & 0x0f0f_0f0f) +
    ((right >>> 4) & 0x0f0f_0f0f);
  return Math.imul(eights, 0x0101_0101) >>> 24;
}

/** The number of ones in each four bits of 32. */
function onesInFours(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x5555_5555);
  return (twos & 0x3333_3333) + ((twos >>> 2) & 0x3333_3333);
}
