// Runs many worlds over one store, and reads their past.

import type { Engine, EngineOptions } from './engine-contract.ts';
import { replayJournal } from './replay.ts';
import { stateView } from './history/state-view.ts';
import { WorldLifecycle } from './lifecycle.ts';
import { createOracleCache } from './oracle-cache.ts';
import { domains as allDomains } from './registry.ts';
import { RunningWorlds } from './running-worlds.ts';
import { pastStateOf } from './state-at.ts';
import { forkWorld, type Rules } from './world-state.ts';

/** Opens a store and its worlds. Rejects with StoreError if one that is loaded cannot be read. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { store, host, domains = allDomains } = options;
  const oracles = createOracleCache(options.oracles ?? {});
  const rules: Rules = { domains, hash: host.hash, oracles, reactions: options.reactions ?? [] };
  const worlds = new RunningWorlds(options, rules, await store.counts.countOpening());
  const { sleepers } = worlds;
  const lifecycle = new WorldLifecycle(options, rules, worlds);
  if (options.loads === 'on-demand') sleepers.readWakes();
  else await worlds.loadAll();

  return {
    store,
    worlds: () => worlds.awake(),
    world: (name) => worlds.get(name),
    open: (name) => worlds.open(name),
    keepAwake: (world) => sleepers.keepAwake(world),
    sleepIdle: () => sleepers.sleepIdle(),
    sleepLeastUsed: (isOne) => sleepers.sleepLeastUsedOf(isOne),
    nextWakeMs: () => sleepers.nextWakeMs(),
    wakeDue: () => sleepers.wakeDue(),
    wakes$: worlds.guarded(sleepers.wakes$),
    refusalOf: (name) => lifecycle.refusalOf(name),
    create: (record) => lifecycle.create(record),
    fork: (parent, fork) => lifecycle.fork(parent, fork),
    reset: (name) => lifecycle.reset(name),
    remove: (name) => lifecycle.remove(name),
    removeUnused: (name, isUnused) => lifecycle.removeUnused(name, isUnused),
    state: async (named, at, query) =>
      worlds.withGiven(named, async (world) => {
        const source = worlds.sourceOf(world.record);
        const state =
          at === undefined
            ? await world.inspectState(forkWorld) // a fork does not change while it is printed
            : (await pastStateOf(world, at, source)).world;
        return stateView(state, query, source.yieldToLoop);
      }),
    replay: async (name, onProgress) =>
      worlds.with(name, async (world) => {
        await world.describe();
        return replayJournal(worlds.sourceOf(world.record), onProgress);
      }),
    started$: worlds.guarded(worlds.started$),
    stopped$: worlds.guarded(worlds.stopped$),
    removed$: worlds.guarded(worlds.removed$),
    moved$: worlds.guarded(worlds.moved$),
    slept$: worlds.guarded(worlds.slept$),
    commits$: worlds.guarded(worlds.commits$),
    rescheduled$: worlds.guarded(worlds.rescheduled$),
    endStreams: () => worlds.endStreams(),
    handOver: (name, patience) => lifecycle.handOver(name, patience),
    handOverSleeping: (name, patience) => lifecycle.handOverSleeping(name, patience),
    handedOver: (name) => worlds.handOvers.get(name),
    isEmpty: () => worlds.isEmpty(),
    isFull: () => worlds.isFull(),
    abandonAll: () => worlds.abandonAll(),
    takeOver: () => sleepers.readWakes(host.monotonicMs()),
    async close() {
      lifecycle.close();
      await worlds.close();
      await store.close();
    },
  };
}
