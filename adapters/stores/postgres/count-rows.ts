// What a store counts, as rows. All operations may be repeated after a lost answer: a number of an opening is left out then.

import type { RemovedName, StoreCounts } from '../../../core/index.ts';
import type { RunSql } from './connection.ts';
import { repeatedly, type StoreContext } from './context.ts';

/** How many worlds of a name have begun, up to the last one that was removed. */
export async function removedWorldsOf(run: RunSql, name: string): Promise<number> {
  const [row] = await run<{ readonly begun: number }>(
    'SELECT begun FROM reprise_removed_names WHERE name = $1',
    [name],
  );
  return row?.begun ?? 0;
}

export function createCounts(context: StoreContext): StoreCounts {
  return {
    async countOpening() {
      const [row] = await repeatedly(
        context,
        async (run) =>
          run<{ readonly openings: number }>(
            'UPDATE reprise_store SET openings = openings + 1 RETURNING openings',
          ),
        'write to',
      );
      return row?.openings ?? 0;
    },

    async openings() {
      const [row] = await repeatedly(context, async (run) =>
        run<{ readonly openings: number }>('SELECT openings FROM reprise_store'),
      );
      return row?.openings ?? 0;
    },

    async raiseOpenings(openings) {
      await repeatedly(
        context,
        async (run) =>
          run('UPDATE reprise_store SET openings = $1 WHERE openings < $1::bigint', [openings]),
        'write to',
      );
    },

    begun: async (name) => repeatedly(context, async (run) => removedWorldsOf(run, name)),

    removedNames: async (offset, limit) =>
      repeatedly(context, async (run) =>
        run<RemovedName>(
          'SELECT name, begun FROM reprise_removed_names ORDER BY removal OFFSET $1 LIMIT $2',
          [offset, limit],
        ),
      ),

    async addRemovedNames(names) {
      if (names.length === 0) return;
      await repeatedly(
        context,
        async (run) =>
          run(
            `INSERT INTO reprise_removed_names AS r (name, begun)
            SELECT n.name, n.begun
            FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS n (name, begun, place) ORDER BY n.place
            ON CONFLICT (name) DO UPDATE SET begun = greatest(r.begun, EXCLUDED.begun)`,
            [names.map(({ name }) => name), names.map(({ begun }) => begun)],
          ),
        'write to',
      );
    },
  };
}
