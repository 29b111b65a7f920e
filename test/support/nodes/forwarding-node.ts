// Servers for tests of forwarding: one that forwards, and those that it forwards to.

import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { flat } from '../../../adapters/hosts/node/node-request.ts';
import { Sockets } from '../../../adapters/hosts/node/ws/server.ts';
import { createForwarder } from '../../../adapters/nodes/forwarder.ts';
import {
  createForwarding,
  type Lookup,
  type Placed,
  type PlaceOf,
  type RequestPlace,
} from '../../../adapters/nodes/forwarding.ts';
import type { App } from '../../../adapters/protocol/app.ts';
import type { SocketLimits } from '../../../adapters/protocol/channel.ts';

export const nodesSecret = 'secret of the nodes';

export async function listeningNode(listener: RequestListener): Promise<string> {
  return (await listeningServer(listener)).url;
}

export async function listeningServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** As `listeningNode`, for a node that reserves every world. */
export async function reservingNode(listener: RequestListener): Promise<string> {
  return listeningNode((message, response) => {
    if (message.url === '/__reprise/reservations') response.writeHead(204).end();
    else listener(message, response);
  });
}

export async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

interface ForwardingNodeOptions {
  readonly connectMs?: number;
  readonly limits?: Partial<SocketLimits>;
}

/** A node that has others answer; what it answers itself is `here`, what it refuses is the status. */
export async function forwardingNode(
  addressOf: (request: Placed, lookup: Lookup) => string | undefined | Promise<string | undefined>,
  { connectMs = 2_000, limits = {} }: ForwardingNodeOptions = {},
) {
  const forwarder = createForwarder(nodesSecret, connectMs);
  let nowMs = 0;
  /** How many requests keep their world here. */
  let kept = 0;
  const placed = (address: string | undefined): RequestPlace => {
    if (address !== undefined) return { address };
    kept += 1;
    return { release: () => void (kept -= 1) };
  };
  const placeOf: PlaceOf = (given, lookup) => {
    const found = addressOf(given, lookup);
    return found instanceof Promise ? found.then(placed) : placed(found);
  };
  const forwarding = createForwarding(placeOf, forwarder, {
    monotonicMs: () => nowMs,
    pause: async (ms) => void (nowMs += ms),
  });
  let handled = 0;
  const { server, url } = await listeningServer((message, response) => {
    forwarding.request(message, response, {
      raw: { method: message.method ?? '', url: message.url ?? '', headers: flat(message.headers) },
      here: (onAnswered, { body, headers = {} } = {}) => {
        response.setHeaders(new Map(Object.entries(headers)));
        response.once('finish', onAnswered);
        response.end(
          `here ${body?.toString() ?? 'unread'}${String(message.headers['x-reprise-node'] ?? '')}`,
        );
      },
      withBody: (then) => void bodyOf(message).then(async (text) => then(Buffer.from(text))),
      refuse: (status, reason) => void response.writeHead(status).end(reason),
      reply: (status) => void response.writeHead(status).end(),
      cut: (by) => {
        if (by === 'reset') message.socket.resetAndDestroy();
        else response.destroy();
      },
      onHandled: () => void (handled += 1),
    });
  });
  const refuse: App['refuse'] = (_request, status, message) => ({
    status,
    headers: {},
    body: message,
  });
  const open: App['open'] = async (request) => ({
    kind: 'refused',
    response: refuse({ ...request, method: 'GET' }, 200, 'here'),
  });
  const app = { refuse, open } as Partial<App> as App;
  const sockets = new Sockets(app, limits, undefined, forwarding);
  onTestFinished(() => sockets.terminate());
  server.on('upgrade', (message, socket: Socket, head) =>
    sockets.upgrade(message, socket, head, { url: message.url ?? '', origin: '' }),
  );
  return {
    url,
    server,
    forwarder,
    sockets,
    kept: () => kept,
    handled: () => handled,
    waitedMs: () => nowMs,
    pass: (ms: number) => void (nowMs += ms),
  };
}

export async function sendTo(url: string, method = 'GET', body = '', headers = {}) {
  const sent = request(url, { method, headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { answer, status: answer.statusCode, text: await bodyOf(answer) };
}
