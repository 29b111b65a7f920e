import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeServer } from '../../../../adapters/hosts/node/close-server.ts';
import { createNodeServer } from '../../../../adapters/hosts/node/node.ts';
import type { App } from '../../../../adapters/protocol/app.ts';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { openReprise, type Reprise } from '../../../../adapters/reprise.ts';

/** Longer than the timeout of a test: connections must close before they are destroyed. */
const neverMs = 2 ** 30;

async function busyServer() {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => void held.push(response));
  server.keepAliveTimeout = neverMs;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(server, 'request');
  return { server, socket, answer: () => held[0]?.end('done') };
}

it('closeServer lets a request finish, then closes its keep-alive connection', async () => {
  const { server, socket, answer } = await busyServer();
  const closed = closeServer(server, neverMs);
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString()));
  answer();
  await closed;
  expect(received).toContain('done');
});

it('closeServer destroys connections that do not finish in time', async () => {
  const { server, socket } = await busyServer();
  socket.on('error', () => undefined);
  await closeServer(server, 1);
  expect(server.listening).toBe(false);
});

it('closeServer destroys a connection whose upgrade waits for an earlier answer', async () => {
  const app: Partial<App> = { handle: async () => new Promise(() => undefined) };
  const server = createNodeServer(app as App).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const hasUpgrade = once(server, 'upgrade');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.write(
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  await hasUpgrade;
  await closeServer(server, 1);
  expect(server.listening).toBe(false);
});

describe('closeServer of a server with sockets', () => {
  let reprise: Reprise;
  let server: Server;
  let socket: Socket;
  beforeEach(async () => {
    reprise = await openReprise({ store: createMemoryStore(), token: 'a-token-for-tests' });
    server = createNodeServer(reprise.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
  });
  afterEach(() => reprise.close());

  it('closes a connection that has sent nothing, as after an aborted request', async () => {
    const ended = once(socket, 'close');
    await closeServer(server, neverMs);
    await ended;
  });

  it('answers a request that has arrived on a new connection', async () => {
    let received = '';
    socket.on('data', (part: Buffer) => (received += part.toString()));
    const ended = once(socket, 'close');
    socket.write('GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await closeServer(server, neverMs);
    await ended;
    expect(received).toContain('pong');
  });
});
