// Drives the virtual time of one world by wall time: sets a timer for its next tick, and ticks it.

import type { World } from '../../core/index.ts';

/** The delay from the last request to a world in `skip` to its tick. */
const idleMs = 25;
/** The delay after a failed tick; it doubles with each failure in a row. */
const retryMsMin = 100;
const retryMsMax = 1_000;
/** The longest delay of a host timer. */
const timerMsMax = 2 ** 31 - 1;

/** All instants are of the host, unless they are of the world's clock. */
export class WorldPace {
  readonly #world: World;
  readonly #monotonicMs: () => number;
  #timer: NodeJS.Timeout | undefined;
  /** The instant that the timer is set for. */
  #fireMs: number | undefined;
  #lastRequestMs: number;
  #sockets = 0;
  /** While a tick runs, no timer is set. */
  #isTicking = false;
  /** The number of failed ticks in a row. */
  #failures = 0;
  /** No tick before this instant. */
  #retryMs = 0;
  #isStopped = false;

  constructor(world: World, monotonicMs: () => number) {
    this.#world = world;
    this.#monotonicMs = monotonicMs;
    this.#lastRequestMs = monotonicMs();
  }

  onRequest(): void {
    this.#lastRequestMs = this.#monotonicMs();
    if (this.#timer === undefined) this.schedule(); // a reload after a failed commit may have restored dues
  }

  onSocketOpen(): void {
    this.#sockets += 1;
    this.schedule();
  }

  onSocketClose(): void {
    this.#sockets -= 1;
    this.#lastRequestMs = this.#monotonicMs();
    this.schedule();
  }

  /** Sets the timer for the next tick, unless it is set for that instant already. */
  schedule(): void {
    if (this.#isTicking || this.#isStopped) return;
    const tickMs = this.#world.nextTickMs();
    const fireMs = tickMs === undefined ? undefined : this.#fireAt(tickMs);
    const isSet = fireMs !== undefined && Math.abs(fireMs - (this.#fireMs ?? 0)) < 1;
    if (this.#timer !== undefined && isSet) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#fireMs = undefined;
    if (fireMs !== undefined) this.#setTimer(fireMs, this.#fire);
  }

  /** Sets no timer any more. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** The instant of the next tick, which is at `tickMs` of the world; in `skip`, undefined while a socket is open. */
  #fireAt(tickMs: number): number | undefined {
    const { mode, rate } = this.#world.clock();
    if (mode === 'skip') {
      return this.#sockets > 0 ? undefined : Math.max(this.#lastRequestMs + idleMs, this.#retryMs);
    }
    return Math.max(this.#monotonicMs() + (tickMs - this.#world.nowMs()) / rate, this.#retryMs);
  }

  readonly #fire = (): void => {
    const isIdle = this.#monotonicMs() - this.#lastRequestMs >= idleMs;
    if (this.#world.clock().mode === 'skip' && !isIdle) this.schedule();
    else void this.#tick();
  };

  /** Ticks once. A tick that could not be stored is retried after a delay. */
  async #tick(): Promise<void> {
    this.#isTicking = true;
    const isStored = await this.#world.tick().then(
      () => true,
      () => false,
    );
    this.#isTicking = false;
    if (this.#isStopped) return;
    if (isStored) {
      this.#failures = 0;
      return this.schedule();
    }
    const delayMs = Math.min(retryMsMin * 2 ** this.#failures, retryMsMax);
    this.#failures += 1;
    this.#retryMs = this.#monotonicMs() + delayMs;
    // `nextTickMs` may be undefined at present, while the world is reloaded.
    this.#setTimer(this.#retryMs, () => this.schedule());
  }

  #setTimer(fireMs: number, onTimer: () => void): void {
    const waitMs = Math.max(0, Math.ceil(fireMs - this.#monotonicMs()));
    this.#fireMs = fireMs;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#fireMs = undefined;
        onTimer();
      },
      Math.min(waitMs, timerMsMax),
    );
    this.#timer.unref();
  }
}
