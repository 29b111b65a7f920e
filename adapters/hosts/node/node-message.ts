// Reads requests and writes responses of node:http, for all hosts on top of it.

import { ServerResponse, type IncomingMessage } from 'node:http';
import { loopPhases } from '../../loop-phases.ts';
import type { App } from '../../protocol/app.ts';
import { withRetryAfter } from '../../protocol/transient.ts';
import {
  emptyBytes,
  halved,
  type FaultyDelivery,
  type HttpResponse,
  type RawRequest,
} from '../../protocol/messages.ts';
import { createByteBudget } from './byte-budget.ts';
import { whenClosed } from './close-watch.ts';
import { hostFlawOf } from './host-name.ts';
import {
  answersBytesMax,
  bodiesBytesMax,
  bodyBytesMax,
  drainedBytesMax,
  readerWaitMsMax,
} from '../../protocol/limits.ts';
import { bodyTooLarge } from '../../protocol/request-size.ts';
import { hang, resetConnection, writeCut } from './node-delivery.ts';
import { writeStream, writeText } from './node-stream.ts';
import { messageOf } from '../../wording.ts';
import { setInterval, clearInterval } from '../../host-timers.ts';

/** The target of a request as its host sees it, with headers if the host has changed them. */
type RequestTarget = Pick<RawRequest, 'url' | 'origin'> & Partial<Pick<RawRequest, 'headers'>>;

/** The reason to refuse a message. */
export type RefusalReason = readonly [status: number, message: string];

export interface MessageLimits {
  /** The most bytes of all bodies that were read but not answered. */
  readonly bodiesBytesMax: number;
  /** The most bytes of all responses that clients have not read. */
  readonly answersBytesMax: number;
  /** How long a client may read nothing of a response. */
  readonly readerWaitMs: number;
}

/** Answers the messages of a server within shared limits. `onHandled` is called once, when only writing is left to do. */
export interface MessageHandler {
  /** Reads the body within the limits (unless it is given), lets the app answer, writes the response. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget & { readonly body?: Buffer },
    onHandled?: () => void,
  ) => void;
  /** Refuses a message without reading its body. */
  readonly refuse: (
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    refusal: RefusalReason,
    onHandled?: () => void,
  ) => void;
  /** Refuses a message with 503 and closes its connection. */
  readonly refuseAndClose: (
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget & { readonly reason: string },
  ) => void;
}

export function createMessageHandler(app: App, given: Partial<MessageLimits> = {}): MessageHandler {
  const limits = { ...limitsDefault, ...given };
  const bodies = createByteBudget(limits.bodiesBytesMax);
  const answers = createByteBudget(limits.answersBytesMax);

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget & { readonly body?: Buffer },
    onHandled: () => void = nothing,
  ): void {
    const flaw = hostFlawOf(request);
    if (flaw !== undefined) return refuse(request, response, target, [400, flaw], onHandled);
    const raw = rawOf(request, target, target.body ?? emptyBytes);
    if (target.body !== undefined || hasEmptyBody(request))
      return enqueue(response, raw, onHandled);
    if (app.needsBody?.(raw) === false) {
      drain(request);
      // Not queued: a change of settings in between might make the body needed.
      return handle(response, raw, onHandled);
    }
    const account = bodies.open();
    readBody(request, account.add, {
      onBody(body) {
        enqueue(response, { ...raw, body }, () => {
          account.release();
          onHandled();
        });
      },
      onRefused(refusal) {
        account.release();
        refuse(request, response, target, refusal, onHandled);
      },
      onAborted() {
        account.release();
        response.destroy(); // the client disconnected while sending
        onHandled();
      },
    });
  }

  function enqueue(response: ServerResponse, raw: RawRequest, onHandled: () => void): void {
    loopPhases.onRequestPhase(() => handle(response, raw, onHandled), app.queueOf?.(raw));
  }

  function handle(response: ServerResponse, raw: RawRequest, onHandled: () => void): void {
    const send = (answered: HttpResponse) => respond(response, answered, onHandled);
    if (answers.isExhausted()) send(withRetryAfter(app.refuse(raw, 503, answersWaiting)));
    else
      app.handle(raw).then(send, (error: unknown) => send(app.refuse(raw, 500, messageOf(error))));
  }

  function respond(response: ServerResponse, answered: HttpResponse, onHandled: () => void): void {
    const { delivery } = answered;
    if (delivery === 'malformed') return respond(response, halved(answered), onHandled);
    if (delivery !== undefined) return fail(response, answered, delivery, onHandled);
    if (answered.stream === undefined) {
      const byteLength = byteLengthOf(answered);
      const release = answers.occupy(byteLength);
      loopPhases.onResponsePhase(() => writeCounted(response, answered, byteLength, release));
      onHandled();
    } else void writeStream(response, answered, answered.stream).then(onHandled);
  }

  /** Delivers a response as a fault wants it. */
  function fail(
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

  function writeCounted(
    response: ServerResponse,
    answered: HttpResponse,
    byteLength: number,
    release: () => void,
  ): void {
    if (byteLength > wholeBytesMax && answered.body !== undefined) {
      void writeText(response, answered, byteLength, limits.readerWaitMs).then(release);
      return;
    }
    write(response, answered, byteLength);
    if (isWritten(response)) release();
    else whenWritten(response, limits.readerWaitMs, release);
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    [status, message]: RefusalReason,
    onHandled: () => void = nothing,
  ): void {
    drain(request); // so that the client reads the response
    const refused = app.refuse(rawOf(request, target, emptyBytes), status, message);
    write(response, status === 503 ? withRetryAfter(refused) : refused);
    onHandled();
  }

  return {
    answer,
    refuse,
    refuseAndClose(request, response, { reason, ...target }) {
      drain(request);
      const { headers, ...refused } = withRetryAfter(
        app.refuse(rawOf(request, target, emptyBytes), 503, reason),
      );
      write(response, { ...refused, headers: { ...headers, Connection: 'close' } });
    },
  };
}

const limitsDefault: MessageLimits = {
  bodiesBytesMax,
  answersBytesMax,
  readerWaitMs: readerWaitMsMax,
};

/** Larger responses are written in chunks. */
const wholeBytesMax = 256 * 1024;
/** Added to the size of a chunk, so that the number of tiny chunks is limited, too. */
const chunkCostBytes = 256;

const bodiesWaiting = 'Too many bytes of requests are under way; retry later.';
const answersWaiting = 'Too many bytes of answers wait to be read; retry later.';
const nothing = () => undefined;

function hasEmptyBody({ headers }: IncomingMessage): boolean {
  const isEmpty = Number(headers['content-length'] ?? 0) === 0;
  return isEmpty && headers['transfer-encoding'] === undefined;
}

interface BodyReader {
  /** Called with the whole body. Exactly one of the three is called. */
  readonly onBody: (body: Buffer) => void;
  readonly onRefused: (refusal: RefusalReason) => void;
  readonly onAborted: () => void;
}

/** Reads a body up to its limit, while `hasRoom` for each chunk. */
function readBody(
  request: IncomingMessage,
  hasRoom: (bytes: number) => boolean,
  { onBody, onRefused, onAborted }: BodyReader,
): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bodyBytesMax) return onRefused([413, bodyTooLarge]);
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  const end = (then: (read: readonly Buffer[]) => void) => {
    if (isOver) return;
    isOver = true;
    const read = chunks;
    chunks = []; // the listeners, which refer to them, live as long as the connection
    then(read);
  };
  request.on('data', (chunk: Buffer) => {
    if (isOver) return;
    bytes += chunk.length;
    if (bytes > bodyBytesMax) end(() => onRefused([413, bodyTooLarge]));
    else if (!hasRoom(chunk.length + chunkCostBytes)) end(() => onRefused([503, bodiesWaiting]));
    else chunks.push(chunk);
  });
  request.on('end', () =>
    end((read) => onBody(read.length === 1 ? read[0]! : Buffer.concat(read))),
  );
  request.on('error', () => undefined); // `close` follows
  request.on('close', () => end(onAborted));
}

/** Reads and drops the rest of a body up to a limit, beyond which it disconnects the client. */
function drain(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainedBytesMax) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
}

/** Writes a response with its length. */
export function write(
  response: ServerResponse,
  answered: Omit<HttpResponse, 'body'> & { body?: string | Buffer },
  byteLength: number = byteLengthOf(answered),
): void {
  const { status, headers, bytes, body = bytes } = answered;
  const length = body === undefined || status === 204 ? undefined : String(byteLength);
  if (response.writeHead === ServerResponse.prototype.writeHead) {
    // A list: faster than copying the headers to add one more.
    const lines: string[] = [];
    for (const name in headers) lines.push(name, headers[name] ?? '');
    if (length !== undefined) lines.push('Content-Length', length);
    response.writeHead(status, lines);
  } else {
    // A middleware has wrapped `writeHead`, and may expect headers as an object.
    response.writeHead(
      status,
      length === undefined ? headers : { ...headers, 'Content-Length': length },
    );
  }
  response.end(body);
}

function byteLengthOf({
  bytes,
  body = bytes,
}: Pick<Parameters<typeof write>[1], 'body' | 'bytes'>) {
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

function rawOf(
  request: IncomingMessage,
  { url, origin, headers = flat(request.headers) }: RequestTarget,
  body: Buffer,
): RawRequest {
  return { method: request.method ?? 'GET', url, headers, body, origin };
}

/** Headers in the form of the app. */
export function flat(headers: IncomingMessage['headers']): Record<string, string | undefined> {
  return headers as Record<string, string | undefined>; // only set-cookie is ever a list, in answers
}
