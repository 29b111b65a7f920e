// Creates, forks, resets and removes the worlds of one engine, each while its name is locked.

import type { Input, JournalEntry } from '../kernel/input.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { nameTaken, type Base, StoreError, type WorldRecord } from '../ports/event-store.ts';
import type { EngineOptions, ForkOptions } from './engine-contract.ts';
import { worldFromFixture } from './genesis.ts';
import { emptyBaselineAt } from './history/journal.ts';
import { NameLocks } from './name-locks.ts';
import type { RunningWorlds } from './running-worlds.ts';
import { stateAt } from './state-at.ts';
import { applyInput } from './step.ts';
import { statesOf, type Rules, type WorldState } from './world-state.ts';
import { viewOf } from './world-view.ts';
import type { World } from './world/world-contract.ts';

const worldsMaxDefault = 10_000;
/** The generations of so many removed worlds are remembered. */
const generationsMax = 10_000;

export class WorldLifecycle {
  readonly #options: EngineOptions;
  readonly #rules: Rules;
  readonly #worlds: RunningWorlds;
  readonly #locks = new NameLocks();
  /** By the names of removed worlds: the next world of that name continues the count of resets. */
  readonly #generations = new Map<string, number>();

  constructor(options: EngineOptions, rules: Rules, worlds: RunningWorlds) {
    this.#options = options;
    this.#rules = rules;
    this.#worlds = worlds;
  }

  /** Whether a world of this name is being created, reset or removed. */
  isChanging(name: string): boolean {
    return this.#locks.has(name);
  }

  /** Why no world of this name can be created now. */
  refusalOf(name: string): StoreError | undefined {
    return this.#locks.refusalOf(name) ?? this.#takenRefusal(name);
  }

  async create(record: WorldRecord): Promise<World> {
    return this.#creating(record.name, async () => {
      const resets = this.#generations.get(record.name);
      const numbered = resets === undefined ? record : { ...record, resets };
      const { loaded, entries } = this.#fromFixture(numbered);
      await this.#options.store.create(numbered, undefined, entries);
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
        await worlds.stopAndChange(world, () => store.reset(record, [...entries, ...first]));
        worlds.delete(name); // a reset world comes last, as a new one
        return worlds.start(record, loaded);
      }),
    );
  }

  async remove(name: string): Promise<void> {
    const worlds = this.#worlds;
    return this.#locks.withLock(name, async () =>
      worlds.with(name, async (world) => {
        await worlds.stopAndChange(world, () => this.#options.store.remove(name));
        this.#rememberGeneration(world.record);
        worlds.delete(name);
      }),
    );
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
    if (this.#worlds.get(parentName) !== original) throw removedMeanwhile(parentName);
    const forkedFrom = { world: parentName, position: world.position };
    const record = { ...from.record, name, forkedFrom, outbound };
    const base: Base = { world: parentName, inputs, position };
    const entries = partialEntry === undefined ? [] : [partialEntry];
    if (seed !== undefined) entries.push(reseed(world, seed, partialEntry?.input));
    await this.#options.store.create(record, base, entries);
    onCreated?.(statesOf(world), () => viewOf(record, world, world.nowMs));
    const baseline = emptyBaselineAt(world.position);
    return this.#worlds.start(record, { world, baseline, unverifiedInputs: 0 });
  }

  /** Runs a task that creates a world, while its name is locked. */
  #creating(name: string, task: () => Promise<World>): Promise<World> {
    const { worldsMax = worldsMaxDefault } = this.#options;
    return this.#locks.withLock(name, async () => {
      const refusal = this.#takenRefusal(name);
      if (refusal !== undefined) throw refusal;
      if (this.#worlds.count + this.#locks.count <= worldsMax) return task(); // its own name is locked, too
      throw new StoreError(
        'unavailable',
        `There are ${worldsMax} worlds, which is the maximum; remove one first.`,
      );
    });
  }

  #takenRefusal(name: string): StoreError | undefined {
    return this.#worlds.has(name) ? nameTaken(name) : undefined;
  }

  #fromFixture(record: WorldRecord): ReturnType<typeof worldFromFixture> {
    const { fixture } = record;
    const commands = fixture && this.#options.seedCommands?.(fixture.content, record);
    return worldFromFixture(record, this.#rules, commands ?? []);
  }

  #rememberGeneration({ name, resets = 0 }: WorldRecord): void {
    const generations = this.#generations;
    generations.delete(name);
    generations.set(name, resets + 1);
    const [oldest = ''] = generations.keys();
    if (generations.size > generationsMax) generations.delete(oldest);
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
