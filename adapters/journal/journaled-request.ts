// One request or socket in the request journal, from its arrival on. It observes the tasks of its request in the world.

import type { RequestIdOrigin, TaskPosition, World } from '../../core/index.ts';
import { journaledBodyBytesMax } from '../http/limits.ts';
import type { HttpRequest, HttpResponse } from '../http/messages.ts';
import type { RequestObserver } from '../http/request-observer.ts';

/** Called when a request is answered, and when a socket is closed. */
export type OnJournaled = (request: JournaledRequest, world: World | undefined) => void;

/** The place of requests in the journal. */
export interface JournalPlace {
  readonly world: World | undefined;
  readonly onJournaled: OnJournaled | undefined;
}

/** The parts of a request that are kept: no headers but those that its redaction and its route need. */
export class JournaledRequest implements RequestObserver {
  readonly n: number;
  readonly service: string | undefined;
  readonly worldName: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly methodOverride: string | undefined;
  readonly body: Buffer | undefined;
  readonly isUpgrade: boolean;
  status: number | undefined;
  /** The instant of its first task, else of its answer. */
  atMs: number | undefined;
  /** The position after its last task. */
  position: number | undefined;
  inputs: readonly number[] = noInputs;
  /** The body of an answer with an error. */
  refusal: string | undefined;
  /** Frames of its socket. */
  received = 0;
  sent = 0;
  closing: { readonly code: number; readonly reason: string } | undefined;
  readonly #place: JournalPlace;

  constructor(
    n: number,
    place: JournalPlace,
    request: HttpRequest,
    service: string | undefined,
    isUpgrade: boolean,
  ) {
    const { headers, body } = request;
    this.n = n;
    this.#place = place;
    this.service = service;
    this.worldName = request.worldName;
    this.method = request.method;
    this.path = request.path;
    this.query = request.query;
    this.authorization = headers['authorization'];
    this.methodOverride = request.method === 'POST' ? headers['x-http-method-override'] : undefined;
    // A copy: the body is a part of a larger buffer.
    const isKept = body.length > 0 && body.length <= journaledBodyBytesMax;
    this.body = isKept ? Buffer.from(body) : undefined;
    this.isUpgrade = isUpgrade;
    this.status = undefined;
    this.atMs = undefined;
    this.position = undefined;
    this.refusal = undefined;
    this.closing = undefined;
  }

  afterTask({ atMs, position, input }: TaskPosition): void {
    if (this.status !== undefined) return; // the frames of a socket, or a streaming answer
    this.atMs ??= atMs;
    this.position = position;
    if (input !== undefined) this.inputs = [...this.inputs, input];
  }

  onRequestId(origin: RequestIdOrigin): RequestIdOrigin {
    return origin;
  }

  answered({ status, body }: Pick<HttpResponse, 'status' | 'body'>): void {
    const { world, onJournaled } = this.#place;
    this.status = status;
    if (this.atMs === undefined) this.atMs = world?.nowMs();
    if (status >= 400) {
      const isKept = body !== undefined && body.length <= journaledBodyBytesMax;
      this.refusal = isKept ? body : undefined;
      // What was to be stored may be lost, and its numbers may be those of other requests.
      if (status === 503) this.inputs = noInputs;
    }
    onJournaled?.(this, world);
  }

  opened(): void {
    this.answered({ status: 101 });
  }

  onFrame(direction: 'received' | 'sent'): void {
    this[direction] += 1;
  }

  closed(code: number, reason: string): void {
    this.closing = { code, reason };
    this.#place.onJournaled?.(this, this.#place.world);
  }
}

const noInputs: readonly number[] = [];
