// Leases as rows. A claim takes no world whose owner has one, so that ending a lease frees its worlds at once, with one statement.

import { randomBytes } from 'node:crypto';
import type { Leases, NodeLease, Renewed, WorldOwner } from '../../../core/index.ts';
import { repeatedly, type StoreContext } from './context.ts';
import { releaseWorld } from './claims.ts';

/** `renewing`: has a connection of its own, so that a renewal waits for no other statement, and gives up before the lease ends. */
export function createLeases(context: StoreContext, renewing: StoreContext): Leases {
  const { owners } = context;
  let hasBegun = false;
  /** The lease that was to be replaced, until that is known to be done. */
  let replaced: string | undefined;
  const changing = async <Row>(
    on: StoreContext,
    sql: string,
    values: readonly (string | number | boolean)[],
  ) => repeatedly(on, async (run) => run<Row>(sql, values), 'write to');

  const remove = async (id: string) =>
    changing(renewing, 'DELETE FROM reprise_nodes WHERE id = $1', [id]);
  const removeReplaced = async () => {
    if (replaced !== undefined) await remove(replaced);
    replaced = undefined;
  };

  return {
    async secret() {
      const drawn = randomBytes(32).toString('hex');
      const [row] = await changing<{ readonly secret: string }>(
        context,
        'UPDATE reprise_store SET secret = coalesce(secret, $1) RETURNING secret',
        [drawn],
      );
      return row?.secret ?? drawn;
    },

    async begin({ address, version, process }) {
      await removeReplaced();
      const id = owners.begin();
      hasBegun = true;
      // Repeated after a lost answer, it finds its own row.
      const [row] = await changing<{ readonly id: string }>(
        context,
        `INSERT INTO reprise_nodes (id, address, version, process, counter, worlds, draining)
        VALUES ($1, $2, $3, $4, 0, 0, false)
        ON CONFLICT (address) DO UPDATE SET address = EXCLUDED.address RETURNING id`,
        [id, address, version, process],
      );
      return row?.id === id ? id : undefined;
    },

    async beginAnew() {
      replaced = owners.owner;
      const id = owners.begin();
      const [row] = await changing<{ readonly id: string }>(
        context,
        'UPDATE reprise_nodes SET id = $2 WHERE id IN ($1, $2) RETURNING id',
        [replaced, id],
      );
      replaced = undefined;
      return row?.id;
    },

    async renew({ worlds, load, isDraining }) {
      const [row] = await changing<Renewed>(
        renewing,
        `UPDATE reprise_nodes SET counter = counter + 1, worlds = $2, load = $3, draining = draining OR $4
        WHERE id = $1 RETURNING id, draining AS "isDraining"`,
        [owners.owner, worlds, load, isDraining],
      );
      return row;
    },

    async drain(address) {
      const asked = await changing(
        context,
        'UPDATE reprise_nodes SET draining = true WHERE address = $1 RETURNING id',
        [address],
      );
      return asked.length > 0;
    },

    list: async () =>
      repeatedly(renewing, async (run) =>
        run<NodeLease>(
          `SELECT id, address, version, process, counter, worlds, load, draining AS "isDraining"
          FROM reprise_nodes ORDER BY address COLLATE "C"`,
        ),
      ),

    async end(id, counter) {
      const ended = await changing(
        renewing,
        'DELETE FROM reprise_nodes WHERE id = $1 AND counter = $2 RETURNING id',
        [id, counter],
      );
      return ended.length > 0;
    },

    async leave() {
      if (!hasBegun) return;
      await removeReplaced();
      await remove(owners.owner);
      hasBegun = false;
    },

    async ownerOf(world) {
      const [owner] = await repeatedly(context, async (run) =>
        run<WorldOwner>(
          `SELECT n.address, n.id = $2::uuid AS "isSelf" FROM reprise_worlds w
          JOIN reprise_nodes n ON n.id = w.owner AND NOT w.released WHERE w.name = $1`,
          [world, owners.owner],
        ),
      );
      return owner;
    },

    release: async (world) => releaseWorld(context, world),
  };
}
