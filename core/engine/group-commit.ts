// Group commit: everything that all worlds did in one turn of the event loop is stored at once, and nobody is
// answered before what he saw is stored.

import type { JournalEntry } from '../kernel/input.ts';
import type { Append, EventStore } from '../ports/event-store.ts';

/** Who stands behind the entries of a world: told when they are stored, or that they are lost. */
export interface CommitClient {
  readonly name: string;
  readonly onStored: (entries: readonly JournalEntry[]) => void;
  /** None of what was enqueued since the last `stored` exists any more. */
  readonly onLost: (error: unknown) => void;
}

export interface GroupCommit {
  /** Queues an entry for the commit of this turn. */
  readonly enqueue: (world: CommitClient, entry: JournalEntry) => void;
  /** Whether the store keeps up: less than `uncommittedMax` entries wait for it. */
  readonly hasRoom: () => boolean;
  /** Resolves when all that has been enqueued so far by this world is stored; rejects if it was lost. */
  readonly whenDurable: (world: CommitClient) => Promise<void>;
  /** Whether `settled` would resolve at once. */
  readonly isDurable: (world: CommitClient) => boolean;
  /** Resolves when nothing waits any more. */
  readonly whenIdle: () => Promise<void>;
}

/** The most entries that wait to be stored. */
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

  function open(): Batch {
    const turn = newBatch();
    if (writingBatch === undefined) defer(() => void flush());
    return turn;
  }

  async function flush(): Promise<void> {
    while (writingBatch === undefined && openBatch !== undefined) {
      const turn = openBatch;
      openBatch = undefined;
      writingBatch = turn;
      let failure: { readonly error: unknown } | undefined;
      try {
        await store.append([...turn.entries].map(([world, entries]) => batchOf(world, entries)));
      } catch (error) {
        failure = { error };
      }
      writingBatch = undefined;
      if (failure === undefined) succeed(turn);
      else fail(turn, failure.error);
    }
  }

  function succeed(turn: Batch): void {
    uncommitted -= sizeOf(turn);
    for (const [world, entries] of turn.entries) world.onStored(entries);
    turn.resolve();
  }

  /** The newest turn that has something of a world. */
  function batchWith(world: CommitClient): Batch | undefined {
    if (openBatch?.entries.has(world) === true) return openBatch;
    return writingBatch?.entries.has(world) === true ? writingBatch : undefined;
  }

  /** What was gathered meanwhile may rest on what is lost, so it is lost too. */
  function fail(turn: Batch, error: unknown): void {
    const after = openBatch;
    openBatch = undefined;
    uncommitted = 0;
    const worlds = new Set([...turn.entries.keys(), ...(after?.entries.keys() ?? [])]);
    for (const world of worlds) world.onLost(error);
    turn.reject(error);
    after?.reject(error);
  }

  return {
    enqueue(world, entry) {
      openBatch ??= open();
      const entries = openBatch.entries.get(world);
      if (entries === undefined) openBatch.entries.set(world, [entry]);
      else entries.push(entry);
      uncommitted += 1;
    },
    hasRoom: () => uncommitted < uncommittedMax,
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
  done.catch(() => undefined); // a turn that nobody waits for may fail; the worlds are told through `lost`
  return { entries: new Map(), done, resolve, reject };
}

function batchOf(world: CommitClient, entries: readonly JournalEntry[]): Append {
  return { world: world.name, expectedInput: (entries[0]?.input.n ?? 1) - 1, entries };
}
