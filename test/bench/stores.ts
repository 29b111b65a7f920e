// A durable write by store: how long one takes, and how many inputs a second come in when many worlds share a commit.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../core/ports/event-store.ts';
import type { JournalEntry } from '../../core/kernel/input.ts';
import { binaries, startPostgres } from '../support/postgres/server.ts';
import { importBuilt } from './built.ts';
import { interleave, plainFigure, type Effort, type Figure } from './figures.ts';
import { record } from './session.ts';
import { transferEntries } from './store.ts';

const worlds = 100;
const writes = 200;
const turns = 20;

/** The stores that this machine has; PostgreSQL is left out where it is not installed. */
export async function storesFigures({ rounds, scale }: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-stores-'));
  const server = binaries === undefined ? undefined : await startPostgres();
  const stores = new Map<string, EventStore>();
  try {
    const { createMemoryStore } = await importBuilt('adapters/stores/memory/event-store.js');
    const { openSqliteStore } = await importBuilt('adapters/stores/sqlite/event-store.js');
    const { openPostgresStore } = await importBuilt('adapters/stores/postgres/event-store.js');
    stores.set('memory', createMemoryStore());
    stores.set('SQLite', openSqliteStore({ file: join(folder, 'store.db') }));
    if (server !== undefined) {
      stores.set('PostgreSQL', await openPostgresStore({ url: server.url() }));
    }
    const entries = await transferEntries(Math.ceil(writes * scale));
    let created = 0;
    const newWorld = async (store: EventStore): Promise<string> => {
      const name = `w${(created += 1)}`;
      await store.create({ ...record, name });
      return name;
    };
    const figures: Figure[] = [];
    for (const measure of [latency(entries), throughput(entries)]) {
      const variants = Object.fromEntries(
        [...stores].map(([name, store]) => [name, async () => measure.run(store, newWorld)]),
      );
      const samples = await interleave(rounds, variants);
      for (const [name, of] of Object.entries(samples)) {
        figures.push(plainFigure(`${measure.name}, ${name}`, measure.unit, of));
      }
    }
    return figures;
  } finally {
    for (const store of stores.values()) await store.close();
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly run: (
    store: EventStore,
    newWorld: (store: EventStore) => Promise<string>,
  ) => Promise<number>;
}

function latency(entries: readonly JournalEntry[]): Measure {
  return {
    name: 'a durable write, one at a time',
    unit: 'ms',
    async run(store, newWorld) {
      const world = await newWorld(store);
      const startMs = performance.now();
      for (const [expectedInput, entry] of entries.entries()) {
        await store.append([{ world, expectedInput, entries: [entry] }]);
      }
      return (performance.now() - startMs) / entries.length;
    },
  };
}

function throughput(entries: readonly JournalEntry[]): Measure {
  return {
    name: `inputs of ${worlds} worlds in one commit`,
    unit: 'inputs/s',
    async run(store, newWorld) {
      const names: string[] = [];
      for (let index = 0; index < worlds; index += 1) names.push(await newWorld(store));
      const used = entries.slice(0, turns);
      const startMs = performance.now();
      for (const [expectedInput, entry] of used.entries()) {
        await store.append(names.map((world) => ({ world, expectedInput, entries: [entry] })));
      }
      return (used.length * worlds * 1_000) / (performance.now() - startMs);
    },
  };
}
