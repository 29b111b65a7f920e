// Tenants as rows. All operations may be repeated after a lost answer.

import { tenantNames, type TenantRemoval, type Tenants } from '../../../core/index.ts';
import { printLimits, tenantIn, type TenantRow } from '../tenant-limits.ts';
import { repeatedly, type StoreContext } from './context.ts';

export function createTenants(context: StoreContext): Tenants {
  return {
    list: async () => {
      const rows = await repeatedly(context, async (run) =>
        run<TenantRow>('SELECT id, token_hash, limits FROM reprise_tenants ORDER BY id'),
      );
      return rows.map(tenantIn);
    },

    async create({ id, tokenHash, limits }) {
      // A row with this token's hash is our own: the answer to an earlier attempt was lost.
      const stored = await repeatedly(
        context,
        async (run) =>
          run(
            `INSERT INTO reprise_tenants AS t (id, token_hash, limits) VALUES ($1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET limits = EXCLUDED.limits
            WHERE t.token_hash = EXCLUDED.token_hash RETURNING id`,
            [id, tokenHash, printLimits(limits)],
          ),
        'write to',
      );
      return stored.length > 0;
    },

    async change(id, { tokenHash, limits }) {
      const changed = await repeatedly(
        context,
        async (run) =>
          run(
            `UPDATE reprise_tenants SET token_hash = coalesce($2::text, token_hash),
              limits = coalesce($3::text, limits) WHERE id = $1 RETURNING id`,
            [id, tokenHash ?? null, limits === undefined ? null : printLimits(limits)],
          ),
        'write to',
      );
      return changed.length > 0;
    },

    async remove(id) {
      const { from, to } = tenantNames(id);
      const [row] = await repeatedly(
        context,
        async (run) =>
          run<{ readonly is_there: boolean; readonly removed: number }>(
            `WITH removed AS (
              DELETE FROM reprise_tenants WHERE id = $1
              AND NOT EXISTS (SELECT 1 FROM reprise_worlds WHERE name >= $2 AND name < $3)
              RETURNING id
            )
            SELECT EXISTS (SELECT 1 FROM reprise_tenants WHERE id = $1) AS is_there,
              (SELECT count(*) FROM removed) AS removed`,
            [id, from, to],
          ),
        'write to',
      );
      const removal: TenantRemoval = row?.is_there === true ? 'has-worlds' : 'unknown';
      return row !== undefined && row.removed > 0 ? 'removed' : removal;
    },

    async countWorlds(id) {
      const { from, to } = tenantNames(id);
      const [row] = await repeatedly(context, async (run) =>
        run<{ readonly count: number }>(
          'SELECT count(*) AS count FROM reprise_worlds WHERE name >= $1 AND name < $2',
          [from, to],
        ),
      );
      return row?.count ?? 0;
    },
  };
}
