import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitCount,
  bitCountOfFour,
  bitsOf,
  differingBits,
  pairsOf,
} from '../../../../../core/speech/recognition/sounds/sound-bits.ts';
import { fakeSound } from '../../../../support/speech/known-sounds.ts';

const onesIn = (bits: number) => (bits >>> 0).toString(2).replaceAll('0', '').length;
const plus = (one: number, other: number) => one + other;
const uint16s = fc.array(fc.nat(0xffff), { maxLength: 60 });

describe('the bits of a sound', () => {
  it('are counted', () => {
    fc.assert(fc.property(fc.integer(), (bits) => bitCount(bits) === onesIn(bits)));
  });

  it('are counted in fours', () => {
    const bits = fc.oneof(fc.integer(), fc.constantFrom(0, -1));
    fc.assert(
      fc.property(
        bits,
        bits,
        bits,
        bits,
        (a, b, c, d) => bitCountOfFour(a, b, c, d) === [a, b, c, d].map(onesIn).reduce(plus),
      ),
    );
  });

  it('are decoded once', () => {
    const { sound } = fakeSound('Yes.');
    expect(bitsOf(sound)).toBe(bitsOf(sound));
  });

  it('are compared with any part of a query, where they are clear', () => {
    fc.assert(
      fc.property(
        uint16s,
        uint16s,
        fc.nat(100),
        fc.nat(30),
        fc.nat(30),
        (heard, known, place, first, end) => {
          const bits = bitsOf(fakeSound('One two.', { fingerprints: known }).sound);
          const query = pairsOf(heard).filter((_, index) => index % 2 === 0);
          const pairs = [...query.keys()].slice(first, end).map((index) => {
            const hop = place + 2 * index;
            return onesIn(((query[index] ?? 0) ^ (bits.pairs[hop] ?? 0)) & (bits.masks[hop] ?? 0));
          });
          const count = pairs.reduce((sum, ones) => sum + ones, 0);
          const last = Math.min(end, query.length);
          expect(differingBits(query, bits, place, first, last, Infinity)).toBe(count);
          const limited = differingBits(query, bits, place, first, last, 20);
          if (count > 20) expect(limited).toBeGreaterThan(20);
          else expect(limited).toBe(count);
        },
      ),
    );
  });
});
