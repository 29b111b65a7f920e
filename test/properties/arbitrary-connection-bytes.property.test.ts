// Any bytes on a connection, in any pieces: the server responds or closes it, serves other clients, changes no world by refused
// requests, and frees the memory.

import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../support/runner/runs.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startServer();
  port = Number(new URL(server.url).port);
});
afterAll(() => server.close());

const methods = ['GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'QUERY', 'get', 'PRI', '\0'];
const targets = [
  '/ping',
  '/v1/w3s/wallets',
  '/calendar/events/v1/events',
  '/__reprise/worlds',
  '/w/default/ping',
  'http://127.0.0.1/ping',
  '*',
  '//',
  '/%zz',
  '/\xff',
  `/${'a'.repeat(20_000)}`,
  '/ping HTTP/1.1\r\nX: 1\r\n\r\nGET /ping',
];
const headers = [
  'Host: 127.0.0.1',
  'Host: evil.example',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 4, 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Expect: nothing',
  'Upgrade: websocket',
  'Connection: upgrade',
  'Connection: close',
  'Sec-WebSocket-Key: x',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=B',
  'Content-Encoding: gzip',
  'Authorization: Bearer TEST_API_KEY:reprise:demo',
  ' folded',
  'no colon',
  ': no name',
  `X: ${'y'.repeat(20_000)}`,
  'X: \xff\0',
];
const bodies = [
  '',
  '{}',
  '{"a":',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '--B\r\n\r\n\xff\r\n--B--\r\n',
];

const request = fc
  .record({
    method: fc.constantFrom(...methods),
    target: fc.constantFrom(...targets),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''),
    fields: fc.array(fc.constantFrom(...headers), { maxLength: 6 }),
    end: fc.constantFrom('\r\n', '\r\n', '\n', ''),
    body: fc.constantFrom(...bodies),
  })
  .map(({ method, target, version, fields, end, body }) =>
    Buffer.from(
      [`${method} ${target} ${version}`, ...fields, ''].join('\r\n') + end + body,
      'latin1',
    ),
  );

const sound = Buffer.from('GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');

const bytes = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.oneof(request, fc.constant(sound)), { minLength: 1, maxLength: 5 })
      .map((all) => Buffer.concat(all)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all)) },
);

/** The offsets at which a stream of bytes is cut into separate writes. */
const cuts = fc.array(fc.nat(2_000), { maxLength: 4 });

async function talk(sent: Buffer, places: readonly number[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined); // the server may reset the connection
  const ends = [...new Set(places)].filter((at) => at < sent.length).sort((a, b) => a - b);
  let start = 0;
  for (const end of [...ends, sent.length]) {
    await write(socket, sent.subarray(start, end));
    start = end;
  }
  socket.end();
  await closed;
  return Buffer.concat(received).toString('latin1');
}

function write(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(piece, () => resolve()));
}

function statusesIn(answers: string): readonly number[] {
  return [...answers.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}

async function digest(): Promise<string> {
  return (await server.control('GET', '/worlds/default')).body.digest as string;
}

it('any bytes get a response or a closed connection, and other clients are served', async () => {
  const before = await digest();
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(bytes, cuts, async (sent, places) => {
      const statuses = statusesIn(await talk(sent, places));
      for (const status of statuses) {
        seen.add(status);
        if (status >= 500) expect([501, 503, 505]).toContain(status);
      }
      expect((await fetch(`${server.url}/ping`)).status).toBe(200);
    }),
    runs<[Buffer<ArrayBuffer>, number[]]>(200, [
      [Buffer.from('GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'), []],
      [Buffer.from('\0 /ping HTTP/1.1\r\n\r\n'), []],
      [Buffer.from(`GET /ping HTTP/1.1\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`), []],
    ]),
  );
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 431]));
  expect(await digest()).toBe(before);
});

it('frees the memory of closed connections', async () => {
  // One body is dropped, since its path has no POST; the other is read.
  const halves = ['/v1/w3s/wallets', '/calendar/events/v1/events'].map((path) =>
    Buffer.concat([
      Buffer.from(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n`),
      Buffer.alloc(500_000, 'x'),
    ]),
  );
  const flood = async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => halves.map((half) => talk(half, []))).flat(),
    );
    collectGarbage();
    return process.memoryUsage().heapUsed + process.memoryUsage().external;
  };
  await flood();
  const once = await flood();
  for (let round = 0; round < 2; round += 1) await flood();
  expect((await flood()) - once).toBeLessThan(20 * 500_000); // a third of the bytes that the later floods sent
});
