// The open sockets of each world: those of a world that another process goes on with are closed.

import type { Observable } from 'rxjs';
import type { World } from '../../core/index.ts';
import type { Peer } from './channel.ts';

/** Service restart (IANA's registry of close codes): clients connect again. */
const restarted = 1012;
const movedReason = 'Another process goes on with the world; connect again.';

export class WorldSockets {
  readonly #open = new WeakMap<object, Set<Peer>>();

  /** `moved$`: see Engine. */
  constructor(moved$: Observable<World>) {
    moved$.subscribe(({ record }) => {
      for (const peer of this.#open.get(record) ?? []) peer.close(restarted, movedReason);
    });
  }

  /** The result is called when it is closed. */
  join({ record }: World, peer: Peer): () => void {
    const peers = this.#open.get(record) ?? new Set();
    this.#open.set(record, peers.add(peer));
    return () => void peers.delete(peer);
  }
}
