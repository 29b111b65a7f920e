// Heads of answers reach clients as the upstream has sent them, at the proxy and in a playback.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { exportTo, importTo } from '../../../support/upstream/har.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

/** All bytes that a client receives for a head until the connection closes, as Latin-1, and the code of its error. */
function received(url: string, head: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port, host, pathname } = new URL(url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => (text += code));
    socket.once('close', () => resolve(text));
    const lines = [`GET ${pathname} HTTP/1.1`, `Host: ${host}`, ...head, '', ''];
    socket.write(lines.join('\r\n'), 'latin1');
  });
}

/** A server that writes the same bytes to each connection once a request has come, and closes it. */
async function startRaw(bytes: string) {
  const requests: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      requests.push(data.toString('latin1'));
      socket.end(bytes, 'latin1');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, close: () => void server.close() };
}

/** What a client receives at the proxy and in a playback, also after the recording was a HAR; and the request of the proxy. */
async function throughAll(answer: string, head: readonly string[] = ['Connection: close']) {
  const { url, requests, close } = await startRaw(answer);
  return inFolder(async (folder) => {
    const [file, har, again] = ['real.jsonl', 'web.har', 'again.jsonl'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const act = (base: string) => received(`${base}/x`, head);
    const real = await recordThrough(url, file, act);
    close();
    const { value: played } = await playing(file, act);
    await exportTo(har, file);
    await importTo(again, har);
    const { entries } = await readAnyRecording(file);
    expect((await readAnyRecording(again)).entries).toEqual(entries);
    return { real, played, entries, sent: requests[0] ?? '' };
  });
}

const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];

const repeated = [
  'X-List: a, b',
  'X-List: c',
  'WWW-Authenticate: Basic realm="a, b"',
  'WWW-Authenticate: Digest realm="c"',
  'Set-Cookie: a=; Expires=Thu, 01 Jan 2026 00:00:00 GMT',
  'Set-Cookie: b=; HttpOnly',
  'X-Empty: ',
  'X-Empty: ',
  'Content-Type: audio/wav',
].join('\r\n');

/** The lines of a head, of which those of one name have an order; and the body. */
function byName(answer: string) {
  const [head = '', body] = answer.split('\r\n\r\n');
  const [status, ...lines] = head.split('\r\n');
  const names = [...new Set(lines.map(nameOf))].filter((name) => !ofServer.has(name));
  const headers = names.sort().map((name) => lines.filter((line) => nameOf(line) === name));
  return { status, headers, body };
}

const ofServer: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive']);

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(':')).toLowerCase();
}

describe('repeated headers', () => {
  it('of an answer stay as they are', async () => {
    const answer = `HTTP/1.1 200 OK\r\n${repeated}\r\nContent-Length: 2\r\n\r\nok`;
    const { real, played } = await throughAll(answer);
    expect(byName(real)).toEqual(byName(answer));
    expect(byName(played)).toEqual(byName(answer));
  });

  it('of a refused handshake stay as they are', async () => {
    const answer = `HTTP/1.1 403 No, not now\r\n${repeated}\r\nContent-Length: 2\r\n\r\nno`;
    const { real, played } = await throughAll(answer, upgrade);
    expect(byName(real)).toEqual(byName(answer));
    expect(byName(played)).toEqual(byName(answer));
  });

  it('of one name in several spellings keep their order', async () => {
    const lines = (names: readonly string[]) =>
      names.map((name, index) => `${name}: ${index}\r\n`).join('');
    const head = `HTTP/1.1 200 OK\r\nContent-Length: 0\r\n`;
    const { real, played } = await throughAll(`${head}${lines(['X-A', 'x-a', 'X-A'])}\r\n`);
    expect(real).toContain(lines(['X-A', 'x-a', 'X-A']));
    expect(played).toContain(lines(['X-A', 'X-A', 'X-A']));
  });

  it('of a request stay as they are', async () => {
    const head = ['X-List: a, b', 'x-other: 1', 'X-List: c', 'Connection: close'];
    const { sent, entries } = await throughAll('HTTP/1.1 204 No Content\r\n\r\n', head);
    expect(sent).toContain('X-List: a, b\r\nx-other: 1\r\nX-List: c\r\n');
    expect(entries[0]).toMatchObject({ headers: { 'x-list': 'a, b\nc', 'x-other': '1' } });
  });

  it('of a handshake stay as they are', async () => {
    const head = ['X-List: a, b', 'X-List: c', ...upgrade];
    const { sent } = await throughAll('HTTP/1.1 403 Forbidden\r\n\r\n', head);
    expect(sent).toContain('X-List: a, b\r\nX-List: c\r\n');
  });
});

describe('a reason phrase', () => {
  it.each([
    ['200 Fine', 'Fine'],
    ['404 OK', 'OK'],
    ['200 ', ''],
    ['299 Odd', 'Odd'],
    ['500 caf\xe9 \xc3\xa9', 'caf\xe9 \xc3\xa9'],
    ['201 Created', undefined],
    ['599 unknown', undefined],
  ])('stays as it is: %s', async (status, reason) => {
    const line = `HTTP/1.1 ${status}\r\n`;
    const { real, played, entries } = await throughAll(`${line}Content-Length: 0\r\n\r\n`);
    expect(real.slice(0, line.length)).toBe(line);
    expect(played.slice(0, line.length)).toBe(line);
    const recorded = entries[1];
    expect(recorded !== undefined && 'reason' in recorded ? recorded.reason : undefined).toBe(
      reason,
    );
  });

  it.each(['Content-Type: audio/wav', 'Content-Type: text/plain\r\nContent-Length: 0'])(
    'that HTTP cannot send is that of its status, with %j',
    async (headers) => {
      const answer = `HTTP/1.1 200 a\x01b\r\n${headers}\r\n\r\n`;
      const { real, played } = await throughAll(answer);
      expect(real).toMatch(/^HTTP\/1.1 200 OK\r\n/);
      expect(played).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    },
  );

  it('of a refused handshake that HTTP cannot send is that of its status', async () => {
    const { real, played } = await throughAll('HTTP/1.1 403 a\x01b\r\n\r\n', upgrade);
    expect(real).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/);
    expect(played).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/);
  });
});

describe('bytes above 127 in a handshake', () => {
  const value = 'X-Name: caf\xe9 \xc3\xa9\r\n';

  it('of a client arrive as they are', async () => {
    const { sent } = await throughAll('HTTP/1.1 403 Forbidden\r\n\r\n', [value.trim(), ...upgrade]);
    expect(sent).toContain(value);
  });

  it('of a refusal arrive as they are', async () => {
    const { real, played } = await throughAll(`HTTP/1.1 403 Forbidden\r\n${value}\r\n`, upgrade);
    expect(real).toContain(value);
    expect(played).toContain(value);
  });

  it('of an upstream that accepts arrive as they are', async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    sockets.on('headers', (lines) => void lines.push(value.trim(), 'X-List: a', 'X-List: b'));
    server.on('upgrade', (request, stream, head) => {
      stream.setDefaultEncoding('latin1');
      sockets.handleUpgrade(request, stream, head, (socket) => socket.terminate());
    });
    const url = await listening(server);
    await inFolder(async (folder) => {
      const file = join(folder, 'real.jsonl');
      const act = (base: string) => received(`${base}/x`, upgrade);
      const real = await recordThrough(url, file, act);
      const { value: played } = await playing(file, act);
      for (const text of [real, played]) {
        expect(text).toContain(value);
        expect(text).toContain('X-List: a\r\nX-List: b\r\n');
      }
    });
    await closed(server);
  });

  it('are no part of frames', async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => {
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    });
    const url = await listening(server);
    await inFolder(async (folder) => {
      const file = join(folder, 'real.jsonl');
      const act = async (base: string) => {
        const socket = new WebSocket(base.replace('http', 'ws'));
        await once(socket, 'open');
        socket.send('caf\xe9 \u{1f600}');
        const [data] = await once(socket, 'message');
        socket.close();
        await once(socket, 'close');
        return String(data);
      };
      expect(await recordThrough(url, file, act)).toBe('caf\xe9 \u{1f600}');
      expect((await playing(file, act)).value).toBe('caf\xe9 \u{1f600}');
    });
    await closed(server);
  });
});
