// Laws of counts by column: whatever is shown, each event is counted once.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binned,
  rangeOf,
  regrouped,
} from '../../../../../../adapters/studio/page/views/timeline/bins.ts';
import { runs } from '../../../../../support/runner/runs.ts';

const sum = (counts: Iterable<number>) => [...counts].reduce((left, right) => left + right, 0);

const instants = fc
  .array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 200 })
  .map((list) => list.toSorted((left, right) => left - right));

const spans = fc
  .tuple(fc.integer({ min: -100, max: 1_100 }), fc.integer({ min: 1, max: 1_300 }))
  .map(([fromMs, width]) => ({ fromMs, toMs: fromMs + width }));

describe('counts by column', () => {
  it('sum up to all events of the span', () => {
    fc.assert(
      fc.property(instants, spans, fc.integer({ min: 1, max: 300 }), (list, span, columns) => {
        const within = list.filter((atMs) => atMs >= span.fromMs && atMs <= span.toMs);
        const { first, end } = rangeOf(list, span);
        expect(list.slice(first, end)).toEqual(within);
        expect(sum(binned(list, span, columns))).toBe(within.length);
      }),
      runs(500),
    );
  });

  it('are where the events are', () => {
    fc.assert(
      fc.property(instants, spans, fc.integer({ min: 1, max: 300 }), (list, span, columns) => {
        const width = (span.toMs - span.fromMs) / columns;
        binned(list, span, columns).forEach((count, column) => {
          const from = span.fromMs + column * width - 1e-6;
          const near = list.filter((atMs) => atMs >= from && atMs <= from + width + 2e-6);
          expect(near.length).toBeGreaterThanOrEqual(count);
        });
      }),
      runs(200),
    );
  });

  it('of one span, divided at a moment, are those of its parts', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 999 }), (list, at) => {
        const before = binned(list, { fromMs: 0, toMs: at - 0.5 }, 40);
        const after = binned(list, { fromMs: at - 0.5, toMs: 1_000 }, 40);
        expect(sum(before) + sum(after)).toBe(list.length);
      }),
      runs(200),
    );
  });

  it('of another width lose nothing that is shown whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(100), { minLength: 1, maxLength: 500 }),
        fc.integer({ min: 1, max: 400 }),
        (counts, columns) => {
          const from = { fromMs: 10, toMs: 90 };
          expect(sum(regrouped(counts, from, { fromMs: 0, toMs: 100 }, columns))).toBe(sum(counts));
        },
      ),
      runs(200),
    );
  });
});
