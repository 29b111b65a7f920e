// What an outbox has sent or queued, until its whole outcome is stored. Outcomes are reported in the order of sending.

import type { World } from '../../core/index.ts';
import type { DispatchQueue } from './dispatch-queue.ts';
import type { Dispatch, Report } from './dispatch.ts';

/** A dispatch until its whole outcome is stored. */
export interface Message {
  readonly dispatch: Dispatch;
  readonly queue: DispatchQueue<Message>;
  /** What is not stored yet. */
  readonly reports: Report[];
  readonly stopping: AbortController;
  hasEnded: boolean;
  /** Whether time no longer waits for it: its reports come as they arrive, except in `frozen`. */
  isLate: boolean;
}

const reportsPerBatch = 1_000;

export class Messages {
  readonly #world: World;
  /** In the order of sending. */
  readonly #open = new Set<Message>();
  #unreported = 0;
  #reported = 0;
  #isClosed = false;
  #reporting = Promise.resolve(true);

  constructor(world: World) {
    this.#world = world;
  }

  /** The number of reports that are not stored. */
  get unreported(): number {
    return this.#unreported;
  }

  /** The number of reports that have been stored. */
  get reported(): number {
    return this.#reported;
  }

  /** Whether all reports that are not stored would come again. */
  get areRepeatable(): boolean {
    return [...this.#open].every(
      ({ reports, dispatch }) => reports.length === 0 || dispatch.isRepeatable === true,
    );
  }

  add(dispatch: Dispatch, queue: DispatchQueue<Message>): Message {
    const stopping = new AbortController();
    const message = { dispatch, queue, reports: [], stopping, hasEnded: false, isLate: false };
    this.#open.add(message);
    return message;
  }

  /** Adds a report, unless the message was dropped. Returns whether it was added. */
  take(message: Message, report: Report): boolean {
    if (!this.#open.has(message)) return false;
    message.reports.push(report);
    this.#unreported += 1;
    return true;
  }

  /** The message has no more reports. */
  end(message: Message): void {
    message.hasEnded = true;
    if (message.reports.length === 0) this.drop(message);
  }

  /** Drops what is not reported yet. */
  drop(message: Message): void {
    if (!this.#open.delete(message)) return;
    this.#unreported -= message.reports.splice(0).length;
    message.stopping.abort();
  }

  /** Drops those of a queue that no world awaits any more. */
  dropUnawaited(queue: DispatchQueue<Message>): void {
    for (const message of this.#open) {
      if (message.queue === queue && !this.#isAwaited(message)) this.drop(message);
    }
  }

  /** Stores all reports; a second call waits for the first. Resolves with false if some could not be stored. */
  report(): Promise<boolean> {
    this.#reporting = this.#reporting.then(() => this.#reportAll());
    return this.#reporting;
  }

  /** Drops all, and reports nothing more. */
  close(): void {
    this.#isClosed = true;
    for (const message of this.#open) this.drop(message);
  }

  async #reportAll(): Promise<boolean> {
    while (!this.#isClosed && this.#unreported > 0) {
      const batch = this.#nextBatch();
      const stored = await Promise.allSettled(batch.map(([, report]) => this.#send(report)));
      for (const [index, [message, report]] of batch.entries()) {
        if (stored[index]?.status === 'fulfilled') this.#stored(message, report);
      }
      if (stored.some(({ status }) => status === 'rejected')) return false;
    }
    return true;
  }

  /**
   * The reports to store next: the first of each message, in the order of sending. The batch ends with a message that has more of
   * them, since all of its reports are stored before those of later messages. A message that no world awaits is dropped.
   */
  #nextBatch(): readonly (readonly [Message, Report])[] {
    const batch: (readonly [Message, Report])[] = [];
    for (const message of this.#open) {
      const [report] = message.reports;
      if (report === undefined) continue;
      if (!this.#isAwaited(message)) {
        this.drop(message);
        continue;
      }
      batch.push([message, report]);
      if (message.reports.length > 1 || batch.length >= reportsPerBatch) break;
    }
    return batch;
  }

  #isAwaited({ dispatch }: Message): boolean {
    return this.#world.peek((states) => dispatch.isAwaited(states));
  }

  #send({ domain, command }: Report): Promise<void> {
    return this.#world.send({
      domain,
      isOutOfBand: true,
      prepare: () => ({ command }),
      respond: () => undefined,
    });
  }

  #stored(message: Message, report: Report): void {
    if (message.reports[0] !== report) return; // dropped meanwhile
    message.reports.shift();
    this.#unreported -= 1;
    this.#reported += 1;
    if (message.hasEnded && message.reports.length === 0) this.#open.delete(message);
  }
}
