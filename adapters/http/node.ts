// The bare Node host: the hot path. Reads a request within its limits, lets the app answer, writes the answer.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { App } from './app.ts';
import type { HttpResponse } from './table.ts';

/** Limits of one request. Headers and URL together; the body after them. */
export const headerBytesMax = 16 * 1024;
export const bodyBytesMax = 1024 * 1024;
/** How long a request may take to come in, and an idle connection may stay. */
const requestTimeoutMs = 30_000;
const keepAliveMs = 65_000;

/** A server for the app; not yet listening. */
export function createNodeServer(app: App): Server {
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
    },
    (request, response) => void answer(app, request, response),
  );
  return server;
}

async function answer(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body: Buffer | undefined;
  try {
    body = await readBody(request);
  } catch {
    response.destroy(); // the client went away while it was sending
    return;
  }
  const raw = {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    headers: flat(request.headers),
    origin: `http://${request.headers.host ?? 'localhost'}`,
  };
  if (body === undefined) {
    write(response, app.refuse(raw, 413, tooLarge), { close: true });
    request.resume(); // what still comes is thrown away, so that the client gets to read the answer
    return;
  }
  const answered = await app
    .handle({ ...raw, body })
    .catch(() => app.refuse(raw, 500, 'Something went wrong.'));
  write(response, answered, { close: false });
}

const tooLarge = `The body is larger than ${bodyBytesMax} bytes, the most that is taken.`;

const noBody = Buffer.alloc(0);

/** The whole body; undefined if it is larger than the limit. Rejects if the client breaks off. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bodyBytesMax) return Promise.resolve(undefined);
  if (announced === 0 && request.headers['transfer-encoding'] === undefined) {
    return Promise.resolve(noBody);
  }
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

function write(
  response: ServerResponse,
  answered: HttpResponse,
  { close }: { close: boolean },
): void {
  const { status, headers, body } = answered;
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : length),
    ...(close ? { Connection: 'close' } : {}),
  });
  response.end(body);
}

function flat(headers: IncomingMessage['headers']): Record<string, string | undefined> {
  return headers as Record<string, string | undefined>; // only set-cookie is ever a list, in answers
}
