// Creates, forks, resets and removes the worlds of one engine, each while its name is locked.

import type { Input, JournalEntry } from '../kernel/input.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import {
  nameTaken,
  NoRoom,
  StoreError,
  type Base,
  type WakeDelay,
  type WorldRecord,
} from '../ports/event-store.ts';
import type { EngineOptions, ForkOptions } from './engine-contract.ts';
import { worldFromFixture } from './genesis.ts';
import { emptyBaselineAt } from './history/journal.ts';
import { NameLocks } from './name-locks.ts';
import { beyondLimit, type RunningWorlds } from './running-worlds.ts';
import { dueDelayOf } from './world/sleep-state.ts';
import { stateAt } from './state-at.ts';
import { applyInput } from './step.ts';
import { statesOf, type Rules, type WorldState } from './world-state.ts';
import { viewOf } from './world-view.ts';
import type { World } from './world/world-contract.ts';

export class WorldLifecycle {
  readonly #options: EngineOptions;
  readonly #rules: Rules;
  readonly #worlds: RunningWorlds;
  readonly #locks = new NameLocks();
  /** The last hand-over of a world that was woken for it: they follow each other, since each is beyond the limit. */
  #wokenLast: Promise<void> = Promise.resolve();

  constructor(options: EngineOptions, rules: Rules, worlds: RunningWorlds) {
    this.#options = options;
    this.#rules = rules;
    this.#worlds = worlds;
  }

  /** Why no world of this name can be created now. */
  async refusalOf(name: string): Promise<StoreError | undefined> {
    return this.#locks.refusalOf(name) ?? (await this.#takenRefusal(name));
  }

  async create(record: WorldRecord): Promise<World> {
    const { store } = this.#options;
    return this.#creating(record.name, async () => {
      const refusal = await this.#takenRefusal(record.name); // before its fixture costs time
      if (refusal !== undefined) throw refusal;
      const numbered = await this.#numbered(record);
      const { loaded, entries } = this.#fromFixture(numbered);
      const wakeAfterMs = this.#wakeDelay(loaded.world, numbered);
      await store.create(numbered, undefined, entries, wakeAfterMs, numbered.resets ?? 0);
      return this.#worlds.start(numbered, loaded);
    });
  }

  async fork(parent: string | World, options: ForkOptions): Promise<World> {
    const worlds = this.#worlds;
    return this.#creating(options.name, async () =>
      worlds.withGiven(parent, async (from) =>
        worlds.with(from.record.name, async (original) => this.#fork(from, original, options)),
      ),
    );
  }

  /** Rejects the pending requests of the world. */
  async reset(name: string): Promise<World> {
    const { store } = this.#options;
    const worlds = this.#worlds;
    return this.#locks.withLock(name, async () =>
      worlds.with(name, async (world) => {
        const { forkedFrom: _none, ...rest } = world.record;
        const record = { ...rest, resets: (rest.resets ?? 0) + 1 };
        const { loaded, entries } = this.#fromFixture(record);
        const { forkSeed } = world.settings();
        const first = forkSeed === undefined ? [] : [reseed(loaded.world, forkSeed, undefined)];
        const wakeAfterMs = this.#wakeDelay(loaded.world, record);
        await worlds.stopAndChange(world, () =>
          store.reset(record, [...entries, ...first], wakeAfterMs),
        );
        return worlds.start(record, loaded);
      }),
    );
  }

  /** A world that sleeps is not woken. */
  async remove(name: string): Promise<void> {
    const { store } = this.#options;
    const worlds = this.#worlds;
    const leaving = worlds.handOvers.get(name);
    if (leaving !== undefined) await leaving;
    const remove = async () => {
      const world = worlds.get(name);
      if (world === undefined) await store.remove(name);
      else await worlds.stopAndChange(world, () => store.remove(name));
      worlds.announceRemoved(name);
    };
    const isAwake = worlds.get(name) !== undefined; // it is stopped at once, so that requests keep their order
    return this.#locks.withLock(name, () =>
      isAwake ? remove() : worlds.whileAbsent(name, remove),
    );
  }

  /** See Engine. */
  async handOver(name: string, patience: () => Promise<void>): Promise<void> {
    await this.#worlds.get(name)?.saveLongTail(); // while it goes on
    const world = this.#worlds.get(name);
    if (world === undefined) return;
    const refusal = this.#locks.refusalOf(name);
    if (refusal !== undefined) throw refusal;
    const isBeingChanged = () => this.#locks.refusalOf(name) !== undefined;
    await this.#worlds.handOvers.begin(world, patience(), isBeingChanged);
  }

  /** See Engine. */
  async handOverSleeping(name: string, patience: () => Promise<void>): Promise<void> {
    const handedOver = this.#wokenLast.then(async () => this.#wakeAndHandOver(name, patience));
    this.#wokenLast = handedOver.catch(() => undefined);
    return handedOver;
  }

  async #wakeAndHandOver(name: string, patience: () => Promise<void>): Promise<void> {
    const worlds = this.#worlds;
    try {
      await worlds.open(name, beyondLimit);
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      if (!worlds.isLoading(name)) await worlds.handOvers.release(name);
    }
    const world = worlds.get(name);
    if (world === undefined) return;
    await this.handOver(name, patience);
    if (worlds.get(name) === undefined) worlds.sleepers.wakeInTime(name, world.wakeAfterMs());
  }

  /** See Engine. */
  async removeUnused(name: string, isUnused: () => Promise<boolean>): Promise<boolean> {
    const { store } = this.#options;
    const worlds = this.#worlds;
    const world = worlds.get(name);
    return this.#locks.withLock(name, async () => {
      if (world !== undefined) {
        const uses = world.uses();
        const isFree = (await isUnused()) && worlds.get(name) === world && world.uses() === uses;
        if (!isFree || worlds.sleepers.isInUse(world) || worlds.handOvers.has(name)) return false;
        await worlds.stopAndChange(world, () => store.remove(name));
      } else {
        const isRemoved = await worlds.whileAbsent(name, async () => {
          if (worlds.get(name) !== undefined || (await store.claim(name)) === undefined)
            return false;
          if (!(await isUnused())) return false;
          await store.remove(name);
          return true;
        });
        if (!isRemoved) return false;
      }
      worlds.announceRemoved(name);
      return true;
    });
  }

  /** Refuses all changes from now on. */
  close(): void {
    this.#locks.close();
  }

  /** `from`: the parent with its observer, or the parent itself. */
  async #fork(from: World, original: World, options: ForkOptions): Promise<World> {
    const { name, at, seed, outbound = false, onCreated } = options;
    const { name: parentName } = from.record;
    const source = this.#worlds.sourceOf(from.record);
    const { world, inputs, position, partialEntry } = await stateAt(from, at, source);
    const { resets: _ofParent, ...inherited } = from.record;
    const forkedFrom = { world: parentName, position: world.position };
    const record = await this.#numbered({ ...inherited, name, forkedFrom, outbound });
    if (this.#worlds.get(parentName) !== original) throw removedMeanwhile(parentName);
    const base: Base = { world: parentName, inputs, position };
    const entries = partialEntry === undefined ? [] : [partialEntry];
    if (seed !== undefined) entries.push(reseed(world, seed, partialEntry?.input));
    const wakeAfterMs = this.#wakeDelay(world, record);
    await this.#options.store.create(record, base, entries, wakeAfterMs, record.resets ?? 0);
    onCreated?.(statesOf(world), () => viewOf(record, world, world.nowMs));
    const baseline = emptyBaselineAt(world.position);
    return this.#worlds.start(record, { world, baseline, unverifiedInputs: 0 });
  }

  /** Runs a task that creates a world, while its name is locked. */
  #creating(name: string, task: () => Promise<World>): Promise<World> {
    const worlds = this.#worlds;
    return this.#locks.withLock(name, async () => {
      if (worlds.get(name) !== undefined) throw nameTaken(name);
      return worlds.withRoom(() => worlds.whileAbsent(name, task));
    });
  }

  async #takenRefusal(name: string): Promise<StoreError | undefined> {
    const isTaken =
      this.#worlds.get(name) !== undefined || (await this.#options.store.find(name)) !== undefined;
    return isTaken ? nameTaken(name) : undefined;
  }

  /** The record of a new world: positions of earlier worlds of its name are others. */
  async #numbered(record: WorldRecord): Promise<WorldRecord> {
    const resets = await this.#options.store.counts.begun(record.name);
    return resets === 0 ? record : { ...record, resets };
  }

  #wakeDelay(world: WorldState, record: WorldRecord): WakeDelay {
    return this.#options.hasWork?.(statesOf(world), record) === true ? 0 : dueDelayOf(world);
  }

  #fromFixture(record: WorldRecord): ReturnType<typeof worldFromFixture> {
    const { fixture } = record;
    const commands = fixture && this.#options.seedCommands?.(fixture.content, record);
    return worldFromFixture(record, this.#rules, commands ?? []);
  }
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
