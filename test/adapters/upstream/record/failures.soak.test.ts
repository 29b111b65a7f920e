// Upstreams that fail: recorded as what they did, passed on to the client, and played again.

import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

/** How long an upstream may be silent that is to be found so. */
const silentMsMax = 250;
/** The same where another upstream must not be: a busy machine may be slow. */
const longSilentMsMax = 2_000;
/** More than the sockets of the system buffer. */
const longBytes = 30 * 1024 * 1024;

/** Called when a client has received a part of an answer. */
let halfSeen: () => void = () => undefined;

/** What a client sees: status and body, or the code of its error after as much of the body. */
function seen(url: string, body?: string): Promise<string> {
  return new Promise((resolve) => {
    const how =
      body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'audio/wav' } };
    const sending = httpRequest(url, { agent: false, ...how });
    let text = '';
    sending.on('response', (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        halfSeen();
      });
      answer.on('end', () => resolve(`${answer.statusCode} ${text}`));
      answer.on('error', (error: NodeJS.ErrnoException) =>
        resolve(`${error.code} after '${text}'`),
      );
    });
    sending.on('error', (error: NodeJS.ErrnoException) =>
      resolve(text === '' ? `${error.code}` : `${error.code} after '${text}'`),
    );
    sending.end(body);
  });
}

async function upstream(listener: RequestListener) {
  const server = createServer(listener);
  return { url: await listening(server), close: () => closed(server) };
}

/** Answers each connection with bytes, and then as `end` does. */
async function rawUpstream(bytes: string, end: (socket: Socket) => void = () => undefined) {
  const sockets: Socket[] = [];
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.once('data', () => socket.write(bytes, () => end(socket)));
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

/** What a client sees at the proxy and in a playback, and the kinds of failure in the file. */
async function through(
  url: string,
  close: () => Promise<void>,
  { see = seen, ...options }: { see?: typeof seen; silentMsMax?: number } = {},
) {
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const real = await recordThrough(url, file, (proxy) => see(`${proxy}/x`), options);
    await close();
    const { entries } = await readAnyRecording(file);
    const failures = entries.flatMap((entry) =>
      entry.kind === 'http.failure' ? [entry.failure] : [],
    );
    const { value: played } = await playing(file, (player) => see(`${player}/x`));
    return { real, played, failures };
  });
}

describe('an upstream that fails', () => {
  it('refuses connections: the client sees a connection that was reset', async () => {
    const { url, close } = await upstream(() => undefined);
    await close();
    const outcome = await through(url, async () => undefined);
    expect(outcome).toEqual({ real: 'ECONNRESET', played: 'ECONNRESET', failures: ['refused'] });
  });

  it('resets a connection before its answer', async () => {
    const { url, close } = await upstream((request) => request.socket.resetAndDestroy());
    const outcome = await through(url, close);
    expect(outcome).toEqual({ real: 'ECONNRESET', played: 'ECONNRESET', failures: ['reset'] });
  });

  it('resets a connection within its answer', async () => {
    const { url, close } = await upstream((request, response) => {
      response.writeHead(200, { 'Content-Type': 'audio/wav' });
      response.write('half');
      halfSeen = () => request.socket.resetAndDestroy();
    });
    const outcome = await through(url, close);
    const cut = "ECONNRESET after 'half'";
    expect(outcome).toEqual({ real: cut, played: cut, failures: ['reset'] });
  });

  it('answers with something else than HTTP', async () => {
    const { url, close } = await rawUpstream('hello\r\n\r\n', (socket) => socket.end());
    const outcome = await through(url, close);
    expect(outcome).toEqual({ real: 'ECONNRESET', played: 'ECONNRESET', failures: ['malformed'] });
  });
});

const headOf = (type: string, length: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;

/** Answers of which the upstream sends a half. */
const halves = [
  ['text of a length', `${headOf('text/plain', 'Content-Length: 8')}half`],
  ['bytes of a length', `${headOf('audio/wav', 'Content-Length: 8')}half`],
  ['text in chunks', `${headOf('text/plain', 'Transfer-Encoding: chunked')}4\r\nhalf\r\n`],
  ['bytes within a chunk', `${headOf('audio/wav', 'Transfer-Encoding: chunked')}8\r\nhalf`],
] as const;

describe('an upstream that falls silent', () => {
  const timedOut = { real: 'ECONNRESET', played: 'ECONNRESET', failures: ['timeout'] };

  it('before its answer: the client sees a connection that was reset', async () => {
    const { url, close } = await rawUpstream('');
    expect(await through(url, close, { silentMsMax })).toEqual(timedOut);
  });

  it('within the head of its answer', async () => {
    const { url, close } = await rawUpstream('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n');
    expect(await through(url, close, { silentMsMax })).toEqual(timedOut);
  });

  it.each(halves)('within its answer: %s', async (_name, half) => {
    const { url, close } = await rawUpstream(half);
    const cut = "ECONNRESET after 'half'";
    expect(await through(url, close, { silentMsMax })).toEqual({
      real: cut,
      played: cut,
      failures: ['timeout'],
    });
  });

  it('and does not read its request', async () => {
    const { url, close } = await rawUpstream('', (socket) => socket.pause());
    const { real, failures } = await through(url, close, {
      silentMsMax,
      see: (base) => seen(base, 'x'.repeat(longBytes)),
    });
    expect({ real, failures }).toEqual({ real: 'ECONNRESET', failures: ['timeout'] });
  });
});

describe('an upstream that closes its side of a connection', () => {
  const end = (socket: Socket) => void socket.end();

  it('before its answer: the client sees one that was closed', async () => {
    const { url, close } = await rawUpstream('', end);
    const outcome = await through(url, close);
    expect(outcome).toEqual({ real: 'ECONNRESET', played: 'ECONNRESET', failures: ['closed'] });
  });

  it.each(halves)('within its answer: %s', async (_name, half) => {
    const { url, close } = await rawUpstream(half, end);
    const cut = "ECONNRESET after 'half'";
    expect(await through(url, close)).toEqual({ real: cut, played: cut, failures: ['closed'] });
  });

  it('at the end of an answer without a length, has sent all of it', async () => {
    const { url, close } = await rawUpstream(`${headOf('audio/wav', 'X-A: 1')}half`, end);
    const whole = '200 half';
    expect(await through(url, close)).toEqual({ real: whole, played: whole, failures: [] });
  });
});

describe('an upstream that waits for its client', () => {
  /** Records what `act` does; a request to `/silent` ends once its time is over, and so that of all before it. */
  const recorded = (listener: RequestListener, act: (url: string) => Promise<void>) =>
    inFolder(async (folder) => {
      const server = await upstream((request, response) => {
        if (request.url !== '/silent') listener(request, response);
      });
      const file = join(folder, 'real.jsonl');
      await recordThrough(server.url, file, act, { silentMsMax: longSilentMsMax });
      await server.close();
      const { entries } = await readAnyRecording(file);
      return entries.flatMap((entry) => (entry.kind === 'http.failure' ? [entry.to] : []));
    });
  const timePasses = (url: string) => seen(`${url}/silent`);

  it('for the rest of a request has time', async () => {
    let hasArrived: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (hasArrived = resolve));
    const failed = await recorded(
      (request, response) => {
        request.once('data', hasArrived);
        request.once('end', () => response.end('ok'));
      },
      async (url) => {
        const sending = httpRequest(url, {
          agent: false,
          method: 'POST',
          headers: { 'Content-Type': 'audio/wav' },
        });
        const answered = once(sending, 'response');
        sending.write('half');
        await arrived;
        await timePasses(url);
        sending.end('rest');
        const [answer] = (await answered) as [IncomingMessage];
        answer.resume();
        expect(answer.statusCode).toBe(200);
      },
    );
    expect(failed).toHaveLength(1);
  });

  it('to read its answer has time', async () => {
    const failed = await recorded(
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'audio/wav' });
        response.end(Buffer.alloc(longBytes));
      },
      async (url) => {
        const sending = httpRequest(url, { agent: false });
        sending.end();
        const [answer] = (await once(sending, 'response')) as [IncomingMessage];
        await timePasses(url);
        let bytes = 0;
        for await (const chunk of answer) bytes += (chunk as Buffer).length;
        expect(bytes).toBe(longBytes);
      },
    );
    expect(failed).toHaveLength(1);
  });

  it('between the events of a stream has time', async () => {
    let goOn: () => void = () => undefined;
    const failed = await recorded(
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write('data: 1\n\n');
        goOn = () => response.end('data: 2\n\n');
      },
      async (url) => {
        const answer = await fetch(url);
        await timePasses(url);
        goOn();
        expect(await answer.text()).toBe('data: 1\n\ndata: 2\n\n');
      },
    );
    expect(failed).toHaveLength(1);
  });
});

/** What a client of a WebSocket sees: the code of its error, the status of a refusal, or its end. */
function seenSocket(url: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws'));
    let heard = '';
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}`));
    socket.on('message', (data) => (heard += (data as Buffer).toString('utf8')));
    socket.on('close', (code) => resolve(`${heard} closed with ${code}`));
    socket.once('unexpected-response', (_request, { statusCode }) => {
      resolve(`${statusCode}`);
      socket.terminate();
    });
  });
}

describe('the upstream of a WebSocket', () => {
  it.each([
    ['falls silent before its answer', '', undefined, 'timeout'],
    [
      'falls silent within its answer',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n',
      undefined,
      'timeout',
    ],
    [
      'falls silent within its refusal',
      `${headOf('text/plain', 'Content-Length: 8').replace('200', '403')}half`,
      undefined,
      'timeout',
    ],
    ['closes its side before its answer', '', 'end', 'closed'],
    [
      'closes its side within its refusal',
      `${headOf('text/plain', 'Content-Length: 8').replace('200', '403')}half`,
      'end',
      'closed',
    ],
    ['resets the connection', '', 'reset', 'reset'],
    ['answers with something else than HTTP', 'hello\r\n\r\n', 'end', 'malformed'],
  ] as const)('%s', async (_name, bytes, end, failure) => {
    const { url, close } = await rawUpstream(bytes, (socket) => {
      if (end === 'end') socket.end();
      if (end === 'reset') socket.resetAndDestroy();
    });
    const outcome = await through(url, close, {
      see: seenSocket,
      ...(failure === 'timeout' ? { silentMsMax } : {}),
    });
    expect(outcome).toEqual({ real: 'ECONNRESET', played: 'ECONNRESET', failures: [failure] });
  });

  it('refuses connections', async () => {
    const { url, close } = await upstream(() => undefined);
    await close();
    const outcome = await through(url, async () => undefined, { see: seenSocket });
    expect(outcome).toEqual({ real: 'ECONNRESET', played: 'ECONNRESET', failures: ['refused'] });
  });

  it.each([
    ['between frames', Buffer.alloc(0)],
    ['within a frame', Buffer.of(0x82, 10, 1, 2)],
  ])('closes its side %s: it is one that broke', async (_name, rest) => {
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, stream, head) => {
      sockets.handleUpgrade(request, stream, head, (socket) => {
        socket.on('error', () => undefined);
        socket.send('hello', () => stream.end(rest));
      });
    });
    const outcome = await through(await listening(server), () => closed(server), {
      see: seenSocket,
    });
    const broken = 'hello closed with 1006';
    expect(outcome).toEqual({ real: broken, played: broken, failures: [] });
  });
});

describe('a client that leaves', () => {
  it('is recorded, and leaves the upstream, too', async () => {
    let hasLeft: () => void = () => undefined;
    const left = new Promise<void>((resolve) => (hasLeft = resolve));
    let hasArrived: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (hasArrived = resolve));
    const { url, close } = await upstream((_request, response) => {
      response.once('close', hasLeft);
      hasArrived();
    });
    await inFolder(async (folder) => {
      const file = join(folder, 'real.jsonl');
      await recordThrough(url, file, async (proxy) => {
        const sending = httpRequest(`${proxy}/x`, { agent: false });
        sending.on('error', () => undefined);
        sending.end();
        await arrived;
        sending.destroy();
        await left;
      });
      const { entries } = await readAnyRecording(file);
      expect(entries.map(({ kind }) => kind)).toEqual(['http.request', 'http.failure']);
      expect(entries[1]).toMatchObject({ failure: 'cancelled' });
    });
    await close();
  });
});
