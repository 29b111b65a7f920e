// Two lanes of events: each event once, in the order of its log and of time, and what is alike in one row.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEnvelope, type Envelope } from '../../../../../../core/index.ts';
import {
  firstDifferingRow,
  laneRows,
} from '../../../../../../adapters/studio/page/views/compare/lanes.ts';
import { runs } from '../../../../../support/runner/runs.ts';

function eventsOf(given: readonly { readonly at: number; readonly kind: number }[]) {
  return given
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, kind }, index) =>
      parseEnvelope(
        JSON.stringify({
          at,
          data: { kind },
          position: index + 1,
          stream: 'wallet/transaction/1',
          type: 'TransactionQueued',
          version: index + 1,
        }),
      ),
    ) as unknown as readonly Envelope[];
}

const events = fc
  .array(fc.record({ at: fc.nat(5), kind: fc.nat(2) }), { maxLength: 12 })
  .map(eventsOf);

const earlier = (envelope: Envelope): Envelope => ({
  ...envelope,
  position: envelope.position - 1,
});

describe('the lanes of two worlds', () => {
  it('have each event once, in order, and alike ones in one row', () => {
    fc.assert(
      fc.property(events, events, fc.nat(3), (left, right, position) => {
        const rows = laneRows(left, right, position, 1_000);
        for (const [side, all] of [
          ['left', left],
          ['right', right],
        ] as const) {
          const shown = rows.flatMap((row) => row[side]?.position ?? []);
          expect(shown).toEqual(all.slice(position).map((event) => event.position));
        }
        for (const row of rows) {
          const [one, other] = [row.left, row.right];
          expect(one ?? other).toBeDefined();
          const isSame =
            one?.atMs === other?.atMs &&
            JSON.stringify(one?.event) === JSON.stringify(other?.event);
          expect(row.isAlike).toBe(isSame);
        }
        const times = rows.map(({ atMs }) => atMs);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }),
      runs(500),
    );
  });

  it('are all alike if the worlds are, and have a limit', () => {
    const all = eventsOf(Array.from({ length: 30 }, (_one, index) => ({ at: index, kind: 0 })));
    const rows = laneRows(all, all, 0, 10);
    expect(rows).toHaveLength(10);
    expect(rows.every(({ isAlike }) => isAlike)).toBe(true);
  });

  it('puts an event that only one side has in a row of its own', () => {
    const left = eventsOf([0, 1, 2].map((kind) => ({ at: 1, kind })));
    const right = eventsOf([0, 2].map((kind) => ({ at: 1, kind })));
    const pairs = laneRows(left, right, 0, 10).map((row) => [
      row.left?.position,
      row.right?.position,
    ]);
    expect(pairs).toEqual([
      [1, 1],
      [2, undefined],
      [3, 2],
    ]);
  });

  it('mark one row at most: the first that differs, never one that is in both', () => {
    const left = eventsOf([0, 1, 2].map((kind) => ({ at: 1, kind })));
    const right = eventsOf([1, 2, 0].map((kind) => ({ at: 1, kind: kind + 3 })));
    const later = laneRows(left, right, 0, 10);
    expect(firstDifferingRow(later, 2)).toBe(later[1]);

    // An event of the left side alone moves all others: the position of the first difference is in an alike row, too.
    const moved = laneRows(left, left.slice(1).map(earlier), 0, 10);
    expect(moved.map((row) => [row.left?.position, row.right?.position])).toEqual([
      [1, undefined],
      [2, 1],
      [3, 2],
    ]);
    expect(firstDifferingRow(moved, 1)).toBe(moved[0]);

    fc.assert(
      fc.property(events, events, fc.nat(12), (one, other, position) => {
        const rows = laneRows(one, other, 0, 1_000);
        const marked = firstDifferingRow(rows, position);
        expect(marked?.isAlike).toBe(rows.every(({ isAlike }) => isAlike) ? undefined : false);
        if (position === 0) expect(marked).toBe(rows.find(({ isAlike }) => !isAlike));
      }),
      runs(300),
    );
  });
});
