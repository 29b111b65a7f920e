// A store file held against itself when it is opened, before anything in it is believed: its tables, its list of worlds, and
// the ends of their journals. What lies between is sealed, and checked as it is read.

import Database, { type Database as Connection } from 'better-sqlite3';
import { StoreError } from '../../core/index.ts';
import { damaged } from './damage.ts';
import { migrations, placesPerWorld, worldsMax } from './schema.ts';
import { readEntries } from './journal-rows.ts';
import type { Statements, WorldRow } from './statements.ts';
import { recordIn, startOf } from './world-rows.ts';

/** Larger files have their pages checked as they are read only: a check of all takes a second for some hundred MiB. */
const checkedBytesMax = 64 * 1024 * 1024;

/** Throws StoreError 'damaged', naming the file or the world and the place. */
export function verifyStore(database: Connection, statements: Statements, file: string): void {
  const broken = (what: string) => new StoreError('damaged', `${file} is damaged: ${what}.`);
  if (schemaOf(database) !== expectedSchema()) throw broken('its tables were changed');
  const flaw = flawedPage(database);
  if (flaw !== undefined) throw broken(flaw);

  const worlds = statements.allWorlds.all();
  const named = worlds.filter(({ name }) => name !== null);
  const census = statements.census.get();
  if (worlds.length !== census?.worlds || named.length !== census.named) {
    throw broken(`it has ${named.length} worlds instead of ${census?.named ?? 'none'}`);
  }
  checkIndices(statements, worlds, broken);
  checkLineage(statements, worlds);
  let behind = 0; // the number of the world before
  for (const row of worlds) {
    if (row.id < 1 || row.id >= worldsMax) throw broken(`world ${row.id} has no proper number`);
    checkNobodys(statements, broken, behind, row.id);
    if (row.name !== null) {
      checkEnds(statements, row, row.name);
      checkBeginning(statements, row, row.name);
    }
    behind = row.id;
  }
  checkNobodys(statements, broken, behind, 2 * worldsMax);
}

/** Worlds are found by their names and their parents, through indices that could say something else than the rows. */
function checkIndices(
  statements: Statements,
  worlds: readonly WorldRow[],
  broken: (what: string) => StoreError,
): void {
  const shared = new Map<number, number>();
  for (const { id, name, parent, base_inputs: inputs } of worlds) {
    const isFound = name === null || statements.worldNamed.get(name)?.id === id;
    if (!isFound) throw damaged(name, 'it is not found by its name');
    if (parent !== null) shared.set(parent, Math.max(shared.get(parent) ?? 0, inputs));
  }
  for (const { id } of worlds) {
    if ((statements.lastShared.get(id)?.inputs ?? undefined) !== shared.get(id)) {
      throw broken(`world ${id} is not found by its forks`);
    }
  }
}

/** What each world was forked from is there and as it was then. Each of the forks in a chain is looked at once. */
function checkLineage(statements: Statements, worlds: readonly WorldRow[]): void {
  const rows = new Map(worlds.map((row) => [row.id, row]));
  const checked = new Set<number>();
  for (const leaf of worlds) {
    const { name } = leaf;
    if (name === null) continue;
    const walked = new Set<number>();
    let row = leaf;
    while (row.parent !== null && !checked.has(row.id)) {
      if (walked.has(row.id)) throw damaged(name, 'it was forked from itself');
      walked.add(row.id);
      const parent = rows.get(row.parent);
      if (parent === undefined) throw damaged(name, 'what it was forked from is missing');
      if (sealIn(statements, parent, row.base_inputs) !== row.base_seal) {
        throw damaged(name, 'what it was forked from was edited');
      }
      row = parent;
    }
    for (const id of walked) checked.add(id);
  }
}

/** The seal behind an input of a world's own rows, or in front of the first of them. */
function sealIn(statements: Statements, row: WorldRow, input: number): string | undefined {
  if (input <= row.base_inputs) return startOf(row);
  return statements.sealAt.get(row.id * placesPerWorld + input)?.seal;
}

/** Rows between two worlds are the remains of one whose own row is missing. */
function checkNobodys(
  statements: Statements,
  broken: (what: string) => StoreError,
  behind: number,
  before: number,
): void {
  if (behind + 1 === before) return;
  const span = [(behind + 1) * placesPerWorld, before * placesPerWorld] as const;
  const key = statements.firstInput.get(...span)?.key ?? statements.firstEvent.get(...span)?.key;
  if (key === undefined) return;
  throw broken(
    `it has the log of world number ${Math.floor(key / placesPerWorld)} but not the world`,
  );
}

/** A journal begins where its record says, ends where its head says, and its events where its inputs say. */
function checkEnds(statements: Statements, row: WorldRow, name: string): void {
  recordIn(row, name);
  const { parent, base_inputs, base_position, base_seal } = row;
  if (parent === null && (base_inputs !== 0 || base_position !== 0 || base_seal !== null)) {
    throw damaged(name, 'its record was edited');
  }
  const base = row.id * placesPerWorld;
  const span = [base, base + placesPerWorld] as const;
  const last = statements.lastInput.get(...span);
  const lastInput = last === undefined ? row.base_inputs : last.key - base;
  if (lastInput < row.inputs) throw damaged(name, `input ${row.inputs} is missing`);
  if (lastInput > row.inputs) throw damaged(name, `input ${lastInput} lies behind its end`);
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
}

/** The first of its own inputs is sealed with its record; a snapshot may lie behind it, and then nobody else reads it. */
function checkBeginning(statements: Statements, row: WorldRow, name: string): void {
  const first = row.base_inputs + 1;
  if (row.inputs >= first) readEntries(statements, name, first, 1);
  else if (row.seal !== startOf(row)) throw damaged(name, 'its record was edited');
}

/** What SQLite finds wrong with the structure of a file of moderate size. */
function flawedPage(database: Connection): string | undefined {
  const pages = Number(database.pragma('page_count', { simple: true }));
  const bytes = pages * Number(database.pragma('page_size', { simple: true }));
  if (bytes > checkedBytesMax) return undefined;
  const found = String(database.pragma('quick_check(1)', { simple: true }));
  return found === 'ok' ? undefined : found.replaceAll('\n', ' ').trim();
}

function schemaOf(database: Connection): string {
  const rows = database.prepare(
    'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name',
  );
  return JSON.stringify(rows.all());
}

let expected: string | undefined;

/** The tables of an empty store. */
function expectedSchema(): string {
  if (expected === undefined) {
    const empty = new Database(':memory:');
    for (const migration of migrations) empty.exec(migration);
    expected = schemaOf(empty);
    empty.close();
  }
  return expected;
}
