// What a proxy must not do to the traffic that passes it: send it twice, lose it, hold it back or spoil it.

import { once } from 'node:events';
import { createServer, request as httpRequest, type ClientRequest } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, recordThrough } from '../../../support/upstream/recorded.ts';

/** Records what `act` does at a proxy before a server that gets each chunk of its connections. */
function recorded(
  onData: (text: string, socket: Socket) => void,
  act: (url: string) => Promise<unknown>,
) {
  return inFolder(async (folder) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => onData(data.toString('latin1'), socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const file = join(folder, 'real.jsonl');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await recordThrough(url, file, act);
    server.close();
    return (await readAnyRecording(file)).entries;
  });
}

/** All bytes that a client receives until its connection closes, and the code of its error. */
function received(url: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => (text += code));
    socket.once('close', () => resolve(text));
    socket.write(`GET /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
}

function sent(url: string, method = 'GET'): ClientRequest {
  return httpRequest(url, { agent: false, method }).on('error', () => undefined);
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

describe('an upstream that closes a connection as the next request comes', () => {
  it.each([
    ['POST', 1],
    ['DELETE', 1],
    ['GET', 2],
  ])('gets a %s %d times at most', async (method, times) => {
    let count = 0;
    await recorded(
      (text, socket) => {
        if (text.startsWith('GET /first')) socket.write(ok);
        else {
          count += 1;
          socket.resetAndDestroy();
        }
      },
      async (url) => {
        await (await fetch(`${url}/first`)).text();
        await expect(fetch(`${url}/x`, { method })).rejects.toThrow();
      },
    );
    expect(count).toBe(times);
  });
});

describe('exchanges under way at the stop', () => {
  it.each(['text/event-stream', 'text/plain', 'audio/wav'])(
    'keep what has passed of an answer of %s',
    async (type) => {
      const entries = await recorded(
        (_text, socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\nhalf`),
        async (url) => {
          const sending = sent(`${url}/x`);
          sending.end();
          const [answer] = await once(sending, 'response');
          answer.on('error', () => undefined);
          await once(answer, 'data');
        },
      );
      const content = type === 'audio/wav' ? { base64: 'aGFsZg==' } : { text: 'half' };
      expect(entries).toMatchObject([
        { kind: 'http.request' },
        { kind: 'http.answer', parts: true },
        { kind: 'http.part', ...content },
        { kind: 'http.failure', to: 2, failure: 'cancelled' },
      ]);
    },
  );

  it('keep what has passed of a request that is sent on as it comes', async () => {
    let hasArrived: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (hasArrived = resolve));
    const entries = await recorded(
      (text) => {
        if (text.includes('half')) hasArrived();
      },
      async (url) => {
        sent(`${url}/x`, 'POST').setHeader('Content-Type', 'audio/wav').write('half');
        await arrived;
      },
    );
    expect(entries).toMatchObject([
      { kind: 'http.request', parts: true },
      { kind: 'http.part', base64: 'aGFsZg==' },
      { kind: 'http.failure', to: 1, failure: 'cancelled' },
    ]);
  });

  it('keep what has passed of a request that is sent on as a whole', async () => {
    const entries = await recorded(
      (_text, socket) => socket.write(ok),
      async (url) => {
        const sending = sent(`${url}/x`, 'POST');
        sending.setHeader('Content-Type', 'text/plain');
        sending.setHeader('Content-Length', 8);
        await new Promise((resolve) => sending.write('half', resolve));
        await (await fetch(`${url}/later`)).text(); // the proxy has read the half by now
      },
    );
    expect(entries.slice(-3)).toMatchObject([
      { kind: 'http.request', url: '/x', parts: true },
      { kind: 'http.part', text: 'half' },
      { kind: 'http.failure', failure: 'cancelled' },
    ]);
  });
});

describe('a short answer with a length', () => {
  const half = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nhalf';

  it('arrives up to where it breaks off', async () => {
    await recorded(
      (_text, socket) => socket.write(half, () => socket.destroySoon()),
      async (url) => {
        const text = await received(url);
        expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
        expect(text).toContain('half');
      },
    );
  });

  it('arrives as it comes if it is slow', async () => {
    let goOn: () => void = () => undefined;
    await recorded(
      (_text, socket) => {
        socket.write(half);
        goOn = () => socket.write('rest');
      },
      async (url) => {
        const answer = await fetch(`${url}/x`);
        goOn(); // the upstream sends the rest only now
        expect(await answer.text()).toBe('halfrest');
      },
    );
  });
});

describe('an upstream with a status that is none', () => {
  it.each(['099', '000'])('is malformed, and the proxy goes on: %s', async (status) => {
    const entries = await recorded(
      (text, socket) => socket.write(text.startsWith('GET /ok') ? ok : ok.replace('200', status)),
      async (url) => {
        expect(await received(url)).toBe('ECONNRESET');
        expect((await fetch(`${url}/ok`)).status).toBe(200);
      },
    );
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'http.request' },
      { kind: 'http.failure', to: 1, failure: 'malformed' },
    ]);
  });
});

describe('headers with bytes above 127', () => {
  it.each([
    ['text/plain', 0],
    ['text/plain', 2],
    ['audio/wav', 2],
    ['text/event-stream', 2],
  ])('arrive as they are, with %s of length %d', async (type, length) => {
    const headers = `Location: /caf\xe9\r\nX-Name: caf\xc3\xa9\r\nContent-Type: ${type}\r\n`;
    await recorded(
      (_text, socket) =>
        socket.write(
          `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${length}\r\n\r\n${'ok'.slice(0, length)}`,
          'latin1',
        ),
      async (url) => expect(await received(url)).toContain(headers),
    );
  });

  it('arrive as they are at the upstream', async () => {
    const server = createServer(({ rawHeaders }, response) => {
      response.end(rawHeaders.join('|'));
    });
    await inFolder(async (folder) => {
      const url = await listening(server);
      await recordThrough(url, join(folder, 'real.jsonl'), async (proxy) => {
        const sending = sent(`${proxy}/x`).setHeader('X-Name', 'caf\xe9');
        sending.end();
        const [answer] = await once(sending, 'response');
        let text = '';
        for await (const chunk of answer) text += chunk.toString('utf8');
        expect(text).toContain('X-Name|caf\xe9');
      });
    });
    await closed(server);
  });
});
