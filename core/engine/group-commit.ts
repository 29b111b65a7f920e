// Group commit: the entries that all worlds enqueue in one turn of the event loop are stored in one batch. A response is
// released only after everything that it reflects is stored. Worlds share a batch, not its failures.

import type { JournalEntry } from '../kernel/input.ts';
import type { Append, EventStore, StoreError, WakeDelay } from '../ports/event-store.ts';
import type { Meter } from '../ports/meter.ts';

/** A world that enqueues entries. */
export interface CommitClient {
  readonly name: string;
  /** As of its last entry. */
  readonly wakeAfterMs: () => WakeDelay;
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

/** What one world has enqueued for one batch. */
interface Pending {
  readonly entries: JournalEntry[];
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

type Batch = Map<CommitClient, Pending>;

export function createGroupCommit(
  store: EventStore,
  defer: (task: () => void) => void,
  meter?: Meter,
): GroupCommit {
  let openBatch: Batch | undefined;
  let uncommitted = 0;
  let writingBatch: Batch | undefined;

  function startBatch(): Batch {
    if (writingBatch === undefined) defer(() => void flush());
    return new Map();
  }

  async function flush(): Promise<void> {
    while (writingBatch === undefined && openBatch !== undefined) {
      const batch = openBatch;
      openBatch = undefined;
      writingBatch = batch;
      const onAnswered = meter?.onCommit(entriesIn(batch));
      let errorOf: (world: string) => unknown;
      try {
        errorOf = errorsByWorld(await store.append(appendsOf(batch)));
      } catch (error) {
        errorOf = () => error;
      }
      writingBatch = undefined;
      onAnswered?.(errorsIn(batch, errorOf));
      settle(batch, errorOf);
    }
  }

  /** Losses first: an observer of a stored world must not find unstored changes in a refused one. */
  function settle(batch: Batch, errorOf: (world: string) => unknown): void {
    for (const [world, pending] of batch) {
      const error = errorOf(world.name);
      if (error !== undefined) fail(world, pending, error);
    }
    for (const [world, pending] of batch) {
      if (errorOf(world.name) === undefined) succeed(world, pending);
    }
  }

  function succeed(world: CommitClient, { entries, resolve }: Pending): void {
    uncommitted -= entries.length;
    world.onStored(entries);
    resolve();
  }

  /** What the world has enqueued since is lost, too: it depends on the failed entries. */
  function fail(world: CommitClient, pending: Pending, error: unknown): void {
    const after = openBatch?.get(world);
    openBatch?.delete(world);
    if (openBatch?.size === 0) openBatch = undefined;
    uncommitted -= pending.entries.length + (after?.entries.length ?? 0);
    world.onLost(error);
    pending.reject(error);
    after?.reject(error);
  }

  /** The newest entries of a world. */
  function pendingOf(world: CommitClient): Pending | undefined {
    return openBatch?.get(world) ?? writingBatch?.get(world);
  }

  return {
    enqueue(world, entry) {
      openBatch ??= startBatch();
      let pending = openBatch.get(world);
      if (pending === undefined) openBatch.set(world, (pending = newPending()));
      pending.entries.push(entry);
      uncommitted += 1;
    },
    hasCapacity: () => uncommitted < uncommittedMax,
    whenDurable: (world) => pendingOf(world)?.done ?? durableAlready,
    isDurable: (world) => pendingOf(world) === undefined,
    async whenIdle() {
      for (let batch = openBatch ?? writingBatch; batch !== undefined;) {
        await Promise.allSettled([...batch.values()].map(({ done }) => done));
        batch = openBatch ?? writingBatch;
      }
    },
  };
}

const durableAlready = Promise.resolve();

function newPending(): Pending {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const done = new Promise<void>((onDone, onError) => {
    resolve = onDone;
    reject = onError;
  });
  done.catch(() => undefined); // failures are reported through `onLost`, too
  return { entries: [], done, resolve, reject };
}

function appendsOf(batch: Batch): Append[] {
  return [...batch].map(([world, { entries }]) => ({
    world: world.name,
    expectedInput: (entries[0]?.input.n ?? 1) - 1,
    entries,
    wakeAfterMs: world.wakeAfterMs(),
  }));
}

function entriesIn(batch: Batch): number {
  let sum = 0;
  for (const { entries } of batch.values()) sum += entries.length;
  return sum;
}

function errorsIn(batch: Batch, errorOf: (world: string) => unknown): readonly unknown[] {
  return [...batch.keys()].map(({ name }) => errorOf(name)).filter((error) => error !== undefined);
}

function errorsByWorld(
  refused: readonly { readonly world: string; readonly error: StoreError }[],
): (world: string) => unknown {
  if (refused.length === 0) return () => undefined;
  const errors = new Map(refused.map(({ world, error }) => [world, error]));
  return (world) => errors.get(world);
}
