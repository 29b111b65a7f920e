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

/** Opens a store and resumes the worlds in it. Rejects with StoreError if one that is loaded cannot be read. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { store, host, domains = allDomains } = options;
  const oracles = createOracleCache(options.oracles ?? {});
  const rules: Rules = { domains, hash: host.hash, oracles, reactions: options.reactions ?? [] };
  const opening = await store.countOpening();
  const worlds = new RunningWorlds(options, rules, { opening, records: await store.worlds() });
  const lifecycle = new WorldLifecycle(options, rules, worlds);
  if (options.loads !== 'on-demand') await worlds.loadAll();

  return {
    store,
    records: () => worlds.records(),
    worlds: () => worlds.loaded(),
    world: (name) => worlds.get(name),
    open: (name) => worlds.open(name),
    loadInBackground: () => worlds.loadInBackground((name) => lifecycle.isChanging(name)),
    refusalOf: (name) => lifecycle.refusalOf(name),
    create: (record) => lifecycle.create(record),
    fork: (parent, fork) => lifecycle.fork(parent, fork),
    reset: (name) => lifecycle.reset(name),
    remove: (name) => lifecycle.remove(name),
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
    commits$: worlds.guarded(worlds.commits$),
    rescheduled$: worlds.guarded(worlds.rescheduled$),
    endStreams: () => worlds.endStreams(),
    async close() {
      lifecycle.close();
      await worlds.close();
      await store.close();
    },
  };
}
