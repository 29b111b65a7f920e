// When worlds were last asked for, as rows: by the clock of the server. All operations may be repeated after a lost answer.

import type { WorldUses } from '../../../core/index.ts';
import { repeatedly, type StoreContext } from './context.ts';
import { isClaimable } from './world-rows.ts';

/** A row `w` with its use `u`, which is so many milliseconds old: `$1`. */
const isOld = "u.used <= now() - $1::double precision * interval '1 millisecond'";

export function createUses(context: StoreContext): WorldUses {
  return {
    async note(worlds) {
      if (worlds.length === 0) return;
      await repeatedly(
        context,
        async (run) =>
          run(
            `INSERT INTO reprise_uses (world, used)
            SELECT id, now() FROM reprise_worlds WHERE name = ANY ($1::text[]) ORDER BY id
            ON CONFLICT (world) DO UPDATE SET used = EXCLUDED.used`,
            [worlds],
          ),
        'write to',
      );
    },

    async noteOthers() {
      await repeatedly(
        context,
        async (run) => {
          await run(
            `INSERT INTO reprise_uses (world, used)
            SELECT id, now() FROM reprise_worlds w
            WHERE name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM reprise_uses u WHERE u.world = w.id)
            ORDER BY id ON CONFLICT (world) DO NOTHING`,
          );
          await run(
            `DELETE FROM reprise_uses u WHERE NOT EXISTS (
              SELECT 1 FROM reprise_worlds w WHERE w.id = u.world AND w.name IS NOT NULL
            )`,
          );
        },
        'write to',
      );
    },

    async unused({ after, limit, unusedMs }) {
      const rows = await repeatedly(context, async (run) =>
        run<{ readonly name: string }>(
          `SELECT w.name FROM reprise_uses u JOIN reprise_worlds w ON w.id = u.world
          WHERE ${isOld} AND w.name IS NOT NULL AND ($3::text IS NULL OR w.name > $3)
          AND ${isClaimable} ORDER BY w.name LIMIT $4`,
          [unusedMs, context.owners.owner, after ?? null, limit],
        ),
      );
      return rows.map(({ name }) => name);
    },

    async isUnused(world, unusedMs) {
      const rows = await repeatedly(context, async (run) =>
        run(
          `SELECT 1 FROM reprise_uses u JOIN reprise_worlds w ON w.id = u.world
          WHERE ${isOld} AND w.name = $2`,
          [unusedMs, world],
        ),
      );
      return rows.length > 0;
    },
  };
}
