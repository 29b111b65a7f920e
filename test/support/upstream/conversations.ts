// Random conversations with a service: a stub that answers by them, and a client that speaks by them and tells what it received.

import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { WebSocket, WebSocketServer } from 'ws';
import { headerPairs } from '../../../adapters/upstream/headers.ts';

/** A request, and its answer: bytes as base64. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
  readonly answer: {
    readonly status: number;
    /** Absent: that of the status. */
    readonly reason?: string;
    readonly type: string;
    /** Further headers, with `{mount}` for the path below which the stub is. */
    readonly headers?: readonly (readonly [name: string, value: string])[];
    readonly chunks: readonly string[];
  };
}

export interface Frame {
  readonly by: 'client' | 'server';
  readonly kind: 'text' | 'binary' | 'ping';
  /** Text, or bytes as base64. */
  readonly data: string;
  /** The number of WebSocket fragments that it is sent in. */
  readonly fragments?: number;
}

/** A socket: its frames in order, and its end. */
export interface Call {
  readonly frames: readonly Frame[];
  readonly end: {
    readonly by: 'client' | 'server';
    readonly code: number;
    readonly reason: string;
  };
}

/** What one client does: requests one after another, then a socket. */
export interface Conversation {
  readonly exchanges: readonly Exchange[];
  readonly call: Call | null;
}

const bytes = fc.uint8Array({ maxLength: 300 }).map((data) => Buffer.from(data).toString('base64'));
const words = fc
  .array(fc.constantFrom('{"a":1}', '{"b":"é"}', 'text ', '{origin}', ' \u0000', '[1,2]'), {
    maxLength: 3,
  })
  .map((parts) => Buffer.from(parts.join('')).toString('base64'));
const types = fc.constantFrom(
  'application/json',
  'text/plain',
  'application/octet-stream',
  'audio/wav',
);
const contents = fc.oneof(words, bytes);

/** Repeated ones, and those that lead to other paths. Cookies without values have no secrets. */
const answerHeaders = fc.array(
  fc.constantFrom(
    ['X-List', 'a, b'] as const,
    ['X-List', 'c'] as const,
    ['X-List', ''] as const,
    ['X-Name', 'caf\xe9 {origin:path}'] as const,
    ['WWW-Authenticate', 'Basic realm="a, b"'] as const,
    ['Set-Cookie', 'a=; Path={mount}/x; Expires=Thu, 01 Jan 1970 00:00:00 GMT'] as const,
    ['Set-Cookie', 'b=; path=/'] as const,
    ['Location', '{mount}/x?a=1'] as const,
    ['Location', '../y'] as const,
    ['Location', '/elsewhere'] as const,
    ['Link', '<{mount}/x>; rel="next", <y>; rel=last'] as const,
    ['Refresh', '0; url={mount}/x'] as const,
  ),
  { maxLength: 5 },
);
const readHeaders: ReadonlySet<string> = new Set([
  'x-list',
  'x-name',
  'www-authenticate',
  'set-cookie',
  'location',
  'link',
  'refresh',
]);

const reasons = fc.option(fc.constantFrom('', 'Fine', 'caf\xe9'), { nil: undefined, freq: 2 });

const exchanges: fc.Arbitrary<Exchange> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD'),
  path: fc.constantFrom('/a', '/a?x=1', '/b', '/b?x=1&y=%20'),
  type: types,
  body: contents,
  answer: fc
    .record({
      status: fc.constantFrom(200, 201, 204, 299, 304, 400, 404, 500),
      reason: reasons,
      type: types,
      headers: answerHeaders,
      chunks: fc.array(contents, { maxLength: 3 }),
    })
    .map(({ reason, ...answer }) => (reason === undefined ? answer : { ...answer, reason })),
});

const fragments = fc.integer({ min: 1, max: 3 });

const frames: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({
    by: fc.constantFrom('client' as const, 'server' as const),
    kind: fc.constant('text' as const),
    data: fc.constantFrom('{"type":"A"}', '{"type":"B","n":1}', 'plain', ''),
    fragments,
  }),
  fc.record({
    by: fc.constantFrom('client' as const, 'server' as const),
    kind: fc.constant('binary' as const),
    data: bytes,
    fragments,
  }),
  fc.record({
    by: fc.constant('server' as const),
    kind: fc.constant('ping' as const),
    data: fc.constant('aGk='),
  }),
);

const calls: fc.Arbitrary<Call> = fc.record({
  frames: fc.array(frames, { maxLength: 8 }),
  end: fc.record({
    by: fc.constantFrom('client' as const, 'server' as const),
    code: fc.constantFrom(1000, 1001, 1005, 1006, 1008, 1011, 3000, 4999),
    reason: fc.constantFrom('', 'done', 'é'),
  }),
});

export const conversations: fc.Arbitrary<Conversation> = fc.record({
  exchanges: fc.array(exchanges, { maxLength: 6 }),
  call: fc.option(calls, { nil: null }),
});

export interface Stub {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Answers the clients `/0`, `/1` and so on below a path by their conversations, request by request. */
export async function startStub(all: readonly Conversation[], mount = ''): Promise<Stub> {
  const next = all.map(() => 0);
  const clientOf = (url = '') => Number(url.slice(mount.length).split('/')[1]);
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      const client = clientOf(request.url);
      const index = next[client] ?? 0;
      next[client] = index + 1;
      const exchange = all[client]?.exchanges[index];
      if (exchange === undefined) return void response.writeHead(599).end();
      const { status, reason, type, headers = [], chunks } = exchange.answer;
      const mounted = headers.flatMap(([name, value]) => [
        name,
        value.replaceAll('{mount}', mount),
      ]);
      const lines = ['Content-Type', type, 'X-Client', String(client), ...mounted];
      if (reason === undefined) response.writeHead(status, lines);
      else response.writeHead(status, reason, lines);
      const isWithoutBody = request.method === 'HEAD' || status === 204 || status === 304;
      if (!isWithoutBody) for (const chunk of chunks) response.write(Buffer.from(chunk, 'base64'));
      response.end();
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    socket.on('error', () => undefined);
    const call = all[clientOf(request.url)]?.call;
    if (call === null || call === undefined) return socket.close();
    speak(socket, call, 'server');
  });
  return { url: `${await listening(server)}${mount}`, close: () => closed(server) };
}

/** What one client received, in order. */
export type Received = readonly string[];

/** Speaks by all conversations at once; resolves with what each client received. */
export function converse(url: string, all: readonly Conversation[]): Promise<readonly Received[]> {
  return Promise.all(all.map((conversation, client) => converseAs(url, client, conversation)));
}

async function converseAs(url: string, client: number, { exchanges: sent, call }: Conversation) {
  const received: string[] = [];
  for (const exchange of sent) received.push(await send(`${url}/${client}`, exchange));
  if (call === null) return received;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${client}/socket`);
  socket.on('error', () => undefined);
  const closing = new Promise<void>((resolve) => {
    socket.once('close', (code, reason) => {
      // A client that closes hears its own code again.
      if (call.end.by === 'server') received.push(`close ${code} ${reason.toString()}`);
      resolve();
    });
  });
  const heard: string[] = [];
  socket.on('message', (data, isBinary) => {
    heard.push(`${isBinary ? 'binary' : 'text'} ${(data as Buffer).toString('base64')}`);
  });
  socket.on('ping', (data) => heard.push(`ping ${data.toString('base64')}`));
  socket.once('open', () => speak(socket, call, 'client'));
  await closing;
  return [...received, ...heard];
}

/** Sends the frames of one side, each once those of the other side before it are there. */
function speak(socket: WebSocket, { frames: all, end }: Call, side: 'client' | 'server'): void {
  let arrived = 0;
  let next = 0;
  let awaited = 0;
  const go = () => {
    for (; next < all.length; next += 1) {
      const frame = all[next] as Frame;
      if (frame.by !== side) {
        awaited += 1;
        if (awaited > arrived) {
          awaited -= 1;
          return;
        }
      } else if (frame.kind !== 'ping') sendFragments(socket, frame);
      else socket.ping(Buffer.from(frame.data, 'base64'));
    }
    if (end.by === side && socket.readyState === WebSocket.OPEN) finish(socket, end);
  };
  const arrive = () => {
    arrived += 1;
    go();
  };
  socket.on('message', arrive);
  socket.on('ping', arrive);
  go();
}

function sendFragments(socket: WebSocket, { kind, data, fragments: count = 1 }: Frame): void {
  const content = Buffer.from(data, kind === 'text' ? 'utf8' : 'base64');
  const length = Math.ceil(content.length / count);
  for (let index = 0; index < count; index += 1) {
    const part = content.subarray(index * length, (index + 1) * length);
    socket.send(part, { binary: kind === 'binary', fin: index === count - 1 });
  }
}

function finish(socket: WebSocket, { code, reason }: Call['end']): void {
  if (code === 1005) socket.close();
  else if (code === 1006) socket.terminate();
  else socket.close(code, reason);
}

function send(base: string, { method, path, type, body }: Exchange): Promise<string> {
  return new Promise((resolve, reject) => {
    const hasBody = method === 'POST' || method === 'PUT';
    const sending = httpRequest(
      base + path,
      { method, agent: false, headers: hasBody ? { 'Content-Type': type } : {} },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode, statusMessage, headers, rawHeaders } = answer;
          const content = Buffer.concat(chunks).toString('base64');
          const client = headers['x-client'] as string;
          const read = headerPairs(rawHeaders)
            .filter(([name]) => readHeaders.has(name.toLowerCase()))
            .map(([name, value]) => `${name}: ${value}`)
            .sort((one, other) => nameIn(one).localeCompare(nameIn(other))); // only those of one name have an order
          resolve(
            `${statusCode} ${statusMessage} ${headers['content-type']} ${client} ${read.join(' | ')} ${content}`,
          );
        });
      },
    );
    sending.on('error', reject);
    sending.end(hasBody ? Buffer.from(body, 'base64') : undefined);
  });
}

function nameIn(header: string): string {
  return header.slice(0, header.indexOf(':'));
}

export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
