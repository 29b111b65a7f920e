// A request of Node's and its answer: what the hosts that sit on node:http have in common.

import { ServerResponse, type IncomingMessage } from 'node:http';
import { loopPhases } from '../loop-phases.ts';
import { bodyTooLarge, type App } from './app.ts';
import { withRetryAfter } from './transient.ts';
import type { HttpResponse, RawRequest } from './messages.ts';
import { createByteBudget } from './byte-budget.ts';
import { whenClosed } from './close-watch.ts';
import { hostFlawOf } from './host-name.ts';
import {
  answersBytesMax,
  bodiesBytesMax,
  bodyBytesMax,
  drainedBytesMax,
  readerWaitMsMax,
} from './limits.ts';
import { writeStream, writeText } from './node-stream.ts';

/** Where a request went to, as its host sees it; with other headers than those that came, if it has changed the request. */
type Place = Pick<RawRequest, 'url' | 'origin'> & Partial<Pick<RawRequest, 'headers'>>;

/** Why a message is not taken. */
export type Refusal = readonly [status: number, message: string];

export interface MessageLimits {
  /** Bytes of all bodies together that were read and are not answered yet. */
  readonly bodiesBytesMax: number;
  /** Bytes of all answers together that clients have not taken yet. */
  readonly answersBytesMax: number;
  /** How long a client may take nothing of an answer. */
  readonly readerWaitMs: number;
}

/** Answers the messages of a server within limits that they share. `left` is called once, when there is nothing more to do but to write. */
export interface MessageHandler {
  /** Reads a message within its limits (unless its body was read), lets the app answer, writes the answer. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    place: Place & { readonly body?: Buffer },
    left?: () => void,
  ) => void;
  /** Answers a message with a refusal, without its body. */
  readonly refuse: (
    request: IncomingMessage,
    response: ServerResponse,
    place: Place,
    refusal: Refusal,
    left?: () => void,
  ) => void;
  /** Answers a message that is not taken with the reason, and hangs up. */
  readonly turnAway: (
    request: IncomingMessage,
    response: ServerResponse,
    place: Place & { readonly reason: string },
  ) => void;
}

export function createMessageHandler(app: App, given: Partial<MessageLimits> = {}): MessageHandler {
  const limits = { ...limitsDefault, ...given };
  const bodies = createByteBudget(limits.bodiesBytesMax);
  const answers = createByteBudget(limits.answersBytesMax);

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    place: Place & { readonly body?: Buffer },
    left: () => void = nothing,
  ): void {
    const flaw = hostFlawOf(request);
    if (flaw !== undefined) return refuse(request, response, place, [400, flaw], left);
    const raw = rawOf(request, place, place.body ?? noBody);
    if (place.body !== undefined || hasNoBody(request)) return ask(response, raw, left);
    if (app.needsBody?.(raw) === false) {
      drain(request);
      // At once: settings that change in between might make the body needed.
      return handle(response, raw, left);
    }
    const account = bodies.open();
    readBody(request, account.add, {
      take(body) {
        ask(response, { ...raw, body }, () => {
          account.release();
          left();
        });
      },
      refuse(refusal) {
        account.release();
        refuse(request, response, place, refusal, left);
      },
      giveUp() {
        account.release();
        response.destroy(); // the client went away while it was sending
        left();
      },
    });
  }

  function ask(response: ServerResponse, raw: RawRequest, left: () => void): void {
    loopPhases.onRequestPhase(() => handle(response, raw, left), app.laneOf?.(raw));
  }

  function handle(response: ServerResponse, raw: RawRequest, left: () => void): void {
    const send = (answered: HttpResponse) => leave(response, answered, left);
    if (answers.isExhausted()) send(withRetryAfter(app.refuse(raw, 503, answersWaiting)));
    else app.handle(raw).then(send, () => send(app.refuse(raw, 500, 'Something went wrong.')));
  }

  function leave(response: ServerResponse, answered: HttpResponse, left: () => void): void {
    if (answered.stream === undefined) {
      const byteLength = byteLengthOf(answered);
      const release = answers.occupy(byteLength);
      loopPhases.onResponsePhase(() => writeCounted(response, answered, byteLength, release));
      left();
    } else void writeStream(response, answered, answered.stream).then(left);
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
    place: Place,
    [status, message]: Refusal,
    left: () => void = nothing,
  ): void {
    drain(request); // so that the client gets to read the answer
    const refused = app.refuse(rawOf(request, place, noBody), status, message);
    write(response, status === 503 ? withRetryAfter(refused) : refused);
    left();
  }

  return {
    answer,
    refuse,
    turnAway(request, response, { reason, ...place }) {
      drain(request);
      const { headers, ...refused } = withRetryAfter(
        app.refuse(rawOf(request, place, noBody), 503, reason),
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

/** Larger answers are written piece by piece. */
const wholeBytesMax = 256 * 1024;
/** What keeping a chunk costs besides its bytes, so that a body cannot come in very many. */
const chunkCostBytes = 256;

const bodiesWaiting = 'Too many bytes of requests are under way; retry later.';
const answersWaiting = 'Too many bytes of answers wait to be read; retry later.';
const nothing = () => undefined;

const noBody = Buffer.alloc(0);

function hasNoBody({ headers }: IncomingMessage): boolean {
  const isEmpty = Number(headers['content-length'] ?? 0) === 0;
  return isEmpty && headers['transfer-encoding'] === undefined;
}

interface BodyReader {
  /** Called with the whole body; or else one of the others is called. */
  readonly take: (body: Buffer) => void;
  readonly refuse: (refusal: Refusal) => void;
  readonly giveUp: () => void;
}

/** Reads a body up to its limit, and so long as `hasRoom` for the next bytes of it; gives up if the client breaks off. */
function readBody(
  request: IncomingMessage,
  hasRoom: (bytes: number) => boolean,
  { take, refuse, giveUp }: BodyReader,
): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bodyBytesMax) return refuse([413, bodyTooLarge]);
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  const end = (then: (read: readonly Buffer[]) => void) => {
    if (isOver) return;
    isOver = true;
    const read = chunks;
    chunks = []; // the listeners live as long as the connection
    then(read);
  };
  request.on('data', (chunk: Buffer) => {
    if (isOver) return;
    bytes += chunk.length;
    if (bytes > bodyBytesMax) end(() => refuse([413, bodyTooLarge]));
    else if (!hasRoom(chunk.length + chunkCostBytes)) end(() => refuse([503, bodiesWaiting]));
    else chunks.push(chunk);
  });
  request.on('end', () => end((read) => take(read.length === 1 ? read[0]! : Buffer.concat(read))));
  request.on('error', () => undefined); // it closes of it
  request.on('close', () => end(giveUp));
}

/** Throws away what still comes of a body, up to a limit; who sends more is cut off. */
function drain(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainedBytesMax) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
}

/** Writes an answer as it is, with its length. */
export function write(
  response: ServerResponse,
  answered: Omit<HttpResponse, 'body'> & { body?: string | Buffer },
  byteLength: number = byteLengthOf(answered),
): void {
  const { status, headers, bytes, body = bytes } = answered;
  const length = body === undefined || status === 204 ? undefined : String(byteLength);
  if (response.writeHead === ServerResponse.prototype.writeHead) {
    // A list, since an object that is made anew for one more member is slow to make and to read.
    const lines: string[] = [];
    for (const name in headers) lines.push(name, headers[name] ?? '');
    if (length !== undefined) lines.push('Content-Length', length);
    response.writeHead(status, lines);
  } else {
    // Somebody looks at what is written on the way, and may know headers as an object alone.
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

/** Whether the operating system has all of an answer. */
function isWritten({ writableFinished, socket, req }: ServerResponse): boolean {
  return (
    writableFinished || req.socket.destroyed || (socket !== null && socket.writableLength === 0)
  );
}

/** Calls back when the client has taken an answer, or is gone; drops it if it takes too long. */
function whenWritten(response: ServerResponse, readerWaitMs: number, then: () => void): void {
  const { socket } = response.req; // an answer that waits behind others is not told when its socket closes
  let isNext = response.socket !== null;
  const watch = setInterval(() => {
    if (isNext) socket.destroy();
    isNext = response.socket !== null; // an answer behind others has its time when it comes to be written
  }, readerWaitMs);
  watch.unref();
  const done = () => {
    clearInterval(watch);
    response.off('finish', done);
    callOff();
    then();
  };
  const callOff = whenClosed(socket, done);
  response.on('finish', done);
}

function rawOf(
  request: IncomingMessage,
  { url, origin, headers = flat(request.headers) }: Place,
  body: Buffer,
): RawRequest {
  return { method: request.method ?? 'GET', url, headers, body, origin };
}

/** Headers as the app takes them. */
export function flat(headers: IncomingMessage['headers']): Record<string, string | undefined> {
  return headers as Record<string, string | undefined>; // only set-cookie is ever a list, in answers
}
