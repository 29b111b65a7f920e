// The limits of a tenant on the requests and sockets of its worlds: the form of each service, and nothing in the world.

import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import { nodeHost } from '../../../adapters/reprise.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { addTenant } from '../../support/server/tenants.ts';

const host = { nowMs: 0 };

/** A server with a world of a tenant, whose minutes the test moves. */
async function withTenant(limits: Parameters<typeof addTenant>[2], options = {}) {
  host.nowMs = 0;
  const server = await startServer({
    host: { ...nodeHost, monotonicMs: () => host.nowMs },
    isPaced: false,
    ...options,
  });
  await addTenant(server, 'acme', limits);
  await server.control('POST', '/worlds', { name: 'acme.a' });
  return server;
}

const stateOf = async (server: TestServer) => {
  const { body } = await server.control('GET', '/worlds/acme.a');
  const { body: journal } = await server.control('GET', '/worlds/acme.a/requests');
  return [body.digest, body.inputs, journal.requests.length];
};

describe('a request beyond the limit of a minute', () => {
  it.each([
    [
      '/v1/w3s/wallets',
      (message: string) => ({ code: 429, message }),
      { 'x-request-id': expect.any(String) },
    ],
    [
      '/calendar/events/v1/events',
      (message: string) => ({ code: 'rest_error', message, data: { status: 429 } }),
      {},
    ],
    [
      '/v1/auth/grant',
      (message: string) => ({
        err_code: 'TOO_MANY_REQUESTS',
        err_msg: message,
        request_id: expect.any(String),
      }),
      { 'dg-error': expect.any(String) },
    ],
  ])('to %s is refused in the form of its service', async (path, form, headers) => {
    const server = await withTenant({ requestsPerMinute: 1 });
    await server.request('GET', '/w/acme.none/ping');
    host.nowMs = 1_500;
    const before = await stateOf(server);
    const refused = await server.request('GET', `/w/acme.a${path}`);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual(
      form('The worlds of this tenant may have 1 requests a minute on this server; retry later.'),
    );
    const sent = Object.fromEntries(refused.headers);
    expect(sent).toMatchObject({ 'retry-after': '59', ...headers });
    expect(await stateOf(server)).toEqual(before);
    const other = await server.request('GET', '/v1/w3s/wallets');
    expect(other.status).toBe(200);
    host.nowMs = 60_000;
    expect((await server.request('GET', '/w/acme.a/v1/w3s/wallets')).status).toBe(200);
    await server.close();
  });

  it('is refused whichever way it names its world, and draws no id there', async () => {
    const idsAfter = async (refusals: number) => {
      const server = await withTenant({ requestsPerMinute: 2 });
      const header = { 'X-Reprise-World': 'acme.a' };
      expect((await server.request('GET', '/ping', undefined, header)).status).toBe(200);
      expect((await server.request('GET', '/v1/w3s/wallets', undefined, header)).status).toBe(200);
      for (let sent = 0; sent < refusals; sent += 1) {
        const refused = await server.request('POST', '/v1/w3s/developer/walletSets', {}, header);
        expect(refused.status).toBe(429);
      }
      host.nowMs = 60_000;
      const { headers } = await server.request('GET', '/w/acme.a/v1/w3s/wallets');
      await server.close();
      return headers.get('x-request-id');
    };
    expect(await idsAfter(3)).toBe(await idsAfter(0));
  });

  it('does not wake its world, nor create it on demand, with a body or without', async () => {
    const server = await withTenant({ requestsPerMinute: 0 }, { worldsOnDemand: true });
    for (const body of [undefined, { name: 'x' }]) {
      const method = body === undefined ? 'GET' : 'POST';
      const refused = await server.request(method, '/w/acme.new/v1/w3s/developer/walletSets', body);
      expect(refused.status).toBe(429);
    }
    expect(await server.reprise.engine.store.find('acme.new')).toBe(undefined);
    await server.close();
  });
});

describe('the bytes of a minute', () => {
  it('count bodies of requests and of answers', async () => {
    const size = async (limits: object) => {
      const server = await withTenant(limits);
      const body = { idempotencyKey: 'x', note: 'y'.repeat(1_000) };
      const sent = [];
      for (let count = 0; count < 4; count += 1) {
        sent.push(await server.request('POST', '/w/acme.a/v1/w3s/developer/walletSets', body));
      }
      await server.close();
      return sent.map(({ status, headers }) => [status, Number(headers.get('content-length'))]);
    };
    const [[, answered = 0] = []] = await size({});
    const sent = JSON.stringify({ idempotencyKey: 'x', note: 'y'.repeat(1_000) }).length;
    const used = 2 * (sent + answered);
    expect((await size({ bytesPerMinute: used })).map(([status]) => status)).toEqual([
      400, 400, 429, 429,
    ]);
    expect((await size({ bytesPerMinute: used + 1 })).map(([status]) => status)).toEqual([
      400, 400, 400, 429,
    ]);
  });

  it('count those of streams as they are sent', async () => {
    const server = await withTenant({ bytesPerMinute: 10_000 });
    const tenants = await server.control('POST', '/tenants/acme/token');
    const { fetch } = createTwin(server.reprise.app);
    const headers = { Authorization: `Bearer ${tenants.body.token}` };
    const url = '/__reprise/worlds/acme.a/events';
    const stream = await fetch(url, { headers: { ...headers, Accept: 'text/event-stream' } });
    const reader = stream.body?.getReader();
    await reader?.read();
    expect((await fetch('/__reprise/worlds', { headers })).status).toBe(200);
    const text = { name: 'z'.repeat(60) };
    const event = { hear: Array.from({ length: 60 }, () => ({ utterances: [text.name] })) };
    await server.control('PUT', '/worlds/acme.a/speech/script', event);
    let bytes = 0;
    while (bytes < 10_000) {
      const { value } = (await reader?.read()) ?? {};
      bytes += value?.length ?? 0;
      if (bytes < 10_000) await server.control('PUT', '/worlds/acme.a/speech/script', event);
    }
    await waitUntil('the bytes are counted', async () => {
      const { status } = await fetch('/__reprise/worlds', { headers });
      return status === 429;
    });
    await reader?.cancel();
    await server.close();
  });
});

describe('a WebSocket', () => {
  const url = (server: TestServer, world: string) =>
    `${server.url.replace('http', 'ws')}/w/${world}/v1/speak`;
  const headers = { Authorization: 'Token reprise-demo' };

  it('counts as a request, and is refused before its world sees it', async () => {
    const server = await withTenant({ requestsPerMinute: 1 });
    const socket = new WebSocket(url(server, 'acme.a'), { headers });
    await once(socket, 'open');
    const before = await stateOf(server);
    const second = new WebSocket(url(server, 'acme.a'), { headers });
    const [, answer] = await once(second, 'unexpected-response');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '60']);
    second.on('error', () => undefined);
    second.terminate();
    expect(await stateOf(server)).toEqual(before);
    socket.close();
    await once(socket, 'close');
    await server.close();
  });

  it('counts the bytes of its frames in both directions', async () => {
    const server = await withTenant({ bytesPerMinute: 5_000 });
    const ping = async () => (await server.request('GET', '/w/acme.a/ping')).status;
    const socket = new WebSocket(url(server, 'acme.a'), { headers });
    const bytes = { received: 0 };
    socket.on('message', (data: Buffer) => (bytes.received += data.length));
    await once(socket, 'open');
    const used = async () => (await ping()) === 429;
    expect(await used()).toBe(false);
    socket.send(JSON.stringify({ type: 'Speak', text: 'Hello, good morning to all of you.' }));
    socket.send(JSON.stringify({ type: 'Flush' }));
    await waitUntil('it has spoken', async () => bytes.received > 5_000);
    expect(await used()).toBe(true);
    host.nowMs = 60_000;
    expect(await used()).toBe(false);
    socket.send(JSON.stringify({ type: 'Speak', text: ' '.repeat(1_900) }));
    socket.send(JSON.stringify({ type: 'Speak', text: ' '.repeat(1_900) }));
    socket.send(JSON.stringify({ type: 'Speak', text: ' '.repeat(1_900) }));
    await waitUntil('the frames are counted', used);
    socket.close();
    await once(socket, 'close');
    await server.close();
  });
});

it('costs a server without tenants no look at the store', async () => {
  const server = await startServer();
  const { tenants } = server.reprise.engine.store;
  expect(await tenants?.list()).toEqual([]);
  const reads = { count: 0 };
  Object.assign(tenants ?? {}, {
    list: async () => {
      reads.count += 1;
      return [];
    },
  });
  await server.request('GET', '/v1/w3s/wallets');
  await server.control('GET', '/worlds');
  await server.control('POST', '/worlds', { name: 'plain' });
  expect(reads.count).toBe(0);
  await server.close();
});
