import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { openEngine, type EventStore, type JournalEntry } from '../../core/index.ts';
import { hash, pureWorld } from '../support/engine/pure-world.ts';
import { createWalletSet } from '../support/wallet/commands.ts';
import { accept } from '../support/wallet/pure-worlds.ts';
import { recordOf } from './event-store.contract.ts';
import {
  append,
  baseOf,
  describeForks,
  expectJournal,
  nextEntries,
  createWorld,
  page,
  takeSnapshot,
} from './event-store-forks.contract.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { allWorlds } from '../support/store/all-worlds.ts';

describeForks('memory', createMemoryStore);
describeForks('sqlite', () => openSqliteStore({ file: ':memory:' }));

let folder = '';
let file = '';

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'worlds.sqlite');
});

const host = { hash, monotonicMs: () => 0, defer: setImmediate };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a base beyond the end of the parent', () => {
  const base = { world: 'parent', inputs: 7, position: 9 };

  async function forkTooLate(store: EventStore): Promise<void> {
    await createWorld(store, 'parent', nextEntries([], 3));
    await expect(store.create(recordOf('fork'), base)).rejects.toMatchObject({ code: 'conflict' });
  }

  it('is refused by the sqlite store', () => forkTooLate(openSqliteStore({ file })));

  it('is refused by the memory store', () => forkTooLate(createMemoryStore()));
});

/** The number of rows in each table of the file. */
function rowCounts(): Readonly<Record<string, number>> {
  const database = new Database(file, { readonly: true });
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  const tables = ['worlds', 'inputs', 'events', 'snapshots', 'pages'];
  const counts = Object.fromEntries(tables.map((table) => [table, count(table)]));
  database.close();
  return counts;
}

/** Lets an open store work in the background until the file has these counts. */
async function expectCounts(expected: Readonly<Record<string, number>>): Promise<void> {
  for (let turns = 0; turns < 500; turns += 1) {
    await turn();
    if (Object.entries(expected).every(([table, count]) => rowCounts()[table] === count)) return;
  }
  expect(rowCounts()).toMatchObject(expected);
}

const nothing = { worlds: 0, inputs: 0, events: 0, snapshots: 0, pages: 0 };

describe('a sqlite file from which worlds are removed', () => {
  const long = nextEntries([], 6_000, 'long');

  it('has nothing left of them after the last fork is gone, restarted or not', async () => {
    const short = long.slice(0, 40);
    let store = openSqliteStore({ file });
    await createWorld(store, 'parent', short);
    await takeSnapshot(store, 'parent', 10, [page('a', 0, 'x')]);
    await createWorld(
      store,
      'fork',
      nextEntries(short.slice(0, 30), 5),
      baseOf('parent', short.slice(0, 30)),
    );
    const second = [...short.slice(0, 30), ...nextEntries(short.slice(0, 30), 5)];
    await createWorld(store, 'second', [], baseOf('fork', second));
    await takeSnapshot(store, 'second', 35, [page('a', 0, 'y')]);
    await store.remove('parent');
    await store.remove('fork');
    await expectCounts({ worlds: 3, inputs: 35, snapshots: 2, pages: 2 });
    await expectJournal(store, 'second', second);
    await store.close();
    store = openSqliteStore({ file });
    await expectCounts({ worlds: 3, inputs: 35, snapshots: 2, pages: 2 });
    await expectJournal(store, 'second', second);
    await store.remove('second');
    await store.close(); // before the store deletes rows
    store = openSqliteStore({ file });
    expect(await allWorlds(store)).toEqual([]);
    await expectCounts(nothing);
    await store.close();
  });

  it('is cleared in batches while it is used', async () => {
    const store = openSqliteStore({ file });
    await createWorld(store, 'w', long);
    await store.remove('w');
    await createWorld(store, 'w', long.slice(0, 50));
    expect(rowCounts()['inputs']).toBeGreaterThan(50);
    await turn();
    await append(store, 'w', 50, long.slice(50, 60));
    await expectCounts({ worlds: 1, inputs: 60 });
    await expectJournal(store, 'w', long.slice(0, 60));
    await store.reset(recordOf('w'));
    await expectCounts({ ...nothing, worlds: 1 });
    await expectJournal(store, 'w', []);
    await store.close();
  });

  it('accepts the reset of a fork whose parent is gone', async () => {
    const store = openSqliteStore({ file });
    await createWorld(store, 'parent', long.slice(0, 20));
    await createWorld(store, 'fork', [], baseOf('parent', long.slice(0, 20)));
    await store.remove('parent');
    await store.reset(recordOf('fork'));
    await expectCounts({ ...nothing, worlds: 1 });
    await store.close();
  });

  it('stores nothing of a snapshot whose world is removed during the write', async () => {
    const store = openSqliteStore({ file });
    await createWorld(store, 'gone', long.slice(0, 5));
    const writer = await store.snapshot('gone', 5);
    await store.remove('gone');
    await expectCounts(nothing);
    await createWorld(store, 'next', long.slice(0, 9));
    await writer.write([page('a', 0, 'x')]).catch(() => undefined);
    const late = { inputs: 5, position: 1, head: '{}', seal: 's' };
    await writer.finish(late).catch(() => undefined);
    const found = await store.snapshots('next');
    await store.close();
    expect(found).toEqual([]);
  });
});

describe('a sqlite file in which a fork was edited', () => {
  /** A parent with five inputs, forked after the third; the fork has `own` inputs of its own. */
  async function edited(
    own: number,
    statement: string,
    snapshot: boolean,
    name = 'fork',
  ): Promise<EventStore> {
    const { entries } = journalOf(own);
    const store = openSqliteStore({ file });
    await createWorld(store, 'other', []);
    await createWorld(store, 'parent', entries.slice(0, 5));
    const shared = entries.slice(0, 3);
    await createWorld(
      store,
      'fork',
      journalOf(own).entries.slice(3, 3 + own),
      baseOf('parent', shared),
    );
    await store.close();
    if (snapshot) {
      const engine = await openEngine({
        store: openSqliteStore({ file }),
        host,
        snapshotEvents: 1,
      });
      await Promise.all([send(engine.world(name)), send(engine.world(name))]);
      for (let turns = 0; turns < 30; turns += 1) await turn();
      expect(await engine.store.snapshots(name)).toHaveLength(1);
      await engine.close();
    }
    const database = new Database(file);
    expect(
      database.prepare(`UPDATE worlds SET ${statement} WHERE name = '${name}'`).run().changes,
    ).toBe(1);
    database.close();
    return openSqliteStore({ file });
  }

  type World = ReturnType<Awaited<ReturnType<typeof openEngine>>['world']>;

  async function send(world: World): Promise<void> {
    const command = createWalletSet();
    await world?.send({ domain: 'wallet', prepare: () => ({ command }), respond: () => undefined });
  }

  function journalOf(own: number): { readonly entries: JournalEntry[] } {
    const world = pureWorld('shared');
    for (let index = 0; index < Math.max(5, 3 + own); index += 1) {
      accept(world, createWalletSet({ idempotencyKey: `key ${index}` }));
    }
    return { entries: [...world.entries] };
  }

  const idOf = (name: string) => `(SELECT id FROM worlds WHERE name = '${name}')`;

  const recordEdit = `record = replace(record, '"seed":"', '"seed":"x')`;

  const edits = [
    ['base_inputs', 'base_inputs = base_inputs + 1'],
    ['base_inputs', 'base_inputs = base_inputs - 1'],
    ['base_inputs', 'base_inputs = 0'],
    ['base_inputs', 'base_inputs = 99'],
    ['base_position', 'base_position = base_position + 1'],
    ['base_position', 'base_position = base_position - 1'],
    ['base_seal', "base_seal = 'x'"],
    ['base_seal', 'base_seal = NULL'],
    ['parent', 'parent = NULL'],
    ['parent', 'parent = 99'],
    ['parent', `parent = ${idOf('other')}`],
    ['record', recordEdit],
  ] as const;

  async function expectRefused(store: Promise<EventStore>, name = 'fork'): Promise<void> {
    const opening = store
      .then((opened) => openEngine({ store: opened, host, loads: 'on-demand' }))
      .then((engine) => engine.open(name));
    await expect(opening).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining(`world '${name}' is damaged`) as unknown,
    });
  }

  describe.each([0, 1, 4])('and that has %d inputs of its own', (own) => {
    it.each(edits)('is refused by name where %s was: %s', async (_column, statement) => {
      await expectRefused(edited(own, statement, false));
    });
  });

  describe('and that starts from a snapshot', () => {
    it.each(edits)('is refused by name where %s was: %s', async (_column, statement) => {
      await expectRefused(edited(2, statement, true));
    });
  });

  it('is refused by name if it is its own parent', async () => {
    await expectRefused(edited(2, `parent = ${idOf('fork')}`, false));
  });

  it('is refused if the record of a world that is no fork was edited', async () =>
    expectRefused(edited(0, recordEdit, false, 'parent'), 'parent'));

  it('is refused if the record of a world with a snapshot was edited', async () =>
    expectRefused(edited(0, recordEdit, true, 'other'), 'other'));

  it('is opened without an edit', async () => {
    const store = await edited(2, 'name = name', true);
    const engine = await openEngine({ store, host });
    expect((await engine.world('fork')?.describe())?.inputs).toBe(7);
    await engine.close();
  });
});
