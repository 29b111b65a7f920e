// Shared limits of request bodies and responses, and requests whose body is not read because their key is refused.

import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { App } from '../../../adapters/protocol/app.ts';
import { json, type RawRequest } from '../../../adapters/protocol/messages.ts';
import { createNodeServer, type NodeServerOptions } from '../../../adapters/hosts/node/node.ts';
import { startServer, testKey, token, type TestServer } from '../../support/server/server.ts';
import { rawRequest, waitUntil } from '../../support/server/requests.ts';

const KiB = 1024;

describe('a server with low limits', () => {
  let server: Server;
  let port: number;
  const sockets: Socket[] = [];

  async function serve(handle: App['handle'], options: NodeServerOptions): Promise<void> {
    server = createNodeServer(
      {
        owns: () => true,
        handle,
        refuse: (_request, status, message) => json(status, { code: status, message }),
        open: async () => ({ kind: 'refused', response: json(404, {}) }),
      },
      options,
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
    server.closeAllConnections();
    if (server.listening) await once(server, 'close');
  });

  /** A client that sends these bytes, and reads responses or not. */
  function client(text: string, isReading = true): Socket & { received: string } {
    const socket = Object.assign(connect(port, '127.0.0.1'), { received: '' });
    sockets.push(socket);
    socket.on('error', () => undefined);
    if (isReading) socket.on('data', (part: Buffer) => (socket.received += part.toString()));
    else socket.pause();
    socket.write(text);
    return socket;
  }

  const post = (bytes: number) =>
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`;
  const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('refuses a body beyond the limit of all bodies, and accepts it once others are released', async () => {
    const requests: RawRequest[] = [];
    const handle: App['handle'] = async (request) => {
      requests.push(request);
      return json(200, { bytes: request.body.length });
    };
    await serve(handle, { bodiesBytesMax: 100 * KiB });
    const body = Buffer.alloc(60 * KiB, 'a');
    const send = () => rawRequest(`http://127.0.0.1:${port}`, { method: 'POST', chunks: [body] });
    expect((await send()).status).toBe(200);

    const slow = client(post(60 * KiB) + 'a'.repeat(60 * KiB - 1));
    const refused = await untilRefused(send);
    expect(refused.headers['retry-after']).toBe('1');
    expect(JSON.parse(refused.text)).toMatchObject({ code: 503, message: expect.any(String) });
    slow.write('a');
    await waitUntil('the slow one is answered', () => slow.received.startsWith('HTTP/1.1 200 '));
    expect((await send()).status).toBe(200); // the bytes of its body are released

    const other = client(post(60 * KiB) + 'a'.repeat(60 * KiB - 1));
    await untilRefused(send);
    other.destroy();
    await waitUntil('there is room', async () => (await send()).status === 200);
    expect(requests.every(({ body: { length } }) => length === 60 * KiB)).toBe(true);
  });

  async function untilRefused(send: () => ReturnType<typeof rawRequest>) {
    let answer = await send();
    await waitUntil('the room is taken', async () => {
      answer = await send();
      return answer.status === 503;
    });
    return answer;
  }

  it('counts the overhead of many small chunks', async () => {
    await serve(async () => json(200, {}), { bodiesBytesMax: 4 * KiB });
    const socket = client(post(1_000));
    socket.setNoDelay();
    for (let sent = 0; sent < 1_000 && !socket.received.startsWith('HTTP/1.1 503 '); sent += 1) {
      socket.write('a');
      await new Promise(setImmediate);
    }
    await waitUntil('it is refused', () => socket.received !== '');
    expect(socket.received).toMatch(/^HTTP\/1\.1 503 /);
  });

  it.each([
    ['small', 64 * KiB, 8],
    ['long', 2_048 * KiB, 1],
  ])('refuses requests while %s answers wait to be read', async (_size, bytes, count) => {
    const body = 'a'.repeat(bytes);
    const handle: App['handle'] = async ({ url }) =>
      url === '/large' ? { status: 200, headers: {}, body } : json(200, {});
    await serve(handle, { answersBytesMax: 512 * KiB, pipelined: 1_000 });
    const status = async () => (await rawRequest(`http://127.0.0.1:${port}`)).status;
    expect(await status()).toBe(200);
    // The operating system buffers a part.
    const get = 'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const idle = Array.from({ length: 12 }, () => client(get.repeat(count * 8), false));
    await waitUntil('they are too many', async () => (await status()) === 503);
    const refused = await rawRequest(`http://127.0.0.1:${port}`);
    expect(refused.headers['retry-after']).toBe('1');
    for (const socket of idle) socket.destroy();
    await waitUntil('their room is free', async () => (await status()) === 200);
  });

  it.each([
    ['small', 64 * KiB, 250],
    ['long', 8_192 * KiB, 1],
  ])('disconnects a client that does not read %s answers', async (_size, bytes, count) => {
    const body = 'a'.repeat(bytes);
    const handle: App['handle'] = async () => ({ status: 200, headers: {}, body });
    await serve(handle, { readerWaitMs: 50, pipelined: 1_000 });
    client(get.repeat(count), false);
    const open = () =>
      new Promise<number>((resolve) => server.getConnections((_error, all) => resolve(all)));
    await waitUntil('it is there', async () => (await open()) === 1);
    await waitUntil('it is gone', async () => (await open()) === 0);
    expect((await rawRequest(`http://127.0.0.1:${port}`)).status).toBe(200);
  });

  it('writes a long response completely, split at any place', async () => {
    const body = `${'x'.repeat(64 * KiB - 1)}\u{1f600}${'é\u{1f600}'.repeat(150 * KiB)}`;
    await serve(async () => ({ status: 200, headers: { 'X-Thing': 'a' }, body }), {});
    const { status, headers, text } = await rawRequest(`http://127.0.0.1:${port}`);
    expect({ status, isWhole: text === body }).toEqual({ status: 200, isWhole: true });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
    expect(headers['x-thing']).toBe('a');
  });
});

describe('a request whose credentials are refused', () => {
  const wordpress = { config: { calendar: { mode: 'wordpress' } } } as const;
  const cases: readonly [string, string, Record<string, string>, number][] = [
    ['wallet', '/v1/w3s/developer/walletSets', {}, 401],
    ['wallet', '/v1/w3s/developer/walletSets', { Authorization: 'Bearer x:y:z' }, 401],
    ['calendar', '/calendar/events/v1/events', { Authorization: `Basic ${btoa('admin:no')}` }, 401],
    ['control plane', '/__reprise/worlds', {}, 401],
    ['control plane', '/__reprise/worlds', { Origin: 'http://evil.example' }, 403],
    [
      'control plane, with the token',
      '/__reprise/worlds',
      { Origin: 'http://evil.example', Authorization: `Bearer ${token}` },
      403,
    ],
    ['wallet of no world', '/w/none/v1/w3s/developer/walletSets', {}, 404],
  ];

  async function serving(task: (server: TestServer) => Promise<void>): Promise<void> {
    const server = await startServer({ defaults: wordpress });
    try {
      await task(server);
    } finally {
      await server.close();
    }
  }

  it.each(cases)(
    'to the %s at %s is answered before its body arrives',
    (_of, path, headers, status) =>
      serving(async ({ url }) => {
        const port = Number(new URL(url).port);
        const socket = connect(port, '127.0.0.1');
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}Content-Length: 1000\r\n\r\n{`,
        );
        const [first] = (await once(socket, 'data')) as [Buffer];
        expect(first.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
        socket.destroy();
      }),
  );

  it.each(cases)('to the %s at %s is answered as without a body', (_of, path, headers) =>
    serving(async ({ url }) => {
      const post = async (chunks: readonly Buffer[]) => {
        const {
          status,
          headers: all,
          text,
        } = await rawRequest(url + path, {
          method: 'POST',
          headers: { ...headers, 'X-Request-Id': '00000000-0000-4000-8000-000000000000' },
          chunks,
        });
        const { date: _date, ...rest } = all;
        return { status, rest, text };
      };
      expect(await post([Buffer.from('{"name": "x"}')])).toEqual(await post([]));
    }),
  );

  it.each([
    ['wallet', '/v1/w3s/developer/walletSets', `Bearer ${testKey}`],
    ['calendar', '/calendar/events/v1/events', `Basic ${btoa('admin:reprise-demo')}`],
    ['calendar', '/calendar/events/v1/events', ''],
    ['control plane', '/__reprise/worlds', `Bearer ${token}`],
  ])('unlike one to the %s at %s with %s, whose body is read', (_of, path, Authorization) =>
    serving(async ({ url }) => {
      const headers: Record<string, string> = Authorization === '' ? {} : { Authorization };
      const { status } = await rawRequest(url + path, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        chunks: [Buffer.from('{"broken')],
      });
      expect(status).toBe(400);
    }),
  );
});
