// Requests that another node answers: what it gets and what the client gets, and what happens where it does not answer.

import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createForwarder, misdirected } from '../../../adapters/nodes/forwarder.ts';
import { createForwarding, type RequestPlace } from '../../../adapters/nodes/forwarding.ts';
import { waitUntil } from '../../support/server/requests.ts';

const secret = 'secret of the nodes';

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A node that has others answer; what it answers itself is `here`, what it refuses is the status. */
async function front(addressOf: () => string | undefined | Promise<string | undefined>) {
  const forwarder = createForwarder(secret);
  let nowMs = 0;
  /** How many requests keep their world here. */
  let kept = 0;
  const placed = (address: string | undefined): RequestPlace => {
    if (address !== undefined) return { address };
    kept += 1;
    return { release: () => void (kept -= 1) };
  };
  const placeOf = () => {
    const found = addressOf();
    return found instanceof Promise ? found.then(placed) : placed(found);
  };
  const forwarding = createForwarding(placeOf, forwarder, {
    monotonicMs: () => nowMs,
    pause: async (ms) => void (nowMs += ms),
  });
  const url = await listening((message, response) => {
    forwarding.request(message, response, {
      raw: { method: message.method ?? '', url: message.url ?? '', headers: {} },
      here: (onAnswered, body) => {
        response.once('finish', onAnswered);
        response.end(
          `here ${body?.toString() ?? 'unread'}${String(message.headers['x-reprise-node'] ?? '')}`,
        );
      },
      withBody: (then) => void bodyOf(message).then(async (text) => then(Buffer.from(text))),
      refuse: (status, reason) => void response.writeHead(status).end(reason),
      onHandled: () => undefined,
    });
  });
  return { url, forwarder, kept: () => kept };
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
  const owner = await listening((_message, response) => void response.end('owner'));
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

it('are refused if the other node cannot be reached: nothing was done', async () => {
  let lookups = 0;
  const { url } = await front(() => {
    lookups += 1;
    return Promise.resolve('http://127.0.0.1:1');
  });
  expect(await send(url, 'POST', 'x')).toMatchObject({
    status: 503,
    text: expect.stringContaining('Nothing was done'),
  });
  expect(lookups).toBeGreaterThan(2); // another node may have the world by then
});

it('wait for the node that goes on with the worlds of one that stops', async () => {
  const owner = await listening((_message, response) => void response.end('owner'));
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
  expect(await send(url, 'POST', 'x')).toMatchObject({
    status: 503,
    text: expect.stringContaining('It is not known whether'),
  });
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
  expect(await sent).toMatchObject({ status: 503, text: expect.stringContaining('not known') });
});
