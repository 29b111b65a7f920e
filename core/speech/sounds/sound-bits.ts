// The fingerprints of a known sound in a form in which bits are compared fast.

import { base64ToUint16s } from '../../kernel/base64.ts';
import type { KnownSound } from '../records/sound.ts';

export interface SoundBits {
  readonly hops: number;
  /** Of each hop and the next one: their fingerprints, the later one in the upper half. */
  readonly pairs: Int32Array;
  /** Of each hop and the next one: their masks. */
  readonly masks: Int32Array;
  /** Clear bits before each hop. */
  readonly clearBefore: Int32Array;
}

/** Hops behind the end, in which nothing is compared: a voice may be longer than the sound that it begins with. */
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

function decode({ fingerprints, mask }: KnownSound): SoundBits {
  const masks = base64ToUint16s(mask);
  const behind = Array.from({ length: hopsBehind }, () => 0);
  let clear = 0;
  const clearUntil = [...masks, ...behind].map((bits) => (clear += bitCount(bits)));
  return {
    hops: masks.length,
    pairs: pairsOf([...base64ToUint16s(fingerprints), ...behind]),
    masks: pairsOf([...masks, ...behind]),
    clearBefore: Int32Array.of(0, ...clearUntil),
  };
}

/** Each value and the next one as one integer of 32 bits. */
export function pairsOf(values: readonly number[]): Int32Array {
  return Int32Array.from(values, (value, index) => value | ((values[index + 1] ?? 0) << 16));
}

/** The number of ones in an integer of 32 bits. */
export function bitCount(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (twos & 0x3333_3333) + ((twos >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
