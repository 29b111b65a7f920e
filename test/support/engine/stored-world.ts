// One world over a store, without an engine, for tests of its parts.

import { createGroupCommit } from '../../../core/engine/group-commit.ts';
import {
  loadWorld,
  newWorld,
  type LoadedWorld,
  type WorldSource,
} from '../../../core/engine/history/journal.ts';
import { createRequestIds } from '../../../core/engine/world/request-ids.ts';
import { createSnapshotter, snapshotEventsMin } from '../../../core/engine/history/snapshotter.ts';
import type { RuntimeOptions } from '../../../core/engine/world/runtime.ts';
import { createWorld, type RunningWorld } from '../../../core/engine/world/world.ts';
import type { EventStore, WorldRecord } from '../../../core/ports/event-store.ts';
import { hash, rules } from './pure-world.ts';

const yieldToLoop = () => new Promise<void>((resolve) => void setImmediate(resolve));

export const sourceOf = (store: EventStore, record: WorldRecord): WorldSource => ({
  store,
  record,
  rules,
  yieldToLoop,
});

export const load = (store: EventStore, record: WorldRecord): Promise<LoadedWorld> =>
  loadWorld(sourceOf(store, record));

/** A new running world; `parts` override the default options. */
export function runWorld(
  store: EventStore,
  record: WorldRecord,
  parts: Partial<RuntimeOptions> = {},
): RunningWorld {
  return createWorld({
    record,
    store,
    loaded: newWorld(record, rules),
    requestIds: createRequestIds(hash, record.seed),
    host: { hash, monotonicMs: () => 0, defer: setImmediate },
    groupCommit: createGroupCommit(store, setImmediate),
    snapshotter: createSnapshotter(store, record.name, snapshotEventsMin, () => yieldToLoop),
    reload: () => load(store, record),
    onBroken: () => undefined,
    onObserverFailed: (error) => {
      throw error;
    },
    onRescheduled: () => undefined,
    onCommitted: () => undefined,
    onEnded: () => undefined,
    hasWork: () => false,
    ...parts,
  });
}
