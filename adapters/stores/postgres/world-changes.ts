// Changes of whole worlds, each as one statement or transaction: create, sleep, remove, reset. Where the answer is lost, they
// find out whether they were carried out.

import { randomUUID } from 'node:crypto';
import {
  canonical,
  justRemoved,
  nameTaken,
  StoreError,
  type Base,
  type JournalEntry,
  type Sleep,
  type WakeDelay,
  type WorldListing,
  type WorldRecord,
  noSuchWorld,
} from '../../../core/index.ts';
import { damaged } from '../damage.ts';
import { sealOfFork, sealOfRecord } from '../seal.ts';
import { ownedWorld, stillOwned } from './claims.ts';
import { removedWorldsOf } from './count-rows.ts';
import type { RunSql, SqlValue } from './connection.ts';
import { notStored, once, repeatedly, settled, type StoreContext } from './context.ts';
import { collisionsMax } from './limits.ts';
import { isFailure } from './failure.ts';
import { createSealedRows } from './new-rows.ts';
import { fence, type OwnedWorld } from './owners.ts';
import { isElsewhere, listedIn, ownedByAnother, partsFrom, readStart } from './world-rows.ts';

/** The branching point of a fork with the row that has it. */
interface SealedBase extends Base {
  /** The world that owns the rows up to the base. */
  readonly ownerId: number;
  readonly seal: string;
  /** The row of the world that is forked. */
  readonly parentId: number;
}

/** A new world, ready to be inserted. */
interface NewWorld {
  readonly record: WorldRecord;
  readonly mark: string;
  readonly base: SealedBase | undefined;
  readonly entries: readonly JournalEntry[];
  readonly wakeAfterMs: WakeDelay;
}

const firstToken = 1;

/** See EventStore. */
export async function createWorld(
  context: StoreContext,
  record: WorldRecord,
  base: Base | undefined,
  entries: readonly JournalEntry[],
  wakeAfterMs: WakeDelay,
  begun: number | undefined,
): Promise<void> {
  const mark = randomUUID();
  for (let attempt = 0; attempt < collisionsMax; attempt += 1) {
    const removal = await repeatedly(context, async (run) => checkFree(run, record.name, mark));
    const sealedBase = base && (await repeatedly(context, async (run) => baseIn(run, base)));
    const world = { record, mark, base: sealedBase, entries, wakeAfterMs };
    const insert = async (run: RunSql) =>
      begun === undefined
        ? insertWorld(run, context, world, removal)
        : insertNumbered(context, world, removal, begun);
    // It may be repeated after a lost answer: its mark tells its own row from that of another, and a statement that is still under
    // way finds the name taken, or removed meanwhile.
    const made = await repeatedly(
      context,
      async (run) => (await insert(run)) ?? ownRow(run, record.name, mark),
      'write to',
    );
    if (made === undefined) continue;
    context.owners.set({ name: record.name, ...made });
    return;
  }
  throw new StoreError(
    'unavailable',
    `World '${record.name}' is created and removed all the time.`,
  );
}

/** The number of the last removal of a name; 0 if there is none. Rejects with StoreError 'name-taken'. */
async function checkFree(run: RunSql, name: string, mark: string): Promise<number> {
  const [row] = await run<{ readonly mark: string | null; readonly removal: number }>(
    `SELECT (SELECT mark FROM reprise_worlds WHERE name = $1),
      coalesce((SELECT removal FROM reprise_removed_names WHERE name = $1), 0) AS removal`,
    [name],
  );
  const taken = row?.mark ?? null;
  if (taken !== null && taken !== mark) throw nameTaken(name);
  return row?.removal ?? 0;
}

async function baseIn(run: RunSql, base: Base): Promise<SealedBase> {
  const { world, inputs } = base;
  const parts = await partsFrom(run, world, { input: inputs });
  const parent = parts.at(-1)?.row;
  const part = parts.find(({ last }) => inputs <= last);
  if (part === undefined || parent === undefined) {
    throw new StoreError('conflict', `World '${world}' has no input ${inputs} to fork after.`);
  }
  const { row } = part;
  const [own] = await run<{ readonly seal: string }>(
    'SELECT seal FROM reprise_inputs WHERE world = $1 AND n = $2',
    [row.id, inputs],
  );
  const seal = inputs < part.first ? await readStart(run, row, world) : (own?.seal ?? '');
  return { ...base, ownerId: row.id, seal, parentId: parent.id };
}

type Inserted = Pick<OwnedWorld, 'id' | 'token' | 'inputs' | 'seal'>;

/** Inserts a world with its first entries. Undefined if the name is taken, or was removed since that removal, or the parent is gone. */
async function insertWorld(
  run: RunSql,
  { owners }: StoreContext,
  { record, mark, base, entries, wakeAfterMs }: NewWorld,
  removal: number | undefined,
): Promise<Inserted | undefined> {
  const text = canonical(record);
  const rows = createSealedRows();
  const start = base === undefined ? sealOfRecord(text) : sealOfFork(text, base);
  const { inputs, seal } = rows.add(0, { inputs: base?.inputs ?? 0, seal: start }, entries);
  const values: SqlValue[] = [
    record.name,
    text,
    mark,
    inputs,
    seal,
    base?.ownerId ?? null,
    base?.inputs ?? 0,
    base?.position ?? 0,
    base?.seal ?? null,
    owners.owner,
    firstToken,
    wakeAfterMs,
    removal ?? null,
    base?.parentId ?? null,
    base?.world ?? null,
  ];
  const inserted = rows.sql(values.length);
  const [made] = await run<{ readonly id: number }>(
    `WITH parent AS (
      SELECT id FROM reprise_worlds WHERE id = $14::bigint AND name = $15::text FOR KEY SHARE
    ), moved AS (
      INSERT INTO reprise_worlds (name, record, mark, inputs, seal,
        parent, base_inputs, base_position, base_seal, owner, token, wake_after)
      SELECT $1::text, $2::text, $3::uuid, $4::bigint, $5::text,
        $6::bigint, $7::bigint, $8::bigint, $9::text, $10::uuid, $11::bigint, $12::bigint
      WHERE ($14::bigint IS NULL OR EXISTS (SELECT 1 FROM parent)) AND ($13::bigint IS NULL OR $13 =
        coalesce((SELECT removal FROM reprise_removed_names WHERE name = $1), 0))
      ON CONFLICT (name) DO NOTHING RETURNING id, 0::bigint AS key
    )${inserted.text}
    SELECT id FROM moved`,
    [...values, ...inserted.values],
  );
  return made && { id: made.id, token: firstToken, inputs, seal };
}

/** As `insertWorld`. Rejects with StoreError 'unavailable' if more worlds of the name have begun by now. */
async function insertNumbered(
  context: StoreContext,
  world: NewWorld,
  removal: number,
  begun: number,
): Promise<Inserted | undefined> {
  const { name } = world.record;
  return context.connections.transaction(async (run) => {
    const made = await insertWorld(run, context, world, removal);
    // As it is by now: the insertion has waited for the end of a removal.
    if (made === undefined || (await removedWorldsOf(run, name)) <= begun) return made;
    throw justRemoved(name);
  });
}

/** The row with that name and mark: its insertion was carried out before its answer was lost. */
async function ownRow(run: RunSql, name: string, mark: string): Promise<Inserted | undefined> {
  const [row] = await run<Inserted>(
    'SELECT id, token, inputs, seal FROM reprise_worlds WHERE name = $1 AND mark = $2',
    [name, mark],
  );
  return row;
}

/** See EventStore. */
export async function sleepWorld(
  context: StoreContext,
  name: string,
  { inputs, wakeAfterMs, state }: Sleep,
): Promise<void> {
  const owned = await stillOwned(context, name);
  const change = async (): Promise<boolean> => {
    if (owned === undefined) return false;
    const done = await context.connections.run(
      `UPDATE reprise_worlds SET wake_after = $4, sleep = $5
      WHERE id = $1 AND token = $2 AND inputs = $3 AND name IS NOT NULL RETURNING id`,
      [owned.id, owned.token, inputs, wakeAfterMs, state],
    );
    return done.length > 0;
  };
  const isDone = async (run: RunSql): Promise<boolean> => {
    const done = await run(
      `SELECT id FROM reprise_worlds WHERE id = $1 AND inputs = $2 AND sleep = $3
      AND wake_after IS NOT DISTINCT FROM $4::bigint`,
      [owned?.id ?? 0, inputs, state, wakeAfterMs],
    );
    return done.length > 0;
  };
  const isChanged = await carriedOut(context, owned, change, isDone);
  if (!isChanged) throw await refusalOf(context, name, inputs);
  context.owners.sleep(name);
}

/** See EventStore. Returns the number of its journal, whose rows may be swept. */
export async function removeWorld(context: StoreContext, name: string): Promise<number> {
  const owned = await ownedWorld(context, name);
  const { record } = await listingOf(context, owned);
  const change = async (): Promise<boolean> => {
    const done = await context.connections.run(
      `WITH removed AS (
        UPDATE reprise_worlds SET name = NULL, wake_after = NULL, sleep = NULL
        WHERE id = $1 AND token = $2 AND name IS NOT NULL RETURNING id
      ), counted AS (
        INSERT INTO reprise_removed_names AS r (name, begun) SELECT $3::text, $4::bigint FROM removed
        ON CONFLICT (name) DO UPDATE
        SET begun = greatest(r.begun, EXCLUDED.begun), removal = EXCLUDED.removal
      )
      SELECT id FROM removed`,
      [owned.id, owned.token, name, (record?.resets ?? 0) + 1],
    );
    return done.length > 0;
  };
  const isChanged = await carriedOut(context, owned, change, async (run) =>
    isRemoved(run, owned.id),
  );
  if (!isChanged) throw await refusalOf(context, name);
  context.owners.forget(name);
  return owned.id;
}

async function isRemoved(run: RunSql, id: number): Promise<boolean> {
  const rows = await run('SELECT id FROM reprise_worlds WHERE id = $1 AND name IS NOT NULL', [id]);
  return rows.length === 0;
}

async function listingOf(context: StoreContext, { id, name }: OwnedWorld): Promise<WorldListing> {
  const rows = await repeatedly(context, async (run) =>
    run<{ readonly record: string }>(
      'SELECT record FROM reprise_worlds WHERE id = $1 AND name = $2',
      [id, name],
    ),
  );
  const [row] = rows;
  if (row === undefined) throw await refusalOf(context, name);
  return listedIn({ name, record: row.record });
}

/** See EventStore. Returns the number of the replaced journal, whose rows may be swept. */
export async function resetWorld(
  context: StoreContext,
  record: WorldRecord,
  entries: readonly JournalEntry[],
  wakeAfterMs: WakeDelay,
): Promise<number> {
  const { name } = record;
  const owned = await ownedWorld(context, name);
  const world = { record, mark: randomUUID(), base: undefined, entries, wakeAfterMs };
  let made: Inserted | undefined;
  const change = async (): Promise<boolean> => {
    made = await context.connections.transaction(async (run) => {
      const freed = await run(
        `UPDATE reprise_worlds SET name = NULL, wake_after = NULL, sleep = NULL
        WHERE id = $1 AND token = $2 AND name IS NOT NULL RETURNING id`,
        [owned.id, owned.token],
      );
      return freed.length === 0 ? undefined : insertWorld(run, context, world, undefined);
    });
    return made !== undefined;
  };
  const isDone = async (run: RunSql): Promise<boolean> => {
    made = await ownRow(run, name, world.mark);
    return made !== undefined;
  };
  const isChanged = await carriedOut(context, owned, change, isDone);
  if (!isChanged || made === undefined) throw await refusalOf(context, name);
  context.owners.set({ name, ...made });
  return owned.id;
}

/**
 * Whether a change of an owned world was carried out. After a lost answer the world is fenced, and `isDone` reads back. Rejects with
 * StoreError 'unavailable' if it was not carried out then.
 */
async function carriedOut(
  context: StoreContext,
  owned: OwnedWorld | undefined,
  change: () => Promise<boolean>,
  isDone: (run: RunSql) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await once(context, change);
  } catch (error) {
    if (!isFailure(error, 'lost') || owned === undefined) throw error;
    const isStored = await settled(context, async (run) => {
      await fence(run, context.owners, [owned]);
      return isDone(run);
    }).catch((failure: unknown) => {
      context.owners.forget(owned.name); // it is not known whether it was carried out: the next claim finds out
      throw failure;
    });
    if (!isStored) throw notStored(context, error);
    return true;
  }
}

/** Why a change was refused. */
async function refusalOf(
  context: StoreContext,
  name: string,
  expected?: number,
): Promise<StoreError> {
  const [row] = await repeatedly(context, async (run) =>
    run<{ readonly id: number; readonly inputs: number; readonly token: number }>(
      'SELECT id, inputs, token FROM reprise_worlds WHERE name = $1',
      [name],
    ),
  );
  const owned = context.owners.get(name);
  const isOwn = row !== undefined && owned?.id === row.id && owned.token === row.token;
  if (!isOwn) context.owners.forget(name);
  if (row === undefined) return noSuchWorld(name);
  if (expected !== undefined && row.inputs !== expected) {
    return isElsewhere(name, row.inputs, expected);
  }
  return isOwn ? damaged(name, 'its row was changed') : ownedByAnother(name);
}
