// Requests that another node answers: what it gets and what the client gets, and what happens where it does not answer.

import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket as Net } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { flat } from '../../../adapters/hosts/node/node-request.ts';
import { responseOn } from '../../../adapters/hosts/node/ws/raw-answer.ts';
import { createForwarder } from '../../../adapters/nodes/forwarder.ts';
import {
  createForwarding,
  type Lookup,
  type Placed,
  type PlaceOf,
  type RequestPlace,
} from '../../../adapters/nodes/forwarding.ts';
import { misdirected } from '../../../adapters/nodes/reservation.ts';
import { waitUntil } from '../../support/server/requests.ts';

const secret = 'secret of the nodes';

async function listening(listener: RequestListener): Promise<string> {
  return (await listeningServer(listener)).url;
}

async function listeningServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** As `listening`, for a node that reserves every world. */
async function reserving(listener: RequestListener): Promise<string> {
  return listening((message, response) => {
    if (message.url === '/__reprise/reservations') response.writeHead(204).end();
    else listener(message, response);
  });
}

/** A node that opens WebSockets, and sends back what it receives. */
async function echoing() {
  const { server, url } = await listeningServer((_message, response) => {
    response.writeHead(204).end(); // a reservation
  });
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'spoken' });
  const seen: IncomingMessage[] = [];
  sockets.on('connection', (socket, message) => {
    seen.push(message);
    socket.on('error', () => undefined);
    socket.on('message', (data) => socket.send(data as Buffer));
  });
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  return {
    url,
    last: () => seen.at(-1) as IncomingMessage & { readonly socket: Net },
    closeAll(code: number) {
      for (const socket of sockets.clients) socket.close(code);
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A node that has others answer; what it answers itself is `here`, what it refuses is the status. */
async function front(
  addressOf: (request: Placed, lookup: Lookup) => string | undefined | Promise<string | undefined>,
  connectMs = 2_000,
) {
  const forwarder = createForwarder(secret, connectMs);
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
      here: (onAnswered, body) => {
        response.once('finish', onAnswered);
        response.end(
          `here ${body?.toString() ?? 'unread'}${String(message.headers['x-reprise-node'] ?? '')}`,
        );
      },
      withBody: (then) => void bodyOf(message).then(async (text) => then(Buffer.from(text))),
      refuse: (status, reason) => void response.writeHead(status).end(reason),
      cut: () => void response.destroy(),
      onHandled: () => void (handled += 1),
    });
  });
  server.on('upgrade', (message, socket: Net, head) => {
    const refusal = () => responseOn(message, socket);
    socket.on('error', () => undefined);
    forwarding.upgrade(message, socket, head, {
      raw: { method: 'GET', url: message.url ?? '', headers: {} },
      here: () => void refusal().end('here'),
      refuse: (status, reason) => void refusal().writeHead(status).end(reason),
      refusal,
      cut: () => void socket.destroy(),
      onHandled: () => void (handled += 1),
    });
  });
  return { url, forwarder, kept: () => kept, handled: () => handled, waitedMs: () => nowMs };
}

async function send(url: string, method = 'GET', body = '', headers = {}) {
  const sent = request(url, { method, headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { answer, status: answer.statusCode, text: await bodyOf(answer) };
}

it('are passed on and answered unchanged', async () => {
  let seen: object = {};
  const other = await listening((message, response) => {
    const { method, url, headers } = message;
    void bodyOf(message).then((body) => {
      seen = { method, url, host: headers.host, key: headers['x-key'], body };
      response.writeHead(207, 'Fine', { 'X-Two': ['a', 'b'], 'X-Cased': 'c' }).end('answer');
    });
  });
  const { url } = await front(() => Promise.resolve(other));
  const host = 'wallet.example:1234';
  const sent = await send(`${url}/a//b?c=%20d`, 'PUT', 'body', { 'X-Key': 'k', Host: host });
  expect(sent).toMatchObject({ status: 207, text: 'answer', answer: { statusMessage: 'Fine' } });
  expect(sent.answer.rawHeaders).toEqual(expect.arrayContaining(['X-Two', 'a', 'b', 'X-Cased']));
  expect(seen).toEqual({ method: 'PUT', url: '/a//b?c=%20d', host, key: 'k', body: 'body' });
});

it('are answered here, unread, if their world is', async () => {
  const places = [undefined, Promise.resolve(undefined)];
  const { url, kept } = await front(() => places.pop());
  const hop = { 'X-Reprise-Node': secret }; // it must not be recorded
  expect((await send(url, 'POST', 'x', hop)).text).toBe('here unread');
  expect((await send(url, 'POST', 'x')).text).toBe('here unread');
  await waitUntil('the world may be handed over', () => kept() === 0);
});

it('make one hop: a second node refuses them, and the first one asks again, once', async () => {
  const second = await front(() => Promise.resolve('http://127.0.0.1:1'));
  const owner = await reserving((_message, response) => void response.end('owner'));
  const lookups = [second.url, owner];
  const first = await front(() => Promise.resolve(lookups.shift()));
  expect((await send(first.url, 'POST', 'x')).text).toBe('owner');
  lookups.push(second.url);
  expect((await send(first.url, 'POST', 'x')).text).toBe('here x');
  const stubborn = await front(() => Promise.resolve(second.url));
  expect(await send(stubborn.url)).toMatchObject({ status: 503 });
  const forged = await send(second.url, 'GET', '', { 'X-Reprise-Node': 'secret of  the nodes' });
  expect(forged.status).toBe(503); // it is no node's: its own hop is refused
  const proper = await send(second.url, 'GET', '', { 'X-Reprise-Node': secret });
  expect(proper.status).toBe(misdirected);
});

it('are sent again only where their world is kept for them', async () => {
  const placed: string[] = [];
  const owner = await front(({ method, url, headers }, lookup) => {
    placed.push(`${lookup}: ${method} ${url} ${headers['x-key']}`);
    return placed.length === 1 ? 'http://127.0.0.1:1' : undefined;
  });
  const first = await front(() => Promise.resolve(owner.url));
  const { text } = await send(`${first.url}/a?b`, 'PUT', 'x', { 'X-Key': 'k' });
  expect(text).toBe('here unread');
  expect(placed).toEqual(['hop: PUT /a?b k', 'hop: PUT /a?b k', 'reserved: PUT /a?b k']);
  expect(owner.waitedMs()).toBe(1_000); // so long is a world kept for a request
  await waitUntil('the world may be handed over', () => owner.kept() === 0);
});

it('are sent twice at most', async () => {
  let requests = 0;
  const other = await reserving((_message, response) => {
    requests += 1;
    response.writeHead(misdirected).end();
  });
  const { url, waitedMs } = await front(() => Promise.resolve(other));
  expect(await send(url, 'POST', 'x')).toMatchObject({
    status: 503,
    text: expect.stringContaining('Nothing was done'),
  });
  expect(requests).toBe(2);
  expect(waitedMs()).toBe(0);
});

it('are sent once if no node reserves their world', async () => {
  const sent: string[] = [];
  const other = await listening(({ method, url }, response) => {
    sent.push(`${method} ${url}`);
    response.writeHead(misdirected).end();
  });
  const { url, waitedMs } = await front(() => Promise.resolve(other));
  expect(await send(`${url}/a`, 'PUT', 'x')).toMatchObject({ status: 503 });
  expect(waitedMs()).toBe(2_000);
  expect(sent.filter((one) => one === 'PUT /a')).toHaveLength(1);
  expect(new Set(sent)).toEqual(new Set(['PUT /a', 'POST /__reprise/reservations']));
});

it('are sent again also to a node of a version that reserves nothing', async () => {
  const lookups = ['http://127.0.0.1:1'];
  const earlier = await listening(({ method, url }, response) => {
    response.writeHead(method === 'PUT' ? 200 : 404).end(`at ${url}`);
  });
  const { url } = await front(() => Promise.resolve(lookups.shift() ?? earlier));
  expect(await send(`${url}/a`, 'PUT', 'x')).toMatchObject({ status: 200, text: 'at /a' });
});

/** The URL of a machine that neither answers nor refuses a connection. */
async function silentMachine(): Promise<string> {
  const program = `require('node:net').createServer().listen(
    { port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port); })`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGSTOP');
  const port = Number(line);
  const waiting = Array.from({ length: 10 }, () => connect(port, '127.0.0.1')); // more than wait to be accepted
  for (const socket of waiting) socket.on('error', () => undefined);
  onTestFinished(() => waiting.forEach((socket) => socket.destroy()));
  await once(waiting[0] as Net, 'connect');
  return `http://127.0.0.1:${port}`;
}

it('are refused if the other node cannot be reached: nothing was done', async () => {
  let lookups = 0;
  const { url, waitedMs } = await front(() => {
    lookups += 1;
    return Promise.resolve('http://127.0.0.1:1');
  });
  expect(await send(url, 'POST', 'x')).toMatchObject({
    status: 503,
    text: expect.stringContaining('Nothing was done'),
  });
  expect(lookups).toBeGreaterThan(2); // another node may have the world by then
  expect(waitedMs()).toBe(2_000);
});

it('are refused, or go on elsewhere, if the machine of the other node is gone', async () => {
  const silent = await silentMachine();
  const { url } = await front(() => Promise.resolve(silent), 50);
  expect(await send(url, 'POST', 'x')).toMatchObject({
    status: 503,
    text: expect.stringContaining('Nothing was done'),
  });
  const socket = new WebSocket(url);
  const [failure] = (await once(socket, 'error')) as [Error];
  expect(failure.message).toContain('503');

  const owner = await reserving((_message, response) => void response.end('owner'));
  const lookups = [silent, silent];
  const moved = await front(() => Promise.resolve(lookups.shift() ?? owner), 50);
  expect((await send(moved.url, 'POST', 'x')).text).toBe('owner');
});

it('go on elsewhere if the other node is gone before it is reached', async () => {
  const silent = await silentMachine();
  const lookups = [silent];
  const { url, forwarder } = await front(() => Promise.resolve(lookups.shift()), 3_600_000);
  const sent = send(url, 'POST', 'x');
  await waitUntil('it is on its way', () => lookups.length === 0);
  const cutOff = setInterval(() => forwarder.cutOff(silent), 10);
  onTestFinished(() => clearInterval(cutOff));
  expect((await sent).text).toBe('here x');
});

it('wait for the node that goes on with the worlds of one that stops', async () => {
  const owner = await reserving((_message, response) => void response.end('owner'));
  const lookups = ['http://127.0.0.1:1', 'http://127.0.0.1:1'];
  const { url } = await front(() => Promise.resolve(lookups.shift() ?? owner));
  expect((await send(url, 'POST', 'x')).text).toBe('owner');
});

it.each([
  ['resets the connection', (message: IncomingMessage) => void message.socket.resetAndDestroy()],
  ['closes it', (message: IncomingMessage) => void message.socket.end()],
])('are not sent again if the other node %s before it answers', async (_how, breakOff) => {
  let requests = 0;
  const other = await listening((message) => {
    requests += 1;
    breakOff(message);
  });
  const { url } = await front(() => Promise.resolve(other));
  await expect(send(url, 'POST', 'x')).rejects.toThrow('socket hang up');
  expect(requests).toBe(1);
});

it('break off where the other node does within its answer', async () => {
  const other = await listening((message, response) => {
    response.write('begun');
    setImmediate(() => message.socket.destroy());
  });
  const { url } = await front(() => Promise.resolve(other));
  await expect(send(url)).rejects.toThrow('aborted');
});

it('are ended at a stop if they are event streams', async () => {
  const other = await listening((_message, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('id: 1\n\n');
  });
  const { url, forwarder } = await front(() => Promise.resolve(other));
  const [answer] = (await once(request(url).end(), 'response')) as [IncomingMessage];
  const [first] = (await once(answer, 'data')) as [Buffer];
  expect(String(first)).toBe('id: 1\n\n');
  forwarder.endStreams();
  await once(answer, 'end'); // not aborted: the client resumes it
  expect((await send(url)).text).toBe(''); // one that has begun since
});

it('are cut off from a node that is gone, though it never answers', async () => {
  let arrived = false;
  const other = await listening(() => {
    arrived = true;
  });
  const { url, forwarder } = await front(() => Promise.resolve(other));
  const sent = send(url, 'POST', 'x');
  await waitUntil('it has arrived', () => arrived);
  forwarder.cutOff('http://127.0.0.1:1');
  forwarder.cutOff(other);
  await expect(sent).rejects.toThrow('socket hang up');
});

it('are cut off also if the client waits for a leave to send the body', async () => {
  let arrived = false;
  const other = await listening(() => (arrived = true));
  const { url, forwarder } = await front(() => Promise.resolve(other));
  const sent = send(url, 'POST', 'x', { Expect: '100-continue' });
  await waitUntil('it has arrived', () => arrived);
  forwarder.cutOff(other);
  await expect(sent).rejects.toThrow('socket hang up');
});

it('are over once their client is gone', async () => {
  let arrived = false;
  const other = await listening(() => (arrived = true));
  const { url, handled } = await front(() => Promise.resolve(other));
  const sent = request(url, { method: 'POST' }).on('error', () => undefined);
  sent.end('x');
  await waitUntil('it has arrived', () => arrived);
  sent.destroy();
  await waitUntil('it is over', () => handled() === 1);
});

describe('WebSockets', () => {
  it('are opened at the node that serves the world, and closed from either side', async () => {
    const owner = await echoing();
    const { url, handled } = await front(() => Promise.resolve(owner.url));
    for (const closes of ['client', 'owner']) {
      const socket = new WebSocket(url, ['spoken'], { headers: { 'X-Key': 'k' } });
      await once(socket, 'open');
      expect(socket.protocol).toBe('spoken');
      expect(owner.last().headers).toMatchObject({ 'x-key': 'k', host: new URL(url).host });
      socket.send('hello');
      expect(String((await once(socket, 'message'))[0])).toBe('hello');
      if (closes === 'client') socket.close(4001);
      else owner.closeAll(4001);
      expect((await once(socket, 'close'))[0]).toBe(4001);
    }
    expect(handled()).toBe(2);
  });

  it('are opened where the world is by now', async () => {
    const second = await front(() => Promise.resolve('http://127.0.0.1:1'));
    const owner = await echoing();
    const lookups = [second.url, 'http://127.0.0.1:1', owner.url];
    const { url } = await front(() => Promise.resolve(lookups.shift()));
    const socket = new WebSocket(url);
    await once(socket, 'open');
    expect(lookups).toEqual([]);
    socket.terminate();
    lookups.push(second.url);
    const [, answer] = (await once(new WebSocket(url), 'unexpected-response')) as [
      unknown,
      IncomingMessage,
    ];
    expect(await bodyOf(answer)).toBe('here');
  });

  it('are refused as the node that serves the world refuses them', async () => {
    const other = await listening((_message, response) => {
      response.writeHead(401, { 'X-Why': 'key' }).end('no');
    });
    const { url } = await front(() => Promise.resolve(other));
    const [, answer] = (await once(new WebSocket(url), 'unexpected-response')) as [
      unknown,
      IncomingMessage,
    ];
    expect(answer).toMatchObject({ statusCode: 401, headers: { 'x-why': 'key' } });
    expect(await bodyOf(answer)).toBe('no');
    const gone = await front(() => Promise.resolve('http://127.0.0.1:1'));
    const [, away] = (await once(new WebSocket(gone.url), 'unexpected-response')) as [
      unknown,
      IncomingMessage,
    ];
    expect(away.statusCode).toBe(503);
  });

  it('are closed with 1012 at a stop, on both sides', async () => {
    const owner = await echoing();
    const { url, forwarder } = await front(() => Promise.resolve(owner.url));
    const socket = new WebSocket(url);
    await once(socket, 'open');
    const bytes = Buffer.alloc(3_000_000, 7); // comes in many pieces
    socket.send(bytes);
    const [received] = (await once(socket, 'message')) as [Buffer];
    expect(received.equals(bytes)).toBe(true);
    const closed = Promise.all([once(socket, 'close'), once(owner.last().socket, 'close')]);
    forwarder.endSockets();
    const [[code, reason]] = (await closed) as [[number, Buffer], unknown];
    expect([code, String(reason)]).toEqual([1012, 'The server is going away.']);
    const late = new WebSocket(url);
    expect((await once(late, 'close'))[0]).toBe(1012);
  });

  it('are cut, whichever side breaks off, and nothing else is harmed', async () => {
    const owner = await echoing();
    const { url, forwarder } = await front(() => Promise.resolve(owner.url));
    const breaks = [
      (socket: Net) => void socket.resetAndDestroy(),
      () => owner.last().socket.resetAndDestroy(),
      () => forwarder.cutOff(owner.url),
    ];
    for (const breakOff of breaks) {
      const socket = new WebSocket(url).on('error', () => undefined);
      await once(socket, 'open');
      const closed = once(socket, 'close');
      breakOff((socket as unknown as { _socket: Net })._socket);
      expect((await closed)[0]).toBe(1006);
    }
    await once(new WebSocket(url), 'open');
  });

  it('are cut before they are open from a node that is gone', async () => {
    let hasArrived = false;
    const { url: silent, server } = await listeningServer(() => undefined);
    server.on('upgrade', () => (hasArrived = true));
    const { url, forwarder, handled } = await front(() => Promise.resolve(silent));
    const socket = new WebSocket(url).on('error', () => undefined);
    await waitUntil('it has arrived', () => hasArrived);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    forwarder.cutOff(silent);
    expect(await closed).toBe(1006);
    expect(handled()).toBe(0);
  });
});
