// Runs many worlds over one store: creates, forks, resets and removes them, and reads their past.

import type { Input, JournalEntry } from '../kernel/input.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { nameTaken, type Base, StoreError, type WorldRecord } from '../ports/event-store.ts';
import type { Engine, EngineOptions } from './engine-contract.ts';
import { worldFromFixture } from './genesis.ts';
import { emptyBaselineAt } from './history/journal.ts';
import { replayJournal } from './history/replay.ts';
import { stateView } from './history/state-view.ts';
import { NameLocks } from './name-locks.ts';
import { createOracleCache } from './oracle-cache.ts';
import { domains as allDomains } from './registry.ts';
import { RunningWorlds } from './running-worlds.ts';
import { pastStateOf, stateAt } from './state-at.ts';
import { applyInput } from './step.ts';
import { forkWorld, statesOf, type Rules, type WorldState } from './world-state.ts';
import { viewOf } from './world-view.ts';
import type { World } from './world/world-contract.ts';

const worldsMaxDefault = 10_000;
/** The generations of so many removed worlds are remembered. */
const generationsMax = 10_000;

/** Opens a store and resumes the worlds in it. Rejects with StoreError if one that is loaded cannot be read. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { store, host, domains = allDomains, worldsMax = worldsMaxDefault } = options;
  const oracles = createOracleCache(options.oracles ?? {});
  const rules: Rules = { domains, hash: host.hash, oracles, reactions: options.reactions ?? [] };
  const opening = await store.countOpening();
  const worlds = new RunningWorlds(options, rules, { opening, records: await store.worlds() });
  const locks = new NameLocks();
  /** By the names of removed worlds: the next world of that name continues the count of resets. */
  const generations = new Map<string, number>();

  function takenRefusal(name: string): StoreError | undefined {
    if (!worlds.has(name)) return undefined;
    return nameTaken(name);
  }

  /** Runs a task that creates a world, while its name is locked. */
  function creating<T>(name: string, task: () => Promise<T>): Promise<T> {
    return locks.withLock(name, async () => {
      const refusal = takenRefusal(name);
      if (refusal !== undefined) throw refusal;
      if (worlds.count + locks.count <= worldsMax) return task(); // its own name is locked, too
      throw new StoreError(
        'unavailable',
        `There are ${worldsMax} worlds, which is the maximum; remove one first.`,
      );
    });
  }

  function createFromFixture(record: WorldRecord): ReturnType<typeof worldFromFixture> {
    const { fixture } = record;
    const commands = fixture && options.seedCommands?.(fixture.content, record);
    return worldFromFixture(record, rules, commands ?? []);
  }

  /** As `worlds.with`; a World is used as it is, with its observer. */
  function withWorld<T>(world: string | World, task: (world: World) => Promise<T>): Promise<T> {
    return typeof world === 'string' ? worlds.with(world, task) : task(world);
  }

  function rememberGeneration({ name, resets = 0 }: WorldRecord): void {
    generations.delete(name);
    generations.set(name, resets + 1);
    const [oldest = ''] = generations.keys();
    if (generations.size > generationsMax) generations.delete(oldest);
  }

  if (options.loads !== 'on-demand') await worlds.loadAll();

  return {
    store,
    records: () => worlds.records(),
    worlds: () => worlds.loaded(),
    world: (name) => worlds.get(name),
    open: (name) => worlds.open(name),
    loadInBackground: () => worlds.loadInBackground((name) => locks.has(name)),
    refusalOf: (name) => locks.refusalOf(name) ?? takenRefusal(name),
    create: async (record) =>
      creating(record.name, async () => {
        const resets = generations.get(record.name);
        const numbered = resets === undefined ? record : { ...record, resets };
        const { loaded, entries } = createFromFixture(numbered);
        await store.create(numbered, undefined, entries);
        return worlds.start(numbered, loaded);
      }),
    fork: async (parent, { name, at, seed, outbound = false, onCreated }) =>
      creating(name, async () =>
        withWorld(parent, async (from) =>
          worlds.with(from.record.name, async (original) => {
            const { name: parentName } = from.record;
            const source = worlds.sourceOf(from.record);
            const { world, inputs, position, partialEntry } = await stateAt(from, at, source);
            if (worlds.get(parentName) !== original) throw removedMeanwhile(parentName);
            const forkedFrom = { world: parentName, position: world.position };
            const record = { ...from.record, name, forkedFrom, outbound };
            const base: Base = { world: parentName, inputs, position };
            const entries = partialEntry === undefined ? [] : [partialEntry];
            if (seed !== undefined) entries.push(reseed(world, seed, partialEntry?.input));
            await store.create(record, base, entries);
            onCreated?.(statesOf(world), () => viewOf(record, world, world.nowMs));
            const baseline = emptyBaselineAt(world.position);
            return worlds.start(record, { world, baseline, unverifiedInputs: 0 });
          }),
        ),
      ),
    reset: async (name) =>
      locks.withLock(name, async () =>
        worlds.with(name, async (world) => {
          const { forkedFrom: _none, ...rest } = world.record;
          const record = { ...rest, resets: (rest.resets ?? 0) + 1 };
          const { loaded, entries } = createFromFixture(record);
          const { forkSeed } = world.settings();
          const first = forkSeed === undefined ? [] : [reseed(loaded.world, forkSeed, undefined)];
          await worlds.stopAndChange(world, () => store.reset(record, [...entries, ...first]));
          worlds.delete(name); // a reset world comes last, as a new one
          return worlds.start(record, loaded);
        }),
      ),
    remove: async (name) =>
      locks.withLock(name, async () =>
        worlds.with(name, async (world) => {
          await worlds.stopAndChange(world, () => store.remove(name));
          rememberGeneration(world.record);
          worlds.delete(name);
        }),
      ),
    state: async (named, at, query) =>
      withWorld(named, async (world) => {
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
      locks.close();
      await worlds.close();
      await store.close();
    },
  };
}

/** Gives a fork a seed of its own, as its first input. `last`: its last one, if a fork was made between two dues. */
function reseed(world: WorldState, forkSeed: string, last: Input | undefined): JournalEntry {
  const { through } = last ?? {};
  const stamp = { n: world.inputs + 1, atMs: world.nowMs, ...omitUndefined({ through }) };
  const settings = { ...world.settings, forkSeed };
  return applyInput(world, { ...stamp, kind: 'config', settings }, []).entry;
}

function removedMeanwhile(name: string): StoreError {
  return new StoreError('unavailable', `World '${name}' has just been removed or reset; retry.`);
}
