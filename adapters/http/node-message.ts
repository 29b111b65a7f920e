// A request of Node's and its answer: what the hosts that sit on node:http have in common.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyTooLarge, type App, type RawRequest } from './app.ts';
import { bodyBytesMax, drainedBytesMax } from './limits.ts';
import { writeStream } from './node-stream.ts';
import type { HttpResponse } from './table.ts';

/** Where a request went to, as its host sees it; with other headers than those that came, if it has changed the request. */
type Place = Pick<RawRequest, 'url' | 'origin'> & Partial<Pick<RawRequest, 'headers'>>;

/** Reads a message within its limits (unless its body was read), lets the app answer, writes the answer. Never rejects. */
export async function answerMessage(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  { body: read, ...place }: Place & { readonly body?: Buffer },
): Promise<void> {
  let body: Buffer | undefined;
  try {
    body = read ?? (hasNoBody(request) ? noBody : await readBody(request));
  } catch {
    response.destroy(); // the client went away while it was sending
    return;
  }
  const raw = rawOf(request, place);
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    write(response, app.refuse(raw, 400, 'The request names no Host.'));
    return;
  }
  if (body === undefined) {
    drain(request); // so that the client gets to read the answer
    write(response, app.refuse(raw, 413, bodyTooLarge));
    return;
  }
  let answered: HttpResponse;
  try {
    answered = await app.handle({ ...raw, body });
  } catch {
    answered = app.refuse(raw, 500, 'Something went wrong.');
  }
  if (answered.stream !== undefined) return writeStream(response, answered, answered.stream);
  setImmediate(write, response, answered); // the answers of a turn leave together: to wake a client is dear
}

/** Answers a message that is not taken with the reason, and hangs up. */
export function turnAway(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  { reason, ...place }: Place & { readonly reason: string },
): void {
  drain(request);
  const { headers, ...refused } = app.refuse(rawOf(request, place), 503, reason);
  write(response, { ...refused, headers: { ...headers, 'Retry-After': '1', Connection: 'close' } });
}

const noBody = Buffer.alloc(0);

function hasNoBody({ headers }: IncomingMessage): boolean {
  const isEmpty = Number(headers['content-length'] ?? 0) === 0;
  return isEmpty && headers['transfer-encoding'] === undefined;
}

/** The whole body; undefined if it is larger than the limit. Rejects if the client breaks off. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bodyBytesMax) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('aborted', () => reject(new Error('aborted')));
  });
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
export function write(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  const isEmpty = body === undefined || status === 204;
  const sized = isEmpty ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, sized);
  response.end(body);
}

function rawOf({ method, headers }: IncomingMessage, place: Place): Omit<RawRequest, 'body'> {
  return { method: method ?? 'GET', headers: flat(headers), ...place };
}

/** Headers as the app takes them. */
export function flat(headers: IncomingMessage['headers']): Record<string, string | undefined> {
  return headers as Record<string, string | undefined>; // only set-cookie is ever a list, in answers
}
