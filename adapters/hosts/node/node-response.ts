// Writes responses on node:http: whole ones together at the end of a turn of the event loop, within a budget of bytes that clients
// have not read, and others as streams.

import { ServerResponse } from 'node:http';
import { clearInterval, setInterval } from '../../host-timers.ts';
import { loopPhases } from '../../loop-phases.ts';
import { answersBytesMax, readerWaitMsMax } from '../../protocol/limits.ts';
import { halved, type FaultyDelivery, type HttpResponse } from '../../protocol/messages.ts';
import { createByteBudget, type ByteBudget } from './byte-budget.ts';
import { whenClosed } from './close-watch.ts';
import { hang, resetConnection, writeCut } from './node-delivery.ts';
import { writeStream, writeText } from './node-stream.ts';

export interface ResponseLimits {
  /** The most bytes of all responses that clients have not read. */
  readonly answersBytesMax: number;
  /** How long a client may read nothing of a response. */
  readonly readerWaitMs: number;
}

/** Larger responses are written in chunks. */
const wholeBytesMax = 256 * 1024;

export class ResponseWriter {
  readonly #answers: ByteBudget;
  readonly #readerWaitMs: number;

  constructor(limits: Partial<ResponseLimits>) {
    this.#answers = createByteBudget(limits.answersBytesMax ?? answersBytesMax);
    this.#readerWaitMs = limits.readerWaitMs ?? readerWaitMsMax;
  }

  /** Whether clients have too many bytes to read. */
  get isExhausted(): boolean {
    return this.#answers.isExhausted();
  }

  /** Delivers a response. `onHandled` is called once, when only writing is left to do. */
  deliver(response: ServerResponse, answered: HttpResponse, onHandled: () => void): void {
    const { delivery, stream } = answered;
    if (delivery === 'malformed') this.deliver(response, halved(answered), onHandled);
    else if (delivery !== undefined) deliverFaulty(response, answered, delivery, onHandled);
    else if (stream === undefined) this.#deliverWhole(response, answered, onHandled);
    else void writeStream(response, answered, stream).then(onHandled);
  }

  #deliverWhole(response: ServerResponse, answered: HttpResponse, onHandled: () => void): void {
    const byteLength = byteLengthOf(answered);
    const release = this.#answers.occupy(byteLength);
    loopPhases.onResponsePhase(() => this.#write(response, answered, byteLength, release));
    onHandled();
  }

  #write(
    response: ServerResponse,
    answered: HttpResponse,
    byteLength: number,
    release: () => void,
  ): void {
    if (byteLength > wholeBytesMax && answered.body !== undefined) {
      void writeText(response, answered, byteLength, this.#readerWaitMs).then(release);
      return;
    }
    write(response, answered, byteLength);
    if (isWritten(response)) release();
    else whenWritten(response, this.#readerWaitMs, release);
  }
}

/** Delivers a response as a fault wants it. */
function deliverFaulty(
  response: ServerResponse,
  answered: HttpResponse,
  delivery: Exclude<FaultyDelivery, 'malformed'>,
  onHandled: () => void,
): void {
  if (delivery === 'hang') return hang(response, onHandled);
  const end = delivery === 'cut' ? writeCut : resetConnection;
  loopPhases.onResponsePhase(() => end(response, answered));
  onHandled();
}

/** A whole response as it is written. */
export interface WholeResponse extends Pick<HttpResponse, 'status' | 'bytes'> {
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** Absent: that of its status. */
  readonly reason?: string;
}

/** Writes a response with its length. */
export function write(
  response: ServerResponse,
  answered: WholeResponse,
  byteLength: number = byteLengthOf(answered),
): void {
  const { status, reason, headers, bytes, body = bytes } = answered;
  const length = body === undefined || status === 204 ? undefined : String(byteLength);
  if (response.writeHead === ServerResponse.prototype.writeHead) {
    // A list: faster than copying the headers to add one more.
    const lines: (string | string[])[] = [];
    for (const name in headers) lines.push(name, headers[name] ?? '');
    if (length !== undefined) lines.push('Content-Length', length);
    if (reason === undefined) response.writeHead(status, lines);
    else response.writeHead(status, reason, lines);
  } else {
    // A middleware has wrapped `writeHead`, and may expect headers as an object.
    response.writeHead(
      status,
      length === undefined ? headers : { ...headers, 'Content-Length': length },
    );
  }
  response.end(body);
}

function byteLengthOf({ bytes, body = bytes }: Pick<WholeResponse, 'body' | 'bytes'>) {
  return body === undefined ? 0 : Buffer.byteLength(body);
}

/** Whether the operating system has accepted the whole response. */
function isWritten({ writableFinished, socket, req }: ServerResponse): boolean {
  return (
    writableFinished || req.socket.destroyed || (socket !== null && socket.writableLength === 0)
  );
}

/** Calls back when the client has read a response, or is gone; disconnects a client that takes too long. */
function whenWritten(response: ServerResponse, readerWaitMs: number, then: () => void): void {
  const { socket } = response.req; // a response queued behind others gets no event when its socket closes
  let isNext = response.socket !== null;
  const watch = setInterval(() => {
    if (isNext) socket.destroy();
    isNext = response.socket !== null; // the time of a queued response starts when it is written
  }, readerWaitMs);
  watch.unref();
  const done = () => {
    clearInterval(watch);
    response.off('finish', done);
    cancelWatch();
    then();
  };
  const cancelWatch = whenClosed(socket, done);
  response.on('finish', done);
}
