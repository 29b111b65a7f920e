// Requirements for every event store: forks, resets, removals and snapshots.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  StoreError,
  type Base,
  type EventStore,
  type JournalEntry,
  type Snapshot,
  type SnapshotPage,
} from '../../core/index.ts';
import { runs } from '../support/collections/forks.ts';
import { entriesOf, recordOf, type EventSpec } from './event-store.contract.ts';
import { allWorlds } from '../support/store/all-worlds.ts';

const all = 1_000_000;

/** The next entries after `before`, with none to three events each, whose streams carry the mark. */
export function nextEntries(
  before: readonly JournalEntry[],
  count: number,
  mark = 'x',
): JournalEntry[] {
  const specs: EventSpec[][] = Array.from({ length: count }, (_, index) =>
    Array.from({ length: (before.length + index) % 4 }, (_event, place) => ({
      type: place % 2 === 0 ? 'ThingMade' : 'ThingSold',
      stream: `${mark}/${index}`,
    })),
  );
  return entriesOf(specs, { inputs: before.length, position: eventsOf(before).length });
}

const eventsOf = (entries: readonly JournalEntry[]) => entries.flatMap(({ events }) => events);

export const baseOf = (world: string, entries: readonly JournalEntry[]): Base => ({
  world,
  inputs: entries.length,
  position: eventsOf(entries).length,
});

/** Rejects with the error of the world if its entries are refused. */
export async function append(
  store: EventStore,
  world: string,
  at: number,
  entries: readonly JournalEntry[],
): Promise<void> {
  const [refused] = await store.append([{ world, expectedInput: at, entries }]);
  if (refused !== undefined) throw refused.error;
}

/** Creates a world with these entries, optionally after a base. */
export async function createWorld(
  store: EventStore,
  name: string,
  entries: JournalEntry[],
  base?: Base,
): Promise<void> {
  await store.create(recordOf(name), base);
  if (entries.length > 0) await append(store, name, base?.inputs ?? 0, entries);
}

/** Expects a world to have exactly this journal, in pages of any size. */
export async function expectJournal(
  store: EventStore,
  name: string,
  entries: readonly JournalEntry[],
): Promise<void> {
  expect(await store.read(name, 1, all)).toEqual(entries);
  const events = eventsOf(entries);
  expect(await store.events(name, { from: 1, limit: all })).toEqual(events);
  for (const limit of [1, 3]) {
    for (let from = 1; from <= entries.length + 2; from += 1) {
      const page = entries.slice(from - 1, from - 1 + limit);
      expect(await store.read(name, from, limit)).toEqual(page);
    }
    for (let from = 1; from <= events.length + 2; from += 1) {
      const page = events.slice(from - 1, from - 1 + limit);
      expect(await store.events(name, { from, limit })).toEqual(page);
    }
  }
  const type = 'ThingSold';
  const sold = events.filter(({ event }) => event.type === type);
  expect(await store.events(name, { from: 2, limit: 4, type })).toEqual(
    sold.filter(({ position }) => position > 1).slice(0, 4),
  );
}

/** Takes a snapshot with these pages; other pages stay unchanged. */
export async function takeSnapshot(
  store: EventStore,
  world: string,
  inputs: number,
  pages: readonly SnapshotPage[],
): Promise<Snapshot> {
  const writer = await store.snapshot(world, inputs);
  const middle = Math.floor(pages.length / 2);
  await writer.write(pages.slice(0, middle));
  await writer.write(pages.slice(middle));
  const snapshot = { inputs, position: inputs * 2, head: `{"of":"${world}"}`, seal: `s${inputs}` };
  await writer.finish(snapshot);
  return snapshot;
}

export const page = (collection: string, number: number, text: string): SnapshotPage => ({
  collection,
  page: number,
  text,
});

/** The snapshots of a world with all of their pages, read two pages at a time. */
async function wholeSnapshots(store: EventStore, world: string) {
  const found = await store.snapshots(world);
  return Promise.all(
    found.map(async ({ pages, isOwn: _isOwn, ...snapshot }) => {
      const read: SnapshotPage[] = [];
      for (let offset = 0; ; offset += 2) {
        const some = await pages(offset, 2);
        read.push(...some);
        if (some.length < 2) return { ...snapshot, pages: read };
      }
    }),
  );
}

const isRefused = (doing: Promise<unknown>, code: string) =>
  expect(doing).rejects.toMatchObject({ name: 'StoreError', code });

/** Describes the suite for new, empty stores from `open`. */
export function describeForks(name: string, open: () => EventStore | Promise<EventStore>): void {
  describe(`forks in the ${name} event store`, () => {
    let store: EventStore;
    const parent = nextEntries([], 9);

    beforeEach(async () => {
      store = await open();
      await createWorld(store, 'parent', parent);
    });

    afterEach(async () => {
      await store.close();
    });

    it.each([0, 1, 4, 8, 9])('share their parent’s journal up to input %d', async (inputs) => {
      const shared = parent.slice(0, inputs);
      await store.create(recordOf('fork'), baseOf('parent', shared));
      await expectJournal(store, 'fork', shared);
      const own = nextEntries(shared, 6, 'fork');
      await isRefused(append(store, 'fork', inputs + 1, own), 'conflict');
      await append(store, 'fork', inputs, own.slice(0, 2));
      await append(store, 'fork', inputs + 2, own.slice(2));
      await expectJournal(store, 'fork', [...shared, ...own]);
      await expectJournal(store, 'parent', parent);
      expect(await allWorlds(store)).toEqual([recordOf('fork'), recordOf('parent')]);
    });

    it('list the parts of their journal, their own first', async () => {
      await createWorld(
        store,
        'fork',
        nextEntries(parent.slice(0, 4), 2),
        baseOf('parent', parent.slice(0, 4)),
      );
      await createWorld(store, 'leaf', [], baseOf('fork', parent.slice(0, 3)));
      const [own] = await store.lineage('parent');
      expect(own).toMatchObject({ world: 'parent', first: 1, last: 9 });
      expect(await store.lineage('fork')).toMatchObject([
        { world: 'fork', first: 5, last: 6 },
        { id: own?.id, world: 'parent', first: 1, last: 4 },
      ]);
      await store.remove('parent');
      const leaf = await store.lineage('leaf');
      expect(leaf).toMatchObject([
        { world: 'leaf', first: 4, last: 3 },
        { id: own?.id, first: 1, last: 3 },
      ]);
      expect(leaf[1]).not.toHaveProperty('world');
      await isRefused(store.lineage('parent'), 'unknown-world');
    });

    it('are created with their first own entries, in one step', async () => {
      const base = baseOf('parent', parent.slice(0, 4));
      const own = parent.slice(4, 6);
      await store.create(recordOf('fork'), base, own);
      expect(await store.read('fork', 1, 100)).toEqual(parent.slice(0, 6));
    });

    it('do not see later inputs of their parent', async () => {
      await createWorld(store, 'fork', [], baseOf('parent', parent));
      const more = nextEntries(parent, 5, 'more');
      await append(store, 'parent', 9, more);
      await expectJournal(store, 'fork', parent);
      await expectJournal(store, 'parent', [...parent, ...more]);
    });

    /** A fork after input 4 with six entries of its own. */
    async function withFork() {
      const shared = parent.slice(0, 4);
      const own = nextEntries(shared, 6, 'fork');
      await createWorld(store, 'fork', own, baseOf('parent', shared));
      return [...shared, ...own];
    }

    it.each([0, 2, 4, 5, 7, 10])(
      'can be forked after input %d, shared or their own',
      async (inputs) => {
        const fork = await withFork();
        const shared = fork.slice(0, inputs);
        const own = nextEntries(shared, 3, 'second');
        await createWorld(store, 'second', own, baseOf('fork', shared));
        await expectJournal(store, 'second', [...shared, ...own]);
        const third = nextEntries([...shared, ...own], 2, 'third');
        await createWorld(store, 'third', third, baseOf('second', [...shared, ...own]));
        await expectJournal(store, 'third', [...shared, ...own, ...third]);
        for (const gone of ['parent', 'fork', 'second']) await store.remove(gone);
        await expectJournal(store, 'third', [...shared, ...own, ...third]);
        expect((await allWorlds(store)).map((record) => record.name)).toEqual(['third']);
      },
    );

    it('survive the reset of their parent, and do not see its new entries', async () => {
      const fork = await withFork();
      await store.reset({ ...recordOf('parent'), seed: 'another' });
      await expectJournal(store, 'parent', []);
      await expectJournal(store, 'fork', fork);
      const again = nextEntries([], 12, 'again');
      await append(store, 'parent', 0, again);
      await createWorld(store, 'young', [], baseOf('parent', again.slice(0, 11)));
      await expectJournal(store, 'fork', fork);
      await expectJournal(store, 'young', again.slice(0, 11));
    });

    it('can be reset, which cuts them off from their parent', async () => {
      await withFork();
      const { forkedFrom: _none, ...record } = recordOf('fork');
      await store.reset(record);
      await expectJournal(store, 'fork', []);
      await append(store, 'fork', 0, nextEntries([], 3, 'again'));
      await expectJournal(store, 'fork', nextEntries([], 3, 'again'));
      await expectJournal(store, 'parent', parent);
    });

    it('free their names when they are removed', async () => {
      const fork = await withFork();
      await createWorld(store, 'heir', [], baseOf('fork', fork));
      await store.remove('fork');
      const other = nextEntries([], 2, 'other');
      await createWorld(store, 'fork', other);
      await expectJournal(store, 'fork', other);
      await expectJournal(store, 'heir', fork);
    });

    it('are refused a taken name and an unknown parent', async () => {
      await isRefused(store.create(recordOf('parent'), baseOf('parent', [])), 'name-taken');
      await isRefused(store.create(recordOf('fork'), baseOf('never made', [])), 'unknown-world');
      await store.remove('parent');
      await isRefused(store.create(recordOf('fork'), baseOf('parent', [])), 'unknown-world');
      expect(await allWorlds(store)).toEqual([]);
    });

    it('are unknown after their removal', async () => {
      await store.remove('parent');
      await isRefused(store.read('parent', 1, 1), 'unknown-world');
      await isRefused(store.events('parent', { from: 1, limit: 1 }), 'unknown-world');
      await isRefused(append(store, 'parent', 9, nextEntries(parent, 1)), 'unknown-world');
      await isRefused(store.snapshots('parent'), 'unknown-world');
      await isRefused(store.snapshot('parent', 9), 'unknown-world');
      await isRefused(store.remove('parent'), 'unknown-world');
      await isRefused(store.reset(recordOf('parent')), 'unknown-world');
    });
  });

  describe(`any worlds in the ${name} event store`, () => {
    const names = ['a', 'b', 'c', 'd'];
    const deed = fc.record({
      does: fc.constantFrom('create', 'fork', 'fork', 'append', 'append', 'reset', 'remove'),
      world: fc.constantFrom(...names),
      other: fc.constantFrom(...names),
      place: fc.nat(20),
    });

    it('have the journals of a model of plain lists after any operations', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { maxLength: 30, size: 'max' }), async (deeds) => {
          const store = await open();
          const model = new Map<string, JournalEntry[]>();
          for (const [index, { does, world, other, place }] of deeds.entries()) {
            const journal = model.get(world);
            const from = model.get(other);
            const outcome = async (doing: Promise<void>) =>
              doing.then(
                () => 'done',
                (error: unknown) => (error instanceof StoreError ? error.code : error),
              );
            if (does === 'create') {
              const begun = nextEntries([], place % 3, `${index}`);
              const done = await outcome(store.create(recordOf(world), undefined, begun));
              expect(done).toBe(journal === undefined ? 'done' : 'name-taken');
              if (done === 'done') model.set(world, [...begun]);
            } else if (does === 'fork') {
              const shared = (from ?? []).slice(0, place % ((from?.length ?? 0) + 1));
              const done = await outcome(store.create(recordOf(world), baseOf(other, shared)));
              if (journal !== undefined) expect(done).toBe('name-taken');
              else expect(done).toBe(from === undefined ? 'unknown-world' : 'done');
              if (done === 'done') model.set(world, shared);
            } else if (journal === undefined) {
              const doing =
                does === 'append'
                  ? append(store, world, 0, nextEntries([], 1))
                  : does === 'reset'
                    ? store.reset(recordOf(world))
                    : store.remove(world);
              expect(await outcome(doing)).toBe('unknown-world');
            } else if (does === 'append') {
              const entries = nextEntries(journal, 1 + (place % 4), `${index}`);
              await append(store, world, journal.length, entries);
              model.set(world, [...journal, ...entries]);
            } else if (does === 'reset') {
              const begun = nextEntries([], place % 3, `${index}`);
              await store.reset(recordOf(world), begun);
              model.set(world, [...begun]);
            } else {
              await store.remove(world);
              model.delete(world);
            }
            for (const [each, entries] of model) {
              expect(await store.read(each, 1, all)).toEqual(entries);
            }
          }
          for (const [each, entries] of model) await expectJournal(store, each, entries);
          const left = (await allWorlds(store)).map((record) => record.name);
          expect(left.sort()).toEqual([...model.keys()].sort());
          await store.close();
        }),
        runs(40),
      );
    });
  });

  describe(`snapshots in the ${name} event store`, () => {
    let store: EventStore;
    const journal = nextEntries([], 20);
    const first = [page('b', 0, 'b0'), page('a', 10, 'a10'), page('a', 2, 'a2')];

    beforeEach(async () => {
      store = await open();
      await createWorld(store, 'w', journal);
    });

    afterEach(async () => {
      await store.close();
    });

    it('return their pages by collection and number', async () => {
      expect(await store.snapshots('w')).toEqual([]);
      const snapshot = await takeSnapshot(store, 'w', 4, first);
      expect(await wholeSnapshots(store, 'w')).toEqual([
        { ...snapshot, pages: [first[2], first[1], first[0]] },
      ]);
      const [stored] = await store.snapshots('w');
      expect(stored?.isOwn).toBe(true);
      expect(await stored?.pages(1, 1)).toEqual([first[1]]);
      expect(await stored?.pages(3, 5)).toEqual([]);
    });

    it('contain the newest version of each page at their input', async () => {
      const one = await takeSnapshot(store, 'w', 4, first);
      const two = await takeSnapshot(store, 'w', 7, [page('a', 2, 'new'), page('c', 0, 'c0')]);
      const [a2, a10, b0] = [first[2], first[1], first[0]];
      expect(await wholeSnapshots(store, 'w')).toEqual([
        { ...two, pages: [page('a', 2, 'new'), a10, b0, page('c', 0, 'c0')] },
        { ...one, pages: [a2, a10, b0] },
      ]);
    });

    it('are limited to the two newest, each complete', async () => {
      const texts: string[] = [];
      for (let inputs = 1; inputs <= 9; inputs += 1) {
        texts[inputs % 4] = `${inputs}`;
        await takeSnapshot(store, 'w', inputs, [page('a', inputs % 4, `${inputs}`)]);
        const pages = Object.entries(texts).map(([at, text]) => page('a', Number(at), text));
        const found = await wholeSnapshots(store, 'w');
        expect(found.map((it) => it.inputs)).toEqual(inputs === 1 ? [1] : [inputs, inputs - 1]);
        expect(found[0]?.pages).toEqual(pages);
      }
      const [, older] = await wholeSnapshots(store, 'w');
      expect(older?.pages.map(({ text }) => text)).toEqual(['8', '5', '6', '7']);
    });

    it('are invisible until they are finished, and have no effect if they never are', async () => {
      const one = await takeSnapshot(store, 'w', 4, first);
      const unfinished = await store.snapshot('w', 6);
      await unfinished.write([page('a', 2, 'lost'), page('z', 0, 'lost')]);
      const sorted = [first[2], first[1], first[0]];
      expect(await wholeSnapshots(store, 'w')).toEqual([{ ...one, pages: sorted }]);
      const two = await takeSnapshot(store, 'w', 8, [page('b', 0, 'new')]);
      expect(await wholeSnapshots(store, 'w')).toEqual([
        { ...two, pages: [first[2], first[1], page('b', 0, 'new')] },
        { ...one, pages: sorted },
      ]);
    });

    it('can be restarted at an input after an unfinished one', async () => {
      const unfinished = await store.snapshot('w', 6);
      await unfinished.write([page('a', 2, 'lost')]);
      const one = await takeSnapshot(store, 'w', 6, [page('a', 3, 'kept')]);
      expect(await wholeSnapshots(store, 'w')).toEqual([{ ...one, pages: [page('a', 3, 'kept')] }]);
    });

    it('are shared with forks up to their base, also when the parent is gone', async () => {
      const one = await takeSnapshot(store, 'w', 4, first);
      const two = await takeSnapshot(store, 'w', 9, [page('a', 2, 'new')]);
      const seen = (inputs: number) => [two, one].filter((it) => it.inputs <= inputs);
      for (const inputs of [3, 4, 8, 9, 20]) {
        await store.create(recordOf(`at ${inputs}`), baseOf('w', journal.slice(0, inputs)));
        const found = await store.snapshots(`at ${inputs}`);
        expect(found.map((it) => it.seal)).toEqual(seen(inputs).map((it) => it.seal));
        expect(found.some(({ isOwn }) => isOwn)).toBe(false);
      }
      await store.create(recordOf('second'), baseOf('at 20', journal.slice(0, 8)));
      const whole = await wholeSnapshots(store, 'at 20');
      await store.remove('w');
      expect(await wholeSnapshots(store, 'at 20')).toEqual(whole);
      expect(await wholeSnapshots(store, 'second')).toEqual(whole.slice(1));
      expect(await wholeSnapshots(store, 'at 3')).toEqual([]);
    });

    it('of a fork come before shared ones, and are its own', async () => {
      const shared = await takeSnapshot(store, 'w', 4, first);
      await createWorld(store, 'fork', nextEntries(journal, 3, 'fork'), baseOf('w', journal));
      const own = await takeSnapshot(store, 'fork', 22, [page('a', 0, 'own')]);
      expect(await wholeSnapshots(store, 'fork')).toMatchObject([
        { seal: own.seal, pages: [page('a', 0, 'own')] },
        { seal: shared.seal },
      ]);
      expect(await wholeSnapshots(store, 'w')).toMatchObject([{ seal: shared.seal }]);
    });

    it('are deleted with the world, removed or reset', async () => {
      await takeSnapshot(store, 'w', 4, first);
      await store.reset(recordOf('w'));
      expect(await store.snapshots('w')).toEqual([]);
      await append(store, 'w', 0, journal);
      const again = await takeSnapshot(store, 'w', 4, [page('a', 0, 'again')]);
      expect(await wholeSnapshots(store, 'w')).toEqual([
        { ...again, pages: [page('a', 0, 'again')] },
      ]);
      await store.remove('w');
      await createWorld(store, 'w', journal);
      expect(await store.snapshots('w')).toEqual([]);
    });
  });
}
