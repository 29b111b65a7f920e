// Hands the worlds of this node over to the others, one by one, while it goes on answering: at a stop, or when an operator asks for it.

import { StoreError, type Engine } from '../../core/index.ts';
import { monotonicMs, pauseUnheld } from '../host-timers.ts';
import type { WaitClock } from './forwarding.ts';
import { drainMsMax, handOverEveryMs, handOverMsMax, handOversMax, noticedMs } from './limits.ts';
import type { ProcessLease } from './process-lease.ts';

export interface DrainOptions {
  readonly engine: Pick<Engine, 'worlds' | 'handOver' | 'isEmpty' | 'abandonAll'>;
  readonly lease: Pick<ProcessLease, 'isDraining' | 'drain' | 'beginAnew'>;
  /** Whether a world stays on this node, as a recording of it does. */
  readonly isPinned: (name: string) => boolean;
}

export class Drain {
  readonly #options: DrainOptions;
  #round: Promise<void> | undefined;
  /** Whether the lease may own worlds. */
  #mayOwn = true;
  /** When a round ends, even if worlds stay. */
  #untilMs = Number.POSITIVE_INFINITY;

  readonly #clock: WaitClock;

  constructor(options: DrainOptions, clock: WaitClock = { monotonicMs, pause: pauseUnheld }) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Hands over all worlds that are awake; those that sleep as well, once none is awake any more. One round runs at a time. */
  round(): Promise<void> {
    this.#round ??= this.#handOver().finally(() => (this.#round = undefined));
    return this.#round;
  }

  /**
   * Hands over all worlds before this process stops, also those that are woken meanwhile; returns in time even if some stay. It still
   * answers until the other nodes have noticed.
   */
  async beforeStop(): Promise<void> {
    const { lease } = this.#options;
    const { monotonicMs: nowMs, pause } = this.#clock;
    const startMs = nowMs();
    this.#untilMs = startMs + drainMsMax;
    await lease.drain();
    if (!lease.isDraining()) return; // there is no node that takes them
    await this.round();
    while (this.#movable().length > 0 && nowMs() < this.#untilMs) {
      await pause(handOverEveryMs); // for worlds that are woken meanwhile
      await this.round();
    }
    await pause(Math.max(0, startMs + noticedMs - nowMs()));
  }

  #movable(): readonly string[] {
    const { engine, isPinned } = this.#options;
    const names = engine.worlds().map(({ record }) => record.name);
    return names.filter((name) => !isPinned(name));
  }

  async #handOver(): Promise<void> {
    const { engine, lease } = this.#options;
    if (!lease.isDraining()) {
      this.#mayOwn = true; // there is no node that takes them
      return;
    }
    const names = [...this.#movable()];
    const patience = async () => this.#clock.pause(handOverMsMax); // for requests under way
    const next = async (): Promise<void> => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        if (this.#clock.monotonicMs() >= this.#untilMs) return;
        await engine.handOver(name, patience).catch(ignoreStore); // it is tried again in the next round
      }
    };
    await Promise.all(Array.from({ length: handOversMax }, next));
    // The worlds that sleep belong to the lease, as does one that is being loaded.
    if (!this.#mayOwn || !engine.isEmpty()) return;
    this.#mayOwn = false;
    await lease.beginAnew();
    engine.abandonAll(); // what was claimed under the last lease meanwhile, since no other node took worlds any more
  }
}

function ignoreStore(error: unknown): void {
  if (!(error instanceof StoreError)) throw error;
}
