// Creates worlds from what is given of them, and from the defaults of the server.

import {
  changedClock,
  StoreError,
  type Engine,
  type World,
  type WorldRecord,
} from '../core/index.ts';
import type { Config, WorldSpec } from './contracts/world-spec.ts';
import { preparedFixture } from './fixture/prepare.ts';
import { storedFixture } from './fixture/seed-commands.ts';
import { worldNamePattern } from './protocol/world-name.ts';
import type { RecordDefaults } from './reprise-options.ts';
import { changedSettings, defaultConfig } from './world-config.ts';

/** 2026-01-01T00:00:00Z, the default epoch of worlds (design section 3). */
export const epochMsDefault = 1_767_225_600_000;
export const seedDefault = 'reprise';

type WithinLimits = (name: string, create: () => Promise<World>) => Promise<World>;

export class WorldCreation {
  readonly #engine: Engine;
  readonly #defaults: RecordDefaults;
  readonly #within: WithinLimits;
  /** Worlds that are being created on demand, by name. */
  readonly #creating = new Map<string, Promise<World>>();

  /** `within`: runs the creation of a world on demand within the limits of its owner. */
  constructor(
    engine: Engine,
    defaults: RecordDefaults,
    within: WithinLimits = async (_name, create) => create(),
  ) {
    this.#engine = engine;
    this.#defaults = defaults;
    this.#within = within;
  }

  async create(spec: WorldSpec): Promise<World> {
    return this.#engine.create(this.#recordOf(await preparedSpec(spec)));
  }

  /** Finds a world, or creates it once, seeded by its name, if the name is one of a world. `open`: wakes it. */
  ensure(name: string, open = this.#engine.open): World | Promise<World | undefined> {
    const found = open(name);
    if (!(found instanceof Promise)) return found;
    return found.then((world) => world ?? this.#createOnce(name));
  }

  #createOnce(name: string): Promise<World> | undefined {
    const known = this.#creating.get(name);
    if (known !== undefined || !worldNamePattern.test(name)) return known;
    const created = this.#within(name, async () => this.create({ name, seed: name }))
      .catch((error: unknown) => this.#createdMeanwhile(name, error))
      .finally(() => this.#creating.delete(name));
    this.#creating.set(name, created);
    return created;
  }

  /** Another process that shares the store may have created it. */
  async #createdMeanwhile(name: string, error: unknown): Promise<World> {
    const isTaken = error instanceof StoreError && error.code === 'name-taken';
    const world = isTaken ? await this.#engine.open(name) : undefined;
    if (world === undefined) throw error;
    return world;
  }

  /** The configuration of a world for which nothing is given. */
  defaultConfig(): Config {
    return this.#recordOf({ name: 'any' }).config as Config;
  }

  #recordOf(spec: WorldSpec): WorldRecord {
    const defaults = this.#defaults;
    const { ids = 'ordinal', config = defaultConfig } = defaults;
    const own = spec.fixture ?? undefined;
    const fixture = spec.fixture === undefined ? defaults.fixture : own && storedFixture(own);
    const settings = changedSettings({ ids, config }, own?.config ?? {});
    return {
      name: spec.name,
      seed: spec.seed ?? defaults.seed ?? seedDefault,
      epochMs: spec.epochMs ?? defaults.epochMs ?? epochMsDefault,
      clock: changedClock({ mode: 'real', rate: 1 }, spec.clock ?? defaults.clock ?? {}),
      ...changedSettings(settings, spec.config ?? {}),
      ...(fixture === undefined ? {} : { fixture }),
    };
  }
}

async function preparedSpec(spec: WorldSpec): Promise<WorldSpec> {
  const { fixture } = spec;
  if (fixture === undefined || fixture === null) return spec;
  return { ...spec, fixture: await preparedFixture(fixture, undefined) };
}
