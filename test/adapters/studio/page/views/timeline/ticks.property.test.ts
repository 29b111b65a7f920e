// The time axis.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksOf } from '../../../../../../adapters/studio/page/views/timeline/ticks.ts';
import { runs } from '../../../../../support/runner/runs.ts';

const epochMs = Date.UTC(2026, 0, 1);
const second = 1_000;
const day = 86_400_000;

const labels = (fromMs: number, toMs: number, count = 4) =>
  ticksOf({ fromMs: epochMs + fromMs, toMs: epochMs + toMs }, epochMs, count).map(
    ({ label }) => label,
  );

describe('the ticks', () => {
  it.each([
    [0, 4 * second, ['+00:00:00', '+00:00:01', '+00:00:02', '+00:00:03', '+00:00:04']],
    [0, 40, ['+00:00:00.00', '+00:00:00.01', '+00:00:00.02', '+00:00:00.03', '+00:00:00.04']],
    [0, 4 * 3_600 * second, ['+00:00', '+01:00', '+02:00', '+03:00', '+04:00']],
    [2 * day, 2.5 * day, ['+2 d 00:00', '+2 d 03:00', '+2 d 06:00', '+2 d 09:00', '+2 d 12:00']],
    [0, 4 * day, ['+0 d', '+1 d', '+2 d', '+3 d', '+4 d']],
    [-2 * second, 0, ['−00:00:02.0', '−00:00:01.5', '−00:00:01.0', '−00:00:00.5', '+00:00:00.0']],
  ])('from %d to %d are round', (from, to, expected) => {
    expect(labels(from, to)).toEqual(expected);
  });

  it('are few, in order, within the span, and told apart by their labels', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e12, noNaN: true }),
        fc.double({ min: 1, max: 1e12, noNaN: true }),
        fc.integer({ min: 0, max: 30 }),
        (from, width, count) => {
          const span = { fromMs: epochMs + from, toMs: epochMs + from + width };
          const ticks = ticksOf(span, epochMs, count);
          expect(ticks.length).toBeLessThanOrEqual(2 * count + 1);
          expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
          let last = span.fromMs - 1e-3;
          for (const { atMs } of ticks) {
            expect(atMs).toBeGreaterThan(last);
            expect(atMs).toBeLessThanOrEqual(span.toMs);
            last = atMs;
          }
        },
      ),
      runs(500),
    );
  });
});
