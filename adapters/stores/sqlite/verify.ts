// Verifies a store file: its tables and pages when it is opened, a world when it is claimed, and everything beside the journals of
// worlds on demand. Journals are verified by their seals when they are read.

import type { Database as Connection } from 'better-sqlite3';
import { atOnce, StoreError } from '../../../core/index.ts';
import { openConnection } from './connection.ts';
import { damaged } from '../damage.ts';
import { migrations, rowsPerWorld, worldsMax } from './schema.ts';
import { readEntries } from './journal-rows.ts';
import type { Statements, WorldRow } from './statements.ts';
import { recordIn, startOf } from './world-rows.ts';

/** The pages of larger files are not checked when they are opened: that takes 2 ms for each MiB. */
const checkedBytesMax = 16 * 1024 * 1024;

type Damaged = (reason: string) => StoreError;

/** Throws StoreError 'damaged', naming the file and the place. Takes no longer for many worlds than for few. */
export function verifyFile(database: Connection, statements: Statements, file: string): void {
  const damagedFile = damagedIn(file);
  if (schemaOf(database) !== expectedSchema()) throw damagedFile('its tables were changed');
  const bytes = bytesOf(database);
  if (bytes <= checkedBytesMax) checkPages(database, statements, damagedFile);
  const count = statements.worldCount.get();
  if (count === undefined || count.rows !== count.worlds || count.names !== count.named) {
    const named = count?.named ?? 'none';
    throw damagedFile(`it has ${count?.names ?? 'no'} worlds instead of ${named}`);
  }
  const last = statements.lastWorld.get()?.id ?? 0; // the next world must not find rows of its number
  checkOrphanRows(statements, damagedFile, last, 2 * worldsMax);
}

/** Throws StoreError 'damaged' if a world's record, its ancestors, or an end of its journal is not as written. */
export function checkWorld(statements: Statements, row: WorldRow, name: string): void {
  if (!isProper(row.id)) throw damaged(name, 'it has no proper number');
  checkLineage(statements, row, name);
  checkEnds(statements, row, name);
  checkBeginning(statements, row, name);
}

/** The first defect of the file, and the first of each world. */
export function defectsOf(
  database: Connection,
  statements: Statements,
  file: string,
): readonly StoreError[] {
  const defects: StoreError[] = [];
  const attempt = (check: () => void): void => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      defects.push(error);
    }
  };
  const damagedFile = damagedIn(file);
  attempt(() => checkPages(database, statements, damagedFile));
  const worlds = statements.allWorlds.all();
  attempt(() => checkIndexes(statements, worlds, damagedFile));
  attempt(() => checkAllOrphanRows(statements, worlds, damagedFile));
  for (const row of worlds) {
    const { name } = row;
    if (name !== null) attempt(() => checkWorld(statements, row, name));
  }
  return defects;
}

function damagedIn(file: string): Damaged {
  return (reason) => new StoreError('damaged', `${file} is damaged: ${reason}.`);
}

/** Worlds are found by their names and parents through indexes, which might not agree with the rows. */
function checkIndexes(
  statements: Statements,
  worlds: readonly WorldRow[],
  damagedFile: Damaged,
): void {
  const shared = new Map<number, number>();
  for (const { id, name, parent, base_inputs: inputs } of worlds) {
    const isFound = name === null || statements.worldNamed.get(name)?.id === id;
    if (!isFound) throw damaged(name, 'it is not found by its name');
    if (parent !== null) shared.set(parent, Math.max(shared.get(parent) ?? 0, inputs));
  }
  for (const { id } of worlds) {
    if ((statements.lastForkPoint.get(id)?.inputs ?? undefined) !== shared.get(id)) {
      throw damagedFile(`world ${id} is not found by its forks`);
    }
  }
}

/** The parent of each fork exists, with the same seal at the branching point. */
function checkLineage(statements: Statements, leaf: WorldRow, name: string): void {
  const walked = new Set<number>();
  let row = leaf;
  while (row.parent !== null) {
    if (walked.has(row.id)) throw damaged(name, 'it was forked from itself');
    walked.add(row.id);
    const parent = statements.world.get(row.parent);
    if (parent === undefined) throw damaged(name, 'its parent is missing');
    if (sealIn(statements, parent, row.base_inputs) !== row.base_seal) {
      throw damaged(name, 'its parent was edited');
    }
    row = parent;
  }
}

/** The seal of one of a world's own inputs, or the seal before the first. */
function sealIn(statements: Statements, row: WorldRow, input: number): string | undefined {
  if (input <= row.base_inputs) return startOf(row);
  return statements.sealAt.get(row.id * rowsPerWorld + input)?.seal;
}

/** All rows belong to a world, whose number is a proper one. */
function checkAllOrphanRows(
  statements: Statements,
  worlds: readonly WorldRow[],
  damagedFile: Damaged,
): void {
  let previous = 0; // the number of the world before
  for (const { id } of worlds) {
    if (!isProper(id)) throw damagedFile(`world ${id} has no proper number`);
    checkOrphanRows(statements, damagedFile, previous, id);
    previous = id;
  }
  checkOrphanRows(statements, damagedFile, previous, 2 * worldsMax);
}

/** Rows between two worlds belong to a world whose own row is missing. */
function checkOrphanRows(
  statements: Statements,
  damagedFile: Damaged,
  previous: number,
  next: number,
): void {
  if (previous + 1 === next) return;
  const span = [(previous + 1) * rowsPerWorld, next * rowsPerWorld] as const;
  const { firstInput, firstEvent, firstAttachment } = statements;
  const row = firstInput.get(...span) ?? firstEvent.get(...span) ?? firstAttachment.get(...span);
  const key = row?.key;
  if (key === undefined) return;
  throw damagedFile(
    `it has the log of world number ${Math.floor(key / rowsPerWorld)} but not the world`,
  );
}

/** A journal begins at its base and ends at its head, and its last event belongs to its last input with events. */
function checkEnds(statements: Statements, row: WorldRow, name: string): void {
  recordIn(row, name);
  const { parent, base_inputs, base_position, base_seal } = row;
  if (parent === null && (base_inputs !== 0 || base_position !== 0 || base_seal !== null)) {
    throw damaged(name, 'its record was edited');
  }
  const base = row.id * rowsPerWorld;
  const span = [base, base + rowsPerWorld] as const;
  const last = statements.lastInput.get(...span);
  const lastInput = last === undefined ? row.base_inputs : last.key - base;
  if (lastInput < row.inputs) throw damaged(name, `input ${row.inputs} is missing`);
  if (lastInput > row.inputs) throw damaged(name, `input ${lastInput} is after its end`);
  if (last !== undefined && last.seal !== row.seal) {
    throw damaged(name, `input ${lastInput} or its head was edited`);
  }
  const filled = statements.lastFilledInput.get(...span);
  const expected =
    filled === undefined ? row.base_position : filled.first_event + filled.events - 1;
  const event = statements.lastEvent.get(...span);
  const lastEvent = event === undefined ? row.base_position : event.key - base;
  if (lastEvent < expected) throw damaged(name, `event ${expected} is missing`);
  if (lastEvent > expected) throw damaged(name, `event ${lastEvent} belongs to no input`);
  const attachment = statements.lastAttachment.get(...span);
  if (attachment === undefined || attachment.key - base <= row.inputs) return;
  throw damaged(name, `the attachment of input ${attachment.key - base} belongs to no input`);
}

/** Verifies the first own input, whose seal covers the record: loading from a snapshot would not read it. */
function checkBeginning(statements: Statements, row: WorldRow, name: string): void {
  const first = row.base_inputs + 1;
  if (row.inputs >= first) atOnce(readEntries(statements, name, first, 1));
  else if (row.seal !== startOf(row)) throw damaged(name, 'its record was edited');
}

function isProper(id: number): boolean {
  return id >= 1 && id < worldsMax;
}

function bytesOf(database: Connection): number {
  const pages = Number(database.pragma('page_count', { simple: true }));
  return pages * Number(database.pragma('page_size', { simple: true }));
}

/** Throws at the first structural defect of a page or an index. */
function checkPages(database: Connection, statements: Statements, damagedFile: Damaged): void {
  const found = String(database.pragma('integrity_check(1)', { simple: true }));
  if (found !== 'ok') throw damagedFile(found.replaceAll('\n', ' ').trim());
  const { stored, counted } = statements.attachmentBytes.get() ?? { stored: 0, counted: 0 };
  if (stored !== counted) {
    throw damagedFile(`it has ${stored} bytes of attachments instead of ${counted}`);
  }
}

function schemaOf(database: Connection): string {
  const rows = database.prepare(
    'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name',
  );
  return JSON.stringify(rows.all());
}

/** The tables of an empty store. */
function expectedSchema(): string {
  const empty = openConnection(':memory:');
  try {
    for (const migration of migrations) empty.exec(migration);
    return schemaOf(empty);
  } finally {
    empty.close();
  }
}
