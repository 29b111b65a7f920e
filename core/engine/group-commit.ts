// Group commit: everything that all worlds did in one turn of the event loop is stored at once, and nobody is
// answered before what he saw is stored.

import type { JournalEntry } from '../kernel/input.ts';
import type { Append, EventStore } from '../ports/event-store.ts';

/** Who stands behind the entries of a world: told when they are stored, or that they are lost. */
export interface Committed {
  readonly name: string;
  readonly stored: (entries: readonly JournalEntry[]) => void;
  /** None of what was enqueued since the last `stored` exists any more. */
  readonly lost: (error: unknown) => void;
}

export interface Committer {
  /** Queues an entry for the commit of this turn. */
  readonly enqueue: (world: Committed, entry: JournalEntry) => void;
  /** Whether the store keeps up: less than `uncommittedMax` entries wait for it. */
  readonly hasRoom: () => boolean;
  /** Resolves when all that has been enqueued so far by this world is stored; rejects if it was lost. */
  readonly settled: (world: Committed) => Promise<void>;
  /** Whether `settled` would resolve at once. */
  readonly isSettled: (world: Committed) => boolean;
  /** Resolves when nothing waits any more. */
  readonly idle: () => Promise<void>;
}

/** The most entries that wait to be stored. */
export const uncommittedMax = 50_000;

interface Turn {
  readonly entries: Map<Committed, JournalEntry[]>;
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createCommitter(store: EventStore, defer: (task: () => void) => void): Committer {
  let gathering: Turn | undefined;
  let uncommitted = 0;
  let writing: Turn | undefined;

  function open(): Turn {
    const turn = newTurn();
    if (writing === undefined) defer(() => void flush());
    return turn;
  }

  async function flush(): Promise<void> {
    while (writing === undefined && gathering !== undefined) {
      const turn = gathering;
      gathering = undefined;
      writing = turn;
      let failure: { readonly error: unknown } | undefined;
      try {
        await store.append([...turn.entries].map(([world, entries]) => batchOf(world, entries)));
      } catch (error) {
        failure = { error };
      }
      writing = undefined;
      if (failure === undefined) succeed(turn);
      else fail(turn, failure.error);
    }
  }

  function succeed(turn: Turn): void {
    uncommitted -= sizeOf(turn);
    for (const [world, entries] of turn.entries) world.stored(entries);
    turn.resolve();
  }

  /** The newest turn that has something of a world. */
  function turnOf(world: Committed): Turn | undefined {
    if (gathering?.entries.has(world) === true) return gathering;
    return writing?.entries.has(world) === true ? writing : undefined;
  }

  /** What was gathered meanwhile may rest on what is lost, so it is lost too. */
  function fail(turn: Turn, error: unknown): void {
    const after = gathering;
    gathering = undefined;
    uncommitted = 0;
    const worlds = new Set([...turn.entries.keys(), ...(after?.entries.keys() ?? [])]);
    for (const world of worlds) world.lost(error);
    turn.reject(error);
    after?.reject(error);
  }

  return {
    enqueue(world, entry) {
      gathering ??= open();
      const entries = gathering.entries.get(world);
      if (entries === undefined) gathering.entries.set(world, [entry]);
      else entries.push(entry);
      uncommitted += 1;
    },
    hasRoom: () => uncommitted < uncommittedMax,
    settled: (world) => turnOf(world)?.done ?? settledAlready,
    isSettled: (world) => turnOf(world) === undefined,
    async idle() {
      while (gathering !== undefined || writing !== undefined) {
        await (gathering ?? writing)?.done.catch(() => undefined);
      }
    },
  };
}

function sizeOf({ entries }: Turn): number {
  let size = 0;
  for (const list of entries.values()) size += list.length;
  return size;
}

const settledAlready = Promise.resolve();

function newTurn(): Turn {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const done = new Promise<void>((onDone, onError) => {
    resolve = onDone;
    reject = onError;
  });
  done.catch(() => undefined); // a turn that nobody waits for may fail; the worlds are told through `lost`
  return { entries: new Map(), done, resolve, reject };
}

function batchOf(world: Committed, entries: readonly JournalEntry[]): Append {
  return { world: world.name, expectedInput: (entries[0]?.input.n ?? 1) - 1, entries };
}
