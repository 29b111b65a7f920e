// The event store, compared with bare better-sqlite3 that writes the same rows in batches of the same size.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Durability } from '../../adapters/stores/durability.ts';
import type { SqliteOptions } from '../../adapters/stores/sqlite/event-store.ts';
import type { JournalEntry } from '../../core/kernel/input.ts';
import type { EventStore } from '../../core/ports/event-store.ts';
import { importBuilt } from './built.ts';
import { comparedFigure, interleave, type Effort, type Figure } from './figures.ts';
import { record, createSessionFactory } from './session.ts';

const batchSizes = [1, 10, 100, 1_000];
const durabilities: readonly Durability[] = ['normal', 'full'];
/** Events per round; fewer if each batch waits for the disk. */
const eventsPerRound = 20_000;
const batchesPerRoundMax = 2_000;
const appendRatio = 0.7;

type OpenStore = (options: SqliteOptions) => EventStore;

/** A row of either table, as parameters of its statement. */
type Row = readonly (string | number | null)[];

export async function storeFigures(effort: Effort): Promise<readonly Figure[]> {
  const { openSqliteStore } = await importBuilt('adapters/stores/sqlite/event-store.js');
  const entries = await transferEntries(Math.ceil(eventsPerRound * effort.scale));
  const figures: Figure[] = [];
  for (const durability of durabilities) {
    for (const size of batchSizes) {
      const count = Math.min(entries.length, size * batchesPerRoundMax * effort.scale);
      const used = entries.slice(0, count);
      const rates = await interleave(effort.rounds, {
        store: () =>
          inFolder(async (folder) => {
            const store = openSqliteStore({ file: join(folder, 'store.db'), durability });
            await store.create(record);
            const startedMs = performance.now();
            for (let from = 0; from < count; from += size) {
              const batch = used.slice(from, from + size);
              await store.append([{ world: record.name, expectedInput: from, entries: batch }]);
            }
            const elapsedMs = performance.now() - startedMs;
            await store.close();
            return (count * 1_000) / elapsedMs;
          }),
        raw: () =>
          inFolder(async (folder) => {
            const rows = await rowsOf(openSqliteStore, folder, used);
            return appendRaw(join(folder, 'raw.db'), durability, rows, size);
          }),
      });
      const name = `append, ${size === 1 ? 'one event' : `${size} events`} at a time, ${durability}`;
      const raw = { name: 'bare better-sqlite3', samples: rates.raw };
      figures.push(comparedFigure(name, 'events/s', rates.store, raw, { least: appendRatio }));
    }
  }
  return figures;
}

/** Inputs with one event each: requests for transfers, without advancing time. */
export async function transferEntries(count: number): Promise<readonly JournalEntry[]> {
  const { nodeHost } = await importBuilt('adapters/reprise.js');
  const maker = await createSessionFactory();
  const { requests } = maker.openSession(maker.rules(nodeHost.hash));
  // The first entry of a store has number 1.
  return [...requests(count)].map((entry, index) => ({
    ...entry,
    input: { ...entry.input, n: index + 1 },
  }));
}

interface Rows {
  readonly schema: readonly string[];
  readonly inputs: readonly Row[];
  readonly events: readonly Row[];
  readonly world: Row;
}

/** The rows that the store writes for the entries. */
async function rowsOf(
  openSqliteStore: OpenStore,
  folder: string,
  entries: readonly JournalEntry[],
): Promise<Rows> {
  const file = join(folder, 'model.db');
  const store = openSqliteStore({ file });
  await store.create(record);
  await store.append([{ world: record.name, expectedInput: 0, entries }]);
  await store.close();
  const database = new Database(file, { readonly: true });
  const all = (sql: string) => database.prepare(sql).raw().all() as Row[];
  const rows = {
    schema: all(
      "SELECT sql FROM sqlite_schema WHERE name IN ('worlds', 'inputs', 'events') ORDER BY name",
    ).map(([sql]) => String(sql)),
    inputs: all('SELECT key, text, first_event, events, digest, seal FROM inputs ORDER BY key'),
    events: all('SELECT key, text, aside FROM events ORDER BY key'),
    world: all('SELECT id, name, record, inputs, seal FROM worlds')[0] ?? [],
  };
  database.close();
  return rows;
}

/** Inserts only the rows: no checks, no printing, no seals. */
function appendRaw(
  file: string,
  durability: Durability,
  { schema, inputs, events, world }: Rows,
  size: number,
): number {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${durability}`);
  for (const sql of schema) database.exec(sql);
  const [id, , , , seal] = world;
  database
    .prepare('INSERT INTO worlds (id, name, record, inputs, seal) VALUES (?, ?, ?, ?, ?)')
    .run(...world);
  const insertInput = database.prepare('INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?)');
  const insertEvent = database.prepare('INSERT INTO events (key, text, aside) VALUES (?, ?, ?)');
  const moveHead = database.prepare('UPDATE worlds SET inputs = ?, seal = ? WHERE id = ?');
  const append = database.transaction((from: number) => {
    const end = Math.min(from + size, inputs.length);
    for (let index = from; index < end; index += 1) {
      insertInput.run(...(inputs[index] ?? []));
      insertEvent.run(...(events[index] ?? []));
    }
    moveHead.run(end, seal, id);
  });
  const startedMs = performance.now();
  for (let from = 0; from < inputs.length; from += size) append.immediate(from);
  const elapsedMs = performance.now() - startedMs;
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return (inputs.length * 1_000) / elapsedMs;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
