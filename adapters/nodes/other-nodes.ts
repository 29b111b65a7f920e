// The other nodes of the store, as this one has seen them: ends the leases of those that are gone.

import type { Leases, NodeLease } from '../../core/index.ts';
import { goneAfterMs } from './limits.ts';

export interface OtherNodesOptions {
  readonly leases: Pick<Leases, 'list' | 'end'>;
  readonly monotonicMs: () => number;
  /** Whether the process of a node has ended for certain; see NodeIdentity. */
  readonly hasEnded: (process: string) => boolean;
}

/** A node, as it was last seen. */
interface SeenNode {
  readonly address: string;
  readonly counter: number;
  /** Since when the counter stands there. */
  readonly sinceMs: number;
  /** Whether it has stood elsewhere before. */
  readonly hasMoved: boolean;
}

/** What a look at the other nodes has found. */
export interface Sighting {
  /** The addresses of nodes that are gone since the last look. */
  readonly gone: readonly string[];
  /** Whether worlds may be claimed that belonged to another node. */
  readonly haveFreed: boolean;
}

/** The ends of so many leases are remembered. */
const goneMax = 1_000;

export class OtherNodes {
  readonly #options: OtherNodesOptions;
  readonly #seen = new Map<string, SeenNode>();
  /** The nodes that take worlds, with their numbers of worlds as last seen, and those that were passed on to them since. */
  #takers = new Map<string, number>();
  readonly #gone = new Map<string, number>();

  constructor(options: OtherNodesOptions) {
    this.#options = options;
  }

  /** When a lease has ended. One that was there a moment ago, and whose world could be claimed since, is gone by now. */
  goneMs(id: string): number | undefined {
    return this.#gone.get(id) ?? (this.#seen.has(id) ? this.#options.monotonicMs() : undefined);
  }

  /** Whether any node takes worlds. */
  get takeWorlds(): boolean {
    return this.#takers.size > 0;
  }

  /** Whether the node with that address was there a moment ago, and keeps its worlds. */
  keepsWorlds(address: string): boolean {
    return this.#takers.has(address);
  }

  /** The address of the node with the least worlds that takes more; undefined if there is none. Counts a world to it. */
  leastLoaded(): string | undefined {
    const [least] = [...this.#takers].sort(([, one], [, other]) => one - other);
    if (least === undefined) return undefined;
    const [address, worlds] = least;
    this.#takers.set(address, worlds + 1);
    return address;
  }

  /** Whether the counter of the node with that address was seen to move. */
  hasMoved(address: string): boolean {
    return [...this.#seen.values()].some((seen) => seen.address === address && seen.hasMoved);
  }

  /** Looks at all leases but that one, which is our own. Rejects with StoreError. */
  async look(own: string): Promise<Sighting> {
    const { leases, monotonicMs, hasEnded } = this.#options;
    const nowMs = monotonicMs();
    const others = (await leases.list()).filter(({ id }) => id !== own);
    const present = new Set(others.map(({ id }) => id));
    const takers = others.filter(({ isDraining }) => !isDraining);
    this.#takers = new Map(takers.map(({ address, worlds }) => [address, worlds]));
    const ended: string[] = [];
    for (const [id, { address }] of [...this.#seen].filter(([seen]) => !present.has(seen))) {
      this.forget(id, nowMs);
      ended.push(address);
    }
    for (const other of others) {
      const { id, address, counter } = other;
      if (!hasEnded(other.process) && !this.#standsStill(other, nowMs)) continue;
      if (!(await leases.end(id, counter))) continue; // it goes on, or has been ended
      this.forget(id, monotonicMs());
      this.#takers.delete(address);
      ended.push(address);
    }
    return {
      gone: ended.filter((address) => !this.#isPresent(address)), // a node that has drained goes on with another lease
      haveFreed: ended.length > 0 || others.some(({ isDraining }) => isDraining),
    };
  }

  /** A lease has ended. */
  forget(id: string, atMs: number): void {
    this.#seen.delete(id);
    this.#gone.set(id, atMs);
    const [first] = this.#gone.keys();
    if (this.#gone.size > goneMax && first !== undefined) this.#gone.delete(first);
  }

  /** Whether a counter has stood still for long, as far as this node has seen. */
  #standsStill({ id, address, counter }: NodeLease, nowMs: number): boolean {
    const seen = this.#seen.get(id);
    if (seen?.counter === counter) return nowMs - seen.sinceMs >= goneAfterMs;
    const hasMoved = seen !== undefined;
    this.#seen.set(id, { address, counter, sinceMs: this.#options.monotonicMs(), hasMoved });
    return false;
  }

  #isPresent(address: string): boolean {
    return [...this.#seen.values()].some((seen) => seen.address === address);
  }
}
