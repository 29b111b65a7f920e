// Measures how far back a voice agrees with the known sound that was found in it.

import type { KnownSound } from './record.ts';
import { bitCount, bitsOf } from './sound-bits.ts';

/** A hop in which a quarter of the clear bits differ counts neither for the sound nor against it. */
const undecidedPart = 4;

/**
 * The number of hops at the end of a voice that are this sound, at least `least`: the length with the largest sum of agreement.
 * `offset`: the hop of the sound at the last fingerprint.
 */
export function agreeingHops(
  voice: readonly number[],
  offset: number,
  sound: KnownSound,
  least: number,
): number {
  const { pairs, masks } = bitsOf(sound);
  const longest = Math.min(voice.length, offset + 1);
  let sum = 0;
  let [best, hops] = [0, Math.min(least, voice.length)];
  for (let back = hops; back < longest; back += 1) {
    const hop = offset - back;
    const mask = (masks[hop] ?? 0) & 0xffff;
    const differing = bitCount(((pairs[hop] ?? 0) ^ (voice[voice.length - 1 - back] ?? 0)) & mask);
    sum += bitCount(mask) - undecidedPart * differing;
    if (sum > best) [best, hops] = [sum, back + 1];
  }
  return hops;
}
