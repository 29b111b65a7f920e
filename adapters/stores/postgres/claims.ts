// Which open store owns a world: claims, releases, and who else owns one. A claim raises the token of the world, which fences the
// writes of the owner before.

import { StoreError, WorldElsewhere, type ClaimedWorld, noSuchWorld } from '../../../core/index.ts';
import type { RunSql } from './connection.ts';
import { repeatedly, type StoreContext } from './context.ts';
import { collisionsMax } from './limits.ts';
import type { OwnedWorld } from './owners.ts';
import { checkWorld } from './verify.ts';
import { isClaimable, otherOwner, recordIn, worldColumns, type RecordedRow } from './world-rows.ts';

/** See EventStore. */
export async function claimWorld(
  context: StoreContext,
  name: string,
): Promise<ClaimedWorld | undefined> {
  const row = await checkedRow(context, name);
  if (row === undefined) return undefined;
  const record = recordIn(row.record, name);
  own(context, name, row);
  const claimed = { record, owner: row.owner, claims: row.token };
  return row.sleep === null ? claimed : { ...claimed, sleep: row.sleep };
}

/** A world that was claimed, and whose row and ends are as written. */
async function checkedRow(context: StoreContext, name: string): Promise<ClaimedRow | undefined> {
  for (;;) {
    const row = await claimedRow(context, name);
    if (row === undefined) return undefined;
    context.owners.forget(name);
    try {
      await repeatedly(context, async (run) => checkWorld(run, row, name));
      return row;
    } catch (error) {
      const isDamage = error instanceof StoreError && error.code === 'damaged';
      if (!isDamage || (await isClaimed(context, row))) throw error;
      // Another owner has gone on with it since the claim: the row is no longer as it was.
    }
  }
}

async function isClaimed(context: StoreContext, { id, name, token }: ClaimedRow): Promise<boolean> {
  const rows = await repeatedly(context, async (run) =>
    run('SELECT id FROM reprise_worlds WHERE id = $1 AND name = $2 AND token = $3', [
      id,
      name,
      token,
    ]),
  );
  return rows.length > 0;
}

interface ClaimedRow extends RecordedRow {
  readonly token: number;
  readonly sleep: string | null;
  /** Before the claim. */
  readonly owner: string;
}

/** Claims a world; undefined if there is none. Rejects with WorldElsewhere. */
async function claimedRow(context: StoreContext, name: string): Promise<ClaimedRow | undefined> {
  for (let attempt = 0; attempt < collisionsMax; attempt += 1) {
    const row = await repeatedly(
      context,
      async (run) => raiseToken(run, context, name),
      'write to',
    );
    if (row !== undefined) return row;
    const other = await ownerOf(context, name);
    if (other === undefined) return undefined;
    if (other.address !== null) throw new WorldElsewhere(name, other.address);
    // The lease has ended meanwhile, or the world was released.
  }
  throw new StoreError('unavailable', `World '${name}' changes its owner all the time; retry.`);
}

/** The address of the other node that owns a world, null if none does; undefined if there is no such world. */
async function ownerOf(
  context: StoreContext,
  name: string,
): Promise<{ readonly address: string | null } | undefined> {
  const [row] = await repeatedly(context, async (run) =>
    run<{ readonly address: string | null }>(
      `SELECT n.address FROM reprise_worlds w
      LEFT JOIN ${otherOwner} WHERE w.name = $1`,
      [name, context.owners.owner],
    ),
  );
  return row;
}

/** See Leases. */
export async function releaseWorld(context: StoreContext, name: string): Promise<void> {
  const { owners } = context;
  await repeatedly(
    context,
    async (run) =>
      run(
        `UPDATE reprise_worlds SET released = true, token = token + 1
        WHERE name = $1 AND owner = $2 AND NOT released`,
        [name, owners.owner],
      ),
    'write to',
  );
  owners.forget(name);
}

async function raiseToken(
  run: RunSql,
  { owners }: StoreContext,
  name: string,
): Promise<ClaimedRow | undefined> {
  const [row] = await run<ClaimedRow>(
    `UPDATE reprise_worlds w SET owner = $2, released = false, token = token + 1
    WHERE name = $1 AND ${isClaimable}
    RETURNING ${worldColumns}, record, token, sleep,
      (SELECT b.owner FROM reprise_worlds b WHERE b.id = w.id) AS owner`,
    [name, owners.owner],
  );
  return row;
}

function own({ owners }: StoreContext, name: string, row: ClaimedRow): OwnedWorld {
  const { id, token, inputs, seal } = row;
  const owned = { name, id, token, inputs, seal };
  owners.set(owned);
  return owned;
}

/** The world, claimed if this store does not own it yet. Rejects with StoreError 'unknown-world'. */
export async function ownedWorld(context: StoreContext, name: string): Promise<OwnedWorld> {
  const owned = context.owners.get(name);
  if (owned !== undefined) return owned;
  const row = await claimedRow(context, name);
  if (row === undefined) throw noSuchWorld(name);
  return own(context, name, row);
}

/**
 * Finds worlds again that this store still owns but has forgotten: they were put to sleep, and stayed awake since they were used
 * meanwhile. Raises their tokens, so that statements that are still under way change nothing.
 */
export async function loadForgotten(
  context: StoreContext,
  names: readonly string[],
): Promise<void> {
  const { owners } = context;
  const forgotten = names.filter((name) => owners.get(name) === undefined);
  if (forgotten.length === 0) return;
  const found = await repeatedly(
    context,
    async (run) =>
      run<OwnedWorld>(
        `WITH locked AS (
          SELECT id FROM reprise_worlds
          WHERE name = ANY ($1::text[]) AND owner = $2 AND NOT released ORDER BY id FOR NO KEY UPDATE
        )
        UPDATE reprise_worlds w SET token = w.token + 1 FROM locked l WHERE w.id = l.id
        RETURNING w.name, w.id, w.token, w.inputs, w.seal`,
        [forgotten, owners.owner],
      ),
    'write to',
  );
  for (const world of found) {
    const present = owners.get(world.name); // set by another operation meanwhile
    const isNewer = present?.id === world.id && present.token < world.token;
    if (present === undefined || isNewer) owners.set(world);
  }
}

/** The world, if this store owns it. */
export async function stillOwned(
  context: StoreContext,
  name: string,
): Promise<OwnedWorld | undefined> {
  await loadForgotten(context, [name]);
  return context.owners.get(name);
}
