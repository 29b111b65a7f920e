// A world has one owner: the store that claimed it last. All that an earlier owner does to it is refused and changes nothing.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { appendBatch } from '../../../../adapters/stores/postgres/appending.ts';
import type { Connections } from '../../../../adapters/stores/postgres/connection.ts';
import { openPostgresStore } from '../../../../adapters/stores/postgres/event-store.ts';
import { StatementFailure } from '../../../../adapters/stores/postgres/failure.ts';
import { limitsDefault } from '../../../../adapters/stores/postgres/limits.ts';
import {
  createOwners,
  sleepingMax,
  type Owners,
} from '../../../../adapters/stores/postgres/owners.ts';
import type { EventStore, JournalEntry } from '../../../../core/index.ts';
import { nextEntries, page } from '../../../contract/event-store-forks.contract.ts';
import { claimed, recordOf } from '../../../contract/event-store.contract.ts';
import { recordingOf } from '../../../contract/running-recordings.contract.ts';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { runs } from '../../../support/runner/runs.ts';
import { longMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const all = 1_000;
const conflict = { name: 'StoreError', code: 'conflict' };

describe('the worlds that a store owns', () => {
  it('are all those awake, and some of those asleep', () => {
    const owners = createOwners();
    const names = Array.from({ length: sleepingMax + 2 }, (_, index) => `world ${index}`);
    for (const [id, name] of names.entries()) {
      owners.set({ name, id, token: 1, inputs: 0, seal: '' });
    }
    for (const name of names.slice(1)) owners.sleep(name);
    const forgotten = names.filter((name) => owners.get(name) === undefined);
    expect(forgotten).toEqual(['world 1']);
    owners.sleep('none');
    expect(owners.get('none')).toBeUndefined();
    owners.forget('world 2');
    expect(owners.get('world 2')).toBeUndefined();
  });

  const owned = { name: 'a', id: 1, token: 1, inputs: 0, seal: '' };

  /** Appends to world `a` by statements that this function answers. */
  async function appendBy(
    run: (owners: Owners, sql: string, values: readonly unknown[]) => readonly unknown[],
  ) {
    const owners = createOwners();
    owners.set(owned);
    const connections = {
      run: async (sql: string, values: readonly unknown[] = []) => run(owners, sql, values),
    } as unknown as Connections;
    const place = 'postgres://host/db';
    const context = { owners, connections, limits: limitsDefault, place, isClosed: () => false };
    const entries = nextEntries([], 1);
    return appendBatch(context, [{ world: 'a', expectedInput: 0, entries }], 0);
  }

  it('are appended to with the token of each attempt', async () => {
    const tokens: unknown[] = [];
    const refused = await appendBy((owners, _sql, values) => {
      tokens.push(values[1]);
      if (tokens.length > 1) return [{ id: 1 }];
      owners.set({ ...owned, token: 2 }); // as another operation does that fences it meanwhile
      throw new StatementFailure('unreachable', 'away');
    });
    expect(refused).toEqual([]);
    expect(tokens).toEqual([[1], [2]]);
  });

  it.each([
    ['were removed or reset, with its rows', { seal: null, isGone: true }, true],
    ['have another owner', { seal: null, isGone: false }, false],
  ])('do not tell what became of an append if they %s', async (_how, row, isUncertain) => {
    const refused = await appendBy((_owners, sql) => {
      if (sql.startsWith('WITH given')) {
        throw new StatementFailure('lost', 'no answer');
      }
      if (sql.includes('"isGone"')) return [{ id: 1, ...row }];
      return []; // another one owns it: nothing is fenced
    });
    expect(refused).toMatchObject([{ world: 'a', error: { isUncertain } }]);
  });

  it('refuse an append that a fence of their own has overtaken, for a retry', async () => {
    const refused = await appendBy((owners, sql) => {
      if (sql.startsWith('SELECT name')) return [{ name: 'a', id: 1, inputs: 0, token: 2 }];
      owners.set({ ...owned, token: 2 });
      return [];
    });
    expect(refused).toMatchObject([{ world: 'a', error: { code: 'unavailable' } }]);
  });
});

describePostgres('the owner of a world', () => {
  const { newUrl, run } = testServer(['fsync=off']);

  async function twoStores(): Promise<readonly [EventStore, EventStore]> {
    const url = await newUrl();
    return [await openPostgresStore({ url }), await openPostgresStore({ url })];
  }

  /** The code of the refusal; undefined if the entries were stored. */
  const append = async (
    store: EventStore,
    world: string,
    at: number,
    entries: readonly JournalEntry[],
  ) => (await store.append([{ world, expectedInput: at, entries }]))[0]?.error.code;

  it('alone notes its recordings; any store forgets its own', async () => {
    const [early, late] = await twoStores();
    const [first, second] = ['http://one', 'http://two'].map((node) => recordingOf('a', { node }));
    if (first === undefined || second === undefined) throw new Error('There are two.');
    await early.create(recordOf('a'));
    await late.recordings?.begin(second);
    expect(await late.recordings?.find('a')).toBeUndefined();
    await early.recordings?.begin(first);
    await late.claim('a');
    expect(await late.recordings?.find('a')).toEqual(first);
    await late.recordings?.begin(second);
    await early.recordings?.begin(first);
    await early.recordings?.end(first);
    expect(await early.recordings?.find('a')).toEqual(second);
    await early.recordings?.end(second);
    expect(await late.recordings?.find('a')).toBeUndefined();
    await Promise.all([early.close(), late.close()]);
  });

  it('is never told of damage where another one goes on with it between claim and check', async () => {
    const [one, two] = await twoStores();
    await one.create(recordOf('a'));
    let entries: readonly JournalEntry[] = [];
    let isOver = false;
    const goesOn = async () => {
      while (entries.length < 20) {
        await two.claim('a');
        const next = nextEntries(entries, 1);
        const refused = await two.append([
          { world: 'a', expectedInput: entries.length, entries: next },
        ]);
        if (refused.length === 0) entries = [...entries, ...next];
      }
      isOver = true;
    };
    const claims = async () => {
      while (!isOver) expect((await one.claim('a'))?.record.name).toBe('a');
    };
    await Promise.all([goesOn(), claims()]);
    await one.close();
    await two.close();
  });

  it('is alone in changing it', async () => {
    const [early, late] = await twoStores();
    const entries = nextEntries([], 4);
    await early.create(recordOf('a'), undefined, entries.slice(0, 2));
    const writer = await early.snapshot('a', 2);
    expect(await append(late, 'a', 2, entries.slice(2))).toBe('conflict');
    expect(await claimed(late, 'a')).toEqual({ record: recordOf('a') });
    expect(await append(early, 'a', 2, entries.slice(2))).toBe('conflict');
    const refused = [
      async () => writer.write([page('c', 0, 'stale')]),
      async () => early.snapshot('a', 2),
    ];
    for (const change of refused) await expect(change()).rejects.toMatchObject(conflict);
    expect(await append(late, 'a', 2, entries.slice(2))).toBeUndefined();
    expect(await early.read('a', 1, all)).toEqual(entries);
    await early.close();
    await late.close();
  });

  it.each([
    ['sleep', async (store: EventStore) => store.sleep('a', asleep)],
    ['reset', async (store: EventStore) => store.reset(recordOf('a'))],
    ['remove', async (store: EventStore) => store.remove('a')],
  ])('is alone in a %s', async (_name, change) => {
    const [early, late] = await twoStores();
    await early.create(recordOf('a'), undefined, nextEntries([], 2));
    await late.claim('a');
    await expect(change(early)).rejects.toMatchObject(conflict);
    expect(await late.read('a', 1, all)).toEqual(nextEntries([], 2));
    expect(await claimed(late, 'a')).toEqual({ record: recordOf('a') });
    await change(late);
    await early.close();
    await late.close();
  });

  it('stays so when it sleeps, until another one claims it', async () => {
    const [early, late] = await twoStores();
    const entries = nextEntries([], 4);
    await early.create(recordOf('a'), undefined, entries.slice(0, 2));
    await early.sleep('a', asleep);
    expect(await append(early, 'a', 2, entries.slice(2, 3))).toBeUndefined();
    await early.sleep('a', { ...asleep, inputs: 3 });
    await late.claim('a');
    expect(await append(early, 'a', 3, entries.slice(3))).toBe('conflict');
    expect(await append(late, 'a', 3, entries.slice(3))).toBeUndefined();
    await early.close();
    await late.close();
  });

  it('stays so after it has forgotten a world that slept and was used again', async () => {
    const url = await newUrl();
    const [early, late] = [await openPostgresStore({ url }), await openPostgresStore({ url })];
    const names = ['appended', 'drawn', 'slept', 'claimed'];
    const entries = nextEntries([], 4);
    for (const name of names) await early.create(recordOf(name), undefined, entries.slice(0, 2));
    const writer = await early.snapshot('drawn', 2);
    for (const name of names) await early.sleep(name, asleep);
    await sleepOthers(early);
    await late.claim('claimed');
    expect(await append(early, 'appended', 2, entries.slice(2))).toBeUndefined();
    await writer.write([page('c', 0, 'text')]);
    await early.sleep('slept', asleep);
    // Statements that were under way have the first token.
    const used = names
      .slice(0, 3)
      .map((name) => `'${name}'`)
      .join();
    const tokens = await run(`SELECT token FROM reprise_worlds WHERE name IN (${used})`, url);
    expect(tokens).toEqual([{ token: '2' }, { token: '2' }, { token: '2' }]);
    expect(await append(early, 'claimed', 2, entries.slice(2))).toBe('conflict');
    await expect(early.sleep('claimed', asleep)).rejects.toMatchObject(conflict);
    await expect(early.snapshot('claimed', 2)).rejects.toMatchObject(conflict);
    expect(await append(late, 'claimed', 2, entries.slice(2))).toBeUndefined();
    await early.close();
    await late.close();
  });

  /** Puts so many other worlds to sleep that all those before are forgotten. */
  async function sleepOthers(store: EventStore): Promise<void> {
    const others = Array.from({ length: sleepingMax }, (_, index) => `other ${index}`);
    const put = async (name: string) => {
      await store.create(recordOf(name));
      await store.sleep(name, { ...asleep, inputs: 0 });
    };
    await Promise.all(others.map(put));
  }

  const deed = fc.record({
    does: fc.constantFrom('claim', 'append', 'append', 'append', 'sleep', 'reset', 'remove'),
    store: fc.nat(1),
    world: fc.constantFrom('a', 'b', 'c'),
    count: fc.integer({ min: 1, max: 3 }),
  });

  it('decides, after any operations of two stores', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 40, size: 'max' }), async (deeds) => {
        const stores = await twoStores();
        const journals = new Map<string, JournalEntry[]>();
        const owners = new Map<string, number>();
        for (const name of ['a', 'b', 'c']) {
          await stores[0].create(recordOf(name));
          journals.set(name, []);
          owners.set(name, 0);
        }
        for (const { does, store: index, world, count } of deeds) {
          const store = stores[index === 0 ? 0 : 1];
          const journal = journals.get(world) ?? [];
          const isOwner = owners.get(world) === index;
          if (does === 'claim') {
            const found = await store.claim(world);
            expect(found !== undefined).toBe(journals.has(world));
            if (found !== undefined) owners.set(world, index);
          } else if (does === 'append') {
            const entries = nextEntries(journal, count, `${index}`);
            const code = await append(store, world, journal.length, entries);
            if (!journals.has(world)) expect(code).toBe('unknown-world');
            else expect(code).toBe(isOwner ? undefined : 'conflict');
            if (code === undefined) journals.set(world, [...journal, ...entries]);
          } else if (does === 'sleep') {
            const sleep = { ...asleep, inputs: journal.length };
            const code = await codeOf(store.sleep(world, sleep));
            if (journals.has(world)) expect(code).toBe(isOwner ? undefined : 'conflict');
          } else if (does === 'reset') {
            if ((await codeOf(store.reset(recordOf(world)))) !== undefined) continue;
            journals.set(world, []);
            owners.set(world, index);
          } else if ((await codeOf(store.remove(world))) === undefined) {
            journals.delete(world);
            owners.delete(world);
          }
          for (const [name, entries] of journals) {
            expect(await stores[0].read(name, 1, all)).toEqual(entries);
          }
        }
        for (const store of stores) await store.close();
      }),
      runs(40),
    );
  });

  it('is one at a time, while two stores claim and append at once', async () => {
    const stores = await twoStores();
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await stores[0].create(recordOf(name));
    /** What each store was told is stored. */
    const told = new Map(names.map((name) => [name, [] as { at: number; entry: JournalEntry }[]]));
    const rounds = 60;

    async function contend(store: EventStore, mark: string): Promise<void> {
      const isReversed = mark === 'second'; // rows are locked in the same order all the same
      for (let round = 0; round < rounds; round += 1) {
        const batch: { world: string; expectedInput: number; entries: JournalEntry[] }[] = [];
        for (const name of isReversed ? [...names].reverse() : names) {
          if (round % 5 === 0) await store.claim(name);
          const journal = await store.read(name, 1, all);
          const entries = nextEntries(journal, 1, `${mark} ${round}`);
          batch.push({ world: name, expectedInput: journal.length, entries });
        }
        const refused = (await store.append(batch)).map(({ world, error }) => {
          expect(error.code).toBe('conflict');
          return world;
        });
        for (const { world, expectedInput, entries } of batch) {
          const [entry] = entries;
          if (refused.includes(world) || entry === undefined) continue;
          told.get(world)?.push({ at: expectedInput, entry });
        }
      }
    }

    await Promise.all([contend(stores[0], 'first'), contend(stores[1], 'second')]);
    for (const name of names) {
      const sorted = [...(told.get(name) ?? [])].sort((one, other) => one.at - other.at);
      expect(sorted.length).toBeGreaterThan(0);
      expect(await stores[0].read(name, 1, all)).toEqual(sorted.map(({ entry }) => entry));
    }
    for (const store of stores) await store.close();
  });
});

const asleep = { inputs: 2, wakeAfterMs: null, state: 'asleep' };

const codeOf = async (doing: Promise<unknown>) =>
  doing.then(
    () => undefined,
    (error: { readonly code?: string }) => error.code,
  );
