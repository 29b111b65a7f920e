// Group commit: the entries that all worlds enqueue in one turn of the event loop are stored in one batch. A response is
// released only after everything that it reflects is stored.

import type { JournalEntry } from '../kernel/input.ts';
import type { Append, EventStore } from '../ports/event-store.ts';

/** A world that enqueues entries. */
export interface CommitClient {
  readonly name: string;
  readonly onStored: (entries: readonly JournalEntry[]) => void;
  /** All entries enqueued since the last `onStored` are lost. */
  readonly onLost: (error: unknown) => void;
}

export interface GroupCommit {
  /** Adds an entry to the batch of this turn of the event loop. */
  readonly enqueue: (world: CommitClient, entry: JournalEntry) => void;
  /** Whether fewer than `uncommittedMax` entries are pending. */
  readonly hasCapacity: () => boolean;
  /** Resolves when all entries that this world has enqueued so far are stored; rejects if they are lost. */
  readonly whenDurable: (world: CommitClient) => Promise<void>;
  /** Whether nothing of this world is pending. */
  readonly isDurable: (world: CommitClient) => boolean;
  /** Resolves when nothing is pending. */
  readonly whenIdle: () => Promise<void>;
}

/** The most pending entries of all worlds. */
export const uncommittedMax = 50_000;

interface Batch {
  readonly entries: Map<CommitClient, JournalEntry[]>;
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createGroupCommit(
  store: EventStore,
  defer: (task: () => void) => void,
): GroupCommit {
  let openBatch: Batch | undefined;
  let uncommitted = 0;
  let writingBatch: Batch | undefined;

  function startBatch(): Batch {
    const batch = newBatch();
    if (writingBatch === undefined) defer(() => void flush());
    return batch;
  }

  async function flush(): Promise<void> {
    while (writingBatch === undefined && openBatch !== undefined) {
      const batch = openBatch;
      openBatch = undefined;
      writingBatch = batch;
      let failure: { readonly error: unknown } | undefined;
      try {
        await store.append([...batch.entries].map(([world, entries]) => batchOf(world, entries)));
      } catch (error) {
        failure = { error };
      }
      writingBatch = undefined;
      if (failure === undefined) succeed(batch);
      else fail(batch, failure.error);
    }
  }

  function succeed(batch: Batch): void {
    uncommitted -= sizeOf(batch);
    for (const [world, entries] of batch.entries) world.onStored(entries);
    batch.resolve();
  }

  /** The newest batch with entries of a world. */
  function batchWith(world: CommitClient): Batch | undefined {
    if (openBatch?.entries.has(world) === true) return openBatch;
    return writingBatch?.entries.has(world) === true ? writingBatch : undefined;
  }

  /** The open batch is lost, too: it may depend on the failed one. */
  function fail(batch: Batch, error: unknown): void {
    const after = openBatch;
    openBatch = undefined;
    uncommitted = 0;
    const worlds = new Set([...batch.entries.keys(), ...(after?.entries.keys() ?? [])]);
    for (const world of worlds) world.onLost(error);
    batch.reject(error);
    after?.reject(error);
  }

  return {
    enqueue(world, entry) {
      openBatch ??= startBatch();
      const entries = openBatch.entries.get(world);
      if (entries === undefined) openBatch.entries.set(world, [entry]);
      else entries.push(entry);
      uncommitted += 1;
    },
    hasCapacity: () => uncommitted < uncommittedMax,
    whenDurable: (world) => batchWith(world)?.done ?? durableAlready,
    isDurable: (world) => batchWith(world) === undefined,
    async whenIdle() {
      while (openBatch !== undefined || writingBatch !== undefined) {
        await (openBatch ?? writingBatch)?.done.catch(() => undefined);
      }
    },
  };
}

function sizeOf({ entries }: Batch): number {
  let size = 0;
  for (const list of entries.values()) size += list.length;
  return size;
}

const durableAlready = Promise.resolve();

function newBatch(): Batch {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const done = new Promise<void>((onDone, onError) => {
    resolve = onDone;
    reject = onError;
  });
  done.catch(() => undefined); // failures are reported through `onLost`, too
  return { entries: new Map(), done, resolve, reject };
}

function batchOf(world: CommitClient, entries: readonly JournalEntry[]): Append {
  return { world: world.name, expectedInput: (entries[0]?.input.n ?? 1) - 1, entries };
}
