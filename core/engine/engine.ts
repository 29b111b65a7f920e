// Many worlds in one process, over one store, with one commit a turn.

import { Subject, type Observable } from 'rxjs';
import type { JournalEntry } from '../kernel/input.ts';
import type { InvariantError } from '../kernel/invariant.ts';
import { StoreError, type EventStore, type WorldRecord } from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import { createCommitter } from './commit.ts';
import { loadWorld } from './journal.ts';
import { createWorld, type World, type WorldView } from './world.ts';
import { initialWorld, type WorldState } from './world-state.ts';

export interface EngineOptions {
  readonly store: EventStore;
  readonly host: Host;
  /** Told if one of our own invariants broke; the world in question takes no more requests. */
  readonly onBroken?: (error: InvariantError, world: WorldView) => void;
}

export interface Engine {
  /** All worlds, in the order in which they were made. */
  readonly worlds: () => readonly World[];
  readonly world: (name: string) => World | undefined;
  /** Makes a world and starts it. Rejects with StoreError 'name-taken'. */
  readonly create: (record: WorldRecord) => Promise<World>;
  readonly store: EventStore;
  /** Each world, as it is started. */
  readonly started$: Observable<World>;
  /** Every stored entry of every world. */
  readonly entries$: Observable<{ readonly world: World; readonly entry: JournalEntry }>;
  /** Stores what is still under way, then closes the store. */
  readonly close: () => Promise<void>;
}

/** Opens a store and resumes every world in it. Rejects with StoreError if one of them cannot be read. */
export async function openEngine({ store, host, onBroken }: EngineOptions): Promise<Engine> {
  const committer = createCommitter(store, host.defer);
  const running = new Map<string, World>();
  const starting = new Set<string>();
  const started$ = new Subject<World>();
  const entries$ = new Subject<{ readonly world: World; readonly entry: JournalEntry }>();

  function start(record: WorldRecord, state: WorldState): World {
    const reload = () => loadWorld(store, record, host.hash);
    const parts = { record, state, host, committer, reload };
    const world = createWorld({ ...parts, onBroken: onBroken ?? (() => undefined) });
    running.set(record.name, world);
    world.entries$.subscribe((entry) => entries$.next({ world, entry }));
    started$.next(world);
    return world;
  }

  for (const record of await store.worlds()) {
    start(record, await loadWorld(store, record, host.hash));
  }

  return {
    store,
    worlds: () => [...running.values()],
    world: (name) => running.get(name),
    async create(record) {
      if (running.has(record.name) || starting.has(record.name)) {
        throw new StoreError('name-taken', `There is a world named '${record.name}' already.`);
      }
      starting.add(record.name);
      try {
        await store.create(record);
      } finally {
        starting.delete(record.name);
      }
      const { seed, epochMs, ids } = record;
      return start(record, initialWorld({ seed, epochMs, ids }, record.clock, host.hash));
    },
    started$,
    entries$,
    async close() {
      await committer.idle();
      await store.close();
    },
  };
}
