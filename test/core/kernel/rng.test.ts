import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import { createRng, type Rng } from '../../../core/kernel/rng.ts';
import { hash } from '../../support/engine/pure-world.ts';

const draw = (rng: Rng, count: number) => Array.from({ length: count }, () => rng.next());
const rngOf = (name: string, seed = 'seed') => createRng(hash, seed, name);

/** xoshiro128** as published (Blackman, Vigna), with bigints modulo 2^32. */
function published(seed: string, name: string, count: number): number[] {
  const digest = hash(JSON.stringify(['rng', seed, name]));
  const word = (index: number) => BigInt(`0x${digest.slice(8 * index, 8 * index + 8)}`);
  const cut = (value: bigint) => value & 0xffff_ffffn;
  const rotate = (value: bigint, bits: bigint) => cut((value << bits) | (value >> (32n - bits)));
  const s: [bigint, bigint, bigint, bigint] = [word(0), word(1), word(2), word(3) | 1n];
  return Array.from({ length: count }, () => {
    const result = cut(rotate(cut(s[1] * 5n), 7n) * 9n);
    const shifted = cut(s[1] << 9n);
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 11n);
    return Number(result);
  });
}

describe('createRng', () => {
  it('draws the numbers of xoshiro128**', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (seed, name) => {
        expect(draw(rngOf(name, seed), 20)).toEqual(published(seed, name, 20));
      }),
    );
  });

  it('draws the same numbers under the same name and others under another', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const isSame = left === right;
        const [one, other] = [draw(rngOf(left), 8), draw(rngOf(right), 8)];
        expect(JSON.stringify(one) === JSON.stringify(other)).toBe(isSame);
        expect(draw(rngOf(left), 8)).toEqual(one);
        expect(draw(rngOf(left, 'other seed'), 8)).not.toEqual(one);
      }),
    );
  });

  it('never shifts one name by drawing under another', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (turns) => {
        const [fees, faults] = [rngOf('fees'), rngOf('faults')];
        const drawn = { fees: [] as number[], faults: [] as number[] };
        for (const isFee of turns) {
          if (isFee) drawn.fees.push(fees.next());
          else drawn.faults.push(faults.below(7));
        }
        expect(drawn.fees).toEqual(draw(rngOf('fees'), drawn.fees.length));
      }),
    );
  });

  it('draws integers of 32 bits', () => {
    for (const number of draw(rngOf('wide'), 1_000)) {
      expect(Number.isInteger(number) && number >= 0 && number < 2 ** 32).toBe(true);
    }
  });
});

describe('below', () => {
  it('stays in 0 .. bound - 1 for every bound', () => {
    const bounds = fc.oneof(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 2 ** 32 }),
      fc.constantFrom(2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32),
    );
    fc.assert(
      fc.property(fc.string(), bounds, (name, bound) => {
        const rng = rngOf(name);
        for (let index = 0; index < 20; index += 1) {
          const drawn = rng.below(bound);
          expect(Number.isInteger(drawn) && drawn >= 0 && drawn < bound).toBe(true);
        }
      }),
    );
  });

  it('reaches every value about as often as the others', () => {
    const rng = rngOf('dice');
    const counts = [0, 0, 0, 0, 0, 0];
    for (let index = 0; index < 6_000; index += 1) {
      const value = rng.below(6);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('draws again instead of favouring small results', () => {
    // A bound just above half of the range: every second number is too high and must be skipped.
    const bound = 2 ** 31 + 1;
    const plain = draw(rngOf('fair'), 200).filter((number) => number < bound);
    const rng = rngOf('fair');
    expect(plain.length).toBeLessThan(150);
    expect(plain.map(() => rng.below(bound))).toEqual(plain);
  });

  it.each([0, -1, 1.5, NaN, 2 ** 32 + 1])('refuses the bound %d', (bound) => {
    expect(() => rngOf('any').below(bound)).toThrow(InvariantError);
  });
});
