// What the port of stores does not answer at once: the entry, the digest and the position at an input, and the delay of a wake.

import {
  emptyDigest,
  type EventStore,
  type JournalEntry,
  type WakeDelay,
} from '../../core/index.ts';
import { damaged } from './damage.ts';
import type { StoreReader } from './store-reader.ts';

/** Entries that are read at once on the way back to the last event. */
const entriesPerSearch = 50;

/** Rejects with StoreError 'damaged' if the world has no such input. */
export async function entryAt(
  store: StoreReader,
  world: string,
  input: number,
): Promise<JournalEntry> {
  const [entry] = await store.read(world, input, 1);
  if (entry === undefined) throw damaged(world, `input ${input} is missing`);
  return entry;
}

/** The digest after an input; 0: before the first. */
export async function digestAt(store: StoreReader, world: string, input: number): Promise<string> {
  return input === 0 ? emptyDigest : (await entryAt(store, world, input)).digest;
}

/** The position of the last event up to an input. */
export async function positionAt(
  store: StoreReader,
  world: string,
  input: number,
): Promise<number> {
  for (let last = input; last > 0; last -= entriesPerSearch) {
    const first = Math.max(1, last - entriesPerSearch + 1);
    const entries = await store.read(world, first, last - first + 1);
    const event = entries.flatMap(({ events }) => events).at(-1);
    if (event !== undefined) return event.position;
  }
  return 0;
}

/** When a world has something to do by itself. */
export async function wakeDelayOf(store: StoreReader, world: string): Promise<WakeDelay> {
  const [wake] = await store.wakes({ after: nameBefore(world), limit: 1 });
  return wake?.world === world ? wake.afterMs : null;
}

/** A text between a name and all smaller names. */
function nameBefore(name: string): string {
  const last = name.charCodeAt(name.length - 1);
  return `${name.slice(0, -1)}${String.fromCharCode(last - 1)}\uffff`;
}

/** Appends to one world. Rejects with StoreError if its entries are refused. */
export async function appendTo(
  store: EventStore,
  world: string,
  entries: readonly JournalEntry[],
  wakeAfterMs: WakeDelay,
): Promise<void> {
  const expectedInput = (entries[0]?.input.n ?? 1) - 1;
  const [refused] = await store.append([{ world, expectedInput, entries, wakeAfterMs }]);
  if (refused !== undefined) throw refused.error;
}
