import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { App } from '../../../../adapters/protocol/app.ts';
import { MessageHandler } from '../../../../adapters/hosts/node/node-message.ts';
import { json } from '../../../../adapters/protocol/messages.ts';

const app: App = {
  owns: () => true,
  handle: async () => json(200, { text: 'é' }),
  refuse: (_request, status, message) => json(status, { code: status, message }),
  open: async () => ({ kind: 'refused', response: json(404, {}) }),
};

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

describe('a response whose writeHead is wrapped', () => {
  it('passes all headers as an object', async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      const writeHead = response.writeHead.bind(response) as (
        ...given: unknown[]
      ) => typeof response;
      response.writeHead = (...given: readonly unknown[]) => {
        seen.push(given[1]);
        return writeHead(...given);
      };
      new MessageHandler(app).answer(request, response, { url: '/', origin: 'http://host' });
    });
    const port = await listening(server);
    const response = await fetch(`http://127.0.0.1:${port}`);
    expect(await response.json()).toEqual({ text: 'é' });
    expect(response.headers.get('content-length')).toBe('13');
    expect(seen).toEqual([
      { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': '13' },
    ]);
    end(server);
  });
});

describe('a request that is destroyed within its body', () => {
  it.each(['by the server', 'by its client'])('is handled once, %s', async (side) => {
    let handledCount = 0;
    const gone = new Promise<void>((resolve) => {
      const server = createServer((request, response) => {
        new MessageHandler(app).answer(
          request,
          response,
          { url: '/', origin: 'http://host' },
          () => {
            handledCount += 1;
            end(server);
            resolve();
          },
        );
        request.once('data', () =>
          side === 'by its client' ? socket.destroy() : request.destroy(),
        );
      });
      let socket: ReturnType<typeof connect>;
      void listening(server).then((port) => {
        socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc');
      });
    });
    await gone;
    await new Promise(setImmediate);
    expect(handledCount).toBe(1);
  });
});

describe('requests of one turn', () => {
  it('are handled round-robin by world', async () => {
    const handled: string[] = [];
    const noting: App = {
      ...app,
      queueOf: ({ url, headers }) =>
        headers['x-reprise-world'] ?? /^\/w\/([^/?]+)/.exec(url)?.[1] ?? 'default',
      async handle({ url }) {
        handled.push(url);
        return json(200, {});
      },
    };
    const messages = new MessageHandler(noting);
    const server = createServer((request, response) =>
      messages.answer(request, response, { url: request.url ?? '', origin: 'http://host' }),
    );
    const socket = connect(await listening(server), '127.0.0.1');
    const urls = ['/w/a/1', '/w/a/2?x=/w/b', '/w/a/3', '/ping', '/w/b/1', '/4', '/w/b?2'];
    const inHeader: Readonly<Record<string, string>> = { '/4': 'X-Reprise-World: a\r\n' };
    socket.write(
      urls.map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n${inHeader[url] ?? ''}\r\n`).join(''),
    );
    await expect.poll(() => handled.length).toBe(urls.length);
    expect(handled).toEqual([
      '/w/a/1',
      '/ping',
      '/w/b/1',
      '/w/a/2?x=/w/b',
      '/w/b?2',
      '/w/a/3',
      '/4',
    ]);
    socket.destroy();
    end(server);
  });
});
