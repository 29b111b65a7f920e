// The stretch of a call that is drawn.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  panned,
  rulerMarks,
  showing,
  zoomed,
} from '../../../../../../adapters/studio/page/views/calls/call-window.ts';

const whole = { fromMs: 1_000, toMs: 21_000 };

describe('a window of a call', () => {
  it('zooms around an instant, which stays where it is', () => {
    expect(zoomed(whole, 0.5, 11_000, whole)).toEqual({ fromMs: 6_000, toMs: 16_000 });
    expect(zoomed(whole, 0.5, 1_000, whole)).toEqual({ fromMs: 1_000, toMs: 11_000 });
  });

  it('stays within the call, by any path', () => {
    const step = fc.oneof(
      fc.record({
        by: fc.double({ min: 0.1, max: 4, noNaN: true }),
        atMs: fc.integer({ min: 1_000, max: 21_000 }),
      }),
      fc.record({ pan: fc.double({ min: -2, max: 2, noNaN: true }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let window = whole;
        for (const change of steps) {
          window =
            'pan' in change
              ? panned(window, change.pan, whole)
              : zoomed(window, change.by, change.atMs, whole);
          expect(window.fromMs).toBeGreaterThanOrEqual(whole.fromMs);
          expect(window.toMs).toBeLessThanOrEqual(whole.toMs + 0.001);
          expect(window.toMs - window.fromMs).toBeGreaterThanOrEqual(199.999);
        }
      }),
    );
  });

  it('moves to an instant that it does not have', () => {
    const window = { fromMs: 2_000, toMs: 4_000 };
    expect(showing(window, 3_000, whole)).toBe(window);
    expect(showing(window, 9_000, whole)).toEqual({ fromMs: 8_800, toMs: 10_800 });
    expect(showing(window, 20_990, whole)).toEqual({ fromMs: 19_000, toMs: 21_000 });
  });

  it('has marks on its ruler at round times since the opening', () => {
    expect(rulerMarks({ fromMs: 1_500, toMs: 4_200 }, 900, 1_000)).toEqual([2_000, 3_000, 4_000]);
  });
});
