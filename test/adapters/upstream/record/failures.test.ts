// Upstreams that fail: recorded as what they did, passed on to the client, and played again.

import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

/** Called when a client has received a part of an answer. */
let halfSeen: () => void = () => undefined;

/** What a client sees: status and body, or the code of its error after as much of the body. */
function seen(url: string, body?: string): Promise<string> {
  return new Promise((resolve) => {
    const sending = httpRequest(url, { agent: false, method: body === undefined ? 'GET' : 'POST' });
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
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}`));
    sending.end(body);
  });
}

async function upstream(listener: RequestListener) {
  const server = createServer(listener);
  return { url: await listening(server), close: () => closed(server) };
}

/** Answers each connection with bytes, and then as `end` does. */
async function rawUpstream(bytes: string, end: (socket: Socket) => void) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(bytes, () => end(socket)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** What a client sees at the proxy and in a playback, and the kinds of failure in the file. */
async function through(url: string, close: () => Promise<void>) {
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const real = await recordThrough(url, file, (proxy) => seen(`${proxy}/x`));
    await close();
    const { entries } = await readAnyRecording(file);
    const failures = entries.flatMap((entry) =>
      entry.kind === 'http.failure' ? [entry.failure] : [],
    );
    const { value: played } = await playing(file, (player) => seen(`${player}/x`));
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
