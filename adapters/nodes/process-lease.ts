// The lease of this process among those that share a store: renews it, and ends the leases of nodes that are gone.

import {
  StoreError,
  type HeldLease,
  type Leases,
  type NodeIdentity,
  type NodeLease,
} from '../../core/index.ts';
import { clearTimeout, setTimeout } from '../host-timers.ts';
import { goneAfterMs, heldMs, renewEveryMs, takenEveryMs } from './limits.ts';

export interface ProcessLeaseOptions {
  readonly leases: Leases;
  readonly node: NodeIdentity;
  readonly monotonicMs: () => number;
  /** The wall clock of the host: where a machine is suspended, its monotonic clock may stand still. */
  readonly wallMs: () => number;
  /** Whether the process of another node has ended for certain; see NodeIdentity. */
  readonly hasEnded: (process: string) => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

/** What a lease tells while it is renewed. */
export interface LeaseObserver {
  /** The number of worlds that are awake. */
  readonly worlds: () => number;
  /** It was asked to hand over the worlds: called in each round from now on. */
  readonly onDraining: () => void;
  /** Another node has ended the lease, and may own its worlds. A new lease begins after the call. */
  readonly onLost: () => void;
  /** The lease holds again after it did not. */
  readonly onHeldAgain: () => void;
  /**
   * Worlds may be claimed: leases have ended, or a node hands its worlds over, of which each round tells again. `addresses`: of those
   * whose nodes are gone.
   */
  readonly onGone: (addresses: readonly string[]) => void;
}

/** Another node, as it was last seen. */
interface SeenNode {
  readonly address: string;
  readonly counter: number;
  /** Since when the counter stands there. */
  readonly sinceMs: number;
  /** Whether it has stood elsewhere before. */
  readonly hasMoved: boolean;
}

/** Instants of two clocks. */
interface Instant {
  readonly monotonic: number;
  readonly wall: number;
}

/** The ends of so many leases of others are remembered. */
const goneMax = 1_000;

export class ProcessLease implements HeldLease {
  readonly #options: ProcessLeaseOptions;
  #id = '';
  /** The start of the last renewal that was confirmed. */
  #renewed: Instant | undefined;
  readonly #seen = new Map<string, SeenNode>();
  /** The nodes that take worlds, with their numbers of worlds as last seen, and those that were passed on to them since. */
  #takers = new Map<string, number>();
  #isAskedToDrain = false;
  readonly #gone = new Map<string, number>();
  #observer: LeaseObserver | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  private constructor(options: ProcessLeaseOptions) {
    this.#options = options;
  }

  /** Begins a lease. Rejects with StoreError if the store cannot be reached, or another node goes on with the address. */
  static async begin(options: ProcessLeaseOptions): Promise<ProcessLease> {
    const lease = new ProcessLease(options);
    const { address } = options.node;
    const untilMs = options.monotonicMs() + 2 * goneAfterMs;
    while (!(await lease.#begin())) {
      await lease.#watch(); // ends the lease of a node that is gone
      if (lease.#hasMoved(address) || options.monotonicMs() >= untilMs) throw addressTaken(address);
      await options.pause(takenEveryMs);
    }
    await lease.#watch();
    return lease;
  }

  get id(): string {
    return this.#id;
  }

  readonly isHeld = (): boolean => {
    if (this.#renewed === undefined) return false;
    const { monotonic, wall } = this.#now();
    return monotonic - this.#renewed.monotonic < heldMs && wall - this.#renewed.wall < heldMs;
  };

  /** One that was there a moment ago, and whose world could be claimed since, is gone by now. */
  readonly goneMs = (id: string): number | undefined =>
    this.#gone.get(id) ?? (this.#seen.has(id) ? this.#now().monotonic : undefined);

  /** As asked, or by `drain`; not while no other node takes worlds. */
  readonly isDraining = (): boolean => this.#isAskedToDrain && this.#takers.size > 0;

  /** Whether it is to hand over its worlds, even if there is no node that takes them. */
  get isAskedToDrain(): boolean {
    return this.#isAskedToDrain;
  }

  /** Takes no more worlds from now on, and lets the other nodes know. */
  async drain(): Promise<void> {
    this.#isAskedToDrain = true;
    await this.renew();
  }

  /** Whether another node with that address was there a moment ago, and keeps its worlds. */
  keepsWorlds(address: string): boolean {
    return this.#takers.has(address);
  }

  /** The address of the other node with the least worlds that takes more; undefined if there is none. Counts a world to it. */
  leastLoaded(): string | undefined {
    const [least] = [...this.#takers].sort(([, one], [, other]) => one - other);
    if (least === undefined) return undefined;
    const [address, worlds] = least;
    this.#takers.set(address, worlds + 1);
    return address;
  }

  /** Goes on with another lease: the worlds that sleep, and all others of the last one, may be claimed by any node. */
  async beginAnew(): Promise<void> {
    const begin = async (): Promise<void> => {
      await this.#options.leases.leave();
      await this.#begin();
    };
    this.#running = this.#running.then(begin).catch(ignoreStore);
    await this.renew(); // tells the others that this node takes no worlds
  }

  observe(observer: LeaseObserver): void {
    this.#observer = observer;
  }

  /** Renews the lease from now on. */
  start(): void {
    this.#setTimer();
  }

  /** One round: renews the lease, and looks at those of the others. Never rejects. */
  renew(): Promise<void> {
    this.#running = this.#running.then(() => this.#round());
    return this.#running;
  }

  /** Ends the lease: other nodes may claim the worlds, which must be stored. */
  async leave(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    this.#renewed = undefined;
    await this.#options.leases.leave().catch(ignoreStore); // it ends by itself then
  }

  #setTimer(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.renew().then(() => this.#setTimer()), renewEveryMs);
    this.#timer.unref();
  }

  /** False if there is a lease with the address. */
  async #begin(): Promise<boolean> {
    const { leases, node } = this.#options;
    const start = this.#now();
    this.#renewed = undefined;
    const id = await leases.begin(node);
    if (id === undefined) return false;
    this.#id = id;
    this.#renewed = start;
    return true;
  }

  async #round(): Promise<void> {
    if (this.#isStopped) return;
    const { leases } = this.#options;
    const start = this.#now();
    const wasHeld = this.isHeld();
    try {
      const load = { worlds: this.#observer?.worlds() ?? 0, isDraining: this.#isAskedToDrain };
      const renewed = await leases.renew(load);
      if (renewed === undefined) {
        this.#forget(this.#id, start.monotonic);
        this.#renewed = undefined;
        this.#observer?.onLost(); // even if the answer to the begin is lost: then it is the next renewal that succeeds
        await this.#begin();
      } else {
        this.#id = renewed.id;
        this.#renewed = start;
        this.#isAskedToDrain ||= renewed.isDraining;
      }
      if (!wasHeld && this.isHeld()) this.#observer?.onHeldAgain();
      await this.#watch();
      if (this.#isAskedToDrain) this.#observer?.onDraining();
    } catch (error) {
      ignoreStore(error); // the next round tries again; meanwhile the lease may stop to hold
    }
  }

  async #watch(): Promise<void> {
    const { leases, hasEnded } = this.#options;
    const nowMs = this.#now().monotonic;
    const others = (await leases.list()).filter(({ id }) => id !== this.#id);
    const present = new Set(others.map(({ id }) => id));
    const takers = others.filter(({ isDraining }) => !isDraining);
    this.#takers = new Map(takers.map(({ address, worlds }) => [address, worlds]));
    const gone: string[] = [];
    for (const [id, { address }] of [...this.#seen].filter(([seen]) => !present.has(seen))) {
      this.#forget(id, nowMs);
      gone.push(address);
    }
    for (const other of others) {
      const { id, address, counter } = other;
      if (!hasEnded(other.process) && !this.#standsStill(other, nowMs)) continue;
      if (!(await leases.end(id, counter))) continue; // it goes on, or has been ended
      this.#forget(id, this.#now().monotonic);
      this.#takers.delete(address);
      gone.push(address);
    }
    // A node that has drained goes on with another lease.
    const left = gone.filter((address) => !this.#isPresent(address));
    if (gone.length > 0 || others.some(({ isDraining }) => isDraining))
      this.#observer?.onGone(left);
  }

  /** Whether a counter has stood still for long, as far as this node has seen. */
  #standsStill({ id, address, counter }: NodeLease, nowMs: number): boolean {
    const seen = this.#seen.get(id);
    if (seen?.counter === counter) return nowMs - seen.sinceMs >= goneAfterMs;
    const hasMoved = seen !== undefined;
    this.#seen.set(id, { address, counter, sinceMs: this.#now().monotonic, hasMoved });
    return false;
  }

  #isPresent(address: string): boolean {
    return [...this.#seen.values()].some((seen) => seen.address === address);
  }

  /** Whether the counter of the node with that address was seen to move. */
  #hasMoved(address: string): boolean {
    return [...this.#seen.values()].some((seen) => seen.address === address && seen.hasMoved);
  }

  #forget(id: string, atMs: number): void {
    this.#seen.delete(id);
    this.#gone.set(id, atMs);
    const [first] = this.#gone.keys();
    if (this.#gone.size > goneMax && first !== undefined) this.#gone.delete(first);
  }

  #now(): Instant {
    const { monotonicMs, wallMs } = this.#options;
    return { monotonic: monotonicMs(), wall: wallMs() };
  }
}

function addressTaken(address: string): StoreError {
  return new StoreError(
    'unavailable',
    `Another process of this store is reached at ${address}: stop it, or set --advertise to a URL at which the others reach this process.`,
  );
}

/** The store may be away for a while. */
function ignoreStore(error: unknown): void {
  if (!(error instanceof StoreError)) throw error;
}
