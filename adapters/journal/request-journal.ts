// Stores the last requests of each world in memory. Recording runs in every request, so rendering is left to listing.

import type { World } from '../../core/index.ts';
import { journalBytesMax } from '../protocol/limits.ts';
import type { ObserveRequest } from '../protocol/request-observer.ts';
import { JournalObserver, type OnJournaled, type WorldJournal } from './journal-observer.ts';
import type { JournaledRequest } from './journaled-request.ts';
import { LastRequests, type ByteSum } from './last-requests.ts';

export interface RequestJournalOptions {
  readonly onJournaled?: OnJournaled | undefined;
  /** The most memory of all worlds, as estimated. Above it, the older half of the requests of each world is dropped. */
  readonly bytesMax?: number;
}

export class RequestJournal {
  readonly #onJournaled: OnJournaled | undefined;
  readonly #bytesMax: number;
  /** By the names of worlds; those that sleep are among them. */
  readonly #worlds = new Map<string | undefined, WorldJournal>();
  readonly #sum: ByteSum = { bytes: 0 };

  constructor({ onJournaled, bytesMax = journalBytesMax }: RequestJournalOptions = {}) {
    this.#onJournaled = onJournaled;
    this.#bytesMax = bytesMax;
  }

  /** Adds an arrived request. */
  readonly begin: ObserveRequest = (request, service, world, isUpgrade = false) => {
    const journal = this.#worlds.get(world?.record.name) ?? this.#create(world);
    journal.world = world;
    const isInWorld = world !== undefined;
    const record = journal.requests.add({ request, service, isInWorld, isUpgrade });
    if (this.#sum.bytes > this.#bytesMax) this.#dropOlder();
    return new JournalObserver(journal, record);
  };

  /** The last requests of a world, oldest first. Copy records to use them later: they are reused. */
  requestsOf(world: World | undefined): readonly JournaledRequest[] {
    return this.#worlds.get(world?.record.name)?.requests.all() ?? [];
  }

  /** Removes the requests of a world. Numbering continues. */
  clear(world: World | undefined): void {
    this.#worlds.get(world?.record.name)?.requests.dropTo(0);
  }

  /** Removes a world that was removed or reset, by its name. */
  remove(name: string): void {
    this.#worlds.get(name)?.requests.dropTo(0);
    this.#worlds.delete(name);
  }

  /** Of a world that sleeps, keeps the requests only. */
  release(world: World): void {
    const journal = this.#worlds.get(world.record.name);
    if (journal !== undefined) journal.world = undefined;
  }

  #create(world: World | undefined): WorldJournal {
    const requests = new LastRequests(this.#sum);
    const journal: WorldJournal = { world, requests, onJournaled: this.#onJournaled };
    this.#worlds.set(world?.record.name, journal);
    return journal;
  }

  #dropOlder(): void {
    for (const [name, { requests, world }] of this.#worlds) {
      requests.dropTo(requests.count >> 1);
      const isAsleep = name !== undefined && world === undefined;
      // Its numbers begin again. If it stayed without requests, the name of each world that ever slept would.
      if (isAsleep && requests.count === 0) this.#worlds.delete(name);
    }
  }
}
