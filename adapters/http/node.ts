// The bare Node host: the hot path. Reads a request within its limits, lets the app answer, writes the answer.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { App } from './app.ts';
import type { HttpResponse } from './table.ts';

/** Limits of one request. Headers and URL together; the body after them. */
export const headerBytesMax = 16 * 1024;
export const bodyBytesMax = 1024 * 1024;
/** What is still read of a larger body, so that its sender sees the refusal. */
const drainedBytesMax = 64 * 1024 * 1024;
/** How long a request may take to come in, and an idle connection may stay. */
const requestTimeoutMs = 30_000;
const keepAliveMs = 65_000;
/** How often slow requests are looked for. */
const slowCheckMs = 1_000;

/** A server for the app; not yet listening. */
export function createNodeServer(app: App): Server {
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: slowCheckMs,
    },
    (request, response) => void answer(app, request, response),
  );
  server.on('clientError', refuseUnreadable);
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
    drain(request); // so that the client gets to read the answer
    write(response, app.refuse(raw, 413, tooLarge));
    return;
  }
  const answered = await app
    .handle({ ...raw, body })
    .catch(() => app.refuse(raw, 500, 'Something went wrong.'));
  write(response, answered);
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

function write(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  const length =
    body === undefined || status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
}

/** Answers what Node could not read as a request, in JSON like everything else. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = unreadable[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is no HTTP request.',
  ];
  const body = JSON.stringify({ code: Number(status.slice(0, 3)), message });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const unreadable: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The headers are larger than ${headerBytesMax} bytes, the most that is taken.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not come in time.'],
};

function flat(headers: IncomingMessage['headers']): Record<string, string | undefined> {
  return headers as Record<string, string | undefined>; // only set-cookie is ever a list, in answers
}
