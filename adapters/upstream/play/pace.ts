// The speed of a playback: how long an answer or frame waits for its time.

import { clearTimeout, setTimeout } from '../../host-timers.ts';

/** Times as fast as recorded; `max`: nothing waits. */
export type Speed = number | 'max';

export const speedMax = 1_000_000;

export function isSpeed(value: unknown): value is Speed {
  return value === 'max' || (typeof value === 'number' && value > 0 && value <= speedMax);
}

/** Runs actions in order, each after its delay. */
export class PacedQueue {
  readonly #speed: Speed;
  readonly #waiting: { readonly afterMs: number; readonly action: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(speed: Speed) {
    this.#speed = speed;
  }

  /** `afterMs`: the delay after the action before it, at recorded speed. */
  add(afterMs: number, action: () => void): void {
    if (this.#isStopped) return;
    this.#waiting.push({ afterMs, action });
    if (this.#waiting.length === 1) this.#next();
  }

  /** Drops what waits. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting.length = 0;
    clearTimeout(this.#timer);
  }

  #next(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const waitMs = this.#speed === 'max' ? 0 : first.afterMs / this.#speed;
      if (waitMs >= 1) {
        this.#timer = setTimeout(() => {
          this.#do();
          this.#next();
        }, waitMs);
        return;
      }
      this.#do();
    }
  }

  #do(): void {
    this.#waiting[0]?.action();
    this.#waiting.shift();
  }
}
