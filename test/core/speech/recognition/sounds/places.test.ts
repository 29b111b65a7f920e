import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  strongest,
  strongestNear,
  type Candidate,
} from '../../../../../core/speech/recognition/sounds/places.ts';
import {
  bitCount,
  bitsOf,
  pairsOf,
} from '../../../../../core/speech/recognition/sounds/sound-bits.ts';
import { runs } from '../../../../support/runner/runs.ts';
import { disturbed, fakeSound, randomBits } from '../../../../support/speech/known-sounds.ts';

const { sound, fingerprints } = fakeSound('Shall I send you the address?');
const bits = bitsOf(sound);
const strengthMin = 4.6;

/** The strongest place, computed hop by hop from the masks, without the places that their first hops rule out. */
function plainly(pairs: Int32Array, first: number, end: number): Candidate | undefined {
  const count = (place: number, hops: number) => {
    let [differing, clear] = [0, 0];
    for (let hop = 0; hop < hops; hop += 2) {
      const mask = bits.masks[place + hop] ?? 0;
      differing += bitCount(((pairs[hop / 2] ?? 0) ^ (bits.pairs[place + hop] ?? 0)) & mask);
      clear += bitCount(mask);
    }
    return { differing, clear };
  };
  const isOver = (place: number, hops: number, percent: number) => {
    const { differing, clear } = count(place, hops);
    return differing > (clear * percent) / 100 + 4;
  };
  let best: Candidate | undefined;
  for (let place = first + 1; place <= Math.min(end, bits.hops); place += 3) {
    if (isOver(place, 8, 36) || isOver(place, 16, 30)) continue;
    const query = { pairs, hops: 2 * pairs.length, odd: 0 };
    best = strongest(query, bits, place - 1, place + 2, strengthMin, best);
  }
  return best;
}

/** Sixty hops of the sound, with the given number of flipped bits in each of the first ones. */
const heardFrom = (from: number, others: readonly number[]) =>
  fingerprints
    .slice(from, from + 60)
    .map((value, hop) => disturbed([value], others[hop] ?? 0)[0] ?? 0);

const early = fc.array(fc.integer({ min: 4, max: 8 }), { minLength: 8, maxLength: 8 });
const late = fc.array(fc.integer({ min: 2, max: 7 }), { minLength: 8, maxLength: 8 });
const heard = fc.oneof(
  fc.tuple(fc.nat(120), early, late).map(([from, ...others]) => heardFrom(from, others.flat())),
  fc.nat().map((seed) => randomBits(seed, 40)),
);

it('the strongest place equals that of a plain comparison', () => {
  fc.assert(
    fc.property(heard, fc.nat(10), (fingerprintsHeard, first) => {
      const pairs = pairsOf(fingerprintsHeard).filter((_, index) => index % 2 === 0);
      const query = { pairs, hops: 2 * pairs.length, odd: 0 };
      const found = strongestNear(query, bits, [first, bits.hops], 0, strengthMin);
      expect(found).toEqual(plainly(pairs, first, bits.hops));
    }),
    runs(400),
  );
});
