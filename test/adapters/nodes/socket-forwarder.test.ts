// WebSockets that another node serves: either side sees of the other what it would see without a node in between.

import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { Sockets } from '../../../adapters/hosts/node/ws/server.ts';
import type { App } from '../../../adapters/protocol/app.ts';
import type { Peer, Session, SocketLimits } from '../../../adapters/protocol/channel.ts';
import { bodyOf, forwardingNode, listeningServer } from '../../support/nodes/forwarding-node.ts';
import { runs } from '../../support/runner/runs.ts';
import { waitUntil } from '../../support/server/requests.ts';

const away = 'http://127.0.0.1:1';
const limits: Partial<SocketLimits> = { textBytesMax: 200_000, binaryBytesMax: 200_000 };

/** A node that sends each frame back, and notes what it sees of its clients. */
async function echoingNode(accepted: Pick<Session, 'headers' | 'protocol'> = {}) {
  let reservations = 0;
  const { server, url } = await listeningServer((_request, response) => {
    reservations += 1;
    response.writeHead(204).end();
  });
  const seen: string[] = [];
  const peers: Peer[] = [];
  const handshakes: IncomingMessage[] = [];
  const open: App['open'] = async (_request, peer) => {
    peers.push(peer);
    return {
      kind: 'accepted',
      session: {
        ...accepted,
        receive(frame) {
          seen.push(frame.kind === 'text' ? frame.text : `${frame.data.length} bytes`);
          peer.send(frame);
        },
        closed: (code, reason) => void seen.push(`closed: ${code} ${reason}`),
      },
    };
  };
  const sockets = new Sockets({ open } as Partial<App> as App, limits);
  onTestFinished(() => sockets.terminate());
  server.on('upgrade', (message, stream, head) => {
    handshakes.push(message);
    sockets.upgrade(message, stream, head, { url: message.url ?? '', origin: '' });
  });
  return {
    url,
    sockets,
    peer: () => peers.at(-1) as Peer,
    reservations: () => reservations,
    handshakes: () => handshakes.length,
    handshake: () => handshakes.at(-1) as IncomingMessage & { readonly socket: Socket },
    seen: () => seen.splice(0),
    hasClosed: () => seen.at(-1)?.startsWith('closed: ') === true,
  };
}

const streamOf = (socket: WebSocket) => (socket as unknown as { readonly _socket: Socket })._socket;

async function opened(url: string, offers: string[] = []): Promise<WebSocket> {
  const socket = new WebSocket(url, offers, { headers: { 'X-Key': 'k' } });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

/** Sends a handshake with the key of RFC 6455, as few clients would. */
function handshakeTo(url: string, ...headers: string[]): Socket {
  const lines = [
    'GET /a/../b HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  ];
  const stream = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void stream.destroy());
  stream.write(`${lines.join('\r\n')}\r\n\r\n`);
  return stream;
}

async function refused(url: string): Promise<IncomingMessage> {
  const [, answer] = (await once(new WebSocket(url), 'unexpected-response')) as [
    unknown,
    IncomingMessage,
  ];
  return answer;
}

describe('are opened', () => {
  it('as the node that serves the world opens them', async () => {
    const owner = await echoingNode({ protocol: 'spoken', headers: { 'X-Own': 'o' } });
    const { url } = await forwardingNode(() => Promise.resolve(owner.url));
    const socket = new WebSocket(`${url}/a//b?c=%20d`, ['other', 'spoken'], {
      headers: { 'X-Key': 'k' },
    });
    const [answer] = (await once(socket, 'upgrade')) as [IncomingMessage];
    expect(answer.rawHeaders).toEqual(expect.arrayContaining(['X-Own', 'o']));
    expect(socket.protocol).toBe('spoken');
    const { headers, url: path } = owner.handshake();
    expect(path).toBe('/a//b?c=%20d');
    expect(headers).toMatchObject({ 'x-key': 'k', host: new URL(url).host });
    expect(headers['sec-websocket-protocol']).toBe('other,spoken');
  });

  it('at a target that no client library sends, and without an offered subprotocol', async () => {
    const owner = await echoingNode();
    const { url } = await forwardingNode(() => Promise.resolve(owner.url));
    const stream = handshakeTo(url, 'Sec-WebSocket-Protocol: other');
    const answer = String((await once(stream, 'data'))[0]);
    expect(owner.handshake().url).toBe('/a/../b');
    expect(answer).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='); // as in RFC 6455, section 1.3
    expect(answer).not.toContain('Sec-WebSocket-Protocol');
  });

  it.each([
    'Trailer: X',
    'Expect: 100-continue',
    'Transfer-Encoding: chunked',
    'Content-Length: 0',
  ])('though the handshake has %s', async (header) => {
    const owner = await echoingNode();
    const { url } = await forwardingNode(() => Promise.resolve(owner.url));
    const stream = handshakeTo(url, header);
    expect(String((await once(stream, 'data'))[0])).toContain('HTTP/1.1 101 ');
    expect(owner.handshake().url).toBe('/a/../b');
    await opened(url);
  });

  it('where the world is by now', async () => {
    const second = await forwardingNode(() => Promise.resolve(away));
    const owner = await echoingNode();
    const lookups = [second.url, away, owner.url];
    const { url } = await forwardingNode(() => Promise.resolve(lookups.shift()));
    await opened(url);
    expect(lookups).toEqual([]);
    lookups.push(second.url);
    expect(await bodyOf(await refused(url))).toBe('here');
  });
});

describe('are refused', () => {
  it('as the node that serves the world refuses them', async () => {
    const { url: other } = await listeningServer((_message, response) => {
      response.writeHead(401, { 'X-Why': 'key' }).end('no');
    });
    const { url } = await forwardingNode(() => Promise.resolve(other));
    const answer = await refused(url);
    expect(answer).toMatchObject({ statusCode: 401, headers: { 'x-why': 'key' } });
    expect(await bodyOf(answer)).toBe('no');
  });

  it('with all of its answer, however long', async () => {
    const body = 'x'.repeat(300_000);
    const { url: other } = await listeningServer((_message, response) => {
      response.writeHead(400).end(body);
    });
    const { url } = await forwardingNode(() => Promise.resolve(other));
    expect(await bodyOf(await refused(url))).toBe(body);
  });

  it('with 503 if their world is here while this node stops', async () => {
    let find: ((address: string | undefined) => void) | undefined;
    const { url, sockets } = await forwardingNode(
      async () => new Promise((resolve) => (find = resolve)),
    );
    const answer = refused(url);
    await waitUntil('it has arrived', () => find !== undefined);
    sockets.close();
    find?.(undefined);
    expect((await answer).statusCode).toBe(503);
  });

  it('with 503 if that node cannot be reached', async () => {
    const { url } = await forwardingNode(() => Promise.resolve(away));
    expect((await refused(url)).statusCode).toBe(503);
  });
});

const content = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: fc.string({ unit: 'binary' }) }),
  fc.record({
    kind: fc.constant('binary' as const),
    size: fc.oneof(fc.nat(3), fc.constantFrom(125, 126, 65_535, 65_536, 70_000)),
  }),
);

it('pass all messages in their order, either way', async () => {
  const owner = await echoingNode();
  const { url } = await forwardingNode(() => Promise.resolve(owner.url));
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 8 }), async (messages) => {
      const socket = await opened(url);
      const received: (string | number)[] = [];
      socket.on('message', (data: Buffer, isBinary) => {
        received.push(isBinary ? data.length : data.toString());
      });
      for (const one of messages) {
        socket.send(one.kind === 'text' ? one.text : Buffer.alloc(one.size, 7));
      }
      await waitUntil('all are back', () => received.length === messages.length);
      expect(received).toEqual(messages.map((one) => (one.kind === 'text' ? one.text : one.size)));
      socket.terminate();
    }),
    runs(300),
  );
});

/** What clients do, some of which end their WebSocket by it. */
const behaviours: Readonly<Record<string, (socket: WebSocket) => void>> = {
  'says goodbye': (socket) => socket.close(4001, 'goodbye'),
  'closes without a code': (socket) => socket.close(),
  'breaks off': (socket) => socket.terminate(),
  'sends parts': (socket) => {
    socket.send('one ', { fin: false });
    socket.send('message', { fin: true });
    socket.once('message', () => socket.close(1000));
  },
  'sends a text that is not UTF-8': (socket) =>
    void streamOf(socket).write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff])),
  'sends an unmasked frame': (socket) => void streamOf(socket).write(Buffer.from([0x81, 0])),
  'sends an unknown frame': (socket) => void streamOf(socket).write(Buffer.from([0x83, 0x80])),
  'closes with a code that there is not': (socket) =>
    void streamOf(socket).write(Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0, 1])),
  'sends too much at once': (socket) => socket.send(Buffer.alloc(200_001)),
};

it.each(Object.entries(behaviours))(
  'end as without a node in between: a client %s',
  async (_what, act) => {
    const owner = await echoingNode();
    const { url } = await forwardingNode(() => Promise.resolve(owner.url), { limits });
    const outcomes: unknown[] = [];
    for (const to of [owner.url, url]) {
      const socket = await opened(to);
      const received: string[] = [];
      socket.on('message', (data: Buffer) => received.push(data.toString()));
      socket.send('hello');
      await once(socket, 'message');
      act(socket);
      const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
      await waitUntil('the node has seen it', owner.hasClosed);
      outcomes.push({ received, code, reason: String(reason), seen: owner.seen() });
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
  },
);

it.each([
  [undefined, '', 1005],
  [4001, 'enough', 4001],
])('end as the node ends them: with %s', async (code, reason, expected) => {
  const owner = await echoingNode();
  const { url } = await forwardingNode(() => Promise.resolve(owner.url));
  const socket = await opened(url);
  const closed = once(socket, 'close');
  owner.peer().send({ kind: 'text', text: 'last' });
  owner.peer().close(code, reason);
  expect(String((await once(socket, 'message'))[0])).toBe('last');
  const [seenCode, seenReason] = (await closed) as [number, Buffer];
  expect([seenCode, String(seenReason)]).toEqual([expected, reason]);
});

it('let the node wait for a client that reads slowly', async () => {
  const owner = await echoingNode();
  const { url } = await forwardingNode(() => Promise.resolve(owner.url));
  const socket = await opened(url);
  socket.pause();
  const data = Buffer.alloc(150_000, 7);
  let sent = 0;
  while (owner.peer().drained() === undefined) {
    owner.peer().send({ kind: 'binary', data });
    sent += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  let received = 0;
  socket.on('message', () => (received += 1));
  owner.peer().close(4001, 'all');
  socket.resume();
  expect((await once(socket, 'close'))[0]).toBe(4001);
  expect(received).toBe(sent);
});

describe('at a stop of the node in between', () => {
  it('are closed with 1012, on both sides', async () => {
    const owner = await echoingNode();
    const { url, sockets } = await forwardingNode(() => Promise.resolve(owner.url));
    const socket = await opened(url);
    socket.send(Buffer.alloc(150_000, 7));
    await once(socket, 'message');
    const closed = once(socket, 'close');
    sockets.close();
    const [code, reason] = (await closed) as [number, Buffer];
    expect([code, String(reason)]).toEqual([1012, 'The server is going away.']);
    await waitUntil('the node has seen it', owner.hasClosed);
    expect((await refused(url)).statusCode).toBe(503);
  });

  it('are closed as soon as they are open', async () => {
    const owner = await echoingNode();
    let find: ((address: string) => void) | undefined;
    const { url, sockets } = await forwardingNode(
      async () => new Promise((resolve) => (find = resolve)),
    );
    const socket = new WebSocket(url);
    await waitUntil('it has arrived', () => find !== undefined);
    sockets.close();
    find?.(owner.url);
    expect((await once(socket, 'close'))[0]).toBe(1012);
  });
});

it('are cut, whichever side breaks off, and nothing else is harmed', async () => {
  const owner = await echoingNode();
  const { url, forwarder } = await forwardingNode(() => Promise.resolve(owner.url));
  const breaks = [
    (stream: Socket) => void stream.resetAndDestroy(),
    () => owner.handshake().socket.resetAndDestroy(),
    () => forwarder.cutOff(owner.url),
  ];
  for (const breakOff of breaks) {
    const socket = await opened(url);
    const closed = once(socket, 'close');
    breakOff(streamOf(socket));
    expect((await closed)[0]).toBe(1006);
    await waitUntil('the node has seen it', owner.hasClosed);
    expect(owner.seen()).toEqual(['closed: 1006 ']);
  }
  await opened(url);
});

it('are cut if their client answers no ping, and the node sees it', async () => {
  const owner = await echoingNode();
  const { url, sockets } = await forwardingNode(() => Promise.resolve(owner.url));
  const socket = new WebSocket(url, { autoPong: false });
  await once(socket, 'open');
  const other = await opened(url);
  const pinged = [once(socket, 'ping'), once(other, 'ping')];
  sockets.sweep();
  await Promise.all(pinged);
  other.ping();
  await once(other, 'pong'); // its own answer has arrived by now
  sockets.sweep();
  expect((await once(socket, 'close'))[0]).toBe(1006);
  await waitUntil('the node has seen it', owner.hasClosed);
  expect(other.readyState).toBe(WebSocket.OPEN);
});

it('are cut before they are open from a node that is gone', async () => {
  let hasArrived = false;
  const { url: silent, server } = await listeningServer(() => undefined);
  server.on('upgrade', () => (hasArrived = true));
  const { url, forwarder } = await forwardingNode(() => Promise.resolve(silent));
  const socket = new WebSocket(url).on('error', () => undefined);
  await waitUntil('it has arrived', () => hasArrived);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  forwarder.cutOff(silent);
  expect(await closed).toBe(1006);
});

it.each([
  ['closes', (stream: Socket) => void stream.destroy()],
  ['resets', (stream: Socket) => void stream.resetAndDestroy()],
])('are over for the node once their client %s its connection', async (_how, breakOff) => {
  const { url: silent, server } = await listeningServer(() => undefined);
  const arrived = once(server, 'upgrade');
  const { url } = await forwardingNode(() => Promise.resolve(silent));
  const client = handshakeTo(url);
  const [, stream] = (await arrived) as [unknown, Socket];
  const ended = once(stream.resume(), 'end');
  breakOff(client);
  await ended;
});

it('are not opened for a client that goes while another node is looked for', async () => {
  const owner = await echoingNode();
  let find: ((address: string) => void) | undefined;
  const lookups = [away];
  const { url, server } = await forwardingNode(
    async () => lookups.shift() ?? new Promise<string>((resolve) => (find = resolve)),
  );
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const client = handshakeTo(url);
  const [connection] = await connected;
  await waitUntil('its place is looked up', () => find !== undefined);
  const closed = new Promise((resolve) => connection.once('close', resolve));
  client.resetAndDestroy();
  await closed;
  find?.(owner.url);
  await waitUntil('the world is reserved', () => owner.reservations() === 1);
  await opened(owner.url);
  await opened(owner.url); // by then, the other handshake would have arrived, too
  expect(owner.handshakes()).toBe(2);
});

it('are as many as there may be, also while they are being opened', async () => {
  const owner = await echoingNode();
  let find: ((address: string) => void) | undefined;
  const found = new Promise<string>((resolve) => (find = resolve));
  let handshakes = 0;
  const { url } = await forwardingNode(
    () => {
      handshakes += 1;
      return found;
    },
    { limits: { socketsMax: 2 } },
  );
  const sockets = [opened(url), opened(url)];
  await waitUntil('both have arrived', () => handshakes === 2);
  expect((await refused(url)).statusCode).toBe(503);
  find?.(owner.url);
  const [first] = await Promise.all(sockets);
  const closed = once(first as WebSocket, 'close');
  first?.close();
  await closed;
  await waitUntil('one may be opened', async () => {
    const socket = new WebSocket(url).on('error', () => undefined);
    return new Promise((resolve) => {
      socket.once('open', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
  });
});

it('are cut at the end of a stop, also before they are open', async () => {
  const { url: silent, server } = await listeningServer(() => undefined);
  const arrived = once(server, 'upgrade');
  const { url, sockets } = await forwardingNode(() => Promise.resolve(silent));
  const socket = new WebSocket(url).on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const [, stream] = (await arrived) as [unknown, Socket];
  const ended = once(stream.resume(), 'end');
  sockets.close();
  sockets.terminate();
  expect(await closed).toBe(1006);
  await ended;
});
