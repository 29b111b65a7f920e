// The worlds that this process lets others go on with: each is stopped once those that keep it awake are answered, and released.

import { StoreError, type EventStore } from '../ports/event-store.ts';
import type { RunningWorld } from './world/world.ts';

export interface HandOversOptions {
  readonly store: EventStore;
  /** Resolves once nothing keeps the world awake. */
  readonly whenUnused: (name: string) => Promise<void>;
  /** Whether the world is the one of its name that is awake. */
  readonly isAwake: (world: RunningWorld) => boolean;
  /** Called before it is stopped. */
  readonly onMoved: (world: RunningWorld) => void;
  /** Forgets the world: it is stored, and accepts nothing more. */
  readonly drop: (world: RunningWorld) => void;
}

export class HandOvers {
  readonly #options: HandOversOptions;
  readonly #underWay = new Map<string, Promise<void>>();
  /** Worlds that answer no more. */
  readonly #stopping = new Set<string>();

  constructor(options: HandOversOptions) {
    this.#options = options;
  }

  has(name: string): boolean {
    return this.#underWay.has(name);
  }

  /** The end of the hand-over of a world; undefined if none is under way. */
  get(name: string): Promise<void> | undefined {
    return this.#underWay.get(name);
  }

  /** As `get`, while the world still answers those that keep it awake: undefined. */
  whenStopped(name: string): Promise<void> | undefined {
    return this.#stopping.has(name) ? this.#underWay.get(name) : undefined;
  }

  /**
   * Answers the requests under way, unless `patience` resolves before, then stops the world and releases it. If it is being reset or
   * removed by then, or was, nothing is stopped. Never rejects: a world that cannot be released is claimed again, or released with the lease.
   */
  begin(
    world: RunningWorld,
    patience: Promise<void>,
    isBeingChanged: () => boolean,
  ): Promise<void> {
    const { name } = world.record;
    return this.get(name) ?? this.#follow(name, this.#handOver(world, patience, isBeingChanged));
  }

  /** Releases a world that is not awake: until that is done, nobody loads it here. Never rejects. */
  release(name: string): Promise<void> {
    const known = this.get(name);
    if (known !== undefined) return known;
    this.#stopping.add(name);
    return this.#follow(name, this.#release(name));
  }

  #follow(name: string, handOver: Promise<void>): Promise<void> {
    const done = handOver.finally(() => {
      this.#underWay.delete(name);
      this.#stopping.delete(name);
    });
    this.#underWay.set(name, done);
    return done;
  }

  async #handOver(
    world: RunningWorld,
    patience: Promise<void>,
    isBeingChanged: () => boolean,
  ): Promise<void> {
    const { whenUnused, isAwake, onMoved, drop } = this.#options;
    const { name } = world.record;
    onMoved(world);
    await Promise.race([whenUnused(name), patience]);
    if (isBeingChanged() || !isAwake(world)) return;
    this.#stopping.add(name);
    await Promise.race([storeTime(world), patience]);
    await world.stop(() => drop(world));
    await this.#release(name);
  }

  async #release(name: string): Promise<void> {
    await this.#options.store.leases?.release(name).catch(ignoreStore);
  }
}

/** Otherwise the time of a `real` world would go on from its last input. A world that breaks reports that itself. */
async function storeTime(world: RunningWorld): Promise<void> {
  if (world.clock().mode === 'real') await world.advance({ byMs: 0 }).catch(() => undefined);
}

function ignoreStore(error: unknown): void {
  if (!(error instanceof StoreError)) throw error;
}
