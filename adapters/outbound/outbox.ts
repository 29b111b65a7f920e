// The webhooks and calls of one world. Each subscription, and each session that calls, has a queue of its own, so that a slow
// endpoint does not delay the others. With a `real` clock, outcomes are reported as they arrive; with any other, they wait until
// time is about to move and are reported in the order of sending: equal runs have equal journals, however long endpoints take.

import type { World } from '../../core/index.ts';
import { delay, DispatchQueue } from './dispatch-queue.ts';
import type { Dispatch, Report } from './dispatch.ts';
import { Messages, type Message } from './messages.ts';

export interface OutboxOptions {
  readonly world: World;
  /** `settle` stops waiting for a queue that has had no outcome for so long. */
  readonly waitMs: number;
  /** Whether another dispatch may be sent; the limit is common to all worlds. */
  readonly hasCapacity: () => boolean;
}

/** An outcome that could not be stored is reported again after so long. */
const reportAgainMs = 1_000;

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #messages: Messages;
  /** By their names; those that are idle have none, unless they are late. */
  readonly #queues = new Map<string, DispatchQueue<Message>>();
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#messages = new Messages(options.world);
  }

  enqueue(dispatch: Dispatch): void {
    const queue = this.#queueOf(dispatch.queue);
    queue.push(this.#messages.add(dispatch, queue));
  }

  /** Discards what a queue has not sent, and aborts what no world awaits any more. */
  discard(name: string): void {
    const queue = this.#queues.get(name);
    if (queue === undefined) return;
    for (const message of queue.discard()) this.#messages.drop(message);
    this.#messages.dropUnawaited(queue);
    queue.isLate = false;
    queue.sendWaiting();
  }

  /** Sends what is queued up to the capacity. */
  sendQueued(): void {
    for (const queue of this.#queues.values()) queue.sendWaiting();
  }

  /** Whether `settle` would wait, or there are unreported outcomes. */
  isBusy(): boolean {
    return this.#messages.unreported > 0 || this.#awaitedQueues().length > 0;
  }

  /** See Outbound. */
  isResumable(): boolean {
    return this.#awaitedQueues().length === 0 && this.#messages.areRepeatable;
  }

  /** Waits for all queues that are not late, then reports outcomes once. Returns false if some could not be stored. */
  async settle(): Promise<boolean> {
    const messages = this.#messages;
    const isOver = () => this.#isClosed;
    for (;;) {
      const { waitMs } = this.#options;
      await Promise.all(this.#awaitedQueues().map((queue) => queue.whenIdle(waitMs, isOver)));
      const before = messages.reported;
      if (!(await messages.report())) return false;
      // The answer to a call may have led to the next one.
      if (messages.reported === before || this.#awaitedQueues().length === 0) return true;
    }
  }

  /** Reports outcomes in the order of sending; retries until they are stored, as long as the clock is `real`. */
  async reportOutcomes(): Promise<void> {
    while (!(await this.#messages.report())) {
      await delay(reportAgainMs).done;
      if (this.#options.world.clock().mode !== 'real') return; // the next `settle` reports them
    }
  }

  /** Stops sending and reporting: the world has stopped. */
  close(): void {
    this.#isClosed = true;
    for (const queue of this.#queues.values()) {
      queue.discard();
      queue.notify();
    }
    this.#messages.close();
  }

  #awaitedQueues(): readonly DispatchQueue<Message>[] {
    return [...this.#queues.values()].filter(({ isLate, isActive }) => !isLate && isActive);
  }

  #queueOf(name: string): DispatchQueue<Message> {
    const known = this.#queues.get(name);
    if (known !== undefined) return known;
    const queue: DispatchQueue<Message> = new DispatchQueue({
      dispatchOf: ({ dispatch }) => dispatch,
      send: (message) => this.#send(message),
      hasCapacity: this.#options.hasCapacity,
      onIdle: () => {
        if (!queue.isLate) this.#queues.delete(name);
      },
    });
    this.#queues.set(name, queue);
    return queue;
  }

  async #send(message: Message): Promise<void> {
    const { dispatch, stopping } = message;
    await dispatch.send((report) => this.#take(message, report), stopping.signal);
    this.#messages.end(message);
  }

  async #take(message: Message, report: Report): Promise<void> {
    if (!this.#messages.take(message, report)) return;
    const { queue, dispatch } = message;
    message.isLate ||= queue.isLate;
    if (report.isProgress) queue.progress();
    const { mode } = this.#options.world.clock();
    if (mode === 'real') return this.reportOutcomes();
    if (mode !== 'skip' || !message.isLate) return;
    await this.reportOutcomes();
    await dispatch.goOn?.().catch(() => undefined); // the next request goes on
  }
}
