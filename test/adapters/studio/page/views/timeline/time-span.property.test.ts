// Laws of the stretch of time that a timeline shows.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  extentsMax,
  fitted,
  followed,
  including,
  momentAt,
  panned,
  partAt,
  spanMsMin,
  widthOf,
  zoomed,
} from '../../../../../../adapters/studio/page/views/timeline/time-span.ts';
import { runs } from '../../../../../support/runner/runs.ts';

const epochMs = Date.UTC(2026, 0, 1);

const extents = fc
  .tuple(fc.integer({ min: 0, max: 10 ** 11 }), fc.integer({ min: 0, max: 10 ** 11 }))
  .map(([from, width]) => ({ fromMs: epochMs + from, toMs: epochMs + from + width }));

/** A history, and a view of it after some moves. */
const views = fc
  .tuple(
    extents,
    fc.array(
      fc.oneof(
        fc.record({
          factor: fc.double({ min: 0.05, max: 20, noNaN: true }),
          at: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        fc.record({ by: fc.double({ min: -3, max: 3, noNaN: true }) }),
      ),
      { maxLength: 20 },
    ),
  )
  .map(([extent, moves]) => {
    let span = fitted(extent);
    for (const move of moves) {
      span =
        'by' in move ? panned(span, move.by, extent) : zoomed(span, move.factor, move.at, extent);
    }
    return { extent, span };
  });

/** How far apart doubles of these instants may be after some sums, in parts of the width. */
const tolerance = (width: number) => 1e-6 + 0.01 / width;

describe('a span of time', () => {
  it('keeps the moment under the pointer while it is zoomed', () => {
    fc.assert(
      fc.property(
        views,
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ extent, span }, factor, at) => {
          const next = zoomed(span, factor, at, extent);
          expect(Math.abs(partAt(next, momentAt(span, at)) - at)).toBeLessThan(
            tolerance(widthOf(next)),
          );
        },
      ),
      runs(300),
    );
  });

  it('moves the moment with the pointer while it is panned, unless the history ends', () => {
    fc.assert(
      fc.property(
        views,
        fc.double({ min: -2, max: 2, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ extent, span }, by, at) => {
          const next = panned(span, by, extent);
          expect(Math.abs(widthOf(next) - widthOf(span))).toBeLessThan(0.01);
          const moved = (next.fromMs - span.fromMs) / widthOf(span);
          // Never farther than the pointer, nor in the other direction.
          expect(Math.abs(moved)).toBeLessThanOrEqual(Math.abs(by) + tolerance(widthOf(span)));
          expect(moved * by).toBeGreaterThanOrEqual(-tolerance(widthOf(span)));
          const { fromMs, toMs } = fitted(extent);
          const middle = momentAt(span, 0.5) + by * widthOf(span);
          if (middle < fromMs || middle > toMs) return;
          expect(Math.abs(partAt(next, momentAt(span, at)) - (at - by))).toBeLessThan(
            tolerance(widthOf(next)),
          );
        },
      ),
      runs(300),
    );
  });

  it('stays within its widths, and zooming back undoes zooming', () => {
    fc.assert(
      fc.property(
        views,
        fc.double({ min: 1, max: 20, noNaN: true }),
        ({ extent, span }, factor) => {
          const width = widthOf(span);
          expect(width).toBeGreaterThanOrEqual(spanMsMin * 0.99);
          expect(width).toBeLessThanOrEqual(extentsMax * widthOf(fitted(extent)) * 1.000_001);
          if (width / factor < spanMsMin) return;
          const back = zoomed(zoomed(span, factor, 0.3, extent), 1 / factor, 0.3, extent);
          expect(Math.abs(widthOf(back) - width) / width).toBeLessThan(tolerance(width));
          expect(Math.abs(back.fromMs - span.fromMs) / width).toBeLessThan(tolerance(width));
        },
      ),
      runs(300),
    );
  });

  it('shows all of a history that fits, and a moment that it is asked for', () => {
    fc.assert(
      fc.property(views, fc.double({ min: -2, max: 3, noNaN: true }), ({ extent, span }, part) => {
        const all = fitted(extent);
        expect([all.fromMs < extent.fromMs, all.toMs > extent.toMs]).toEqual([true, true]);
        const shown = partAt(including(span, momentAt(span, part)), momentAt(span, part));
        expect(shown).toBeGreaterThanOrEqual(-tolerance(widthOf(span)));
        expect(shown).toBeLessThanOrEqual(1 + tolerance(widthOf(span)));
      }),
      runs(300),
    );
  });

  it('follows the end that it shows, and no other', () => {
    const span = { fromMs: 0, toMs: 100 };
    expect(followed(span, 90, 95)).toBe(span);
    const next = followed(span, 90, 150);
    expect(partAt(next, 150)).toBeCloseTo(0.98);
    expect(widthOf(next)).toBe(100);
    expect(followed(span, 110, 150)).toBe(span);
  });
});
