import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { webhookAnswerBytesMax } from '../../../adapters/protocol/limits.ts';
import { createPost } from '../../../adapters/outbound/post.ts';

const open: Server[] = [];
/** The number of connections that endpoints have accepted. */
let connections = 0;

afterEach(() => {
  for (const server of open.splice(0)) server.close();
  connections = 0;
});

/** Starts an endpoint that answers any data with `words`, then closes the connection or waits; returns its port. */
async function answering(words: string, then: 'hangs up' | 'waits' = 'hangs up'): Promise<number> {
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(words);
      if (then === 'hangs up') socket.end();
    });
  });
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const allowed = ['hooks.example'];

function send(url: string, timeoutMs = 30_000) {
  const message = { url, headers: {}, body: '{}' };
  return createPost(allowed, { timeoutMs })(message, new AbortController().signal);
}

const unreachable = { kind: 'unreachable' };
const answered = (status: number) => ({ kind: 'answered', status });

describe('an endpoint that', () => {
  it.each<[string, string, object]>([
    ['says nothing', '', unreachable],
    ['speaks another protocol', 'SSH-2.0-x\r\n', unreachable],
    [
      'wants a WebSocket',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      unreachable,
    ],
    ['stops in its headers', 'HTTP/1.1 200 OK\r\nA: b', unreachable],
    ['stops in its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', unreachable],
    ['has endless headers', `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(100_000)}\r\n\r\n`, unreachable],
    ['says first that it will', 'HTTP/1.1 103 E\r\n\r\nHTTP/1.1 204 N\r\n\r\n', answered(204)],
    ['points elsewhere', 'HTTP/1.1 307 T\r\nLocation: http://[::1]:9/\r\n\r\n', answered(307)],
  ])('%s has an outcome', async (_what, words, outcome) => {
    expect(await send(`http://127.0.0.1:${await answering(words)}/`)).toEqual(outcome);
    expect(connections).toBe(1);
  });

  it.each<[string, string, object]>([
    [
      'wants a WebSocket',
      'HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      unreachable,
    ],
    [
      'never ends',
      `HTTP/1.1 200 OK\r\n\r\n${'a'.repeat(2 * webhookAnswerBytesMax)}`,
      answered(200),
    ],
  ])('%s and stays is not waited for', async (_what, words, outcome) => {
    expect(await send(`http://127.0.0.1:${await answering(words, 'waits')}/`)).toEqual(outcome);
  });

  it.each([
    ['only says that it will', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['answers without an end', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
    ['says nothing', ''],
  ])('%s has timed out', async (_what, words) => {
    const port = await answering(words, 'waits');
    expect(await send(`http://127.0.0.1:${port}/`, 50)).toEqual({ kind: 'timeout' });
  });
});

describe('a host', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '%6cocalhost',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'user:secret@127.0.0.1',
    'hooks.example@127.0.0.1',
  ])('%s is this machine by another name', async (host) => {
    const port = await answering('HTTP/1.1 204 N\r\n\r\n');
    expect(await send(`http://${host}:${port}/`)).toEqual(answered(204));
  });

  it.each(['%ff', 'user:%E0%A4%A', '%'])(
    'with the malformed name %s is not sent to',
    async (user) => {
      const port = await answering('HTTP/1.1 204 N\r\n\r\n');
      expect(await send(`http://${user}@127.0.0.1:${port}/`)).toEqual(unreachable);
      expect(connections).toBe(0);
    },
  );

  it.each([
    '0.0.0.0',
    '0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[0:0:0:0:0:0:0:2]',
    'localhost..',
    'a.localhost',
    'localhost.example',
    '127.0.0.1.example',
    '127.0.0.1@hooks.example.evil.example',
    'hooks.example.evil.example',
    'hooks.example.',
    'a.hooks.example',
    'hooks.example@evil.example',
    'hοoks.example', // a Greek letter
    '169.254.169.254',
    '10.0.0.1',
    '128.0.0.1',
  ])('%s is not an allowed one', async (host) => {
    const port = await answering('HTTP/1.1 204 N\r\n\r\n');
    for (const scheme of ['http', 'https']) {
      expect(await send(`${scheme}://${host}:${port}/`)).toEqual({ kind: 'forbidden' });
    }
    expect(connections).toBe(0);
  });
});
