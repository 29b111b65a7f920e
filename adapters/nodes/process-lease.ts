// The lease of this process among those that share a store: renews it, and looks at the other nodes each time.

import { StoreError, type HeldLease, type Leases, type NodeIdentity } from '../../core/index.ts';
import { clearTimeout, setTimeout } from '../host-timers.ts';
import { goneAfterMs, heldMs, renewEveryMs, takenEveryMs } from './limits.ts';
import { OtherNodes } from './other-nodes.ts';

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
  /** See NodeLoad. */
  readonly load: () => number;
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
  /** Called when the store cannot be reached any more, with the reason; with undefined when it can again. */
  readonly onStoreAway: (error: StoreError | undefined) => void;
}

/** Instants of two clocks. */
interface Instant {
  readonly monotonic: number;
  readonly wall: number;
}

export class ProcessLease implements HeldLease {
  readonly #options: ProcessLeaseOptions;
  #id = '';
  /** The start of the last renewal that was confirmed. */
  #renewed: Instant | undefined;
  readonly #others: OtherNodes;
  #isAskedToDrain = false;
  #observer: LeaseObserver | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  #isStoreAway = false;

  private constructor(options: ProcessLeaseOptions) {
    this.#options = options;
    this.#others = new OtherNodes(options);
  }

  /** Begins a lease. Rejects with StoreError if the store cannot be reached, or another node goes on with the address. */
  static async begin(options: ProcessLeaseOptions): Promise<ProcessLease> {
    const lease = new ProcessLease(options);
    const { address } = options.node;
    const untilMs = options.monotonicMs() + 2 * goneAfterMs;
    while (!(await lease.#begin())) {
      await lease.#watch(); // ends the lease of a node that is gone
      if (lease.#others.hasMoved(address) || options.monotonicMs() >= untilMs)
        throw addressTaken(address);
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

  readonly goneMs = (id: string): number | undefined => this.#others.goneMs(id);

  /** As asked, or by `drain`; not while no other node takes worlds. */
  readonly isDraining = (): boolean => this.#isAskedToDrain && this.#others.takeWorlds;

  /** Whether it is to hand over its worlds, even if there is no node that takes them. */
  get isAskedToDrain(): boolean {
    return this.#isAskedToDrain;
  }

  /** Takes no more worlds from now on, and lets the other nodes know. */
  async drain(): Promise<void> {
    this.#isAskedToDrain = true;
    await this.renew();
  }

  /** See OtherNodes. */
  keepsWorlds(address: string): boolean {
    return this.#others.keepsWorlds(address);
  }

  /** See OtherNodes. */
  leastLoaded(): string | undefined {
    return this.#others.leastLoaded();
  }

  /** Goes on with another lease: the worlds that sleep, and all others of the last one, may be claimed by any node. */
  async beginAnew(): Promise<void> {
    const begin = async (): Promise<void> => {
      const { leases } = this.#options;
      await this.#take(async () => leases.beginAnew());
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
    return this.#take(async () => leases.begin(node));
  }

  /** Holds the lease that `begin` resolves with. */
  async #take(begin: () => Promise<string | undefined>): Promise<boolean> {
    const start = this.#now();
    this.#renewed = undefined;
    const id = await begin();
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
      const renewed = await leases.renew({
        worlds: this.#observer?.worlds() ?? 0,
        load: this.#observer?.load() ?? 0,
        isDraining: this.#isAskedToDrain,
      });
      if (renewed === undefined) {
        this.#others.forget(this.#id, start.monotonic);
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
      this.#noteStore(undefined);
      if (this.#isAskedToDrain) this.#observer?.onDraining();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#noteStore(error); // the next round tries again; meanwhile the lease may stop to hold
    }
  }

  #noteStore(error: StoreError | undefined): void {
    const wasAway = this.#isStoreAway;
    this.#isStoreAway = error !== undefined;
    if (wasAway !== this.#isStoreAway) this.#observer?.onStoreAway(error);
  }

  async #watch(): Promise<void> {
    const { gone, haveFreed } = await this.#others.look(this.#id);
    if (haveFreed) this.#observer?.onGone(gone);
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
