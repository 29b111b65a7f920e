import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connectionsMax,
  pipelinedRequestsMax,
  surplusConnectionsMax,
} from '../../../../adapters/protocol/limits.ts';
import { createNodeServer } from '../../../../adapters/hosts/node/node.ts';
import { json } from '../../../../adapters/protocol/messages.ts';
import { waitUntil } from '../../../support/server/requests.ts';

const limits = { served: 2, surplus: 1, pipelined: 3 };
const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

interface Client {
  readonly socket: Socket;
  readonly received: () => string;
  readonly isClosed: () => boolean;
}

describe('the connections of a Node server', () => {
  let server: Server;
  let clients: Client[];
  let handled: string[];
  let answerHeld: () => void;

  beforeEach(async () => {
    [clients, handled] = [[], []];
    const held = new Promise<void>((resolve) => (answerHeld = resolve));
    server = createNodeServer(
      {
        owns: () => true,
        open: () => Promise.reject(new Error('no channels here')),
        handle: async ({ url }) => {
          handled.push(url);
          if (url.startsWith('/held')) await held;
          return json(200, { url });
        },
        refuse: (_request, status, message) => json(status, { code: status, message }),
      },
      limits,
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const { socket } of clients) socket.destroy();
    server.closeAllConnections();
    server.close();
    if (server.listening) await once(server, 'close');
  });

  function join(): Client {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let [received, isClosed] = ['', false];
    socket.on('data', (part: Buffer) => (received += part.toString()));
    socket.on('error', () => undefined).on('close', () => (isClosed = true));
    const client = { socket, received: () => received, isClosed: () => isClosed };
    clients.push(client);
    return client;
  }

  /** A connection with one answered request, so that the server counts it. */
  async function served(): Promise<Client> {
    const client = join();
    client.socket.write(get('/hello'));
    await waitUntil('the answer is there', () => client.received().endsWith('}'));
    return client;
  }

  const statuses = ({ received }: Client) =>
    [...received().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

  it('are served up to the maximum; one more gets a refusal and is closed', async () => {
    const first = await served();
    const second = await served();
    const surplus = join();
    surplus.socket.write(get('/surplus'));
    await waitUntil('it is closed', surplus.isClosed);
    expect(statuses(surplus)).toEqual([503]);
    const [head = '', body = ''] = surplus.received().split('\r\n\r\n');
    expect(head).toMatch(/^Retry-After: 1$/im);
    expect(head).toMatch(/^Connection: close$/im);
    expect(head).toMatch(/^Content-Type: application\/json/im);
    expect(JSON.parse(body)).toEqual({ code: 503, message: expect.stringContaining('2') });
    expect(handled).not.toContain('/surplus');
    expect([statuses(first), statuses(second)]).toEqual([[200], [200]]);
  });

  it('free their place when they close, also for a connection that was opened before', async () => {
    const first = await served();
    await served();
    const waiting = join();
    await once(waiting.socket, 'connect');
    first.socket.destroy();
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    await waitUntil('the first is gone', async () => (await connections()) === 2);
    waiting.socket.write(get('/late'));
    await waitUntil('it has its answer', () => waiting.received().endsWith('}'));
    expect(statuses(waiting)).toEqual([200]);
  });

  it('are closed without a response beyond the surplus', async () => {
    await served();
    await served();
    const surplus = join();
    await once(surplus.socket, 'connect');
    const beyond = join();
    beyond.socket.write(get('/beyond'));
    await waitUntil('it is closed', beyond.isClosed);
    expect([beyond.received(), surplus.isClosed()]).toEqual(['', false]);
    expect(handled).not.toContain('/beyond');
  });

  it('limit their requests in flight, and handle no request beyond', async () => {
    const client = join();
    const urls = ['/held/1', '/held/2', '/held/3', '/4', '/5'];
    client.socket.write(urls.map(get).join(''));
    await waitUntil('the first are under way', () => handled.length === 3);
    answerHeld();
    await waitUntil('it is closed', client.isClosed);
    expect(statuses(client)).toEqual([200, 200, 200, 503]);
    expect(handled).toEqual(['/held/1', '/held/2', '/held/3']);
  });

  it('handle no request after a refusal, even below the limit', async () => {
    const client = join();
    client.socket.write(['/held/1', '/2', '/held/3', '/held/4', '/5'].map(get).join(''));
    await waitUntil('three are under way', () => handled.length === 3);
    client.socket.write(get('/6'));
    answerHeld();
    await waitUntil('it is closed', client.isClosed);
    expect(handled.filter((url) => url === '/5' || url === '/6')).toEqual([]);
    expect(statuses(client).at(-1)).toBe(503);
  });

  it('may have any number of successive requests', async () => {
    const client = await served();
    for (let count = 2; count <= 3 * limits.pipelined; count += 1) {
      client.socket.write(get('/next'));
      await waitUntil('it is answered', () => statuses(client).length === count);
    }
    expect(new Set(statuses(client))).toEqual(new Set([200]));
  });
});

describe('the default limits of a server', () => {
  it('are those of limits.ts', async () => {
    let handled = 0;
    const server = createNodeServer({
      owns: () => true,
      open: () => Promise.reject(new Error('no channels here')),
      handle() {
        handled += 1;
        return new Promise(() => undefined);
      },
      refuse: (_request, status, message) => json(status, { code: status, message }),
    });
    expect(server.maxConnections).toBe(connectionsMax + surplusConnectionsMax);
    let came = 0;
    server.on('request', () => (came += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(get('/').repeat(pipelinedRequestsMax + 1));
    await waitUntil('all have come', () => came === pipelinedRequestsMax + 1);
    await waitUntil('all but one are handled', () => handled >= pipelinedRequestsMax);
    await new Promise((resolve) => setImmediate(resolve));
    expect(handled).toBe(pipelinedRequestsMax);
    socket.destroy();
    server.close();
    await once(server, 'close');
  });
});
