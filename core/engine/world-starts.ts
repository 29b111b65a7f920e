// How a world that is loaded goes on: from where its clock runs, and which request ids it has issued. Both are in no journal; see
// the README, "Sleep".

import type { ClaimedWorld } from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import type { HeldLease } from '../ports/leases.ts';
import type { LoadedWorld } from './history/journal.ts';
import { createRequestIds, type LoadedAt, type RequestIds } from './world/request-ids.ts';
import { readSleepState } from './world/sleep-state.ts';
import type { ClockAnchor } from './world/virtual-clock.ts';
import type { RunningWorld } from './world/world.ts';

export interface WorldStart {
  readonly requestIds: RequestIds;
  /** From where a `real` clock runs on. */
  readonly clockAnchor: ClockAnchor;
  /** Whether the world was put to sleep since the engine opened, and nothing has happened to it since. */
  readonly hasSlept?: true;
}

export interface WorldStartsOptions {
  readonly host: Pick<Host, 'hash' | 'monotonicMs'>;
  readonly lease: HeldLease | undefined;
  /** The number of this opening of the store, and the host instant of it. */
  readonly opening: number;
  readonly openedMs: number;
  /** So many dropped worlds are remembered, the last ones. */
  readonly droppedMax: number;
}

/** A world that was dropped without storing how it goes on. */
interface DroppedWorld {
  readonly resets: number | undefined;
  /** Of the last input that is known to be stored. */
  readonly inputs: number;
  readonly clock: ClockAnchor;
  readonly requestIds: RequestIds;
  readonly droppedMs: number;
}

export class WorldStarts {
  readonly #options: WorldStartsOptions;
  /** By name, in the order in which they were dropped. */
  readonly #dropped = new Map<string, DroppedWorld>();

  constructor(options: WorldStartsOptions) {
    this.#options = options;
  }

  /** Remembers a world that is dropped here: it may be loaded again by the same opening of the store. */
  remember({ record: { name, resets }, requestIds, storedClock }: RunningWorld): void {
    const droppedMs = this.#options.host.monotonicMs();
    this.#dropped.delete(name);
    this.#dropped.set(name, { resets, requestIds, droppedMs, ...storedClock() });
    if (this.#dropped.size <= this.#options.droppedMax) return;
    for (const first of this.#dropped.keys()) return void this.#dropped.delete(first);
  }

  /** The world runs again, or is gone. */
  forget(name: string): void {
    this.#dropped.delete(name);
  }

  of(claimed: ClaimedWorld, loaded: LoadedWorld): WorldStart {
    const dropped = this.#dropped.get(claimed.record.name);
    if (dropped !== undefined) return this.#ofDropped(dropped, claimed, loaded);
    return this.#ofSlept(claimed, loaded) ?? this.#ofOther(claimed, loaded);
  }

  /** The host instant since when the other process is gone that has served a world; undefined if none has. */
  goneMs({ owner }: ClaimedWorld): number | undefined {
    return owner === undefined ? undefined : this.#options.lease?.goneMs(owner);
  }

  /** As if it had not been dropped. If it has gone on elsewhere, its clock has run since its last input, wherever that was. */
  #ofDropped(dropped: DroppedWorld, claimed: ClaimedWorld, { world }: LoadedWorld): WorldStart {
    const { resets, inputs, clock, requestIds, droppedMs } = dropped;
    const isSame = claimed.record.resets === resets;
    if (isSame && world.inputs === inputs) return { requestIds, clockAnchor: clock };
    const clockAnchor = { nowMs: world.nowMs, hostMs: this.goneMs(claimed) ?? droppedMs };
    if (!isSame) return { requestIds: this.#newRequestIds(claimed, world), clockAnchor };
    requestIds.loadedAgain(this.#loadedAt(claimed, world));
    return { requestIds, clockAnchor };
  }

  /** As if it had not slept. */
  #ofSlept({ record, sleep }: ClaimedWorld, { world }: LoadedWorld): WorldStart | undefined {
    const { opening, host } = this.#options;
    const slept = readSleepState(sleep, { opening, inputs: world.inputs });
    if (slept === undefined) return undefined;
    const requestIds = createRequestIds(host.hash, record.seed, slept.requestIds);
    return { requestIds, clockAnchor: slept.clock, hasSlept: true };
  }

  /** Its clock has run since the engine opened, or since the process that owned it is gone. */
  #ofOther(claimed: ClaimedWorld, { world }: LoadedWorld): WorldStart {
    const hostMs = this.goneMs(claimed) ?? this.#options.openedMs;
    const requestIds = this.#newRequestIds(claimed, world);
    return { requestIds, clockAnchor: { nowMs: world.nowMs, hostMs } };
  }

  #newRequestIds(claimed: ClaimedWorld, world: LoadedWorld['world']): RequestIds {
    const loadedAt = this.#loadedAt(claimed, world);
    return createRequestIds(this.#options.host.hash, claimed.record.seed, { loadedAt, counts: [] });
  }

  #loadedAt({ claims }: ClaimedWorld, { position }: LoadedWorld['world']): LoadedAt {
    return { position, opening: this.#options.opening, claim: claims };
  }
}
