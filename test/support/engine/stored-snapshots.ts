// Snapshots of a world without an engine: written to a store, read from it, and damaged by tests.

import { emptyBaseline, type SnapshotBaseline } from '../../../core/engine/history/journal.ts';
import { writePages } from '../../../core/engine/history/snapshot.ts';
import { forkWorld, initialWorld, type WorldState } from '../../../core/engine/world-state.ts';
import { nextGeneration } from '../../../core/tables/index.ts';
import type { JournalEntry } from '../../../core/kernel/input.ts';
import type {
  EventStore,
  SnapshotPage,
  SnapshotWriter,
  StoredSnapshot,
  WorldRecord,
} from '../../../core/ports/event-store.ts';
import { epochMs, rules } from './pure-world.ts';
import { appendAll } from '../store/append-all.ts';

export const yieldToLoop = async (): Promise<void> => undefined;

/** The record of a world with the seed of random sessions. */
export const sessionRecord = (name: string): WorldRecord => ({
  name,
  seed: 'session',
  epochMs,
  ids: 'ordinal',
  clock: { mode: 'frozen', rate: 1 },
  config: {},
});

/** Writes a snapshot of the current state, as the snapshotter does. */
export async function writeSnapshot(
  writer: SnapshotWriter,
  state: WorldState,
  since: SnapshotBaseline = emptyBaseline,
): Promise<SnapshotBaseline & { readonly written: number; readonly seal: string }> {
  const generation = nextGeneration();
  const frozen = forkWorld(state);
  const { snapshot, hashes, written } = await writePages(frozen, since, writer, yieldToLoop);
  await writer.finish(snapshot);
  return { generation, hashes, position: state.position, written, seal: snapshot.seal };
}

export const initialSessionState = (): WorldState => initialWorld(sessionRecord('any'), rules);

/** A snapshot with all its pages loaded. */
export interface LoadedSnapshot extends Omit<StoredSnapshot, 'pages'> {
  readonly pages: readonly SnapshotPage[];
}

export async function loadSnapshot(stored: StoredSnapshot): Promise<LoadedSnapshot> {
  return { ...stored, pages: await stored.pages(0, Number.MAX_SAFE_INTEGER) };
}

export function toStoredSnapshot({ pages, ...snapshot }: LoadedSnapshot): StoredSnapshot {
  return { ...snapshot, pages: async (offset, limit) => pages.slice(offset, offset + limit) };
}

/** A store that passes its snapshots through `change`, and records the first input of each read. */
export function withSnapshots(
  store: EventStore,
  change: (snapshots: readonly LoadedSnapshot[]) => readonly LoadedSnapshot[],
): EventStore & { readonly readsFrom: readonly number[] } {
  const readsFrom: number[] = [];
  return {
    ...store,
    readsFrom,
    read: async (world, from, limit) => {
      readsFrom.push(from);
      return store.read(world, from, limit);
    },
    snapshots: async (world) => {
      const found = await store.snapshots(world);
      return change(await Promise.all(found.map(loadSnapshot))).map(toStoredSnapshot);
    },
  };
}

/** Creates a world and stores its journal. */
export async function storeJournal(
  store: EventStore,
  record: WorldRecord,
  entries: readonly JournalEntry[],
): Promise<void> {
  await store.create(record);
  await appendAll(store, [{ world: record.name, expectedInput: 0, entries }]);
}
