import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Distribution } from '../../../adapters/metrics/distribution.ts';

it('counts values at each bound, with those that are equal to it, and adds them up', () => {
  const distribution = new Distribution([1, 2, 5]);
  for (const value of [0.5, 1, 1.5, 5, 7]) distribution.observe(value);
  expect(distribution.cumulative()).toEqual({
    counts: [
      ['1', 2],
      ['2', 3],
      ['5', 4],
      ['+Inf', 5],
    ],
    sum: 15,
  });
});

it('agrees with counting one bound after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 })), (values) => {
      const bounds = [3, 10, 20];
      const distribution = new Distribution(bounds);
      for (const value of values) distribution.observe(value);
      const { counts, sum } = distribution.cumulative();
      expect(counts.map(([, count]) => count)).toEqual(
        [...bounds, Infinity].map((bound) => values.filter((value) => value <= bound).length),
      );
      expect(sum).toBe(values.reduce((one, other) => one + other, 0));
    }),
  );
});
