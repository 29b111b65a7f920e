// A connection is cut before or after a statement is carried out, its answer is swallowed, or it arrives late: what was answered is
// stored once, and an error means that nothing is stored, now and later.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import { limitsDefault } from '../../adapters/stores/postgres/limits.ts';
import { StoreError, type EventStore, type JournalEntry } from '../../core/index.ts';
import { baseOf, createWorld, nextEntries, page } from '../contract/event-store-forks.contract.ts';
import { claimed, recordOf } from '../contract/event-store.contract.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { startProxy, type Mischief, type Proxy } from '../support/postgres/proxy.ts';

/** An answer that takes longer is taken for lost; the server gives up a silent client before that. */
const limits = { ...limitsDefault, answerMsMax: 400, silentMsMax: 200 };
const all = 1_000;
const mischiefs: readonly Mischief[] = ['cut-before', 'cut-after', 'swallow', 'late'];

/** The content of a store by another connection, whose worlds keep their owners. */
async function contentOf(store: EventStore) {
  const worlds = await store.worlds({ limit: all });
  const content: Record<string, unknown> = {};
  for (const { name, record } of worlds) {
    const entries = await store.read(name, 1, all);
    const [parts, begun] = [await store.lineage(name), await store.counts.begun(name)];
    content[name] = { record, entries, firsts: parts.map(({ first }) => first), begun };
  }
  return {
    content,
    wakes: await store.wakes({ limit: all }),
    gone: await store.counts.begun('gone'),
  };
}

/** The code of the refusal of an append of one world. */
const refusalCode = async (appending: ReturnType<EventStore['append']>): Promise<unknown> =>
  appending.then(
    ([refused]) => refused?.error.code,
    (error: unknown) => (error instanceof StoreError ? error.code : error),
  );

describePostgres('a statement whose connection fails', () => {
  const { server, newUrl } = testServer();
  let proxy: Proxy;
  /** Behind the proxy, and beside it. */
  let store: EventStore;
  let observer: EventStore;
  const before = nextEntries([], 5);

  beforeEach(async () => {
    proxy = await startProxy(server().port);
    const url = await newUrl();
    observer = await openPostgresStore({ url });
    store = await openPostgresStore(
      { url: url.replace(`:${server().port}/`, `:${proxy.port}/`) },
      limits,
    );
    await createWorld(store, 'a', before);
    await createWorld(store, 'b', []);
    await createWorld(store, 'gone', before);
  });

  afterEach(async () => {
    await Promise.all([store.close(), observer.close()]);
    await proxy.close();
  });

  const appended = nextEntries(before, 3, 'more');
  const begun = nextEntries([], 2, 'new');

  const append = async (world: string, at: number, entries: readonly JournalEntry[]) => {
    const refused = await store.append([{ world, expectedInput: at, entries }]);
    for (const { error } of refused) throw error;
  };

  const changes: readonly (readonly [
    name: string,
    statement: RegExp,
    change: () => Promise<unknown>,
  ])[] = [
    ['an append', /INSERT INTO reprise_inputs/, async () => append('a', 5, appended)],
    [
      'the creation of a world',
      /INSERT INTO reprise_worlds/,
      async () => store.create({ ...recordOf('new'), resets: 3 }, undefined, begun, 7),
    ],
    [
      'the creation of a fork',
      /INSERT INTO reprise_worlds/,
      async () => store.create(recordOf('fork'), baseOf('a', before.slice(0, 3)), []),
    ],
    [
      'the numbered creation of a world',
      /INSERT INTO reprise_worlds/,
      async () => store.create({ ...recordOf('new'), resets: 3 }, undefined, begun, 7, 3),
    ],
    [
      'the end of the creation of a world',
      /COMMIT/,
      async () => store.create({ ...recordOf('new'), resets: 3 }, undefined, begun, 7, 3),
    ],
    ['a reset', /INSERT INTO reprise_worlds/, async () => store.reset(recordOf('a'), begun, 9)],
    ['the end of a reset', /COMMIT/, async () => store.reset(recordOf('a'), begun, 9)],
    ['a removal', /INSERT INTO reprise_removed_names/, async () => store.remove('gone')],
    [
      'a sleep',
      /SET wake_after = \$4, sleep/,
      async () => store.sleep('a', { inputs: 5, wakeAfterMs: 11, state: 'asleep' }),
    ],
  ];
  const cases = changes.flatMap(([name, statement, change]) =>
    mischiefs
      .filter((mischief) => !name.startsWith('the end of') || mischief !== 'late') // it holds a lock until the server ends it
      .map((mischief) => [name, mischief, statement, change] as const),
  );

  it.each(cases)('is certain afterwards: %s, %s', async (_name, mischief, statement, change) => {
    const untouched = await contentOf(observer);
    proxy.next(statement, mischief);
    const outcome = await change().then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
    await proxy.happened();
    const found = await contentOf(observer);
    if (outcome === 'done') expect(found).not.toEqual(untouched);
    else expect([outcome, found]).toEqual(['unavailable', untouched]);
    if (mischief === 'cut-after' || mischief === 'swallow') expect(outcome).toBe('done');
    if (mischief === 'late') {
      await proxy.release();
      expect(await contentOf(observer)).toEqual(found);
    }
    // The store goes on, with the worlds that it owns.
    await append('b', 0, begun);
    expect(await observer.read('b', 1, all)).toEqual(begun);
    const name = outcome === 'done' && (await observer.find('gone')) === undefined ? 'b' : 'gone';
    const journal = await observer.read(name, 1, all);
    const more = nextEntries(journal, 2, 'after');
    await append(name, journal.length, more);
    expect(await observer.read(name, 1, all)).toEqual([...journal, ...more]);
  });

  it.each(mischiefs)('goes on with the same world after an append: %s', async (mischief) => {
    proxy.next(/INSERT INTO reprise_inputs/, mischief);
    await append('a', 5, appended).catch(() => undefined);
    const journal = await observer.read('a', 1, all);
    if (mischief === 'late') await proxy.release();
    const more = nextEntries(journal, 4, 'again');
    await append('a', journal.length, more);
    expect(await observer.read('a', 1, all)).toEqual([...journal, ...more]);
  });

  it.each(mischiefs)('stores a batch of many worlds wholly or not at all: %s', async (mischief) => {
    proxy.next(/INSERT INTO reprise_inputs/, mischief);
    const outcome = await store
      .append([
        { world: 'gone', expectedInput: 5, entries: appended },
        { world: 'a', expectedInput: 99, entries: nextEntries(before, 1) },
        { world: 'b', expectedInput: 0, entries: begun },
      ])
      .then((refused) => refused.map(({ world, error }) => [world, error.code]))
      .catch((error: { code?: string }) => error.code);
    if (mischief === 'late') await proxy.release();
    const found = [await observer.read('gone', 1, all), await observer.read('b', 1, all)];
    const isStored = mischief === 'cut-after' || mischief === 'swallow';
    expect(outcome).toEqual(isStored ? [['a', 'conflict']] : 'unavailable');
    expect(found).toEqual(isStored ? [[...before, ...appended], begun] : [before, []]);
  });

  it('is refused to the earlier owner if another one claims the world meanwhile', async () => {
    proxy.next(/INSERT INTO reprise_inputs/, 'late');
    const refused = refusalCode(
      store.append([{ world: 'a', expectedInput: 5, entries: appended }]),
    );
    await proxy.happened();
    await observer.claim('a');
    const own = nextEntries(before, 1, 'own');
    await observer.append([{ world: 'a', expectedInput: 5, entries: own }]);
    // Whether its own fence came before the claim, or not: it is refused, and says so.
    expect(await refused).toMatch(/^(conflict|unavailable)$/);
    await proxy.release();
    expect(await observer.read('a', 1, all)).toEqual([...before, ...own]);
  });

  it('is waited for while its answer is slow', async () => {
    proxy.next(/INSERT INTO reprise_inputs/, 'slow');
    const appending = append('a', 5, appended);
    await proxy.happened();
    await vi.waitFor(async () => expect(await observer.read('a', 6, all)).toEqual(appended), {
      timeout: 10_000,
    });
    await proxy.release();
    await appending;
    await append('a', 8, nextEntries([...before, ...appended], 1));
  });

  it.each(mischiefs)('leaves a snapshot unfinished: %s', async (mischief) => {
    const writer = await store.snapshot('a', 3);
    proxy.next(/INSERT INTO reprise_pages/, mischief);
    await expect(writer.write([page('c', 0, 'lost')])).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await observer.snapshots('a')).toEqual([]);
    const again = await store.snapshot('a', 4);
    if (mischief === 'late') await proxy.release();
    await again.write([page('c', 1, 'stored')]);
    await again.finish({ inputs: 4, position: 6, head: '{}', seal: 's' });
    const [snapshot] = await observer.snapshots('a');
    expect(await snapshot?.pages(0, 9)).toEqual([page('c', 1, 'stored')]);
  });

  const besides: readonly (readonly [
    name: string,
    statement: RegExp,
    act: () => Promise<unknown>,
  ])[] = [
    [
      'a sleep',
      /SET wake_after = \$4, sleep/,
      async () => store.sleep('a', { inputs: 5, wakeAfterMs: 11, state: 'asleep' }),
    ],
    [
      'a snapshot',
      /INSERT INTO reprise_pages/,
      async () => (await store.snapshot('a', 3)).write([page('c', 0, 'lost')]),
    ],
  ];

  it.each(besides)(
    'leaves the world as it goes on beside it: %s',
    async (_name, statement, act) => {
      proxy.next(statement, 'swallow');
      const acting = act().catch((error: { code?: string }) => error.code);
      await proxy.happened();
      await append('a', 5, appended);
      expect(await acting).toBe('unavailable');
      const journal = [...before, ...appended];
      const more = nextEntries(journal, 2, 'after');
      await append('a', 8, more);
      expect(await observer.read('a', 1, all)).toEqual([...journal, ...more]);
    },
  );

  it.each(mischiefs)('is repeated if it only reads: %s', async (mischief) => {
    proxy.next(/FROM reprise_inputs/, mischief);
    expect(await store.read('a', 1, all)).toEqual(before);
    proxy.next(/SET owner/, mischief);
    expect(await claimed(store, 'a')).toEqual({ record: recordOf('a') });
    if (mischief === 'late') await proxy.release(); // it raises the token once more
    await store.claim('a');
    await append('a', 5, appended);
  });
});
