// The event store on SQLite: one file for many worlds, one transaction for each append.

import type { Database } from 'better-sqlite3';
import {
  canonical,
  StoreError,
  unseal,
  type Append,
  type Envelope,
  type Event,
  type EventQuery,
  type EventStore,
  type Input,
  type JournalEntry,
  type WorldRecord,
} from '../../core/index.ts';
import { openDatabase, reason, type Durability } from './database.ts';
import { lockFile } from './lock.ts';
import { placesPerWorld, worldsMax } from './schema.ts';
import { sealOfInput, sealOfRecord } from './seal.ts';
import {
  prepareStatements,
  type EventRow,
  type InputRow,
  type Statements,
  type WorldRow,
} from './statements.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly durability?: Durability;
}

/** Opens or creates the file. Throws StoreError if that cannot be done, or it holds something else. */
export function openSqliteStore({ file, durability = 'normal' }: SqliteOptions): EventStore {
  const unlock = lockFile(file);
  const { database, statements } = opened(file, durability, unlock);
  const ids = new Map<string, number>();
  guarded('read', file, () => {
    for (const { id, name } of statements.worlds.all()) ids.set(name, id);
  });
  const appendAll = database.transaction((batch: readonly Append[]) => {
    for (const append of batch) appendTo(statements, idOf(ids, append.world), append);
  });

  return {
    worlds: async () => guarded('read', file, () => statements.worlds.all().map(recordOf)),
    create: async (record) => guarded('write to', file, () => createWorld(statements, ids, record)),
    append: async (batch) => guarded('write to', file, () => appendAll.immediate(batch)),
    read: async (world, fromInput, limit) =>
      guarded('read', file, () =>
        readEntries(statements, idOf(ids, world), world, fromInput, limit),
      ),
    events: async (world, query) =>
      guarded('read', file, () => readEvents(statements, idOf(ids, world), world, query)),
    close: async () =>
      guarded('close', file, () => {
        closeDatabase(database);
        unlock();
      }),
  };
}

/** The database and its statements; lets go of the lock where that fails. */
function opened(
  file: string,
  durability: Durability,
  unlock: () => void,
): { readonly database: Database; readonly statements: Statements } {
  let database: Database | undefined;
  try {
    database = openDatabase(file, durability);
    return { database, statements: prepareStatements(database) };
  } catch (error) {
    database?.close();
    unlock();
    if (error instanceof StoreError) throw error;
    // A file of ours that lacks one of our tables has been tampered with.
    throw new StoreError('damaged', `${file} is damaged: ${reason(error)}.`, { cause: error });
  }
}

/** What the database refuses becomes a StoreError; what we refuse already is one. */
function guarded<T>(doing: string, file: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if ((error as { code?: unknown }).code === 'SQLITE_CORRUPT') {
      throw new StoreError('damaged', `${file} is damaged: ${reason(error)}.`, { cause: error });
    }
    throw new StoreError('unavailable', `Cannot ${doing} ${file}: ${reason(error)}.`, {
      cause: error,
    });
  }
}

function createWorld(statements: Statements, ids: Map<string, number>, record: WorldRecord): void {
  if (ids.has(record.name) || statements.worldNamed.get(record.name) !== undefined) {
    throw new StoreError('name-taken', `There is a world named '${record.name}' already.`);
  }
  const id = (statements.lastWorld.get()?.id ?? 0) + 1;
  if (id >= worldsMax)
    throw new StoreError('unavailable', `A file holds at most ${worldsMax} worlds.`);
  const text = canonical(record);
  statements.insertWorld.run(id, record.name, text, sealOfRecord(text));
  ids.set(record.name, id);
}

function appendTo(
  statements: Statements,
  id: number,
  { world, expectedInput, entries }: Append,
): void {
  const base = id * placesPerWorld;
  const head = statements.head.get(id);
  if (head?.inputs !== expectedInput) {
    const message = `World '${world}' is at input ${head?.inputs ?? 0}, not at ${expectedInput}.`;
    throw new StoreError('conflict', message);
  }
  let { inputs, seal } = head;
  for (const { input, events, digest } of entries) {
    const rows = events.map(({ position, text, event }) => {
      const aside = event.aside === undefined ? null : canonical(event.aside);
      return { key: base + position, text, aside };
    });
    const text = canonical(input);
    inputs = input.n;
    seal = sealOfInput(seal, { text, digest }, rows);
    const first = events[0]?.position ?? 0;
    statements.insertInput.run(base + inputs, text, first, events.length, digest, seal);
    for (const { key, text: event, aside } of rows) statements.insertEvent.run(key, event, aside);
  }
  statements.moveHead.run(inputs, seal, id);
}

function readEntries(
  statements: Statements,
  id: number,
  world: string,
  fromInput: number,
  limit: number,
): readonly JournalEntry[] {
  const base = id * placesPerWorld;
  const head = statements.head.get(id);
  if (head === undefined) throw damaged(world, 'its record is missing');
  const inputs = statements.inputs.all(base + fromInput, base + placesPerWorld, limit);
  const filled = inputs.filter((row) => row.events > 0);
  const [first, last] = [filled[0], filled.at(-1)];
  const rows =
    first === undefined || last === undefined
      ? []
      : statements.events.all(
          base + first.first_event,
          base + last.first_event + last.events,
          Number.MAX_SAFE_INTEGER,
        );
  const byPosition = new Map(rows.map((row) => [row.key - base, row]));
  let seal =
    fromInput === 1 ? sealOfRecord(head.record) : statements.sealAt.get(base + fromInput - 1)?.seal;
  const entries = inputs.map((row, index) => {
    const n = fromInput + index;
    if (row.key - base !== n) throw damaged(world, `input ${n} is missing`);
    const events = eventsOf(row, world, byPosition);
    const entry = entryOf(row, base, world, events);
    seal = sealOfInput(seal ?? '', row, events);
    if (seal !== row.seal) throw damaged(world, `input ${n} or what it led to was edited`);
    return entry;
  });
  const read = fromInput - 1 + inputs.length;
  if (inputs.length < limit && read < head.inputs) {
    throw damaged(world, `input ${read + 1} is missing`);
  }
  if (read === head.inputs && seal !== head.seal) {
    throw damaged(world, `input ${read} or its record was edited`);
  }
  return entries;
}

function recordOf({ name, record, inputs, seal }: WorldRow): WorldRecord {
  if (inputs === 0 && seal !== sealOfRecord(record)) throw damaged(name, 'its record was edited');
  return parsed(record, name, 'its record') as WorldRecord;
}

function eventsOf(
  row: InputRow,
  world: string,
  events: ReadonlyMap<number, EventRow>,
): readonly EventRow[] {
  return Array.from({ length: row.events }, (_, index) => {
    const position = row.first_event + index;
    const event = events.get(position);
    if (event === undefined) throw damaged(world, `event ${position} is missing`);
    return event;
  });
}

function entryOf(
  row: InputRow,
  base: number,
  world: string,
  events: readonly EventRow[],
): JournalEntry {
  const input = parsed(row.text, world, `input ${row.key - base}`) as Input;
  return {
    input,
    events: events.map((event) => envelopeOf(event, base, world)),
    digest: row.digest,
  };
}

function readEvents(
  statements: Statements,
  id: number,
  world: string,
  query: EventQuery,
): readonly Envelope[] {
  const base = id * placesPerWorld;
  const { from, limit, type, stream } = query;
  const span = [base + Math.max(1, from), base + placesPerWorld] as const;
  const rows =
    type === undefined && stream === undefined
      ? statements.events.all(...span, limit)
      : statements.eventsWhere.all(
          ...span,
          type ?? null,
          type ?? null,
          stream ?? null,
          stream ?? null,
          limit,
        );
  return rows.map((row) => envelopeOf(row, base, world));
}

function envelopeOf(row: EventRow, base: number, world: string): Envelope {
  const place = `event ${row.key - base}`;
  try {
    const aside = row.aside === null ? undefined : (JSON.parse(row.aside) as Event['aside']);
    return unseal(row.text, aside);
  } catch {
    throw damaged(world, `${place} is not readable`);
  }
}

function parsed(text: string, world: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(world, `${place} is not readable`);
  }
}

function damaged(world: string, what: string): StoreError {
  return new StoreError('damaged', `The log of world '${world}' is damaged: ${what}.`);
}

function idOf(ids: ReadonlyMap<string, number>, world: string): number {
  const id = ids.get(world);
  if (id === undefined)
    throw new StoreError('unknown-world', `There is no world named '${world}'.`);
  return id;
}

/** Leaves one tidy file behind: the write-ahead log goes into it. */
function closeDatabase(database: Database): void {
  if (!database.open) return;
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}
