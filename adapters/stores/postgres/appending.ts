// Appends entries of many worlds by one statement: it moves each world from its expected input, where the token is the stored one.

import { noSuchWorld, StoreError, type Append, type RefusedAppend } from '../../../core/index.ts';
import { grouped } from '../../grouped.ts';
import { damaged } from '../damage.ts';
import { trimAttachments } from './attachment-rows.ts';
import { loadForgotten } from './claims.ts';
import type { SqlValue } from './connection.ts';
import { notStored, once, repeatedly, settled, type StoreContext } from './context.ts';
import { isFailure, isOfDuplicate, type StatementFailure } from './failure.ts';
import { createSealedRows, type SealedRows } from './new-rows.ts';
import { fence, presentOf, type OwnedWorld } from './owners.ts';
import { isElsewhere, overtaken, ownedByAnother } from './world-rows.ts';

/** A world that the statement moves. */
interface Move {
  readonly owned: OwnedWorld;
  /** Its last input and seal afterwards. */
  readonly inputs: number;
  readonly seal: string;
  readonly wakeAfterMs: number | null;
  readonly appends: readonly Append[];
}

/** See EventStore. */
export async function appendBatch(
  context: StoreContext,
  batch: readonly Append[],
  attachmentBytesMax: number,
): Promise<readonly RefusedAppend[]> {
  try {
    return await appendAtOnce(context, batch, attachmentBytesMax);
  } catch (error) {
    if (!isOfDuplicate(error)) throw error;
    return appendApart(context, batch, attachmentBytesMax);
  }
}

/** Appends world by world: one of them has rows after its end, which shall not hinder the others. */
async function appendApart(
  context: StoreContext,
  batch: readonly Append[],
  attachmentBytesMax: number,
): Promise<readonly RefusedAppend[]> {
  const refused: RefusedAppend[] = [];
  for (const [world, appends] of grouped(batch, (append) => append.world)) {
    try {
      refused.push(...(await appendAtOnce(context, appends, attachmentBytesMax)));
    } catch (error) {
      if (!isOfDuplicate(error)) throw error;
      context.owners.forget(world);
      const end = appends[0]?.expectedInput ?? 0;
      refused.push({ world, error: damaged(world, `it has rows after input ${end}`) });
    }
  }
  return refused;
}

async function appendAtOnce(
  context: StoreContext,
  batch: readonly Append[],
  attachmentBytesMax: number,
): Promise<readonly RefusedAppend[]> {
  await loadForgotten(
    context,
    batch.map(({ world }) => world),
  );
  const rows = createSealedRows();
  const moves = new Map<string, Move>();
  const refused: Append[] = [];
  for (const append of batch) {
    const move = moveOf(context, append, moves.get(append.world), rows);
    if (move === undefined) refused.push(append);
    else moves.set(append.world, move);
  }
  const given = [...moves.values()];
  const { moved, unknown, hasBytes } = await movedBy(context, given, rows);
  const uncertain: RefusedAppend[] = [];
  for (const { owned, inputs, seal, appends } of given) {
    const present = context.owners.get(owned.name);
    if (unknown.has(owned.id)) uncertain.push({ world: owned.name, error: replaced(owned.name) });
    else if (!moved.has(owned.id)) refused.push(...appends);
    else if (present !== undefined) context.owners.set({ ...present, inputs, seal });
  }
  if (hasBytes) await trimAttachments(context, attachmentBytesMax);
  return [...uncertain, ...(await refusals(context, refused))];
}

/** Adds the rows of an append; undefined if its world has another owner or another last input. */
function moveOf(
  { owners }: StoreContext,
  append: Append,
  earlier: Move | undefined,
  rows: SealedRows,
): Move | undefined {
  const { world, expectedInput, entries, wakeAfterMs = null } = append;
  const owned = earlier?.owned ?? owners.get(world);
  const before = earlier ?? owned;
  if (owned === undefined || before?.inputs !== expectedInput) return undefined;
  const after = rows.add(owned.id, before, entries);
  return { owned, ...after, wakeAfterMs, appends: [...(earlier?.appends ?? []), append] };
}

interface Moved {
  /** The worlds that were moved. */
  readonly moved: ReadonlySet<number>;
  /** The worlds of which it is not known whether they were moved: they were removed or reset since, with their rows. */
  readonly unknown: ReadonlySet<number>;
  /** Whether bytes of attachments were stored. */
  readonly hasBytes: boolean;
}

async function movedBy(
  context: StoreContext,
  moves: readonly Move[],
  rows: SealedRows,
): Promise<Moved> {
  if (moves.length === 0) return { moved: new Set(), unknown: new Set(), hasBytes: false };
  try {
    return await once(context, async () => move(context, moves, rows));
  } catch (error) {
    if (!isFailure(error, 'lost')) throw error;
    return settledMoves(context, moves, error);
  }
}

async function move(
  { owners, connections }: StoreContext,
  moves: readonly Move[],
  rows: SealedRows,
): Promise<Moved> {
  const values: SqlValue[] = [
    moves.map(({ owned }) => owned.id),
    moves.map(({ owned }) => presentOf(owners, owned).token), // perhaps fenced since the last attempt
    moves.map(({ owned }) => owned.inputs),
    moves.map(({ inputs }) => inputs),
    moves.map(({ seal }) => seal),
    moves.map(({ wakeAfterMs }) => wakeAfterMs),
  ];
  const { text, values: rowValues, hasBytes } = rows.sql(values.length);
  // Rows are locked by id: two processes never wait for each other.
  const moved = await connections.run<{ readonly id: number }>(
    `WITH given AS (
      SELECT * FROM unnest(
        $1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[]
      ) AS g (id, token, expected, inputs, seal, wake_after)
    ), locked AS (
      SELECT w.id FROM reprise_worlds w JOIN given g ON g.id = w.id
      ORDER BY w.id FOR NO KEY UPDATE OF w
    ), moved AS (
      UPDATE reprise_worlds w SET inputs = g.inputs, seal = g.seal, wake_after = g.wake_after
      FROM given g JOIN locked l ON l.id = g.id
      WHERE w.id = g.id AND w.token = g.token AND w.inputs = g.expected AND w.name IS NOT NULL
      RETURNING w.id, w.id AS key
    )${text}
    SELECT id FROM moved`,
    [...values, ...rowValues],
  );
  return { moved: new Set(moved.map(({ id }) => id)), unknown: new Set(), hasBytes };
}

interface ReadBack {
  readonly id: number;
  /** The seal of the input that would be the last one; null if there is none. */
  readonly seal: string | null;
  /** Whether the world was removed or reset. */
  readonly isGone: boolean;
}

/**
 * Which worlds a statement has moved whose answer was lost. First it is fenced, so that it cannot be carried out later: only then
 * the stored seals are certain. Rejects with StoreError 'unavailable' if it was not carried out. A world with another owner was not
 * moved, or it was before that.
 */
async function settledMoves(
  context: StoreContext,
  moves: readonly Move[],
  failure: StatementFailure,
): Promise<Moved> {
  const worlds = moves.map(({ owned }) => owned);
  const stored = await settled(context, async (run) => {
    await fence(run, context.owners, worlds);
    return run<ReadBack>(
      `SELECT g.id, i.seal, w.name IS NULL AS "isGone"
      FROM unnest($1::bigint[], $2::bigint[]) AS g (id, n)
      LEFT JOIN reprise_worlds w ON w.id = g.id
      LEFT JOIN reprise_inputs i ON i.world = g.id AND i.n = g.n`,
      [worlds.map(({ id }) => id), moves.map(({ inputs }) => inputs)],
    );
  }).catch((error: unknown) => {
    // It is not known whether they were stored: the next claim finds out, and fences them.
    for (const { name } of worlds) context.owners.forget(name);
    throw error;
  });
  const seals = new Map(stored.map(({ id, seal }) => [id, seal]));
  const own = moves.filter(({ owned, seal }) => seals.get(owned.id) === seal);
  const gone = stored.filter(({ seal, isGone }) => isGone && seal === null);
  const isUndone = own.length === 0 && worlds.some(({ name }) => context.owners.get(name));
  if (isUndone && gone.length === 0) throw notStored(context, failure);
  return {
    moved: new Set(own.map(({ owned }) => owned.id)),
    unknown: new Set(gone.map(({ id }) => id)),
    hasBytes: true,
  };
}

function replaced(world: string): StoreError {
  const message = `World '${world}' was removed or reset meanwhile.`;
  return new StoreError('unavailable', message, { isUncertain: true });
}

interface PresentWorld {
  readonly name: string;
  readonly id: number;
  readonly inputs: number;
  readonly token: number;
}

/** Why each was refused. Forgets worlds that have another owner. */
async function refusals(
  context: StoreContext,
  refused: readonly Append[],
): Promise<readonly RefusedAppend[]> {
  if (refused.length === 0) return [];
  const rows = await repeatedly(context, async (run) =>
    run<PresentWorld>(
      'SELECT name, id, inputs, token FROM reprise_worlds WHERE name = ANY ($1::text[])',
      [refused.map(({ world }) => world)],
    ),
  ).catch(() => undefined); // what was stored stays so: the reason of the others is not worth an error
  return refused.map(({ world, expectedInput }) => {
    const row = rows?.find(({ name }) => name === world);
    const owned = context.owners.get(world);
    const isOwn = row !== undefined && owned?.id === row.id && owned.token === row.token;
    if (!isOwn) context.owners.forget(world);
    if (rows !== undefined && row === undefined) return { world, error: noSuchWorld(world) };
    const isMoved = row !== undefined && row.inputs !== expectedInput;
    if (isMoved) return { world, error: isElsewhere(world, row.inputs, expectedInput) };
    return { world, error: isOwn ? overtaken(world) : ownedByAnother(world) };
  });
}
