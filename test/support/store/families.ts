// Random families of worlds in a store: forks, removed parents, resets, attachments, snapshots and wakes. And all that a copy must have of them.

import fc from 'fast-check';
import { nodeHash } from '../../../adapters/node-hash.ts';
import {
  digestAfter,
  emptyDigest,
  type EventStore,
  type JournalEntry,
  type StoredSnapshot,
} from '../../../core/index.ts';
import { initialWorld } from '../../../core/engine/world-state.ts';
import { entriesWith } from '../../contract/event-store-attachments.contract.ts';
import { recordOf } from '../../contract/event-store.contract.ts';
import { rules } from '../engine/pure-world.ts';
import { writeSnapshot } from '../engine/stored-snapshots.ts';

const names = ['a', 'b', 'c', 'd', 'e'];

/** What is done to a world of a family; what cannot be done is left out. */
export interface FamilyDeed {
  readonly does: 'create' | 'fork' | 'append' | 'snapshot' | 'reset' | 'remove';
  readonly world: string;
  readonly other: string;
  readonly place: number;
  /** The sizes of attachments of new entries; null: none. */
  readonly sizes: readonly (number | null)[];
  readonly wakeAfterMs: number | null;
}

const deedArbitrary: fc.Arbitrary<FamilyDeed> = fc.record({
  does: fc.constantFrom(
    ...(['create', 'create', 'fork', 'fork', 'fork'] as const),
    ...(['append', 'snapshot', 'reset', 'remove'] as const),
  ),
  world: fc.constantFrom(...names),
  other: fc.constantFrom(...names),
  place: fc.nat(20),
  sizes: fc.array(fc.option(fc.nat(30)), { maxLength: 4 }),
  wakeAfterMs: fc.option(fc.nat(1_000)),
});

export const familyArbitrary = fc.array(deedArbitrary, { maxLength: 25, size: 'max' });

/** The next entries of a journal, with its digests. */
export function nextOf(
  before: readonly JournalEntry[],
  sizes: FamilyDeed['sizes'],
  mark = 0,
): readonly JournalEntry[] {
  const lengths = sizes.map((size) => size ?? undefined);
  let digest = before.at(-1)?.digest ?? emptyDigest;
  return entriesWith(before, lengths, mark).map((entry) => {
    digest = digestAfter(nodeHash, digest, entry.events);
    return { ...entry, digest };
  });
}

/** Does all of it. Returns the names of the worlds that there are then. */
export async function createFamily(
  store: EventStore,
  deeds: readonly FamilyDeed[],
): Promise<readonly string[]> {
  const journals = new Map<string, readonly JournalEntry[]>();
  /** Journals as they were when a snapshot was stored: an engine stores none twice. */
  const stored = new Set<readonly JournalEntry[]>();
  for (const [mark, { does, world, other, place, sizes, wakeAfterMs }] of deeds.entries()) {
    const journal = journals.get(world);
    const parent = journals.get(other);
    if (does === 'create' && journal === undefined) {
      const entries = nextOf([], sizes, mark);
      await store.create(recordOf(world), undefined, entries, wakeAfterMs);
      journals.set(world, entries);
    } else if (does === 'fork' && journal === undefined && parent !== undefined) {
      const shared = parent.slice(0, place % (parent.length + 1));
      const position = shared.flatMap(({ events }) => events).length;
      const entries = nextOf(shared, sizes, mark);
      const base = { world: other, inputs: shared.length, position };
      const record = { ...recordOf(world), forkedFrom: { world: other, position } };
      await store.create(record, base, entries, wakeAfterMs);
      journals.set(world, [...shared, ...entries]);
    } else if (does === 'append' && journal !== undefined && sizes.length > 0) {
      const entries = nextOf(journal, sizes, mark);
      await store.append([{ world, expectedInput: journal.length, entries, wakeAfterMs }]);
      journals.set(world, [...journal, ...entries]);
    } else if (does === 'snapshot' && journal !== undefined && !stored.has(journal)) {
      stored.add(journal);
      await storeSnapshot(store, world, journal);
    } else if (does === 'reset' && journal !== undefined) {
      const entries = nextOf([], sizes, mark);
      const { resets = 0 } = (await store.find(world)) ?? {};
      await store.reset({ ...recordOf(world), resets: resets + 1 }, entries, wakeAfterMs);
      journals.set(world, entries);
    } else if (does === 'remove' && journal !== undefined) {
      await store.remove(world);
      journals.delete(world);
    }
  }
  return [...journals.keys()].sort();
}

/** Stores a snapshot of the end of a journal, whose entries change no records. */
async function storeSnapshot(
  store: EventStore,
  world: string,
  journal: readonly JournalEntry[],
): Promise<void> {
  const inputs = journal.length;
  const position = journal.flatMap(({ events }) => events).length;
  const digest = journal.at(-1)?.digest ?? emptyDigest;
  const state = { ...initialWorld(recordOf(world), rules), inputs, position, digest };
  await writeSnapshot(await store.snapshot(world, inputs), state);
}

const all = 1_000_000;

/** All that a copy of a world must have: without the numbers of journals and without older snapshots. */
export async function contentOf(store: EventStore) {
  const wakes = await store.wakes({ limit: all });
  const worlds: unknown[] = [];
  for (const { name, record } of await store.worlds({ limit: all })) {
    const entries = await store.read(name, 1, all);
    const attachments: unknown[] = [];
    for (const { input } of entries) {
      const attachment = await store.attachment(name, input.n);
      attachments.push(attachment instanceof Uint8Array ? [...attachment] : attachment);
    }
    const events = await store.events(name, { from: 1, limit: all });
    const wake = wakes.find(({ world }) => world === name)?.afterMs ?? null;
    const own = (await store.snapshots(name)).filter(({ isOwn }) => isOwn);
    const snapshot = own[0] && (await wholeSnapshot(own[0]));
    worlds.push({ record, entries, attachments, events, wake, snapshot });
  }
  return worlds;
}

async function wholeSnapshot({ pages, ...snapshot }: StoredSnapshot) {
  return { ...snapshot, pages: await pages(0, all) };
}

/** The number of inputs that a store has rows for: those that several worlds share count once. */
export async function storedInputs(store: EventStore): Promise<number> {
  const lasts = new Map<number, { readonly first: number; readonly last: number }>();
  for (const { name } of await store.worlds({ limit: all })) {
    for (const { id, first, last } of await store.lineage(name)) {
      lasts.set(id, { first, last: Math.max(last, lasts.get(id)?.last ?? 0) });
    }
  }
  return [...lasts.values()].reduce((sum, { first, last }) => sum + last - first + 1, 0);
}
