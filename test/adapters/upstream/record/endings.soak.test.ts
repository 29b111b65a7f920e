// Upstreams that close or reset their connections, at any place of an answer or a WebSocket: the file has which, and a client that reads
// the bytes of its connection sees the same end after the same bytes, at the proxy and in a playback.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextLoopTurn } from '../../../../adapters/host-timers.ts';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

const ends = ['closed', 'reset'] as const;
type End = (typeof ends)[number] | 'timeout';
/** How long an upstream may be silent that is to be found so. */
const silentMsMax = 250;

/** What a client receives until the end of its connection. */
interface Seen {
  readonly bytes: Buffer;
  readonly end: 'end' | 'ECONNRESET';
}

/** How an upstream ends: after some bytes, once its client has all of them. */
interface Ending {
  /** Answers to the head of a request. */
  readonly answer: (head: string) => Buffer;
  readonly end: End;
  /** Whether the end comes together with the bytes. */
  readonly isAtOnce?: boolean;
}

/** Ends each connection after its answer, once the client has told that it has received it. */
async function endingUpstream(
  { answer, end, isAtOnce }: Ending,
  whenReceived: () => Promise<void>,
) {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.once('data', (data: Buffer) => {
      const finish = () => {
        if (end === 'reset') socket.resetAndDestroy();
        else if (end === 'closed') socket.end();
      };
      const bytes = answer(data.toString('latin1'));
      socket.write(bytes, () => {
        if (isAtOnce === true || bytes.length === 0) finish();
        else void whenReceived().then(finish);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends a request, and reads to the end of its connection. `expected`: bytes after which `onReceived` is called. */
function seenOn(
  url: string,
  request: string,
  expected: Buffer,
  onReceived: () => void,
): Promise<Seen> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const finish = (end: Seen['end']) => {
      resolve({ bytes: Buffer.concat(chunks), end });
      socket.destroy();
    };
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (Buffer.concat(chunks).includes(expected)) onReceived();
    });
    socket.once('end', () => finish('end'));
    socket.once('error', (error: NodeJS.ErrnoException) => finish(error.code as Seen['end']));
    socket.write(request.replace('{host}', `${hostname}:${port}`));
  });
}

/** What a client sees at the proxy and in a playback, and the failures in the file. */
async function through(ending: Ending, request: string, expected: Buffer) {
  let received: () => void = () => undefined;
  const whenReceived = new Promise<void>((resolve) => (received = resolve));
  const upstream = await endingUpstream(ending, () => whenReceived);
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const see = (url: string) => seenOn(url, request, expected, received);
    const options = ending.end === 'timeout' ? { silentMsMax } : {};
    const real = await recordThrough(upstream.url, file, see, options);
    await upstream.close();
    const { entries } = await readAnyRecording(file);
    const { value: played, misses } = await playing(file, see);
    const failures = entries.flatMap((entry) => {
      if (entry.kind === 'http.failure') return [entry.failure];
      if (entry.kind !== 'ws.close') return [];
      return [`${entry.code} ${'failure' in entry ? entry.failure : 'closed'}`];
    });
    expect(misses).toEqual([]);
    return { real, played, failures };
  });
}

const get = 'GET /x HTTP/1.1\r\nHost: {host}\r\n\r\n';
const head = (type: string, length: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';

const answers: readonly (readonly [place: string, bytes: string, expected: string])[] = [
  ['before its answer', '', ''],
  ['after its head, of a length', head('audio/wav', 'Content-Length: 8'), '\r\n\r\n'],
  ['after its head, of text', head('text/plain', 'Content-Length: 8'), '\r\n\r\n'],
  ['after its head, in chunks', head('audio/wav', chunked), '\r\n\r\n'],
  ['after its head, of a stream', head('text/event-stream', chunked), '\r\n\r\n'],
  ['within bytes of a length', `${head('audio/wav', 'Content-Length: 8')}half`, 'half'],
  ['within text of a length', `${head('text/plain', 'Content-Length: 8')}half`, 'half'],
  ['between chunks', `${head('audio/wav', chunked)}4\r\nhalf\r\n`, 'half'],
  ['within a chunk', `${head('audio/wav', chunked)}8\r\nhalf`, 'half'],
  ['between chunks of text', `${head('text/plain', chunked)}4\r\nhalf\r\n`, 'half'],
  ['within a stream', `${head('text/event-stream', chunked)}9\r\ndata: 1\n\n\r\n`, 'data: 1'],
];

const upgrade = [
  'GET /x HTTP/1.1',
  'Host: {host}',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
].join('\r\n');

/** Accepts a WebSocket (RFC 6455 section 4.2.2). */
function acceptance(request: string): Buffer {
  const key = /sec-websocket-key: (\S+)/i.exec(request)?.[1] ?? '';
  const accepted = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  return Buffer.from(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted.digest('base64')}\r\n\r\n`,
  );
}

/** Frames of a server: a text, and a binary one of which six bytes are missing. */
const hello = Buffer.concat([Buffer.of(0x81, 5), Buffer.from('hello')]);
const unfinished = Buffer.of(0x82, 10, 1, 2, 3, 4);
/** A text of a client. */
const maskedFrame = Buffer.concat([Buffer.of(0x81, 0x82, 0, 0, 0, 0), Buffer.from('hi')]);
const refusal = head('text/plain', 'Content-Length: 8').replace('200 OK', '403 Forbidden');

const handshakes: readonly (readonly [place: string, bytes: string])[] = [
  ['before it accepts a WebSocket', ''],
  ['while it accepts a WebSocket', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: web'],
  ['while it refuses a WebSocket', `${refusal}half`],
];

const frames: readonly (readonly [place: string, sent: Buffer, expected: Buffer])[] = [
  ['after it has accepted a WebSocket', Buffer.alloc(0), Buffer.from('\r\n\r\n')],
  ['between frames', hello, hello],
  ['within a frame', Buffer.concat([hello, unfinished]), hello],
];

/** Both as text. */
const asText = ({ bytes, end }: Seen) => ({ bytes: bytes.toString('latin1'), end });

describe.each(ends)('an upstream whose connection is %s', (end) => {
  const seenEnd = end === 'reset' ? 'ECONNRESET' : 'end';

  it.each(answers)('%s', async (_place, answer, expected) => {
    const ending = { answer: () => Buffer.from(answer), end };
    const { real, played, failures } = await through(ending, get, Buffer.from(expected));
    expect(failures).toEqual([end]);
    expect(asText(real)).toEqual({ end: seenEnd, bytes: expect.stringContaining(expected) });
    expect(asText(played)).toEqual(asText(real));
  });

  it('together with its bytes', async () => {
    const half = `${head('audio/wav', 'Content-Length: 8')}half`;
    const ending = { answer: () => Buffer.from(half), end, isAtOnce: true };
    const { real, played, failures } = await through(ending, get, Buffer.from('half'));
    expect(failures).toEqual([end]);
    expect(asText(real)).toEqual({ end: seenEnd, bytes: expect.stringContaining('half') });
    expect(asText(played)).toEqual(asText(real));
  });

  it('at the end of an answer without a length', async () => {
    const half = `${head('audio/wav', 'X-A: 1')}half`;
    const { real, played, failures } = await through(
      { answer: () => Buffer.from(half), end },
      get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
      Buffer.from('half'),
    );
    // A close is the end of such an answer, which is then played with its length.
    expect(failures).toEqual(end === 'reset' ? ['reset'] : []);
    expect(asText(real)).toEqual({ end: seenEnd, bytes: expect.stringContaining('half') });
    if (end === 'reset') expect(asText(played)).toEqual(asText(real));
    else expect(asText(played)).toEqual({ end: 'end', bytes: expect.stringMatching(/half$/) });
  });

  it.each(handshakes)('%s', async (_place, answer) => {
    const ending = { answer: () => Buffer.from(answer), end, isAtOnce: true };
    const { real, played, failures } = await through(ending, upgrade, Buffer.alloc(0));
    expect(failures).toEqual([end]);
    expect(asText(real)).toEqual({ end: seenEnd, bytes: '' });
    expect(asText(played)).toEqual(asText(real));
  });

  it.each(frames)('%s', async (_place, sent, expected) => {
    const ending = {
      answer: (request: string) => Buffer.concat([acceptance(request), sent]),
      end,
      isAtOnce: sent.includes(unfinished), // a client never has all of it
    };
    const { real, played, failures } = await through(ending, upgrade, expected);
    expect(failures).toEqual([`1006 ${end}`]);
    expect(asText(real)).toEqual({
      end: seenEnd,
      bytes: expect.stringMatching(
        new RegExp(
          `^HTTP/1.1 101 [^]*\r\n\r\n${expected.toString('latin1').replace('\r\n\r\n', '')}$`,
        ),
      ),
    });
    expect(asText(played)).toEqual(asText(real));
  });
});

describe('an upstream that falls silent: the client is reset', () => {
  it.each(answers.filter(([place]) => !place.includes('stream')))(
    '%s',
    async (_place, answer, expected) => {
      const ending = { answer: () => Buffer.from(answer), end: 'timeout' as const };
      const { real, played, failures } = await through(ending, get, Buffer.from(expected));
      expect(failures).toEqual(['timeout']);
      expect(asText(real)).toEqual({
        end: 'ECONNRESET',
        bytes: expect.stringContaining(expected),
      });
      expect(asText(played)).toEqual(asText(real));
    },
  );

  it('before it accepts a WebSocket', async () => {
    const ending = { answer: () => Buffer.alloc(0), end: 'timeout' as const };
    const { real, played, failures } = await through(ending, upgrade, Buffer.alloc(0));
    expect(failures).toEqual(['timeout']);
    expect(asText(real)).toEqual({ end: 'ECONNRESET', bytes: '' });
    expect(asText(played)).toEqual(asText(real));
  });
});

describe('an upstream that closes its side while its client sends', () => {
  it.each([
    [
      'an upload',
      `POST /x HTTP/1.1\r\nHost: {host}\r\nContent-Type: audio/wav\r\nContent-Length: 1000\r\n\r\nhalf`,
    ],
    ['frames', upgrade],
  ])('%s: the client sees the close, and is not reset', async (what, request) => {
    const answer = (text: string) => (what === 'frames' ? acceptance(text) : Buffer.alloc(0));
    let received: () => void = () => undefined;
    const whenReceived = new Promise<void>((resolve) => (received = resolve));
    const upstream = await endingUpstream({ answer, end: 'closed' }, () => whenReceived);
    const events = await inFolder((folder) =>
      recordThrough(upstream.url, join(folder, 'real.jsonl'), async (url) => {
        const { hostname, port } = new URL(url);
        const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
        const seen: string[] = [];
        socket.on('data', received);
        socket.once('end', () => {
          seen.push('end');
          // A connection that is gone would be reset by the first of them.
          const rest = what === 'frames' ? maskedFrame : 'rest';
          socket.write(rest, () => void nextLoopTurn().then(() => socket.end(rest)));
        });
        socket.once('error', (error) => seen.push(String(error)));
        socket.write(request.replace('{host}', `${hostname}:${port}`));
        await once(socket, 'close');
        return seen;
      }),
    );
    await upstream.close();
    expect(events).toEqual(['end']);
  });
});
