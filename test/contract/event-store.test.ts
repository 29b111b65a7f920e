import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { openEngine, StoreError, type Append, type EventStore } from '../../core/index.ts';
import { hash, pureWorld } from '../support/engine/pure-world.ts';
import { createWalletSet } from '../support/wallet/commands.ts';
import { accept } from '../support/wallet/pure-worlds.ts';
import { describeEventStore, entriesOf, recordOf, type EventSpec } from './event-store.contract.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { allWorlds } from '../support/store/all-worlds.ts';

let folder = '';
let file = '';

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'worlds.sqlite');
});

const all = 1_000_000;
const unavailable = { name: 'StoreError', code: 'unavailable' };
const host = { hash, monotonicMs: () => 0, defer: setImmediate };

describeEventStore('memory', createMemoryStore);
describeEventStore('sqlite', () => openSqliteStore({ file }));
describeEventStore('fully durable sqlite', () => openSqliteStore({ file, durability: 'full' }));

describe('a sqlite file that is closed and reopened', () => {
  it('continues to count its openings', async () => {
    for (const opening of [1, 2, 3]) {
      const store = openSqliteStore({ file });
      expect(await store.counts.countOpening()).toBe(opening);
      await store.close();
    }
  });

  it('has all entries and accepts more', async () => {
    const entries = entriesOf([
      [{ type: 'ThingMade', stream: 's/1', aside: { idempotencyKey: 'k' } }],
      [],
      [{ type: 'ThingSold', stream: 's/1' }],
    ]);
    const first = openSqliteStore({ file });
    for (const name of ['b', 'a']) await first.create(recordOf(name));
    await first.append([{ world: 'a', expectedInput: 0, entries: entries.slice(0, 2) }]);
    await first.close();
    await first.close(); // a second close has no effect

    const second = openSqliteStore({ file });
    expect(await allWorlds(second)).toEqual(['a', 'b'].map(recordOf));
    await expect(second.create(recordOf('a'))).rejects.toMatchObject({ code: 'name-taken' });
    await second.append([{ world: 'a', expectedInput: 2, entries: entries.slice(2) }]);
    await second.create(recordOf('c'));
    expect(await second.read('a', 1, all)).toEqual(entries);
    expect(await second.read('b', 1, all)).toEqual([]);
    expect(await second.read('c', 1, all)).toEqual([]);
    await second.close();
  });

  it('refuses reads and appends after a close, as unavailable', async () => {
    const store = openSqliteStore({ file });
    await store.create(recordOf('a'));
    await store.close();
    const batch = [{ world: 'a', expectedInput: 0, entries: entriesOf([[]]) }];
    await expect(store.append(batch)).rejects.toMatchObject(unavailable);
    await expect(store.read('a', 1, 1)).rejects.toMatchObject(unavailable);
  });

  it('refuses to create a world after a close, as unavailable', async () => {
    const store = openSqliteStore({ file });
    await store.close();
    await expect(store.create(recordOf('b'))).rejects.toMatchObject(unavailable);
  });
});

describe('a sqlite file that a store has open', () => {
  it('is refused to another store until the first is closed', async () => {
    const one = openSqliteStore({ file });
    await one.create(recordOf('a'));
    expect(() => openSqliteStore({ file })).toThrow(/is in use by another process/);
    await one.close();
    const two = openSqliteStore({ file });
    expect(await allWorlds(two)).toEqual([recordOf('a')]);
    await two.close();
  });

  it('can be read by other programs', async () => {
    const store = openSqliteStore({ file });
    await store.create(recordOf('a'));
    const reader = new Database(file, { readonly: true });
    expect(reader.prepare('SELECT name FROM worlds').pluck().all()).toEqual(['a']);
    reader.close();
    await store.close();
  });
});

describe('a sqlite file that was damaged', () => {
  /** A stored world of three inputs, after a statement is executed on its file. */
  async function damaged(statement: string): Promise<EventStore> {
    const store = openSqliteStore({ file });
    const world = pureWorld(recordOf('harbour').seed);
    for (const name of ['one', 'two', 'three']) accept(world, createWalletSet({ name }));
    await store.create(recordOf('harbour'));
    await store.append([{ world: 'harbour', expectedInput: 0, entries: world.entries }]);
    await store.close();
    const database = new Database(file);
    expect(database.prepare(statement).run().changes).toBe(1);
    database.close();
    return openSqliteStore({ file });
  }

  /** Opens its worlds; closes the store in any case. */
  async function opened(store: EventStore): Promise<string> {
    try {
      await openEngine({ store, host });
      return 'opened';
    } finally {
      await store.close();
    }
  }

  const lastOf = (table: string) => `(SELECT max(key) FROM ${table})`;

  it.each([
    ['an event is missing', `DELETE FROM events WHERE key = ${lastOf('events')} - 1`, 'event 3'],
    ['the last event is missing', `DELETE FROM events WHERE key = ${lastOf('events')}`, 'event 4'],
    [
      'an event is not readable',
      `UPDATE events SET text = 'null' WHERE key = ${lastOf('events')} - 1`,
      'event 3',
    ],
    [
      'an event was edited',
      `UPDATE events SET text = replace(text, 'two', 'few') WHERE key = ${lastOf('events')} - 1`,
      'input 2',
    ],
    ['an input is missing', `DELETE FROM inputs WHERE key = ${lastOf('inputs')} - 1`, 'input 2'],
    ['the last input is missing', `DELETE FROM inputs WHERE key = ${lastOf('inputs')}`, 'input 3'],
    [
      'an input is not readable',
      `UPDATE inputs SET text = '' WHERE key = ${lastOf('inputs')} - 1`,
      'input 2',
    ],
    [
      'an input was edited',
      `UPDATE inputs SET text = replace(text, 'CreateWalletSet', 'CreateWallets') WHERE key = ${lastOf('inputs')}`,
      'input 3',
    ],
    [
      'what the client picked was edited',
      `UPDATE events SET aside = replace(aside, '0', '1') WHERE key = ${lastOf('events')}`,
      'input 3',
    ],
    [
      'the record was edited',
      `UPDATE worlds SET record = replace(record, '"seed":"', '"seed":"x') WHERE name = 'harbour'`,
      'input 1',
    ],
    ['the head was edited', `UPDATE worlds SET seal = 'x' WHERE name = 'harbour'`, 'input 3'],
    [
      'a digest was edited',
      `UPDATE inputs SET digest = 'x' WHERE key = ${lastOf('inputs')} - 1`,
      'input 2',
    ],
  ])('is refused by name and place where %s', async (_case, statement, place) => {
    const opening = damaged(statement).then(opened);
    await expect(opening).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(new RegExp(`world 'harbour' is damaged: .*${place}\\b`)),
    });
  });

  it('is refused if the last input and its events were cut off', async () => {
    const store = openSqliteStore({ file });
    const world = pureWorld(recordOf('harbour').seed);
    for (const name of ['one', 'two']) accept(world, createWalletSet({ name }));
    world.pass(5);
    await store.create(recordOf('harbour'));
    await store.append([{ world: 'harbour', expectedInput: 0, entries: world.entries }]);
    await store.close();
    const database = new Database(file);
    database.exec(`DELETE FROM inputs WHERE key = ${lastOf('inputs')}`); // it had no events
    database.close();
    await expect(opened(openSqliteStore({ file }))).rejects.toThrow(/input 3 is missing/);
  });

  it('is refused if the record of a world is not readable', async () => {
    const store = await damaged(`UPDATE worlds SET record = '{' WHERE name = 'harbour'`);
    expect(await store.worlds({ limit: 9 })).toEqual([{ name: 'harbour' }]);
    await expect(opened(store)).rejects.toThrow(/world 'harbour' is damaged/);
  });

  it('is refused if the name of a world is no text', async () => {
    const store = await damaged(`UPDATE worlds SET name = CAST(x'68ff' AS TEXT)`);
    const message = expect.stringMatching(/world '.*' is damaged: it is not found by its name/);
    await expect(opened(store)).rejects.toMatchObject({ code: 'damaged', message });
  });

  it('frees the name of a world whose record is not readable', async () => {
    const store = await damaged(`UPDATE worlds SET record = '{' WHERE name = 'harbour'`);
    await store.remove('harbour');
    expect(await store.worlds({ limit: 9 })).toEqual([]);
    expect(await store.counts.begun('harbour')).toBe(1);
    await store.create(recordOf('harbour'));
    expect((await store.claim('harbour'))?.record).toEqual(recordOf('harbour'));
    await store.close();
  });

  it('refuses a read of its events, by name and place', async () => {
    const statement = `UPDATE events SET text = 'null' WHERE key = ${lastOf('events')} - 1`;
    const store = await damaged(statement);
    await expect(store.events('harbour', { from: 1, limit: all })).rejects.toMatchObject({
      code: 'damaged',
      message: "The log of world 'harbour' is damaged: event 3 is not readable.",
    });
    await store.close();
  });
});

describe('memory and sqlite', () => {
  const names = ['a', 'b', 'never made'];
  const event: fc.Arbitrary<EventSpec> = fc.record(
    {
      type: fc.constantFrom('ThingMade', 'ThingSold'),
      stream: fc.constantFrom('s/1', 's/2'),
      aside: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2, noNullPrototype: true }),
    },
    { requiredKeys: ['type', 'stream'] },
  );
  const part = fc.record({
    world: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('a', 'b') },
      { weight: 1, arbitrary: fc.constant('never made') },
    ),
    /** The difference between the expected input and the right one. */
    off: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: -1, max: 2 })),
    specs: fc.array(fc.array(event, { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  });
  const batches = fc.array(
    fc.uniqueArray(part, { selector: ({ world }) => world, minLength: 1, maxLength: 3 }),
    { maxLength: 8 },
  );
  const queries = fc.array(
    fc.record({
      from: fc.integer({ min: 1, max: 12 }),
      limit: fc.nat(12),
      type: fc.constantFrom('ThingMade', 'ThingSold', 'Never', undefined),
      stream: fc.constantFrom('s/1', 's/2', undefined),
    }),
    { maxLength: 6 },
  );

  /** The value of a promise, or the code of its StoreError. */
  const end = (doing: Promise<unknown>) =>
    doing.catch((error: unknown) => (error instanceof StoreError ? error.code : error));

  const refusals = async (store: EventStore, batch: readonly Append[]) =>
    (await store.append(batch)).map(({ world }) => world).sort();

  it('agree on every result after the same appends', async () => {
    await fc.assert(
      fc.asyncProperty(batches, queries, async (sequence, asked) => {
        const stores = [createMemoryStore(), openSqliteStore({ file: ':memory:' })];
        const both = async (ask: (store: EventStore) => Promise<unknown>) => {
          const [memory, sqlite] = await Promise.all(stores.map((store) => end(ask(store))));
          expect(sqlite).toEqual(memory);
          return memory;
        };
        for (const name of ['a', 'b', 'a']) await both((store) => store.create(recordOf(name)));
        const ends = new Map(names.map((name) => [name, { inputs: 0, position: 0 }]));
        for (const parts of sequence) {
          const batch = parts.map(({ world, off, specs }) => {
            const at = ends.get(world) ?? { inputs: 0, position: 0 };
            const inputs = Math.max(0, at.inputs + off);
            const entries = entriesOf(specs, { inputs, position: at.position });
            return { world, expectedInput: inputs, entries };
          });
          const refused = (await both((store) => refusals(store, batch))) as readonly string[];
          for (const { world, expectedInput, entries } of batch) {
            if (refused.includes(world)) continue;
            const position =
              (ends.get(world)?.position ?? 0) + entries.flatMap((it) => it.events).length;
            ends.set(world, { inputs: expectedInput + entries.length, position });
          }
        }
        await both((store) => allWorlds(store));
        for (const name of names) {
          await both((store) => store.read(name, 1, all));
          for (const query of asked) {
            await both((store) => store.read(name, query.from, query.limit));
            await both((store) => store.events(name, query));
          }
        }
        for (const store of stores) await store.close();
      }),
    );
  });
});
