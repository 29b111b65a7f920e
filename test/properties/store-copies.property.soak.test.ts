import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { nodeHash } from '../../adapters/node-hash.ts';
import { copyStore } from '../../adapters/stores/copy.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { verifyStore } from '../../adapters/stores/verify.ts';
import { StoreError, type EventStore, type SnapshotWriter } from '../../core/index.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { runs } from '../support/runner/runs.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { longMs } from '../support/runner/timeouts.ts';
import {
  contentOf,
  createFamily,
  familyArbitrary,
  nextOf,
  storedInputs,
  type FamilyDeed,
} from '../support/store/families.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.db`);

/** Opens a store, again and again, as one process after another does. */
type Place = () => EventStore | Promise<EventStore>;

type Kind = 'memory' | 'sqlite' | 'postgres';

/** The places of new, empty stores. */
const newPlace = {
  memory: (): Place => {
    const store = createMemoryStore();
    return () => store;
  },
  sqlite: (): Place => {
    const file = newFile();
    return () => openSqliteStore({ file });
  },
};

/** A world whose snapshot is the second write of its copy, and the first of a copy that continues then. */
const withSnapshot = (['create', 'snapshot'] as const).map((does): FamilyDeed => {
  return { does, world: 'a', other: 'b', place: 0, sizes: [null, 3], wakeAfterMs: null };
});

/** Small writes, so that short journals need several. */
const writesArbitrary = fc.record({
  entriesPerWrite: fc.integer({ min: 1, max: 4 }),
  bytesPerWrite: fc.integer({ min: 1, max: 2_000 }),
});

const resultsOf = ({ worlds }: Awaited<ReturnType<typeof copyStore>>) => [
  ...new Set(worlds.map(({ result }) => result)),
];

describe('a copy of a store in memory or SQLite', () => {
  const kinds = ['memory', 'sqlite'] as const;
  describeCopies(
    kinds.flatMap((kind) => kinds.map((other) => [kind, other] as const)),
    async (kind) => (kind === 'memory' ? newPlace.memory() : newPlace.sqlite()),
    100,
  );
});

describePostgres('a copy of a store into PostgreSQL, or out of it', () => {
  const { newUrl } = testServer(['fsync=off']);
  describeCopies(
    [
      ['sqlite', 'postgres'],
      ['postgres', 'sqlite'],
    ],
    async (kind) => {
      if (kind !== 'postgres') return newPlace.sqlite();
      const url = await newUrl();
      return async () => openPostgresStore({ url });
    },
    50,
  );
});

/** `pairs`: where is copied from and to. */
function describeCopies(
  pairs: readonly (readonly [Kind, Kind])[],
  placeOf: (kind: Kind) => Promise<Place>,
  times: number,
): void {
  const pairArbitrary = fc.constantFrom(...pairs);
  const opened = async (kind: Kind) => (await placeOf(kind))();

  it('there and back is the identity, and forks share as much as before', async () => {
    await fc.assert(
      fc.asyncProperty(
        familyArbitrary,
        pairArbitrary,
        writesArbitrary,
        fc.nat(9),
        async (deeds, [kind, other], writes, openings) => {
          const stores = [await opened(kind), await opened(other), await opened(kind)] as const;
          const [from, there, back] = stores;
          const names = await createFamily(from, deeds);
          await from.counts.raiseOpenings(openings);
          const [content, counts] = [await contentOf(from), await countsOf(from)];
          const copied = await copyStore(from, there, writes);
          expect(copied.worlds.map(({ world }) => world).sort()).toEqual(names);
          expect(resultsOf(copied)).toEqual(names.length === 0 ? [] : ['copied']);
          expect(await contentOf(from)).toEqual(content);
          expect(await contentOf(there)).toEqual(content);
          expect(await storedInputs(there)).toBe(await storedInputs(from));
          expect(await wholeLineages(there)).toMatchObject(await wholeLineages(from));
          await copyStore(there, back);
          expect(await contentOf(back)).toEqual(content);
          expect([await countsOf(there), await countsOf(back)]).toEqual([counts, counts]);
          expect(await storedInputs(back)).toBe(await storedInputs(from));
          for (const store of stores) {
            expect(await verifyStore(store)).toMatchObject({
              worlds: names.length,
              findings: [],
              isStopped: false,
            });
            await store.close();
          }
        },
      ),
      runs(times),
    );
  });

  it('that was interrupted at any write and is continued equals one that was not', async () => {
    await fc.assert(
      fc.asyncProperty(
        familyArbitrary,
        pairArbitrary,
        writesArbitrary,
        fc.array(fc.record({ write: fc.nat(12), isDone: fc.boolean() }), { maxLength: 3 }),
        async (deeds, [, kind], writes, failures) => {
          const from = createMemoryStore();
          const [whole, place] = [await opened(kind), await placeOf(kind)];
          await createFamily(from, deeds);
          await copyStore(from, whole, writes);
          for (const failure of failures) {
            const interrupted = await place();
            const failed = failing(interrupted, failure.write, failure.isDone);
            await copyStore(from, failed, writes).catch((error: unknown) => {
              if (error !== unreachable) throw error;
            });
            await interrupted.close();
          }
          const target = await place();
          await copyStore(from, target, writes);
          expect(await contentOf(target)).toEqual(await contentOf(whole));
          expect(await storedInputs(target)).toBe(await storedInputs(whole));
          expect(resultsOf(await copyStore(from, target)).every((one) => one === 'equal')).toBe(
            true,
          );
          for (const store of [whole, target]) await store.close();
        },
      ),
      runs(
        times,
        pairs.map((pair) => {
          const failures = [0, 1].map((write) => ({ write: 1 - write, isDone: false }));
          return [withSnapshot, pair, { entriesPerWrite: 4, bytesPerWrite: 2_000 }, failures];
        }),
      ),
    );
  });

  it('follows a source that has gone on, and refuses one that has become another', async () => {
    await fc.assert(
      fc.asyncProperty(
        familyArbitrary,
        pairArbitrary,
        fc.nat(99),
        async (deeds, [, kind], place) => {
          const from = createMemoryStore();
          const names = await createFamily(from, deeds);
          const changed = names[place % Math.max(1, names.length)];
          fc.pre(changed !== undefined);
          const to = await opened(kind);
          await copyStore(from, to);
          const journal = await from.read(changed, 1, 1_000);
          const [, ...entries] = nextOf(journal, [null, 3, null], 77);
          await from.append([
            { world: changed, expectedInput: journal.length, entries: nextOf(journal, [null], 77) },
          ]);
          const [continued, ...others] = (await copyStore(from, to)).worlds
            .toSorted((one) => (one.world === changed ? -1 : 1))
            .map(({ result, written }) => ({ result, written }));
          expect(continued).toEqual({ result: 'continued', written: 1 });
          expect(others.every(({ result }) => result === 'equal')).toBe(true);
          expect(await contentOf(to)).toEqual(await contentOf(from));
          // The target alone goes on: nothing of the world is changed any more.
          const at = journal.length + 1;
          const another = entries.map((entry) => ({ ...entry, digest: nodeHash(entry.digest) }));
          await to.append([{ world: changed, expectedInput: at, entries: another }]);
          const before = await contentOf(to);
          const { worlds } = await copyStore(from, to);
          const refused = worlds.filter(({ result }) => result !== 'equal');
          expect(refused).toMatchObject([{ world: changed, result: 'different', written: 0 }]);
          expect(await contentOf(to)).toEqual(before);
          await to.close();
        },
      ),
      runs(times / 2),
    );
  });
}

describe('a copy', () => {
  it('of some worlds has these and no others', async () => {
    await fc.assert(
      fc.asyncProperty(
        familyArbitrary,
        fc.subarray(['a', 'b', 'c', 'd', 'e']),
        async (deeds, chosen) => {
          const [from, to] = [createMemoryStore(), createMemoryStore()];
          const names = (await createFamily(from, deeds)).filter((name) => chosen.includes(name));
          await copyStore(from, to, { names });
          const content = (await contentOf(from)) as { record: { name: string } }[];
          const expected = content.filter(({ record }) => names.includes(record.name));
          expect(await contentOf(to)).toEqual(expected);
          await copyStore(from, to);
          expect(await contentOf(to)).toEqual(content);
        },
      ),
      runs(100),
    );
  });
});

async function countsOf({ counts }: EventStore) {
  return [await counts.openings(), await counts.removedNames(0, 1_000)];
}

/** The owners of each world's journal, of worlds all of whose ancestors have a name. */
async function wholeLineages(store: EventStore) {
  const lineages: Record<string, unknown> = {};
  for (const { name } of await store.worlds({ limit: 9 })) {
    const parts = await store.lineage(name);
    if (parts.some(({ world }) => world === undefined)) continue;
    lineages[name] = parts.map(({ world, first, last }) => ({ world, first, last }));
  }
  return lineages;
}

const unreachable = new StoreError('unavailable', 'The store is away.');

/** A store whose write of this number fails, done or not. */
function failing(store: EventStore, number: number, isDone: boolean): EventStore {
  let writes = 0;
  const write = async <T>(act: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (writes !== number + 1) return act();
    if (isDone) await act();
    throw unreachable;
  };
  const failingWriter = (writer: SnapshotWriter): SnapshotWriter => ({
    write: async (pages) => write(async () => writer.write(pages)),
    finish: async (snapshot) => write(async () => writer.finish(snapshot)),
  });
  return {
    ...store,
    create: async (...args) => write(async () => store.create(...args)),
    append: async (...args) => write(async () => store.append(...args)),
    snapshot: async (...args) => failingWriter(await write(async () => store.snapshot(...args))),
  };
}
