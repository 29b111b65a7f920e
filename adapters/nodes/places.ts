// Finds the node that serves the world of a request. This node claims a world that none serves, unless it has no room and another node
// fewer worlds, or it hands its own over: then the node with the least worlds is asked to. A world that sleeps here is handed over for it.

import {
  NoRoom,
  StoreError,
  WorldElsewhere,
  type Engine,
  type Leases,
  type World,
} from '../../core/index.ts';
import { ownWorldNameIn } from '../protocol/request-target.ts';
import { worldNamePattern } from '../protocol/world-name.ts';
import type { Lookup, RequestPlace, Placed, PlaceOf } from './forwarding.ts';
import { handOverMsMax, placesMax } from './limits.ts';
import type { ProcessLease } from './process-lease.ts';

/** Finds a world, or creates it where the request may. See Engine.open. */
export type OpenFor = (name: string, request: Placed) => ReturnType<Engine['open']>;

export interface PlacesOptions {
  readonly engine: Engine;
  readonly open: OpenFor;
  readonly leases: Leases;
  readonly lease: Pick<ProcessLease, 'isDraining' | 'keepsWorlds' | 'leastLoaded'>;
  readonly pause: (ms: number) => Promise<void>;
}

const here: RequestPlace = {};

export class Places {
  readonly #options: PlacesOptions;
  /** Where worlds were last seen; the longest known first. That node knows whether it still serves the world. */
  readonly #seen = new Map<string, string>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** See PlaceOf. */
  readonly of: PlaceOf = (request, lookup) => {
    const { engine, lease } = this.#options;
    const name = ownWorldNameIn(request);
    if (name === undefined) {
      return lookup !== 'hop' && isCreation(request) ? { address: this.#other() } : here;
    }
    if (!worldNamePattern.test(name)) return here;
    if (lookup === 'first' && engine.world(name) === undefined) {
      const seen = this.#seen.get(name);
      if (seen !== undefined && lease.keepsWorlds(seen)) return { address: seen }; // one that is gone may never answer
    }
    this.#seen.delete(name);
    const leaving = engine.handedOver(name);
    const opened =
      leaving === undefined
        ? this.#open(name, request, lookup)
        : leaving.then(() => this.#open(name, request, lookup));
    return opened instanceof Promise
      ? this.#found(name, opened)
      : { release: engine.keepAwake(opened) };
  };

  /** Finds a world, and wakes it here unless another node takes it. */
  #open(name: string, request: Placed, lookup: Lookup): ReturnType<OpenFor> {
    const { engine, open } = this.#options;
    const other = engine.world(name) === undefined ? this.#other(name) : undefined;
    if (other === undefined) return open(name, request);
    return this.#passOn(name, other, lookup).then(() => open(name, request));
  }

  /**
   * Lets another node claim a world. Rejects with WorldElsewhere, unless the world has no owner and another node has passed it on
   * to this one.
   */
  async #passOn(name: string, other: string, lookup: Lookup): Promise<void> {
    const { engine, leases, pause } = this.#options;
    const owner = await leases.ownerOf(name);
    if (owner?.isSelf === false) throw new WorldElsewhere(name, owner.address);
    if (owner === undefined && lookup === 'hop') return;
    if (owner !== undefined) {
      const patience = async () => pause(handOverMsMax);
      await engine.handOverSleeping(name, patience).catch(async (error: unknown) => {
        if (!(error instanceof NoRoom)) throw error;
        await leases.release(name);
      });
    }
    throw new WorldElsewhere(name, other);
  }

  /** The node that takes one more world rather than this one. */
  #other(name?: string): string | undefined {
    const { engine, lease } = this.#options;
    if (lease.isDraining()) return lease.leastLoaded();
    if (engine.hasRoom(name)) return undefined;
    return lease.leastLoaded(engine.isFull() ? undefined : engine.worlds().length);
  }

  async #found(name: string, opened: Promise<World | undefined>): Promise<RequestPlace> {
    const { engine } = this.#options;
    try {
      const world = await opened;
      return world === undefined ? here : { release: engine.keepAwake(world) };
    } catch (error) {
      if (error instanceof WorldElsewhere) return { address: this.#remember(name, error.address) };
      if (error instanceof NoRoom) return { address: await this.#released(name) };
      return here; // this node answers with others
    }
  }

  /** Lets another node claim a world for which there is no room any more, though there was some. */
  async #released(name: string): Promise<string | undefined> {
    const { leases, lease } = this.#options;
    const other = lease.leastLoaded();
    if (other === undefined) return undefined;
    try {
      await leases.release(name);
      return this.#remember(name, other);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return undefined;
    }
  }

  #remember(name: string, address: string): string {
    this.#seen.set(name, address);
    const [first] = this.#seen.keys();
    if (this.#seen.size > placesMax && first !== undefined) this.#seen.delete(first);
    return address;
  }
}

function isCreation({ method, url }: Placed): boolean {
  return method === 'POST' && /^\/__reprise\/worlds\/?(\?|$)/.test(url);
}
