// The worlds of a store file: their records, how forks hang together, and the deletion of what nobody refers to any more.

import { canonical, StoreError, type Base, type WorldRecord } from '../../core/index.ts';
import { damaged, parsed } from './damage.ts';
import { placesPerWorld, worldsMax } from './schema.ts';
import { sealOfFork, sealOfRecord } from './seal.ts';
import type { Statements, WorldRow } from './statements.ts';

/** Rows that a world reads: its own, or those of a parent up to where it left it. */
export interface Segment {
  readonly id: number;
  /** Inputs from the first to the last, and the seals in front of the first and of the last. */
  readonly first: number;
  readonly last: number;
  readonly start: string;
  readonly end: string;
  /** The positions in front of its first event and, where another segment follows, of its last. */
  readonly firstPosition: number;
  readonly lastPosition: number;
}

/** How many rows are deleted at once. */
const rowsPerSweep = 5_000;

/** The record of a world's row. */
export function recordIn(row: WorldRow, name: string): WorldRecord {
  const record = parsed(row.record, name, 'its record') as Partial<WorldRecord> | null;
  if (record?.name !== name) throw damaged(name, 'its record is that of another world');
  return record as WorldRecord;
}

/** The row of a world that must be there. */
export function worldRow(statements: Statements, name: string): WorldRow {
  const row = statements.worldNamed.get(name);
  if (row === undefined)
    throw new StoreError('unknown-world', `There is no world named '${name}'.`);
  return row;
}

/** Takes a world away from everybody but its forks. */
export function removeWorld(statements: Statements, name: string): void {
  statements.loseName.run(worldRow(statements, name).id);
  statements.count.run(0, -1);
}

/** Keeps a new world, of which a fork has its parent's rows. */
export function insertWorld(statements: Statements, record: WorldRecord, base?: Base): void {
  const { name } = record;
  if (statements.worldNamed.get(name) !== undefined) {
    throw new StoreError('name-taken', `A world named '${name}' exists already.`);
  }
  const id = freeId(statements);
  const text = canonical(record);
  statements.count.run(1, 1);
  if (base === undefined) {
    statements.insertWorld.run(id, name, text, 0, sealOfRecord(text));
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
    const message = `World '${base.world}' has no input ${inputs} to be forked behind.`;
    throw new StoreError('conflict', message);
  }
  const seal =
    inputs < owner.first
      ? owner.start
      : (statements.sealAt.get(owner.id * placesPerWorld + inputs)?.seal ?? '');
  const own = sealOfFork(text, { inputs, position, seal });
  statements.insertWorld.run(id, name, text, inputs, own);
  statements.setBase.run(owner.id, inputs, position, seal, id);
}

/**
 * Where the rows of a world are, from its first input on; or from that of the first of its forks on that has enough, counted
 * from the world itself.
 */
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
    if (row === undefined) throw damaged(leaf.name ?? '', 'what it was forked from is missing');
  }
  return segments.reverse();
}

/**
 * Deletes some of what nobody refers to: worlds without a name, behind what their forks share. Tells whether there may be
 * more of it.
 */
export function sweep(statements: Statements): boolean {
  for (const { id } of statements.nameless.all()) {
    const shared = statements.lastShared.get(id);
    const { inputs = null, position = null } = shared ?? {};
    const base = id * placesPerWorld;
    const end = base + placesPerWorld;
    const deleted =
      statements.deleteEvents.run(base + (position ?? -1) + 1, end, rowsPerSweep).changes +
      statements.deleteInputs.run(base + (inputs ?? -1) + 1, end, rowsPerSweep).changes +
      statements.deletePagesBehind.run(id, inputs ?? -1, rowsPerSweep).changes +
      statements.deleteSnapshotsBehind.run(id, inputs ?? -1).changes;
    if (deleted > 0) return true;
    if (inputs === null) {
      statements.deleteWorld.run(id);
      statements.count.run(-1, 0);
      return true; // its own parent may have been waiting for this
    }
  }
  return false;
}

/** The seal in front of a world's own first input. */
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
