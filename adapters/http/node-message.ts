// A request of Node's and its answer: what the hosts that sit on node:http have in common.

import { ServerResponse, type IncomingMessage } from 'node:http';
import { turnEnd } from '../turn-end.ts';
import { bodyTooLarge, type App, type RawRequest } from './app.ts';
import { hostFlawOf } from './host-name.ts';
import { bodyBytesMax, drainedBytesMax } from './limits.ts';
import { writeStream } from './node-stream.ts';
import type { HttpResponse } from './table.ts';

/** Where a request went to, as its host sees it; with other headers than those that came, if it has changed the request. */
type Place = Pick<RawRequest, 'url' | 'origin'> & Partial<Pick<RawRequest, 'headers'>>;

/** Why a message is not taken. */
export type Refusal = readonly [status: number, message: string];

/**
 * Reads a message within its limits (unless its body was read), lets the app answer, writes the answer. `left` is called
 * once, when there is nothing more to do but to write.
 */
export function answerMessage(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  place: Place & { readonly body?: Buffer },
  left: () => void = () => undefined,
): void {
  const flaw = hostFlawOf(request);
  if (flaw !== undefined) return refuseMessage(app, request, response, place, [400, flaw], left);
  const answer = (body: Buffer | undefined) => {
    const raw = rawOf(request, place, body ?? noBody);
    if (body === undefined) {
      refuseMessage(app, request, response, place, [413, bodyTooLarge], left);
    } else {
      const send = (answered: HttpResponse) => leave(response, answered, left);
      app.handle(raw).then(send, () => send(app.refuse(raw, 500, 'Something went wrong.')));
    }
  };
  const ask = (body: Buffer | undefined) => turnEnd.ask(() => answer(body));
  const giveUp = () => {
    response.destroy(); // the client went away while it was sending
    left();
  };
  if (place.body !== undefined) ask(place.body);
  else if (hasNoBody(request)) ask(noBody);
  else readBody(request, ask, giveUp);
}

function leave(response: ServerResponse, answered: HttpResponse, left: () => void): void {
  if (answered.stream === undefined) {
    turnEnd.answer(() => write(response, answered));
    left();
  } else void writeStream(response, answered, answered.stream).then(left);
}

/** Answers a message with a refusal, without its body. */
export function refuseMessage(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  place: Place,
  refusal: Refusal,
  left: () => void = () => undefined,
): void {
  drain(request); // so that the client gets to read the answer
  write(response, app.refuse(rawOf(request, place, noBody), ...refusal));
  left();
}

/** Answers a message that is not taken with the reason, and hangs up. */
export function turnAway(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  { reason, ...place }: Place & { readonly reason: string },
): void {
  drain(request);
  const { headers, ...refused } = app.refuse(rawOf(request, place, noBody), 503, reason);
  write(response, { ...refused, headers: { ...headers, 'Retry-After': '1', Connection: 'close' } });
}

const noBody = Buffer.alloc(0);

function hasNoBody({ headers }: IncomingMessage): boolean {
  const isEmpty = Number(headers['content-length'] ?? 0) === 0;
  return isEmpty && headers['transfer-encoding'] === undefined;
}

/** Gives the whole body, or undefined if it is larger than the limit; or gives up if the client breaks off. */
function readBody(
  request: IncomingMessage,
  take: (body: Buffer | undefined) => void,
  giveUp: () => void,
): void {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) return take(undefined);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  const end = (then: () => void) => {
    if (isOver) return;
    isOver = true;
    then();
  };
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) end(() => take(undefined));
    else chunks.push(chunk);
  });
  request.on('end', () => end(() => take(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
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
  { status, headers, bytes, body = bytes }: Omit<HttpResponse, 'body'> & { body?: string | Buffer },
): void {
  const length = body === undefined || status === 204 ? undefined : String(Buffer.byteLength(body));
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
