// Finds the node that serves the world of a request. This node claims a world that none serves, unless it is full or hands its own
// over: then the node with the least worlds is asked to.

import {
  NoRoom,
  StoreError,
  WorldElsewhere,
  type Engine,
  type Leases,
  type World,
} from '../../core/index.ts';
import { ownWorldNameIn, pathIn } from '../protocol/request-target.ts';
import { worldNamePattern } from '../protocol/world-name.ts';
import type { Lookup, Placed, PlaceOf, RequestPlace } from './forwarding.ts';
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
  /** Whether another node may answer a request: this one answers the others, whatever their world is. */
  readonly mayForward: (request: Placed) => boolean | Promise<boolean>;
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
    const found = (mayForward: boolean) => (mayForward ? this.#of(request, lookup) : here);
    const mayForward = this.#options.mayForward(request);
    return mayForward instanceof Promise ? mayForward.then(found) : found(mayForward);
  };

  #of(request: Placed, lookup: Lookup): RequestPlace | Promise<RequestPlace> {
    const { engine, open, lease } = this.#options;
    const name = ownWorldNameIn(request);
    if (name === undefined) {
      const mayPassOn = (lookup === 'first' || lookup === 'again') && isCreation(request);
      const isPassedOn = mayPassOn && (lease.isDraining() || engine.isFull());
      return isPassedOn ? { address: lease.leastLoaded() } : here;
    }
    if (!worldNamePattern.test(name)) return here;
    if (lookup === 'first' && engine.world(name) === undefined) {
      const seen = this.#seen.get(name);
      if (seen !== undefined && lease.keepsWorlds(seen)) return { address: seen }; // one that is gone may never answer
    }
    this.#seen.delete(name);
    const reserved = lookup === 'reserved' ? engine.world(name) : undefined;
    if (reserved !== undefined) return { release: engine.keepAwake(reserved) }; // also while it is handed over
    const leaving = engine.handedOver(name);
    const opened =
      leaving === undefined ? open(name, request) : leaving.then(() => open(name, request));
    return opened instanceof Promise
      ? this.#found(name, opened)
      : { release: engine.keepAwake(opened) };
  }

  async #found(name: string, opened: Promise<World | undefined>): Promise<RequestPlace> {
    const { engine } = this.#options;
    try {
      const world = await opened;
      return world === undefined ? here : { release: engine.keepAwake(world) };
    } catch (error) {
      if (error instanceof WorldElsewhere) return { address: this.#remember(name, error.address) };
      if (error instanceof NoRoom) return { address: await this.#passOn(name) };
      return here; // this node answers with others
    }
  }

  /** Lets another node claim a world, unless one has it: it may sleep here. */
  async #passOn(name: string): Promise<string | undefined> {
    const { engine, leases, lease, pause } = this.#options;
    const other = lease.leastLoaded();
    if (other === undefined) return undefined;
    try {
      const owner = await leases.ownerOf(name);
      if (owner?.isSelf === true)
        await engine.handOverSleeping(name, async () => pause(handOverMsMax));
      return this.#remember(name, owner?.isSelf === false ? owner.address : other);
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
  return method === 'POST' && /^\/__reprise\/worlds\/?$/.test(pathIn(url));
}
