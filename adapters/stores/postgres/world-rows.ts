// Worlds as rows: their records, and the parts of a fork's journal.

import {
  StoreError,
  type JournalPart,
  type WorldListing,
  type WorldRecord,
  noSuchWorld,
} from '../../../core/index.ts';
import { damaged, parsed } from '../damage.ts';
import { sealOfFork, sealOfRecord } from '../seal.ts';
import type { RunSql } from './connection.ts';

export interface WorldColumns {
  readonly id: number;
  /** Null once the world is removed. */
  readonly name: string | null;
  /** The last input and its seal. */
  readonly inputs: number;
  readonly seal: string;
  /** For forks: the world with the rows before its own, the last shared input and position, and the seal there. */
  readonly parent: number | null;
  readonly base_inputs: number;
  readonly base_position: number;
  readonly base_seal: string | null;
}

export type RecordedRow = WorldColumns & { readonly record: string };

interface ListedRow {
  readonly name: string;
  readonly record: string;
  /** See WorldListing. */
  readonly node?: string | null;
}

/** Rows of a world's journal: its own, or those of an ancestor up to the branching point. */
export interface PartRows {
  readonly row: WorldColumns;
  /** The first and last input, and the seal of the last. */
  readonly first: number;
  readonly last: number;
  readonly end: string;
  /** The position before its first event, and that of its last if another part follows. */
  readonly firstPosition: number;
  readonly lastPosition: number;
}

export const worldColumns = 'id, name, inputs, seal, parent, base_inputs, base_position, base_seal';

/** Of a row `w`: this store owns it, or its owner has released it or has no lease. `$2` is the owner of this store. */
export const isClaimable =
  '(w.owner = $2::uuid OR w.released OR NOT EXISTS (SELECT 1 FROM reprise_nodes n WHERE n.id = w.owner))';

/** Joins the lease of a row `w` that another node owns. `$2` is the owner of this store. */
export const otherOwner =
  'reprise_nodes n ON n.id = w.owner AND NOT w.released AND n.id <> $2::uuid';

const columnsOfParent = worldColumns
  .split(', ')
  .map((column) => `w.${column}`)
  .join(', ');

export function isElsewhere(name: string, at: number, expected: number): StoreError {
  return new StoreError('conflict', `World '${name}' is at input ${at}, not at ${expected}.`);
}

export function ownedByAnother(name: string): StoreError {
  return new StoreError('conflict', `World '${name}' has another owner.`);
}

/** This open store has fenced the world meanwhile, since the answer to another change of it was lost. */
export function overtaken(name: string): StoreError {
  return new StoreError(
    'unavailable',
    `World '${name}' is being checked after a lost answer; retry.`,
  );
}

export function recordIn(text: string, name: string): WorldRecord {
  const record = parsed(text, name, 'its record') as Partial<WorldRecord> | null;
  if (record?.name !== name) throw damaged(name, 'its record is that of another world');
  return record as WorldRecord;
}

/** A row of a list of worlds. */
export function listedIn({ name, record, node = null }: ListedRow): WorldListing {
  const at = node === null ? {} : { node };
  try {
    return { name, record: recordIn(record, name), ...at };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { name, ...at };
  }
}

/** The seal before a world's own first input. */
export function startOf(row: RecordedRow): string {
  if (row.parent === null) return sealOfRecord(row.record);
  const { base_inputs: inputs, base_position: position, base_seal: seal } = row;
  return sealOfFork(row.record, { inputs, position, seal: seal ?? '' });
}

/** As `startOf`, for a row without its record. */
export async function readStart(run: RunSql, row: WorldColumns, world: string): Promise<string> {
  const [found] = await run<{ readonly record: string }>(
    'SELECT record FROM reprise_worlds WHERE id = $1',
    [row.id],
  );
  if (found === undefined) throw damaged(world, 'its parent is missing');
  return startOf({ ...row, record: found.record });
}

/** Rejects with StoreError 'unknown-world' unless it is still this row. Of a removed world, rows are missing. */
export async function checkIsThere(
  run: RunSql,
  { id }: WorldColumns,
  world: string,
): Promise<void> {
  const [row] = await run<{ readonly id: number }>(
    'SELECT id FROM reprise_worlds WHERE name = $1',
    [world],
  );
  if (row?.id !== id) throw noSuchWorld(world);
}

/**
 * The parts of a world's journal in order. Ancestors before the part with that input and position may be left out. Rejects with
 * StoreError 'unknown-world'.
 */
export async function partsFrom(
  run: RunSql,
  world: string,
  { input = 0, position = 0 } = {},
): Promise<readonly PartRows[]> {
  // UNION omits rows that it has found before: it ends also for a row that was edited to be its own ancestor.
  const rows = await run<WorldColumns>(
    `WITH RECURSIVE lineage AS (
      SELECT ${worldColumns} FROM reprise_worlds WHERE name = $1
      UNION
      SELECT ${columnsOfParent} FROM reprise_worlds w JOIN lineage l ON w.id = l.parent
      WHERE l.base_inputs >= $2 AND l.base_position >= $3
    )
    SELECT * FROM lineage`,
    [world, input, position],
  );
  const leaf = rows.find(({ name }) => name === world);
  if (leaf === undefined) throw noSuchWorld(world);
  return partsOf(leaf, new Map(rows.map((row) => [row.id, row])), world, { input, position });
}

function partsOf(
  leaf: WorldColumns,
  rows: ReadonlyMap<number, WorldColumns>,
  world: string,
  from: { readonly input: number; readonly position: number },
): readonly PartRows[] {
  const parts: PartRows[] = [];
  const seen = new Set<number>();
  let row = leaf;
  let [last, end, lastPosition] = [leaf.inputs, leaf.seal, Number.MAX_SAFE_INTEGER];
  for (;;) {
    if (seen.has(row.id)) throw damaged(world, 'it was forked from itself');
    seen.add(row.id);
    const { parent, base_inputs: baseInputs, base_position: firstPosition } = row;
    parts.push({ row, first: baseInputs + 1, last, end, firstPosition, lastPosition });
    if (parent === null || baseInputs < from.input || firstPosition < from.position) break;
    [last, end, lastPosition] = [baseInputs, row.base_seal ?? '', firstPosition];
    const found = rows.get(parent);
    if (found === undefined) throw damaged(world, 'its parent is missing');
    row = found;
  }
  return parts.reverse();
}

/** The parts of a world's journal, its own first. */
export async function journalParts(run: RunSql, world: string): Promise<readonly JournalPart[]> {
  const parts = await partsFrom(run, world);
  return [...parts]
    .reverse()
    .filter(({ first, last }, index) => index === 0 || first <= last)
    .map(({ row: { id, name }, first, last }) => ({
      id,
      ...(name === null ? {} : { world: name }),
      first,
      last,
    }));
}
