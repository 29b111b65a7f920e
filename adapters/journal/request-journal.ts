// Keeps the last requests of each world, in memory: references only, as it is part of every request. They are rendered when
// they are listed.

import type { World } from '../../core/index.ts';
import { journalBytesMax, journaledRequestsMax } from '../http/limits.ts';
import type { ObserveRequest } from '../http/request-observer.ts';
import { JournaledRequest, type JournalPlace, type OnJournaled } from './journaled-request.ts';

/** The bytes of a request besides its texts, roughly. */
const requestBytes = 400;

export interface RequestJournalOptions {
  readonly onJournaled?: OnJournaled | undefined;
  /** The bytes of all worlds together, roughly; above it, older requests of all worlds are dropped. */
  readonly bytesMax?: number;
}

/** The requests of one world. */
interface WorldRequests extends JournalPlace {
  /** The number of the last request. */
  last: number;
  /** Two lists, so that old requests are dropped many at a time: the newer one is always within the limit. */
  older: readonly JournaledRequest[];
  newer: JournaledRequest[];
}

export class RequestJournal {
  readonly #onJournaled: OnJournaled | undefined;
  readonly #bytesMax: number;
  readonly #worlds = new Map<World | undefined, WorldRequests>();
  #bytes = 0;

  constructor({ onJournaled, bytesMax = journalBytesMax }: RequestJournalOptions = {}) {
    this.#onJournaled = onJournaled;
    this.#bytesMax = bytesMax;
  }

  /** Adds a request that has arrived. */
  readonly begin: ObserveRequest = (request, service, world, isUpgrade = false) => {
    const requests = this.#worlds.get(world) ?? this.#create(world);
    requests.last += 1;
    const added = new JournaledRequest(requests.last, requests, request, service, isUpgrade);
    if (requests.newer.length >= journaledRequestsMax) this.#dropOlder(requests);
    requests.newer.push(added);
    this.#bytes += bytesOf(added);
    if (this.#bytes > this.#bytesMax) this.#dropOldest();
    return added;
  };

  /** The last requests of a world, oldest first. */
  requestsOf(world: World | undefined): readonly JournaledRequest[] {
    const { older, newer } = this.#worlds.get(world) ?? noRequests;
    return [...older, ...newer].slice(-journaledRequestsMax);
  }

  /** Forgets the requests of a world. The numbers of further ones go on. */
  clear(world: World | undefined): void {
    const requests = this.#worlds.get(world);
    if (requests === undefined) return;
    this.#dropOlder(requests);
    this.#dropOlder(requests);
  }

  /** Forgets a world that was removed or reset. */
  remove(world: World): void {
    this.clear(world);
    this.#worlds.delete(world);
  }

  #create(world: World | undefined): WorldRequests {
    const requests = { world, onJournaled: this.#onJournaled, last: 0, older: [], newer: [] };
    this.#worlds.set(world, requests);
    return requests;
  }

  #dropOlder(requests: WorldRequests): void {
    for (const dropped of requests.older) this.#bytes -= bytesOf(dropped);
    requests.older = requests.newer;
    requests.newer = [];
  }

  /** Called again and again, it drops everything. */
  #dropOldest(): void {
    for (const requests of this.#worlds.values()) this.#dropOlder(requests);
  }
}

const noRequests: Pick<WorldRequests, 'older' | 'newer'> = { older: [], newer: [] };

function bytesOf({ path, body }: JournaledRequest): number {
  return requestBytes + path.length + (body?.length ?? 0);
}
