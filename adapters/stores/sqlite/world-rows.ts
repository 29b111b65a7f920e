// Worlds as rows: their records, the lineage of forks, and the deletion of rows that no world needs.

import {
  canonical,
  justRemoved,
  nameTaken,
  removedNamesMax,
  StoreError,
  omitUndefined,
  type Base,
  type JournalPart,
  type WorldListing,
  type WakeDelay,
  type WorldRecord,
  noSuchWorld,
} from '../../../core/index.ts';
import { damaged, parsed } from '../damage.ts';
import { rowsPerWorld, worldsMax } from './schema.ts';
import { sealOfFork, sealOfRecord } from '../seal.ts';
import type { Statements, WorldRow } from './statements.ts';

/** Rows of a world's journal: its own, or those of an ancestor up to the branching point. */
export interface Segment {
  /** The number of the world that owns the rows. */
  readonly id: number;
  /** The first and last input, the seal before the first, and the seal of the last. */
  readonly first: number;
  readonly last: number;
  readonly start: string;
  readonly end: string;
  /** The position before its first event, and that of its last if another segment follows. */
  readonly firstPosition: number;
  readonly lastPosition: number;
}

/** The number of rows deleted at once. */
const rowsPerDeletion = 5_000;
/** Fewer, since they are longer. */
const attachmentsPerDeletion = 250;

/** The record of a world's row. */
export function recordIn(row: WorldRow, name: string): WorldRecord {
  const record = parsed(row.record, name, 'its record') as Partial<WorldRecord> | null;
  if (record?.name !== name) throw damaged(name, 'its record is that of another world');
  return record as WorldRecord;
}

/** A row of a list of worlds. */
export function listedIn(row: WorldRow): WorldListing {
  const name = row.name ?? '';
  try {
    return { name, record: recordIn(row, name) };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { name };
  }
}

/** The row of a world. Throws StoreError 'unknown-world' if there is none. */
export function worldRow(statements: Statements, name: string): WorldRow {
  const row = statements.worldNamed.get(name);
  if (row === undefined) throw noSuchWorld(name);
  return row;
}

/** Its rows stay until no fork shares them and `deleteOrphans` has deleted them. */
export function removeWorld(statements: Statements, name: string): WorldListing {
  const row = worldRow(statements, name);
  statements.clearName.run(row.id);
  statements.forgetRecording.run(row.id);
  statements.count.run(0, -1);
  return listedIn(row);
}

/** Remembers how often a removed name has begun, and forgets the oldest names. */
export function rememberName(statements: Statements, { name, record }: WorldListing): void {
  statements.setBegun.run(name, (record?.resets ?? 0) + 1, name);
  statements.forgetNames.run(removedNamesMax);
}

/** Throws StoreError unless a world may begin. `begun`: how many of its name have begun, as the caller knows. */
export function checkFree(statements: Statements, name: string, begun: number): void {
  if (statements.worldNamed.get(name) !== undefined) throw nameTaken(name);
  if ((statements.begun.get(name)?.begun ?? 0) > begun) throw justRemoved(name);
}

/** Stores a new world, whose name is free. With a base, it shares the rows of its parent. */
export function insertWorld(
  statements: Statements,
  record: WorldRecord,
  base: Base | undefined,
  wakeAfterMs: WakeDelay,
): void {
  const { name } = record;
  const id = freeId(statements);
  statements.forgetUse.run(id);
  const text = canonical(record);
  statements.count.run(1, 1);
  if (base === undefined) {
    statements.insertWorld.run(id, name, text, 0, sealOfRecord(text), wakeAfterMs);
    return;
  }
  const { inputs, position } = base;
  const segments = segmentsOf(
    statements,
    worldRow(statements, base.world),
    ({ base_inputs: shared }) => shared < inputs,
  );
  const owner = segments.find(({ last }) => inputs <= last);
  if (owner === undefined) {
    const message = `World '${base.world}' has no input ${inputs} to fork after.`;
    throw new StoreError('conflict', message);
  }
  const seal =
    inputs < owner.first
      ? owner.start
      : (statements.sealAt.get(owner.id * rowsPerWorld + inputs)?.seal ?? '');
  const own = sealOfFork(text, { inputs, position, seal });
  statements.insertWorld.run(id, name, text, inputs, own, wakeAfterMs);
  statements.setBase.run(owner.id, inputs, position, seal, id);
}

/** The segments of a world's journal in order. Ancestors beyond the first row for which `isEnough` holds are left out. */
export function segmentsOf(
  statements: Statements,
  leaf: WorldRow,
  isEnough: (row: WorldRow) => boolean = () => false,
): readonly Segment[] {
  const segments: Segment[] = [];
  let row: WorldRow | undefined = leaf;
  let [last, end, lastPosition] = [leaf.inputs, leaf.seal, Number.MAX_SAFE_INTEGER];
  const seen = new Set<number>();
  while (row !== undefined) {
    if (seen.has(row.id)) throw damaged(leaf.name ?? '', 'it was forked from itself');
    seen.add(row.id);
    const { id, base_inputs: baseInputs, base_position: firstPosition } = row;
    const first = baseInputs + 1;
    segments.push({ id, first, last, start: startOf(row), end, firstPosition, lastPosition });
    if (row.parent === null || isEnough(row)) break;
    [last, end, lastPosition] = [baseInputs, row.base_seal ?? '', firstPosition];
    row = statements.world.get(row.parent);
    if (row === undefined) throw damaged(leaf.name ?? '', 'its parent is missing');
  }
  return segments.reverse();
}

/** The parts of a world's journal, its own first. */
export function partsOf(statements: Statements, world: string): readonly JournalPart[] {
  const leaf = worldRow(statements, world);
  return segmentsOf(statements, leaf)
    .filter(({ id, first, last }) => id === leaf.id || first <= last)
    .map(({ id, first, last }) => {
      const name = statements.world.get(id)?.name ?? undefined;
      return { id, ...omitUndefined({ world: name }), first, last };
    })
    .reverse();
}

/** Deletes some rows of removed worlds that no fork shares. Returns whether there may be more. */
export function deleteOrphans(statements: Statements): boolean {
  for (const { id } of statements.unnamedWorlds.all()) {
    const shared = statements.lastForkPoint.get(id);
    const { inputs = null, position = null } = shared ?? {};
    const base = id * rowsPerWorld;
    const end = base + rowsPerWorld;
    const deleted =
      deleteAttachments(statements, base + (inputs ?? -1) + 1, end) +
      statements.deleteEvents.run(base + (position ?? -1) + 1, end, rowsPerDeletion).changes +
      statements.deleteInputs.run(base + (inputs ?? -1) + 1, end, rowsPerDeletion).changes +
      statements.deletePagesAfter.run(id, inputs ?? -1, rowsPerDeletion).changes +
      statements.deleteSnapshotsAfter.run(id, inputs ?? -1).changes;
    if (deleted > 0) return true;
    if (inputs === null) {
      statements.deleteWorld.run(id);
      statements.count.run(-1, 0);
      return true; // its own parent may have been waiting for this
    }
  }
  return false;
}

/** Deletes some attachments with keys from `from` up to `end`. Returns their number. */
function deleteAttachments(statements: Statements, from: number, end: number): number {
  const deleted = statements.deleteAttachments.all(from, end, attachmentsPerDeletion);
  const bytes = deleted.reduce((sum, { length }) => sum + (length ?? 0), 0);
  if (bytes > 0) statements.countAttachmentBytes.get(-bytes);
  return deleted.length;
}

/** The seal before a world's own first input. */
export function startOf({
  record,
  base_inputs,
  base_position,
  base_seal,
  parent,
}: WorldRow): string {
  if (parent === null) return sealOfRecord(record);
  return sealOfFork(record, {
    inputs: base_inputs,
    position: base_position,
    seal: base_seal ?? '',
  });
}

function freeId(statements: Statements): number {
  const next = (statements.lastWorld.get()?.id ?? 0) + 1;
  if (next < worldsMax) return next;
  const free = statements.freeWorld.get()?.id ?? worldsMax;
  if (free < worldsMax) return free;
  throw new StoreError('unavailable', `A file holds at most ${worldsMax - 1} worlds.`);
}
