import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../../adapters/stores/sqlite/event-store.ts';
import { verifyStore, type StoreFinding } from '../../../adapters/stores/verify.ts';
import { StoreError, type EventStore } from '../../../core/index.ts';
import { recordOf } from '../../contract/event-store.contract.ts';
import { sessionOf } from '../../support/arbitraries/session.ts';
import {
  sessionRecord,
  storeJournal,
  withSnapshots,
  writeSnapshot,
} from '../../support/engine/stored-snapshots.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { nextOf } from '../../support/store/families.ts';
import { copyStore, createRamFolder, storeSessions } from '../../support/store/store-file.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const folder = createRamFolder('verify');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const whole = join(folder, 'whole.db');
const file = join(folder, 'damaged.db');

/** Worlds with sessions and attachments, a fork, the rows of a removed parent, and a snapshot. */
beforeAll(async () => {
  const store = openSqliteStore({ file: whole });
  await storeSessions(store, 7, async () => undefined);
  const { entries, state } = sessionOf([{ do: 'pass', ms: 60_000 }]);
  await storeJournal(store, sessionRecord('tide'), entries);
  await writeSnapshot(await store.snapshot('tide', state.inputs), state);
  const shared = nextOf([], [null, 3, null, null]);
  const base = { world: 'gone', inputs: 2, position: shared.slice(0, 2).flatMap(eventsOf).length };
  await store.create(recordOf('gone'), undefined, shared);
  await store.create(recordOf('fork'), base, nextOf(shared.slice(0, 2), [4, null], 5), 100);
  await store.remove('gone');
  await store.close();
});

const eventsOf = ({ events }: { readonly events: readonly unknown[] }) => events;

/** What a verification finds: of an unreadable file, its only message. */
async function findingsOf(path: string): Promise<readonly StoreFinding[]> {
  let store: EventStore | undefined;
  try {
    store = openSqliteStore({ file: path });
    return (await verifyStore(store)).findings;
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'damaged') throw error;
    return [{ message: error.message }];
  } finally {
    await store?.close();
  }
}

/** Columns that no seal covers: nothing that a world was or is depends on them. */
const unsealed = new Set([
  'worlds.wake_after',
  'worlds.sleep',
  'attachments.ordinal', // which one is dropped next
  'census.openings',
  'removed_names.id',
  'removed_names.name',
  'removed_names.begun',
  // A snapshot that is not found is not missed: the log is whole.
  'snapshots.world',
  'snapshots.inputs',
  'pages.id', // nothing refers to it
]);

/** Of a removed world, only what its forks share is read. */
const unreadOfRemoved = new Set(['worlds.inputs', 'worlds.seal', 'worlds.base_seal']);

/** They are no part of a world's past. */
const tablesWithoutSeals = new Set(['tenants', 'uses', 'recordings']);

/** All sealed columns with up to three keys of rows, the first and last among them. */
function places() {
  const database = new Database(whole, { readonly: true });
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  const sealedTables = tables.filter((table) => !tablesWithoutSeals.has(table));
  const found = sealedTables.flatMap((table) => {
    const columns = database.pragma(`table_info(${table})`) as { name: string }[];
    const hasRowId = table !== 'snapshots';
    const where = hasRowId ? 'rowid' : 'world';
    const keys = database
      .prepare(`SELECT ${where} FROM ${table} ORDER BY 1`)
      .pluck()
      .all() as number[];
    const chosen = new Set([0, Math.floor(keys.length / 2), keys.length - 1]);
    const sealed = columns.filter(({ name }) => !unsealed.has(`${table}.${name}`));
    return sealed.flatMap(({ name }) =>
      keys
        .filter((_, index) => chosen.has(index))
        .map((key) => ({ table, column: name, where, key })),
    );
  });
  const removed = database.prepare('SELECT id FROM worlds WHERE name IS NULL').pluck().get();
  database.close();
  return { found, removed };
}

type Cell = string | number | Uint8Array | null;

/** Another value of the same type. */
function changed(value: Cell): Cell {
  if (value === null) return 1;
  if (typeof value === 'number') return value + 1;
  if (value instanceof Uint8Array)
    return value.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
  const at = Math.floor(value.length / 2);
  const code = value.charCodeAt(at);
  return value.slice(0, at) + String.fromCharCode(code ^ 1) + value.slice(at + 1);
}

describe('verifying a store', () => {
  it('finds nothing in one that is as it was written', async () => {
    expect(await findingsOf(whole)).toEqual([]);
    const store = openSqliteStore({ file: whole });
    const { worlds, snapshots, outdatedSnapshots } = await verifyStore(store);
    expect({ worlds, snapshots, outdatedSnapshots }).toEqual({
      worlds: 6,
      snapshots: 1,
      outdatedSnapshots: 0,
    });
    await store.close();
  });

  it('finds a change of any sealed column in any table, and names a world or the file', async () => {
    const missed: string[] = [];
    let tried = 0;
    const { found, removed } = places();
    for (const { table, column, where, key } of found) {
      const isOfRemoved = table === 'worlds' && key === removed;
      if (isOfRemoved && unreadOfRemoved.has(`${table}.${column}`)) continue;
      copyStore(whole, file);
      const database = new Database(file);
      const cell = database.prepare(`SELECT ${column} FROM ${table} WHERE ${where} = ?`).pluck();
      const value = changed(cell.get(key) as Cell);
      let isChanged = true;
      try {
        database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where} = ?`).run(value, key);
      } catch {
        isChanged = false; // the schema forbids it
      }
      database.close();
      if (!isChanged) continue;
      tried += 1;
      const findings = await findingsOf(file);
      const isNamed = findings.some(({ message }) => /world '|damaged\.db/.test(message));
      if (!isNamed) missed.push(`${table}.${column} of ${key}`);
    }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(60);
  });

  it('lists each damaged world by name and place, and goes on with the others', async () => {
    copyStore(whole, file);
    const database = new Database(file);
    const edit = (world: string, sql: string) =>
      database
        .prepare(sql.replaceAll('$world', '(SELECT id * 68719476736 FROM worlds WHERE name = ?)'))
        .run(world);
    edit('harbour', "UPDATE inputs SET text = replace(text, '1', '2') WHERE key = $world + 4");
    edit('meadow', "UPDATE events SET text = replace(text, 'e', 'f') WHERE key = $world + 3");
    database.close();
    const findings = await findingsOf(file);
    expect(findings.map(({ world }) => world)).toEqual(['harbour', 'meadow']);
    expect(findings.map(({ message }) => message)).toEqual([
      "The log of world 'harbour' is damaged: input 4 or its events were edited.",
      expect.stringMatching(
        /^The log of world 'meadow' is damaged: (event 3|the events of input \d+ do not fit)/,
      ),
    ]);
  });

  it('finds damage that forks share in each of them, and reads what they share once', async () => {
    const memory = createMemoryStore();
    const journal = nextOf(
      [],
      Array.from({ length: 600 }, () => null),
    );
    await memory.create(recordOf('parent'), undefined, journal);
    const base = { world: 'parent', inputs: 600, position: journal.flatMap(eventsOf).length };
    const forks = ['a', 'b', 'c', 'd'];
    for (const name of forks) await memory.create(recordOf(name), base);
    let entriesRead = 0;
    const counting: EventStore = {
      ...memory,
      read: async (...args) => {
        const entries = await memory.read(...args);
        entriesRead += entries.length;
        return entries;
      },
    };
    expect(await verifyStore(counting)).toMatchObject({ worlds: 5, findings: [] });
    expect(entriesRead).toBeLessThan(620);
    const damaged: EventStore = {
      ...memory,
      read: async (world, from, limit) => {
        if (from <= 300 && 300 < from + limit) {
          throw new StoreError('damaged', `The log of world '${world}' is damaged: input 300.`);
        }
        return memory.read(world, from, limit);
      },
    };
    const { findings } = await verifyStore(damaged);
    expect(findings.map(({ world }) => world)).toEqual([...forks, 'parent']);
  });

  it('verifies the snapshot of a removed parent with one of its forks', async () => {
    const store = createMemoryStore();
    const { entries, state } = sessionOf([{ do: 'pass', ms: 60_000 }]);
    await storeJournal(store, sessionRecord('parent'), entries);
    await writeSnapshot(await store.snapshot('parent', state.inputs), state);
    const { inputs, position } = state;
    for (const name of ['a', 'b'])
      await store.create(sessionRecord(name), { world: 'parent', inputs, position });
    const damaged = withSnapshots(store, (snapshots) =>
      snapshots.map((snapshot) => ({ ...snapshot, seal: 'another' })),
    );
    const named = async () => (await verifyStore(damaged)).findings.map(({ world }) => world);
    expect(await named()).toEqual(['parent']);
    await store.remove('parent');
    expect(await named()).toEqual(['a']);
  });

  it('counts snapshots of an earlier version, which are no damage', async () => {
    const store = openSqliteStore({ file: whole });
    const earlier = withSnapshots(store, (snapshots) =>
      snapshots.map((snapshot) => ({ ...snapshot, head: '{"form":1}' })),
    );
    expect(await verifyStore(earlier)).toMatchObject({
      snapshots: 0,
      outdatedSnapshots: 1,
      findings: [],
    });
    await store.close();
  });

  it('of some worlds leaves out the others, and what is of other worlds', async () => {
    const store = createMemoryStore();
    for (const name of ['a', 'b']) await store.create(recordOf(name));
    const defects = ["The log of world 'b' is damaged: x.", 'It has rows.'].map(
      (message) => new StoreError('damaged', message),
    );
    const { worlds, findings } = await verifyStore(
      { ...store, defects: async () => defects },
      { names: ['a', 'a'] },
    );
    expect({ worlds, findings }).toEqual({ worlds: 1, findings: [{ message: 'It has rows.' }] });
  });

  it('stops with what it has found', async () => {
    const store = createMemoryStore();
    const bad = nextOf([], [null]).map((entry) => ({ ...entry, digest: 'e'.repeat(64) }));
    for (const name of ['a', 'b', 'c']) await store.create(recordOf(name), undefined, bad);
    const stopping = new AbortController();
    const found: StoreFinding[] = [];
    const onFinding = (finding: StoreFinding) => {
      found.push(finding);
      if (finding.world === 'b') stopping.abort();
    };
    const verified = await verifyStore(store, { signal: stopping.signal, onFinding });
    expect(verified).toMatchObject({ worlds: 2, isStopped: true, findings: found });
    expect(found.map(({ world }) => world)).toEqual(['a', 'b']);
  });

  it('goes on with a world that is reset while it is read', async () => {
    const store = createMemoryStore();
    await store.create(recordOf('a'), undefined, nextOf([], [null, null, null, null]));
    let reads = 0;
    const reset: EventStore = {
      ...store,
      read: async (...args) => {
        reads += 1;
        if (reads === 2) await store.reset(recordOf('a'), nextOf([], [3], 9));
        return store.read(...args);
      },
    };
    expect(await verifyStore(reset)).toMatchObject({ worlds: 1, findings: [], inputs: 1 });
  });
});
