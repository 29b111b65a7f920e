// Requirements for every event store: attachments are stored, shared and deleted with their inputs, up to a limit.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeHash } from '../../adapters/node-hash.ts';
import type { Attachment, EventStore, JournalEntry } from '../../core/index.ts';
import { runs } from '../support/collections/forks.ts';
import { append, baseOf, nextEntries, createWorld } from './event-store-forks.contract.ts';
import { recordOf } from './event-store.contract.ts';

/** Opens a new, empty store; `reopen` closes and opens it again, for stores that persist. */
export interface OpenStore {
  readonly open: (attachmentBytesMax?: number) => EventStore | Promise<EventStore>;
  readonly reopen?: (store: EventStore) => Promise<EventStore>;
  /** Waits until the store has deleted orphaned data in the background. Default: for some turns of the event loop. */
  readonly settle?: (store: EventStore) => Promise<void>;
}

/** Adds an attachment to an entry whose command names its hash, by default the right one. */
function withAttachment(
  entry: JournalEntry,
  attachment: Uint8Array,
  hash = nodeHash(attachment),
): JournalEntry {
  const { n, atMs } = entry.input;
  const command = { type: 'HearSound', attachment: hash };
  return { ...entry, input: { n, atMs, kind: 'command', domain: 'talk', command }, attachment };
}

/** The entry as a store returns it. */
function withoutBytes({ attachment: _bytes, ...entry }: JournalEntry): JournalEntry {
  return entry;
}

/** Bytes that differ by mark. */
export const bytesOf = (length: number, mark = 0): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (mark * 31 + index) % 256);

/** Entries for the given lengths; a defined length adds an attachment of that length. */
export function entriesWith(
  before: readonly JournalEntry[],
  lengths: readonly (number | undefined)[],
  mark = 0,
): JournalEntry[] {
  return nextEntries(before, lengths.length).map((entry, index) => {
    const length = lengths[index];
    return length === undefined ? entry : withAttachment(entry, bytesOf(length, mark + index));
  });
}

/** The attachments of inputs 1 to `inputs` + 1. */
export const attachmentsOf = (store: EventStore, world: string, inputs: number) =>
  Promise.all(Array.from({ length: inputs + 1 }, (_, index) => store.attachment(world, index + 1)));

async function expectAttachments(
  store: EventStore,
  world: string,
  entries: readonly JournalEntry[],
): Promise<void> {
  const expected: Attachment[] = [...entries.map(({ attachment }) => attachment), undefined];
  expect((await attachmentsOf(store, world, entries.length)).map(plain)).toEqual(
    expected.map(plain),
  );
}

const plain = (attachment: Attachment) =>
  attachment instanceof Uint8Array ? [...attachment] : attachment;

const turn = () => new Promise<void>((done) => setImmediate(done));

async function someTurns(): Promise<void> {
  for (let turns = 0; turns < 30; turns += 1) await turn();
}

/** Describes the suite for new, empty stores from `open`. */
export function describeAttachments(
  name: string,
  { open, reopen, settle = someTurns }: OpenStore,
): void {
  describe(`attachments in the ${name} event store`, () => {
    let store: EventStore;

    beforeEach(async () => {
      store = await open();
    });

    afterEach(async () => {
      await store.close();
    });

    it('are stored with their inputs, and read separately', async () => {
      const entries = entriesWith([], [3, undefined, 0, 100_000, undefined, 1]);
      await store.create(recordOf('a'));
      await append(store, 'a', 0, entries.slice(0, 4));
      await append(store, 'a', 4, entries.slice(4));
      await expectAttachments(store, 'a', entries);
      expect(await store.read('a', 1, 100)).toStrictEqual(entries.map(withoutBytes));
      if (reopen === undefined) return;
      store = await reopen(store);
      await expectAttachments(store, 'a', entries);
    });

    it('are stored as they are at the moment of the append', async () => {
      const shared = bytesOf(50);
      const [entry] = nextEntries([], 1);
      if (entry === undefined) return;
      await store.create(recordOf('a'));
      await append(store, 'a', 0, [withAttachment(entry, shared.subarray(10, 20))]);
      shared.fill(0);
      expect(plain(await store.attachment('a', 1))).toEqual(plain(bytesOf(50).slice(10, 20)));
      ((await store.attachment('a', 1)) as Uint8Array).fill(0);
      expect(plain(await store.attachment('a', 1))).toEqual(plain(bytesOf(50).slice(10, 20)));
    });

    it('may come with the first entries of worlds, forks and resets', async () => {
      const first = entriesWith([], [4, undefined, 5]);
      await store.create(recordOf('a'), undefined, first);
      const shared = first.slice(0, 2);
      const own = entriesWith(shared, [6, 7], 50);
      await store.create(recordOf('fork'), baseOf('a', shared), own);
      await expectAttachments(store, 'a', first);
      await expectAttachments(store, 'fork', [...shared, ...own]);
      const again = entriesWith([], [8], 90);
      await store.reset(recordOf('a'), again);
      await expectAttachments(store, 'a', again);
      await expectAttachments(store, 'fork', [...shared, ...own]);
    });

    it('of a refused world are not stored', async () => {
      for (const world of ['a', 'b']) await store.create(recordOf(world));
      const [stored, late] = [entriesWith([], [9]), entriesWith([], [9], 7)];
      const refused = await store.append([
        { world: 'a', expectedInput: 0, entries: stored },
        { world: 'b', expectedInput: 7, entries: late },
      ]);
      expect(refused).toMatchObject([{ world: 'b', error: { code: 'conflict' } }]);
      expect(await store.attachment('b', 1)).toBeUndefined();
      await expectAttachments(store, 'a', stored);
      const entries = entriesWith([], [undefined, 5], 3);
      await append(store, 'b', 0, entries);
      await expectAttachments(store, 'b', entries);
    });

    it('of an unknown world are refused', async () => {
      await expect(store.attachment('x', 1)).rejects.toMatchObject({ code: 'unknown-world' });
    });

    it('that differ from the hash in their command are refused by input', async () => {
      const [first, second] = entriesWith([], [4, 5]);
      if (first === undefined || second === undefined) return;
      const other = withAttachment(second, bytesOf(5), nodeHash('other'));
      await createWorld(store, 'a', [first, other]);
      await expect(store.attachment('a', 2)).rejects.toMatchObject({
        code: 'damaged',
        message: "The log of world 'a' is damaged: the attachment of input 2 was edited.",
      });
    });

    it('with only a known hash are read as dropped', async () => {
      await createWorld(store, 'a', entriesWith([], [4, undefined, 5]).map(withoutBytes));
      expect(await attachmentsOf(store, 'a', 3)).toEqual([
        'dropped',
        undefined,
        'dropped',
        undefined,
      ]);
    });
  });

  describe(`attachments above the limit of the ${name} event store`, () => {
    /** The lengths of a world's attachments. */
    const sizes = async (store: EventStore, world: string, inputs: number) =>
      (await attachmentsOf(store, world, inputs)).slice(0, inputs).map((attachment) => {
        return attachment instanceof Uint8Array ? attachment.length : attachment;
      });

    it('are dropped by the commit that exceeds it, the oldest of all worlds first', async () => {
      const store = await open(100);
      for (const world of ['b', 'a']) await store.create(recordOf(world));
      await append(store, 'a', 0, entriesWith([], [40]));
      await append(store, 'b', 0, entriesWith([], [40, undefined]));
      const a = entriesWith([], [40, 20]);
      await append(store, 'a', 1, a.slice(1));
      expect(await sizes(store, 'a', 2)).toEqual([40, 20]); // exactly the limit
      await append(store, 'b', 2, entriesWith(nextEntries([], 2), [1]));
      expect(await sizes(store, 'a', 2)).toEqual(['dropped', 20]);
      expect(await sizes(store, 'b', 3)).toEqual([40, undefined, 1]);
      await append(store, 'a', 2, entriesWith(nextEntries([], 2), [90]));
      expect(await sizes(store, 'a', 3)).toEqual(['dropped', 'dropped', 90]);
      expect(await sizes(store, 'b', 3)).toEqual(['dropped', undefined, 1]);
      expect((await store.read('a', 1, 10)).map(({ input }) => input.n)).toEqual([1, 2, 3]);
      await store.close();
    });

    it('are dropped at once if a single one exceeds it', async () => {
      const store = await open(100);
      await createWorld(store, 'a', entriesWith([], [101]));
      expect(await sizes(store, 'a', 1)).toEqual(['dropped']);
      await append(store, 'a', 1, entriesWith(nextEntries([], 1), [100]));
      expect(await sizes(store, 'a', 2)).toEqual(['dropped', 100]);
      await store.close();
    });

    it('are dropped for forks, too', async () => {
      const store = await open(100);
      const shared = entriesWith([], [60, 30]);
      await createWorld(store, 'a', shared);
      await createWorld(store, 'fork', entriesWith(shared, [20]), baseOf('a', shared));
      expect(await sizes(store, 'fork', 3)).toEqual(['dropped', 30, 20]);
      expect(await sizes(store, 'a', 2)).toEqual(['dropped', 30]);
      await store.close();
    });

    it('free space when their world is removed or reset, unless a fork shares them', async () => {
      const store = await open(100);
      const parent = entriesWith([], [30, 30, 40]);
      await createWorld(store, 'parent', parent);
      await createWorld(store, 'middle', [], baseOf('parent', parent.slice(0, 2)));
      await createWorld(store, 'fork', [], baseOf('middle', parent.slice(0, 1)));
      for (const gone of ['parent', 'middle']) await store.remove(gone);
      await settle(store);
      await createWorld(store, 'a', entriesWith([], [70]));
      expect(await sizes(store, 'fork', 1)).toEqual([30]);
      await store.reset(recordOf('a'));
      await settle(store);
      await createWorld(store, 'b', entriesWith([], [70]));
      expect(await sizes(store, 'fork', 1)).toEqual([30]);
      await store.remove('fork');
      await settle(store);
      await createWorld(store, 'c', entriesWith([], [30]));
      expect(await sizes(store, 'b', 1)).toEqual([70]);
      await append(store, 'c', 1, entriesWith(nextEntries([], 1), [1]));
      expect(await sizes(store, 'b', 1)).toEqual(['dropped']);
      await store.close();
    });

    it('are dropped oldest first, in any order of commits', async () => {
      const commits = fc.array(
        fc.record({
          of: fc.nat(5),
          isFork: fc.boolean(),
          lengths: fc.array(fc.option(fc.nat(60), { nil: undefined }), {
            minLength: 1,
            maxLength: 4,
          }),
        }),
        { maxLength: 15 },
      );
      await fc.assert(
        fc.asyncProperty(commits, fc.nat(200), async (sequence, bytesMax) => {
          const store = await open(bytesMax);
          await store.create(recordOf('0'));
          const worlds: JournalEntry[][] = [[]];
          const stored: JournalEntry[] = [];
          for (const [index, { of, isFork, lengths }] of sequence.entries()) {
            const at = of % worlds.length;
            const journal = worlds[at] ?? [];
            const added = entriesWith(journal, lengths, index);
            if (isFork) {
              const name = `${worlds.length}`;
              await store.create(recordOf(name), baseOf(`${at}`, journal), added);
              worlds.push([...journal, ...added]);
            } else {
              await append(store, `${at}`, journal.length, added);
              worlds[at] = [...journal, ...added];
            }
            stored.push(...added);
          }
          const dropped = new Set<JournalEntry>();
          let sum = 0;
          for (const entry of stored.reverse()) {
            sum += entry.attachment?.length ?? 0;
            if (sum > bytesMax && entry.attachment !== undefined) dropped.add(entry);
          }
          for (const [at, entries] of worlds.entries()) {
            const expected = entries.map((entry) =>
              dropped.has(entry) ? 'dropped' : plain(entry.attachment),
            );
            const found = await attachmentsOf(store, `${at}`, entries.length);
            expect(found.map(plain)).toEqual([...expected, undefined]);
          }
          await store.close();
        }),
        runs(40),
      );
    });
  });

  describe(`any worlds with attachments in the ${name} event store`, () => {
    const names = ['a', 'b', 'c', 'd'];
    const deed = fc.record({
      does: fc.constantFrom(
        'create',
        'fork',
        'fork',
        'append',
        'append',
        'reset',
        'remove',
        'reopen',
      ),
      world: fc.constantFrom(...names),
      other: fc.constantFrom(...names),
      place: fc.nat(20),
      lengths: fc.array(fc.option(fc.nat(40), { nil: undefined }), { maxLength: 3 }),
    });

    it('have the attachments of a model of plain lists after any operations', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { maxLength: 30, size: 'max' }), async (deeds) => {
          let store = await open();
          const model = new Map<string, readonly JournalEntry[]>();
          for (const [index, { does, world, other, place, lengths }] of deeds.entries()) {
            const journal = model.get(world);
            const from = model.get(other);
            if (does === 'reopen') {
              store = (await reopen?.(store)) ?? store;
            } else if (does === 'remove' && journal !== undefined) {
              await store.remove(world);
              model.delete(world);
            } else if (does === 'reset' && journal !== undefined) {
              const begun = entriesWith([], lengths, index);
              await store.reset(recordOf(world), begun);
              model.set(world, begun);
            } else if (does === 'append' && journal !== undefined && lengths.length > 0) {
              const added = entriesWith(journal, lengths, index);
              await append(store, world, journal.length, added);
              model.set(world, [...journal, ...added]);
            } else if (does === 'create' && journal === undefined) {
              const begun = entriesWith([], lengths, index);
              await store.create(recordOf(world), undefined, begun);
              model.set(world, begun);
            } else if (does === 'fork' && journal === undefined && from !== undefined) {
              const shared = from.slice(0, place % (from.length + 1));
              const own = entriesWith(shared, lengths, index);
              await store.create(recordOf(world), baseOf(other, shared), own);
              model.set(world, [...shared, ...own]);
            } else continue;
            if (place % 3 === 0) await settle(store);
            for (const [each, entries] of model) await expectAttachments(store, each, entries);
          }
          await store.close();
        }),
        runs(40),
      );
    });
  });
}
