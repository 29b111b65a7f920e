// What a step changed: exactly the rows that differ between the whole states before and after it.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { WorldPast, type PastMoment } from '../../../../core/engine/history/past.ts';
import type { RowChange } from '../../../../core/engine/history/state-changes.ts';
import { sessionArbitrary, sessionOf } from '../../../support/arbitraries/session.ts';
import { hash } from '../../../support/engine/pure-world.ts';
import { sessionRecord, yieldToLoop } from '../../../support/engine/stored-snapshots.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { runs } from '../../../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

/** The rows of each table as text, without those that are the same in both. */
async function differingRows(before: PastMoment, after: PastMoment) {
  const query = { limit: 10_000 };
  const [one, other] = [await before.view(query), await after.view(query)];
  return Object.fromEntries(
    Object.keys(other.tables).flatMap((table) => {
      const rowsIn = (view: typeof one) =>
        (view.tables[table]?.rows ?? []).map((row) => JSON.stringify(row));
      const [left, right] = [rowsIn(one), rowsIn(other)];
      const gone = left.filter((row) => !right.includes(row));
      const fresh = right.filter((row) => !left.includes(row));
      return gone.length + fresh.length === 0 ? [] : [[table, { gone, fresh }] as const];
    }),
  );
}

const printed = (changes: readonly RowChange[]) => ({
  gone: changes.flatMap(({ before }) => (before === undefined ? [] : [JSON.stringify(before)])),
  fresh: changes.flatMap(({ after }) => (after === undefined ? [] : [JSON.stringify(after)])),
});

describe('the changes of a step', () => {
  it('are the rows that differ, in random worlds at any position', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.array(fc.nat(), { maxLength: 5 }),
        async (actions, picks) => {
          const { entries, state } = sessionOf(actions);
          const past = new WorldPast({ record: sessionRecord('harbour'), hash, yieldToLoop });
          await past.extend(entries);
          for (const pick of picks) {
            const position = pick % (state.position + 2);
            const changes = await past.changesAt(position);
            const before = await past.at({ position: Math.max(0, position - 1) });
            const after = await past.at({ position });
            const shown = Object.entries(changes).map(([table, rows]) => [table, printed(rows)]);
            expect(Object.fromEntries(shown)).toEqual(await differingRows(before, after));
          }
          expect(past.digest).toBe(state.digest);
        },
      ),
      runs(30),
    );
  });

  it('are none before the first event', async () => {
    const past = new WorldPast({ record: sessionRecord('harbour'), hash, yieldToLoop });
    expect(await past.changesAt(0)).toEqual({});
  });
});
