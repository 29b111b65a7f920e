// What a relay of WebSockets keeps: those that are under way, whatever their clients do afterwards.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { Connector } from '../../../../adapters/upstream/relay/connector.ts';
import { SocketRelay } from '../../../../adapters/upstream/relay/socket-relay.ts';
import { discardingWriter, TrafficLog } from '../../../../adapters/upstream/relay/traffic-log.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';

/** A relay before a server that refuses all handshakes. */
async function startRefusing() {
  const upstream = createServer();
  upstream.on('upgrade', (_request, stream) => stream.end('HTTP/1.1 403 Forbidden\r\n\r\nno'));
  const base = await listening(upstream);
  const connector = new Connector();
  const log = new TrafficLog(discardingWriter(), () => 0);
  const relay = new SocketRelay(log, connector);
  const proxy = createServer();
  const streams: Duplex[] = [];
  let onUpgrade: (stream: Duplex) => void = () => undefined;
  proxy.on('upgrade', (request, stream, head) => {
    streams.push(stream);
    onUpgrade(stream);
    const { url = '/' } = request;
    const to = { kind: 'http.request', base, upstream: { service: 'other', base } } as const;
    relay.relay(request, stream, head, { ...to, target: url, url });
  });
  const { port } = new URL(await listening(proxy));
  return {
    relay,
    streams,
    port: Number(port),
    before: (act: (stream: Duplex) => void) => (onUpgrade = act),
    close: async () => {
      relay.close();
      connector.close();
      await Promise.all([closed(proxy), closed(upstream)]);
    },
  };
}

/** A client that does not close a connection when the server does. */
function clientOf(port: number, protocol = ''): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  const lines = [
    'GET /x HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...(protocol === '' ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

it('keeps no refused handshake, although its clients stay connected', async () => {
  const { relay, streams, port, close } = await startRefusing();
  const clients = Array.from({ length: 50 }, (_, index) =>
    clientOf(port, index % 2 === 0 ? '' : 'no protocol'),
  );
  await Promise.all(clients.map((client) => once(client.resume(), 'end')));
  expect(relay.openCount).toBe(0);
  expect(streams.filter(({ destroyed }) => !destroyed)).toHaveLength(50);
  const gone = Promise.all(streams.map((stream) => once(stream, 'close')));
  await close(); // although the clients are still there
  await gone;
  for (const client of clients) client.destroy();
});

it('keeps no client that has left before', async () => {
  const { relay, port, before, close } = await startRefusing();
  const arrived = new Promise<Duplex>((resolve) => {
    before((stream) => {
      stream.destroy();
      resolve(stream);
    });
  });
  const client = clientOf(port);
  await arrived;
  await once(client.resume(), 'end');
  expect(relay.openCount).toBe(0);
  client.destroy();
  await close();
});
