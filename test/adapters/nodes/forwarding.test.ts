// Requests that another node answers: what it gets and what the client gets, and what happens where it does not answer.

import { request, type IncomingMessage } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket as Net } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { misdirected } from '../../../adapters/nodes/hop.ts';
import { reserve } from '../../../adapters/nodes/reservation.ts';
import {
  bodyOf,
  forwardingNode,
  listeningNode,
  listeningServer,
  nodesSecret,
  reservingNode,
  sendTo,
} from '../../support/nodes/forwarding-node.ts';
import { waitUntil } from '../../support/server/requests.ts';

it('are passed on and answered unchanged', async () => {
  let seen: object = {};
  const other = await listeningNode((message, response) => {
    const { method, url, headers } = message;
    void bodyOf(message).then((body) => {
      seen = { method, url, host: headers.host, key: headers['x-key'], body };
      response.writeHead(207, 'Fine', { 'X-Two': ['a', 'b'], 'X-Cased': 'c' }).end('answer');
    });
  });
  const { url } = await forwardingNode(() => Promise.resolve(other));
  const host = 'wallet.example:1234';
  const sent = await sendTo(`${url}/a//b?c=%20d`, 'PUT', 'body', { 'X-Key': 'k', Host: host });
  expect(sent).toMatchObject({ status: 207, text: 'answer', answer: { statusMessage: 'Fine' } });
  expect(sent.answer.rawHeaders).toEqual(expect.arrayContaining(['X-Two', 'a', 'b', 'X-Cased']));
  expect(seen).toEqual({ method: 'PUT', url: '/a//b?c=%20d', host, key: 'k', body: 'body' });
});

it.each(['//a//b/../c?d', '/a|b"<>', '*', 'http://other/a'])(
  'are passed on to %s',
  async (target) => {
    const other = await listeningNode(({ url }, response) => void response.end(url));
    const { url } = await forwardingNode(() => Promise.resolve(other));
    const sent = request(url, { path: target, method: 'OPTIONS' }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(await bodyOf(answer)).toBe(target);
  },
);

it.each(['DELETE', 'OPTIONS', 'POST'])(
  'are passed on with the body of %s, once',
  async (method) => {
    const seen: string[] = [];
    const other = await listeningNode((message, response) => {
      void bodyOf(message).then((body) => {
        seen.push(`${message.method} ${body}`);
        response.end();
      });
    });
    const { url } = await forwardingNode(() => Promise.resolve(other));
    const inner = 'POST /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
    const headers = { 'Transfer-Encoding': 'chunked', Connection: 'upgrade' };
    expect((await sendTo(url, method, inner, headers)).status).toBe(200);
    expect(seen).toEqual([`${method} ${inner}`]);
  },
);

it('are answered here, unread, if their world is', async () => {
  const places = [undefined, Promise.resolve(undefined)];
  const { url, kept } = await forwardingNode(() => places.pop());
  const hop = { 'X-Reprise-Node': nodesSecret }; // it must not be recorded
  expect((await sendTo(url, 'POST', 'x', hop)).text).toBe('here unread');
  expect((await sendTo(url, 'POST', 'x')).text).toBe('here unread');
  await waitUntil('the world may be handed over', () => kept() === 0);
});

it('make one hop: a second node refuses them, and the first one asks again, once', async () => {
  const second = await forwardingNode(() => Promise.resolve('http://127.0.0.1:1'));
  const owner = await reservingNode((_message, response) => void response.end('owner'));
  const lookups = [second.url, owner];
  const first = await forwardingNode(() => Promise.resolve(lookups.shift()));
  expect((await sendTo(first.url, 'POST', 'x')).text).toBe('owner');
  lookups.push(second.url);
  expect((await sendTo(first.url, 'POST', 'x')).text).toBe('here x');
  const stubborn = await forwardingNode(() => Promise.resolve(second.url));
  expect(await sendTo(stubborn.url)).toMatchObject({ status: 503 });
  const forged = await sendTo(second.url, 'GET', '', { 'X-Reprise-Node': 'secret of  the nodes' });
  expect(forged.status).toBe(503); // it is no node's: its own hop is refused
  const proper = await sendTo(second.url, 'GET', '', { 'X-Reprise-Node': nodesSecret });
  expect(proper.status).toBe(misdirected);
});

it('are sent again only where their world is kept for them', async () => {
  const placed: string[] = [];
  const owner = await forwardingNode(({ method, url, headers }, lookup) => {
    placed.push(`${lookup}: ${method} ${url} ${headers['x-key']}`);
    return placed.length === 1 ? 'http://127.0.0.1:1' : undefined;
  });
  const first = await forwardingNode(() => Promise.resolve(owner.url));
  const { text } = await sendTo(`${first.url}/a?b`, 'PUT', 'x', { 'X-Key': 'k' });
  expect(text).toBe('here unread');
  expect(placed).toEqual(['hop: PUT /a?b k', 'hop: PUT /a?b k', 'reserved: PUT /a?b k']);
  expect(owner.waitedMs()).toBe(1_000); // so long is a world kept for a request
  await waitUntil('the world may be handed over', () => owner.kept() === 0);
});

it('are sent twice at most', async () => {
  let requests = 0;
  const other = await reservingNode((_message, response) => {
    requests += 1;
    response.writeHead(misdirected).end();
  });
  const { url, waitedMs } = await forwardingNode(() => Promise.resolve(other));
  expect(await sendTo(url, 'POST', 'x')).toMatchObject({
    status: 503,
    text: expect.stringContaining('Nothing was done'),
  });
  expect(requests).toBe(2);
  expect(waitedMs()).toBe(0);
});

it('are sent once if no node reserves their world', async () => {
  const sent: string[] = [];
  const other = await listeningNode(({ method, url }, response) => {
    sent.push(`${method} ${url}`);
    response.writeHead(misdirected).end();
  });
  const { url, waitedMs } = await forwardingNode(() => Promise.resolve(other));
  expect(await sendTo(`${url}/a`, 'PUT', 'x')).toMatchObject({ status: 503 });
  expect(waitedMs()).toBe(2_000);
  expect(sent.filter((one) => one === 'PUT /a')).toHaveLength(1);
  expect(new Set(sent)).toEqual(new Set(['PUT /a', 'POST /__reprise/reservations']));
});

it('go on elsewhere after a node has handed their world over for as long as it may', async () => {
  const owner = await reservingNode((_message, response) => void response.end('owner'));
  const leaving = await listeningNode((_message, response) => {
    pass(2_000);
    response.writeHead(misdirected).end();
  });
  const lookups = [leaving];
  const { url, pass } = await forwardingNode(() => Promise.resolve(lookups.shift() ?? owner));
  expect((await sendTo(url, 'POST', 'x')).text).toBe('owner');
});

it('go on elsewhere if the node that has reserved their world is gone', async () => {
  const owner = await reservingNode((_message, response) => void response.end('owner'));
  const { server, url: leaving } = await listeningServer((_message, response) => {
    response.writeHead(204, { Connection: 'close' }).end();
    server.close();
  });
  const lookups = ['http://127.0.0.1:1', leaving];
  const { url } = await forwardingNode(() => Promise.resolve(lookups.shift() ?? owner));
  expect((await sendTo(url, 'POST', 'x')).text).toBe('owner');
});

it('are answered with 421 if that is the answer of a fault', async () => {
  const owner = await forwardingNode(() => undefined);
  const hop = await sendTo(owner.url, 'GET', '', { 'X-Reprise-Node': nodesSecret });
  const mark = hop.answer.rawHeaders.filter((name) => name.startsWith('x-reprise-'));
  expect(mark).toHaveLength(1);
  let requests = 0;
  const other = await listeningNode((_message, response) => {
    requests += 1;
    response.writeHead(misdirected, { [mark[0] as string]: '1' }).end('fault');
  });
  const { url } = await forwardingNode(() => Promise.resolve(other));
  const { status, text, answer } = await sendTo(url, 'POST', 'x');
  expect([status, text, requests]).toEqual([misdirected, 'fault', 1]);
  expect(answer.headers).not.toHaveProperty(mark[0] as string);
});

it('have no header of nodes that a client has sent', async () => {
  const lookups: string[] = [];
  const owner = await forwardingNode(({ headers }, lookup) => {
    lookups.push(lookup, ...Object.keys(headers).filter((name) => name.startsWith('x-reprise-')));
    return undefined;
  });
  const { url } = await forwardingNode(() => Promise.resolve(owner.url));
  await sendTo(url, 'GET', '', { 'X-Reprise-Reserved': '1', 'X-Reprise-Reserves': 'GET /' });
  expect(lookups).toEqual(['hop']);
});

it('are not sent for a client that is gone', async () => {
  let requests = 0;
  const owner = await reservingNode((_message, response) => {
    requests += 1;
    response.end();
  });
  let find: ((address: string) => void) | undefined;
  const lookups = ['http://127.0.0.1:1'];
  const { url, server, handled } = await forwardingNode(
    async () => lookups.shift() ?? new Promise<string>((resolve) => (find = resolve)),
  );
  const connected = once(server, 'connection') as Promise<[Net]>;
  const sent = request(url, { method: 'POST' }).on('error', () => undefined);
  sent.end('x');
  await waitUntil('its place is looked up', () => find !== undefined);
  const [connection] = await connected;
  const closed = once(connection, 'close');
  sent.destroy();
  await closed;
  find?.(owner);
  await waitUntil('it is over', () => handled() === 1);
  expect(requests).toBe(0);
});

it('are refused if a node does not answer whether it reserves their world', async () => {
  const silent = await listeningNode(() => undefined);
  const reservation = reserve({ method: 'POST' }, silent, { connectMs: 60_000, msMax: 20 });
  expect(await reservation).toBe('unreachable');
});

it('are sent again also to a node of a version that reserves nothing', async () => {
  const lookups = ['http://127.0.0.1:1'];
  const earlier = await listeningNode(({ method, url }, response) => {
    response.writeHead(method === 'PUT' ? 200 : 404).end(`at ${url}`);
  });
  const { url } = await forwardingNode(() => Promise.resolve(lookups.shift() ?? earlier));
  expect(await sendTo(`${url}/a`, 'PUT', 'x')).toMatchObject({ status: 200, text: 'at /a' });
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
  const { url, waitedMs } = await forwardingNode(() => {
    lookups += 1;
    return Promise.resolve('http://127.0.0.1:1');
  });
  expect(await sendTo(url, 'POST', 'x')).toMatchObject({
    status: 503,
    text: expect.stringContaining('Nothing was done'),
  });
  expect(lookups).toBeGreaterThan(2); // another node may have the world by then
  expect(waitedMs()).toBe(2_000);
});

it('are refused, or go on elsewhere, if the machine of the other node is gone', async () => {
  const silent = await silentMachine();
  const { url } = await forwardingNode(() => Promise.resolve(silent), { connectMs: 50 });
  expect(await sendTo(url, 'POST', 'x')).toMatchObject({
    status: 503,
    text: expect.stringContaining('Nothing was done'),
  });
  const socket = new WebSocket(url);
  const [failure] = (await once(socket, 'error')) as [Error];
  expect(failure.message).toContain('503');

  const owner = await reservingNode((_message, response) => void response.end('owner'));
  const lookups = [silent, silent];
  const moved = await forwardingNode(() => Promise.resolve(lookups.shift() ?? owner), {
    connectMs: 50,
  });
  expect((await sendTo(moved.url, 'POST', 'x')).text).toBe('owner');
});

it('go on elsewhere if the other node is gone before it is reached', async () => {
  const silent = await silentMachine();
  const lookups = [silent];
  const { url, forwarder } = await forwardingNode(() => Promise.resolve(lookups.shift()), {
    connectMs: 3_600_000,
  });
  const sent = sendTo(url, 'POST', 'x');
  await waitUntil('it is on its way', () => lookups.length === 0);
  const cutOff = setInterval(() => forwarder.cutOff(silent), 10);
  onTestFinished(() => clearInterval(cutOff));
  expect((await sent).text).toBe('here x');
});

it('wait for the node that goes on with the worlds of one that stops', async () => {
  const owner = await reservingNode((_message, response) => void response.end('owner'));
  const lookups = ['http://127.0.0.1:1', 'http://127.0.0.1:1'];
  const { url } = await forwardingNode(() => Promise.resolve(lookups.shift() ?? owner));
  expect((await sendTo(url, 'POST', 'x')).text).toBe('owner');
});

it.each([
  [
    'resets the connection',
    (message: IncomingMessage) => void message.socket.resetAndDestroy(),
    'read ECONNRESET',
  ],
  ['closes it', (message: IncomingMessage) => void message.socket.end(), 'socket hang up'],
])('are not sent again if the other node %s before it answers', async (_how, breakOff, seen) => {
  let requests = 0;
  const other = await listeningNode((message) => {
    requests += 1;
    breakOff(message);
  });
  const { url } = await forwardingNode(() => Promise.resolve(other));
  await expect(sendTo(url, 'POST', 'x')).rejects.toThrow(seen); // as its client would
  expect(requests).toBe(1);
});

it('break off where the other node does within its answer', async () => {
  const other = await listeningNode((message, response) => {
    response.write('begun');
    setImmediate(() => message.socket.destroy());
  });
  const { url } = await forwardingNode(() => Promise.resolve(other));
  await expect(sendTo(url)).rejects.toThrow('aborted');
});

it('are ended at a stop if they are event streams', async () => {
  const other = await listeningNode((_message, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('id: 1\n\n');
  });
  const { url, forwarder } = await forwardingNode(() => Promise.resolve(other));
  const [answer] = (await once(request(url).end(), 'response')) as [IncomingMessage];
  const [first] = (await once(answer, 'data')) as [Buffer];
  expect(String(first)).toBe('id: 1\n\n');
  forwarder.endStreams();
  await once(answer, 'end'); // not aborted: the client resumes it
  expect((await sendTo(url)).text).toBe(''); // one that has begun since
});

it('are cut off from a node that is gone, though it never answers', async () => {
  let arrived = false;
  const other = await listeningNode(() => {
    arrived = true;
  });
  const { url, forwarder } = await forwardingNode(() => Promise.resolve(other));
  const sent = sendTo(url, 'POST', 'x');
  await waitUntil('it has arrived', () => arrived);
  forwarder.cutOff('http://127.0.0.1:1');
  forwarder.cutOff(other);
  await expect(sent).rejects.toThrow('socket hang up');
});

it('are cut off also if the client waits for a leave to send the body', async () => {
  let arrived = false;
  const other = await listeningNode(() => (arrived = true));
  const { url, forwarder } = await forwardingNode(() => Promise.resolve(other));
  const sent = sendTo(url, 'POST', 'x', { Expect: '100-continue' });
  await waitUntil('it has arrived', () => arrived);
  forwarder.cutOff(other);
  await expect(sent).rejects.toThrow('socket hang up');
});

it('are over once their client is gone', async () => {
  let arrived = false;
  const other = await listeningNode(() => (arrived = true));
  const { url, handled } = await forwardingNode(() => Promise.resolve(other));
  const sent = request(url, { method: 'POST' }).on('error', () => undefined);
  sent.end('x');
  await waitUntil('it has arrived', () => arrived);
  sent.destroy();
  await waitUntil('it is over', () => handled() === 1);
});
