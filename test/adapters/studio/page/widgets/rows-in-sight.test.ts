// The rows in sight of a list that scrolls: all that can be seen, within the list, and few besides.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsInSight } from '../../../../../adapters/studio/page/widgets/rows-in-sight.ts';
import { runs } from '../../../../support/runner/runs.ts';

describe('the rows in sight', () => {
  it('are all that can be seen, and few besides', () => {
    const size = fc.record({ top: fc.nat({ max: 40_000 }), height: fc.nat({ max: 2_000 }) });
    fc.assert(
      fc.property(
        size,
        fc.integer({ min: 1, max: 60 }),
        fc.nat({ max: 2_000 }),
        (to, rowPx, count) => {
          const { first, end } = rowsInSight(to, rowPx, count);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(first);
          expect(end).toBeLessThanOrEqual(count);
          const seen = (row: number) =>
            (row + 1) * rowPx > to.top && row * rowPx < to.top + to.height;
          for (let row = 0; row < count; row += 1) {
            if (seen(row)) expect(row >= first && row < end).toBe(true);
          }
          expect(end - first).toBeLessThanOrEqual(Math.ceil(to.height / rowPx) + 21);
        },
      ),
      runs(200),
    );
  });

  it('are the last ones of a list that has become shorter', () => {
    expect(rowsInSight({ top: 10_000, height: 300 }, 30, 5)).toEqual({ first: 0, end: 5 });
    expect(rowsInSight({ top: 0, height: 300 }, 30, 0)).toEqual({ first: 0, end: 0 });
  });
});
