// A queue of dispatches that wait for one another: those of one subscription, or of one session that calls.

import { webhooksAtOnceMax } from '../protocol/limits.ts';
import type { Dispatch } from './dispatch.ts';

/** If an endpoint takes longer to answer, the next dispatch is sent meanwhile. */
const promptMs = 250;

export interface DispatchQueueOptions<Queued> {
  readonly dispatchOf: (queued: Queued) => Dispatch;
  /** Sends one; resolves once it has ended. Never rejects. */
  readonly send: (queued: Queued) => Promise<void>;
  /** Whether another may be sent; the limit is common to all worlds. */
  readonly hasCapacity: () => boolean;
  /** Called when nothing is queued or in flight any more. */
  readonly onIdle: () => void;
}

export class DispatchQueue<Queued> {
  readonly #options: DispatchQueueOptions<Queued>;
  readonly #waiting: Queued[] = [];
  #inFlight = 0;
  /** Those in flight that the next one waits for. */
  #delaying = 0;
  readonly #listeners = new Set<() => void>();
  /** Set once a wait has timed out: no further request waits until the endpoint answers. */
  isLate = false;

  constructor(options: DispatchQueueOptions<Queued>) {
    this.#options = options;
  }

  get isActive(): boolean {
    return this.#waiting.length > 0 || this.#inFlight > 0;
  }

  push(queued: Queued): void {
    this.#waiting.push(queued);
    this.sendWaiting();
  }

  /** Removes and returns what is not sent. */
  discard(): readonly Queued[] {
    return this.#waiting.splice(0);
  }

  /** Sends what need not wait. */
  sendWaiting(): void {
    const { hasCapacity, onIdle } = this.#options;
    while (this.#delaying === 0 && this.#inFlight < webhooksAtOnceMax && hasCapacity()) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      void this.#send(next);
    }
    if (this.isActive) return;
    this.notify();
    onIdle();
  }

  async #send(queued: Queued): Promise<void> {
    const { dispatchOf, send } = this.#options;
    const { delaysNext } = dispatchOf(queued);
    this.#inFlight += 1;
    let isDelaying = delaysNext !== 'not';
    if (isDelaying) this.#delaying += 1;
    const endDelay = () => {
      if (isDelaying) this.#delaying -= 1;
      isDelaying = false;
    };
    const timer = setTimeout(() => {
      if (delaysNext === 'untilEnd') return;
      endDelay();
      this.sendWaiting();
    }, promptMs);
    timer.unref();
    await send(queued);
    clearTimeout(timer);
    endDelay();
    this.#inFlight -= 1;
    this.notify();
    this.sendWaiting();
  }

  /** The endpoint has answered: waiting for it is of use again. */
  progress(): void {
    this.isLate = false;
    this.notify();
  }

  /** Wakes those who wait in `whenIdle`. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when it is idle, or has made no progress for `waitMs` and is late, or once `isOver`. */
  async whenIdle(waitMs: number, isOver: () => boolean): Promise<void> {
    while (this.isActive && !isOver()) {
      const timeout = delay(waitMs);
      let listener = () => undefined as void;
      const notified = new Promise<'notified'>((resolve) => (listener = () => resolve('notified')));
      this.#listeners.add(listener);
      const first = await Promise.race([notified, timeout.done]);
      this.#listeners.delete(listener);
      timeout.cancel();
      if (first === 'notified') continue;
      this.isLate = true;
      return;
    }
  }
}

/** A time of the host, which does not keep the process running. */
export function delay(ms: number): { readonly done: Promise<void>; readonly cancel: () => void } {
  let cancel = () => undefined as void;
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    cancel = () => clearTimeout(timer);
  });
  return { done, cancel };
}
