// Snapshots as rows: versions of pages, and for each snapshot a head with the version up to which it includes pages. The last two
// snapshots of a world are stored.

import {
  noSuchWorld,
  type SnapshotPage,
  type SnapshotWriter,
  type StoredSnapshot,
} from '../../../core/index.ts';
import { stillOwned } from './claims.ts';
import type { RunSql, SqlValue } from './connection.ts';
import { once, repeatedly, settled, notStored, type StoreContext } from './context.ts';
import { isFailure } from './failure.ts';
import { fence, type OwnedWorld } from './owners.ts';
import { ownedByAnother, partsFrom } from './world-rows.ts';

interface SnapshotRow {
  readonly inputs: number;
  readonly position: number;
  readonly head: string;
  readonly seal: string;
}

interface PageKey {
  readonly collection: string;
  readonly page: number;
}

/** Begins a snapshot. Deletes all older ones but the last, and the pages of unfinished ones. */
export async function beginSnapshot(
  context: StoreContext,
  world: string,
  inputs: number,
): Promise<SnapshotWriter> {
  const id = (await stillOwned(context, world))?.id;
  const [last] = await repeatedly(context, async (run) =>
    run<SnapshotRow>(
      'SELECT inputs FROM reprise_snapshots WHERE world = $1 ORDER BY inputs DESC LIMIT 1',
      [id ?? 0],
    ),
  );
  const lastInputs = last?.inputs ?? -1;
  const write = async (sql: string, ...values: SqlValue[]): Promise<void> =>
    whileOwned(context, world, id, sql, values);
  await write(
    `DELETE FROM reprise_snapshots s USING owned o WHERE s.world = o.id AND s.inputs < $3`,
    lastInputs,
  );
  await write(
    'DELETE FROM reprise_pages p USING owned o WHERE p.world = o.id AND p.inputs > $3',
    lastInputs,
  );
  return {
    async write(pages) {
      const collections = pages.map(({ collection }) => collection);
      const numbers = pages.map(({ page }) => page);
      await write(
        `INSERT INTO reprise_pages (world, collection, page, inputs, text)
        SELECT o.id, p.collection, p.page, $3, p.text
        FROM unnest($4::text[], $5::bigint[], $6::text[]) AS p (collection, page, text)
        CROSS JOIN owned o`,
        inputs,
        collections,
        numbers,
        pages.map(({ text }) => text),
      );
      // Versions of these pages that no snapshot from the last one on includes.
      await write(
        `DELETE FROM reprise_pages p USING owned o,
          unnest($4::text[], $5::bigint[]) AS g (collection, page)
        WHERE p.world = o.id AND p.collection = g.collection AND p.page = g.page
        AND p.inputs < (SELECT max(v.inputs) FROM reprise_pages v WHERE v.world = o.id
          AND v.collection = g.collection AND v.page = g.page AND v.inputs <= $3)`,
        lastInputs,
        collections,
        numbers,
      );
    },
    finish: async ({ position, head, seal }) =>
      write(
        `INSERT INTO reprise_snapshots (world, inputs, position, head, seal)
        SELECT o.id, $3, $4, $5, $6 FROM owned o`,
        inputs,
        position,
        head,
        seal,
      ),
  };
}

/**
 * Runs a statement that changes nothing unless this store owns the world with that number, as `owned`. After a lost answer the world
 * is fenced, so that the statement cannot be carried out in the middle of a later snapshot; this one stays unfinished.
 */
async function whileOwned(
  context: StoreContext,
  world: string,
  id: number | undefined,
  sql: string,
  values: readonly SqlValue[],
): Promise<void> {
  const owned = await stillOwned(context, world);
  if (owned === undefined || owned.id !== id) throw await goneOrOwned(context, world);
  try {
    const found = await once(context, async () =>
      context.connections.run<{ readonly id: number }>(
        `WITH owned AS (
          SELECT id FROM reprise_worlds WHERE id = $1 AND token = $2 AND name IS NOT NULL FOR SHARE
        ), changed AS (${sql})
        SELECT id FROM owned`,
        [owned.id, owned.token, ...values],
      ),
    );
    if (found.length === 0) throw await goneOrOwned(context, world);
  } catch (error) {
    if (!isFailure(error, 'lost')) throw error;
    await fenceOff(context, owned);
    throw notStored(context, error);
  }
}

async function fenceOff(context: StoreContext, owned: OwnedWorld): Promise<void> {
  try {
    await settled(context, async (run) => fence(run, context.owners, [owned]));
  } catch (error) {
    context.owners.forget(owned.name);
    throw error;
  }
}

async function goneOrOwned(context: StoreContext, world: string): Promise<Error> {
  const rows = await repeatedly(context, async (run) =>
    run('SELECT id FROM reprise_worlds WHERE name = $1', [world]),
  );
  return rows.length === 0 ? noSuchWorld(world) : ownedByAnother(world);
}

/** The snapshots of a world, newest first, and those of its ancestors up to the branching points. */
export async function storedSnapshots(
  context: StoreContext,
  world: string,
): Promise<readonly StoredSnapshot[]> {
  const found = await repeatedly(context, async (run) => snapshotRows(run, world));
  return found.map(({ world: id, isOwn, inputs, position, head, seal }) => {
    let keys: readonly PageKey[] | undefined; // read with the first pages
    return {
      inputs,
      position,
      head,
      seal,
      isOwn,
      pages: async (offset: number, limit: number) =>
        repeatedly(context, async (run) => {
          keys ??= await pageKeys(run, id, inputs);
          return pagesOf(run, id, inputs, keys.slice(offset, offset + limit));
        }),
    };
  });
}

async function snapshotRows(run: RunSql, world: string) {
  const parts = await partsFrom(run, world);
  const rows: (SnapshotRow & { readonly world: number; readonly isOwn: boolean })[] = [];
  for (const [index, { row, last }] of [...parts].reverse().entries()) {
    const own = await run<SnapshotRow>(
      `SELECT inputs, position, head, seal FROM reprise_snapshots
      WHERE world = $1 AND inputs <= $2 ORDER BY inputs DESC`,
      [row.id, last],
    );
    for (const snapshot of own) rows.push({ ...snapshot, world: row.id, isOwn: index === 0 });
  }
  return rows;
}

async function pageKeys(run: RunSql, world: number, inputs: number): Promise<readonly PageKey[]> {
  return run<PageKey>(
    `SELECT DISTINCT collection, page FROM reprise_pages WHERE world = $1 AND inputs <= $2
    ORDER BY collection, page`,
    [world, inputs],
  );
}

/** The newest version of each of these pages that is not newer than the snapshot. */
async function pagesOf(
  run: RunSql,
  world: number,
  inputs: number,
  keys: readonly PageKey[],
): Promise<readonly SnapshotPage[]> {
  if (keys.length === 0) return [];
  return run<SnapshotPage>(
    `SELECT v.collection, v.page, v.text
    FROM unnest($3::text[], $4::bigint[]) WITH ORDINALITY AS g (collection, page, place)
    CROSS JOIN LATERAL (
      SELECT p.collection, p.page, p.text FROM reprise_pages p
      WHERE p.world = $1 AND p.collection = g.collection AND p.page = g.page AND p.inputs <= $2
      ORDER BY p.inputs DESC LIMIT 1
    ) v ORDER BY g.place`,
    [world, inputs, keys.map(({ collection }) => collection), keys.map(({ page }) => page)],
  );
}
