// Runs long work in slices, so that other work of the event loop runs in between.

import type { InPieces } from '../../core/index.ts';
import { monotonicMs, nextLoopTurn } from '../host-timers.ts';

/** How long a slice lasts. */
const sliceMsMax = 5;

/** The slices of one piece of work; the first begins at once. */
export class Slices {
  readonly #nowMs: () => number;
  #untilMs: number;

  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs;
    this.#untilMs = nowMs() + sliceMsMax;
  }

  /** Whether it is time to pause: called after each piece. */
  get isOver(): boolean {
    return this.#nowMs() >= this.#untilMs;
  }

  /** Resolves in a later turn of the event loop, where the next slice begins. */
  async pause(): Promise<void> {
    await nextLoopTurn();
    this.#untilMs = this.#nowMs() + sliceMsMax;
  }
}

/** Runs work to its end. */
export async function inSlices<T>(work: InPieces<T>, slices: Slices = new Slices()): Promise<T> {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
    if (slices.isOver) await slices.pause();
  }
}
