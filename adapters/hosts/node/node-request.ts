// Reads requests of node:http.

import type { IncomingMessage } from 'node:http';
import { bodyBytesMax, drainedBytesMax } from '../../protocol/limits.ts';
import type { RawRequest } from '../../protocol/messages.ts';
import { bodyTooLarge } from '../../protocol/request-size.ts';

/** The target of a request as its host sees it, with headers if the host has changed them. */
export type RequestTarget = Pick<RawRequest, 'url' | 'origin'> &
  Partial<Pick<RawRequest, 'headers'>>;

/** The reason to refuse a request. */
export type RefusalReason = readonly [status: number, message: string];

export function rawOf(
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

export function hasEmptyBody({ headers }: IncomingMessage): boolean {
  const isEmpty = Number(headers['content-length'] ?? 0) === 0;
  return isEmpty && headers['transfer-encoding'] === undefined;
}

/** Added to the size of a chunk, so that the number of tiny chunks is limited, too. */
const chunkCostBytes = 256;

const bodiesWaiting = 'Too many bytes of requests are under way; retry later.';

interface BodyReader {
  /** Called with the whole body. Exactly one of the three is called. */
  readonly onBody: (body: Buffer) => void;
  readonly onRefused: (refusal: RefusalReason) => void;
  readonly onAborted: () => void;
}

/** Reads a body up to its limit, while `hasRoom` for each chunk. */
export function readBody(
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
export function drain(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainedBytesMax) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
}
