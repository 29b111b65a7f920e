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
import { placesPerWorld, worldsMax } from './schema.ts';
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
  const database = openDatabase(file, durability);
  const statements = prepared(database, file);
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
    close: async () => guarded('close', file, () => closeDatabase(database)),
  };
}

/** A file of ours that lacks one of our tables has been tampered with. */
function prepared(database: Database, file: string): Statements {
  try {
    return prepareStatements(database);
  } catch (error) {
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
  statements.insertWorld.run(id, record.name, canonical(record));
  ids.set(record.name, id);
}

function appendTo(
  statements: Statements,
  id: number,
  { world, expectedInput, entries }: Append,
): void {
  const base = id * placesPerWorld;
  const last = (statements.lastInput.get(base, base + placesPerWorld)?.key ?? base) - base;
  if (last !== expectedInput) {
    const message = `World '${world}' is at input ${last}, not at ${expectedInput}.`;
    throw new StoreError('conflict', message);
  }
  for (const { input, events, digest } of entries) {
    const first = events[0]?.position ?? 0;
    statements.insertInput.run(base + input.n, canonical(input), first, events.length, digest);
    for (const { position, text, event } of events) {
      const aside = event.aside === undefined ? null : canonical(event.aside);
      statements.insertEvent.run(base + position, text, aside);
    }
  }
}

function readEntries(
  statements: Statements,
  id: number,
  world: string,
  fromInput: number,
  limit: number,
): readonly JournalEntry[] {
  const base = id * placesPerWorld;
  const inputs = statements.inputs.all(base + fromInput, base + placesPerWorld, limit);
  if (inputs.length < limit) checkEnd(statements, base, world);
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
  return inputs.map((row) => entryOf(row, base, world, byPosition));
}

/** Behind the last input there are no events: else inputs have been cut off. */
function checkEnd(statements: Statements, base: number, world: string): void {
  const last = statements.lastFilled.get(base, base + placesPerWorld);
  const end = last === undefined ? base : base + last.first_event + last.events - 1;
  const stray = statements.events.get(end + 1, base + placesPerWorld, 1);
  if (stray === undefined) return;
  const input = (statements.lastInput.get(base, base + placesPerWorld)?.key ?? base) - base + 1;
  throw damaged(world, `input ${input} is missing, which led to event ${stray.key - base}`);
}

function recordOf({ name, record }: WorldRow): WorldRecord {
  return parsed(record, name, 'its record') as WorldRecord;
}

function entryOf(
  row: InputRow,
  base: number,
  world: string,
  events: ReadonlyMap<number, EventRow>,
): JournalEntry {
  const place = `input ${row.key - base}`;
  const input = parsed(row.text, world, place) as Input;
  const own = Array.from({ length: row.events }, (_, index) => {
    const position = row.first_event + index;
    const event = events.get(position);
    if (event === undefined) throw damaged(world, `event ${position} is missing`);
    return envelopeOf(event, base, world);
  });
  if (row.key - base !== input.n) throw damaged(world, `${place} holds another one`);
  return { input, events: own, digest: row.digest };
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
