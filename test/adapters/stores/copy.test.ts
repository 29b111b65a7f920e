import { describe, expect, it } from 'vitest';
import { copyStore, type CopyProgress } from '../../../adapters/stores/copy.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { StoreError, type EventStore, type JournalEntry } from '../../../core/index.ts';
import { recordOf } from '../../contract/event-store.contract.ts';
import { sessionOf } from '../../support/arbitraries/session.ts';
import {
  sessionRecord,
  storeJournal,
  withSnapshots,
  writeSnapshot,
} from '../../support/engine/stored-snapshots.ts';
import { load } from '../../support/engine/stored-world.ts';
import { contentOf, nextOf } from '../../support/store/families.ts';

const journal = nextOf([], [null, 3, null, null, 5, null]);

/** A store with these worlds, each with the same journal. */
async function storeWith(...names: readonly string[]): Promise<EventStore> {
  const store = createMemoryStore();
  for (const name of names) await store.create(recordOf(name), undefined, journal);
  return store;
}

/** A store of which one input of a world cannot be read. */
function damagedAt(store: EventStore, name: string, input: number): EventStore {
  return {
    ...store,
    read: async (world, from, limit) => {
      if (world === name && from <= input && input < from + limit) {
        throw new StoreError('damaged', `The log of world '${name}' is damaged: input ${input}.`);
      }
      return store.read(world, from, limit);
    },
  };
}

const edited = (entries: readonly JournalEntry[], index: number): JournalEntry[] =>
  entries.map((entry, at) => (at === index ? { ...entry, digest: 'e'.repeat(64) } : entry));

describe('a copy', () => {
  it('leaves out damaged worlds, names the place, and copies the others', async () => {
    const to = createMemoryStore();
    const from = damagedAt(await storeWith('a', 'b', 'c'), 'b', 4);
    const { worlds } = await copyStore(from, to);
    expect(worlds.map(({ world, result }) => [world, result])).toEqual([
      ['a', 'copied'],
      ['b', 'damaged'],
      ['c', 'copied'],
    ]);
    expect(worlds[1]?.message).toBe("The log of world 'b' is damaged: input 4.");
    expect(await to.find('b')).toBeUndefined();
  });

  it('counts on from the source, whose removed names are those of all worlds', async () => {
    const from = await storeWith('a', 'b');
    await from.remove('b');
    await from.counts.raiseOpenings(7);
    const [some, all] = [createMemoryStore(), createMemoryStore()];
    await copyStore(from, some, { names: ['a'] });
    await copyStore(from, all);
    for (const { counts } of [some, all]) expect(await counts.countOpening()).toBe(8);
    expect(await some.counts.removedNames(0, 9)).toEqual([]);
    expect(await all.counts.removedNames(0, 9)).toEqual([{ name: 'b', begun: 1 }]);
  });

  it('copies any number of removed names', async () => {
    const [from, to] = [createMemoryStore(), createMemoryStore()];
    const names = Array.from({ length: 2_001 }, (_, index) => ({ name: `w-${index}`, begun: 1 }));
    await from.counts.addRemovedNames(names);
    await copyStore(from, to);
    expect(await to.counts.removedNames(0, 3_000)).toEqual(names);
  });

  it('leaves out a world whose events do not fit their digests', async () => {
    const [from, to] = [createMemoryStore(), createMemoryStore()];
    await from.create(recordOf('a'), undefined, edited(journal, 3));
    expect((await copyStore(from, to)).worlds).toMatchObject([
      {
        result: 'damaged',
        message: "The log of world 'a' is damaged: the events of input 4 do not fit its digest.",
      },
    ]);
    expect(await to.worlds({ limit: 9 })).toEqual([]);
  });

  it('leaves out a world that the tables of the source say is damaged, and names what is of no world', async () => {
    const to = createMemoryStore();
    const defects = ["The log of world 'a' is damaged: event 9.", 'a.db is damaged: rows.'].map(
      (message) => new StoreError('damaged', message),
    );
    const from = { ...(await storeWith('a', 'b')), defects: async () => defects };
    expect(await copyStore(from, to)).toMatchObject({
      worlds: [{ result: 'damaged', message: defects[0]?.message }, { result: 'copied' }],
      defects: ['a.db is damaged: rows.'],
    });
    expect(await to.find('a')).toBeUndefined();
  });

  it('copies a fork whole if its parent is damaged after the fork', async () => {
    const [source, to] = [await storeWith('parent'), createMemoryStore()];
    const base = { world: 'parent', inputs: 3, position: eventsIn(journal.slice(0, 3)) };
    for (const name of ['fork', 'other']) await source.create(recordOf(name), base);
    const { worlds } = await copyStore(damagedAt(source, 'parent', 5), to);
    expect(worlds.map(({ world, result }) => [world, result])).toEqual([
      ['parent', 'damaged'],
      ['fork', 'copied'],
      ['other', 'copied'],
    ]);
    expect(await to.read('fork', 1, 9)).toEqual(await source.read('fork', 1, 9));
    expect(await to.lineage('other')).toMatchObject([{ last: 3 }, { world: 'fork', last: 3 }]);
  });

  it('refuses a world with another record or another log of the same length', async () => {
    const [from, to] = [await storeWith('a', 'b', 'c'), createMemoryStore()];
    await to.create({ ...recordOf('a'), seed: 'another' }, undefined, journal);
    await to.create(recordOf('b'), undefined, edited(journal, 5));
    const input = { kind: 'time', n: 6, atMs: 1 } as const;
    await to.create(recordOf('c'), undefined, [
      ...journal.slice(0, 5),
      ...journal.slice(5).map((entry) => ({ ...entry, input })),
    ]);
    const content = await contentOf(to);
    expect((await copyStore(from, to)).worlds.map(({ message }) => message)).toEqual([
      "The target has another world 'a': its record differs.",
      "The target has another world 'b': its log up to input 6 differs.",
      "The target has another world 'c': its log up to input 6 differs.",
    ]);
    expect(await contentOf(to)).toEqual(content);
  });

  it('names a world that is damaged in the target, and goes on', async () => {
    const [from, to] = [await storeWith('a', 'b'), await storeWith('a')];
    const { worlds } = await copyStore(from, damagedAt(to, 'a', 6));
    expect(worlds).toMatchObject([
      {
        result: 'damaged',
        message: "Refused by the target: The log of world 'a' is damaged: input 6.",
      },
      { world: 'b', result: 'copied' },
    ]);
  });

  it('ends if a store is away', async () => {
    const away = new StoreError('unavailable', 'No answer.');
    const from = await storeWith('a');
    const to = { ...createMemoryStore(), create: async () => Promise.reject(away) };
    await expect(copyStore(from, to)).rejects.toBe(away);
    await expect(
      copyStore({ ...from, read: async () => Promise.reject(away) }, createMemoryStore()),
    ).rejects.toBe(away);
  });

  it('refuses a world that is reset while it is copied, before anything wrong is written', async () => {
    const [from, to] = [await storeWith('a'), createMemoryStore()];
    let reads = 0;
    const reset: EventStore = {
      ...from,
      // The check reads the journal, then its end; the third read is that of the copy.
      read: async (...args) => {
        reads += 1;
        if (reads === 3) await from.reset(recordOf('a'), nextOf([], [7, null], 9));
        return from.read(...args);
      },
    };
    expect((await copyStore(reset, to)).worlds).toMatchObject([
      { result: 'different', message: expect.stringContaining('was changed while it was copied') },
    ]);
    expect(await to.find('a')).toBeUndefined();
  });

  it('keeps dropped attachments dropped', async () => {
    const from = createMemoryStore({ attachmentBytesMax: 5 });
    await from.create(recordOf('a'), undefined, journal);
    const to = createMemoryStore();
    await copyStore(from, to);
    expect(await to.attachment('a', 2)).toBe('dropped');
    expect(await to.attachment('a', 5)).toHaveLength(5);
    expect(await contentOf(to)).toEqual(await contentOf(from));
  });

  it('reports what it does, and stops before the next write', async () => {
    const [from, to] = [await storeWith('a', 'b'), createMemoryStore()];
    const stopping = new AbortController();
    const progress: CopyProgress[] = [];
    const copying = () =>
      copyStore(from, to, {
        entriesPerWrite: 2,
        signal: stopping.signal,
        onProgress(reported) {
          progress.push(reported);
          if (reported.world === 'b' && reported.input === 4) stopping.abort();
        },
      });
    const { worlds, isStopped } = await copying();
    expect(isStopped).toBe(true);
    expect(worlds.map(({ world }) => world)).toEqual(['a']);
    expect(progress.slice(0, 2)).toEqual([
      { action: 'checking', worlds: 0, world: 'a', input: 6, of: 6 },
      { action: 'copying', worlds: 0, world: 'a', input: 2, of: 6 },
    ]);
    expect(await to.lineage('b')).toMatchObject([{ last: 4 }]);
    expect(await to.wakes({ limit: 9 })).toEqual([]);
    expect((await copyStore(from, to)).worlds).toMatchObject([
      { result: 'equal', written: 0 },
      { result: 'continued', written: 2 },
    ]);
  });
});

const eventsIn = (entries: readonly JournalEntry[]) =>
  entries.flatMap(({ events }) => events).length;

describe('the snapshot of a world', () => {
  const { entries, state } = sessionOf([{ do: 'pass', ms: 60_000 }]);

  async function storeWithSnapshot() {
    const store = createMemoryStore();
    await storeJournal(store, sessionRecord('a'), entries);
    await writeSnapshot(await store.snapshot('a', state.inputs), state);
    return store;
  }

  it('is copied with all its pages, and loads the world', async () => {
    const [from, to] = [await storeWithSnapshot(), createMemoryStore()];
    await copyStore(from, to);
    expect(await contentOf(to)).toEqual(await contentOf(from));
    const loaded = await load(to, sessionRecord('a'));
    expect(loaded.unverifiedInputs).toBe(state.inputs);
    expect(loaded.world.digest).toBe(state.digest);
  });

  it('is copied by the next copy if only it was missing', async () => {
    const [from, to] = [await storeWithSnapshot(), createMemoryStore()];
    await storeJournal(to, sessionRecord('a'), entries);
    const results = async () => (await copyStore(from, to)).worlds.map(({ result }) => result);
    expect([await results(), await results()]).toEqual([['continued'], ['equal']]);
    expect(await contentOf(to)).toEqual(await contentOf(from));
  });

  it('is left out if it is damaged, which is said', async () => {
    const from = withSnapshots(await storeWithSnapshot(), (snapshots) =>
      snapshots.map((snapshot) => ({ ...snapshot, pages: snapshot.pages.slice(1) })),
    );
    const to = createMemoryStore();
    expect(await copyStore(from, to)).toMatchObject({
      worlds: [{ result: 'copied' }],
      damagedSnapshots: [
        `The snapshot of world 'a' after input ${state.inputs} is damaged. A start ignores it: the log is whole.`,
      ],
    });
    expect(await to.snapshots('a')).toEqual([]);
  });
});
