// Records the progress of a request in its journal record: tasks in the world, the response, frames.

import type { RequestIdOrigin, TaskPosition, World } from '../../core/index.ts';
import { journaledBodyBytesMax } from '../protocol/limits.ts';
import type { ObservedResponse, RequestObserver } from '../protocol/request-observer.ts';
import type { JournaledRequest } from './journaled-request.ts';
import type { LastRequests } from './last-requests.ts';
import { monotonicMs } from '../host-timers.ts';

/**
 * Called when a request is answered, and when a socket closes, with the time since its arrival. Copy the record to use it later: it is
 * reused.
 */
export type OnJournaled = (
  record: JournaledRequest,
  world: World | undefined,
  durationMs: number,
) => void;

/** The journal of requests of one world, or of the requests without a world. */
export interface WorldJournal {
  /** Undefined for requests without a world, and while the world sleeps. */
  world: World | undefined;
  readonly requests: LastRequests;
  readonly onJournaled: OnJournaled | undefined;
}

export class JournalObserver implements RequestObserver {
  readonly #journal: WorldJournal;
  /** Undefined after the end of the request, since the record is reused. */
  #record: JournaledRequest | undefined;
  /** In real time; 0 without a listener. */
  readonly #arrivedMs: number;

  constructor(journal: WorldJournal, record: JournaledRequest) {
    this.#journal = journal;
    this.#record = record;
    this.#arrivedMs = journal.onJournaled === undefined ? 0 : monotonicMs();
  }

  afterTask({ atMs, position, input }: TaskPosition): void {
    const record = this.#record;
    if (record === undefined || record.status !== undefined) return; // a task of an open socket
    record.atMs ??= atMs;
    record.position = position;
    if (input !== undefined) record.inputs = [...record.inputs, input];
  }

  onRequestId(origin: RequestIdOrigin): RequestIdOrigin {
    return origin;
  }

  answered({ status, body, isInjected }: ObservedResponse): void {
    const record = this.#record;
    if (record === undefined) return;
    record.status = status;
    if (record.atMs === undefined) record.atMs = this.#journal.world?.nowMs();
    if (status >= 400) this.#addRefusal(record, body);
    // After a 503 the commit may have failed: other requests may reuse the numbers of its inputs.
    if (status === 503 && isInjected !== true) record.inputs = [];
    this.#report(record);
    if (status !== 101) this.#record = undefined;
  }

  opened(): void {
    this.answered({ status: 101 });
  }

  onFrame(direction: 'received' | 'sent'): void {
    const socket = this.#record?.details?.socket;
    if (socket !== undefined) socket[direction] += 1;
  }

  closed(code: number, reason: string): void {
    const record = this.#record;
    const socket = record?.details?.socket;
    if (record === undefined || socket === undefined) return;
    socket.closing = { code, reason };
    this.#report(record);
    this.#record = undefined;
  }

  #addRefusal(record: JournaledRequest, body: string | undefined): void {
    if (body === undefined || body.length > journaledBodyBytesMax) return;
    record.details = { ...record.details, refusal: body };
    this.#journal.requests.addBytes(record, body.length);
  }

  #report(record: JournaledRequest): void {
    const { onJournaled, world } = this.#journal;
    onJournaled?.(record, world, monotonicMs() - this.#arrivedMs);
  }
}
