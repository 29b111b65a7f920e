// Answers that lead to other places at the upstream lead a client there through the proxy, and again where they are played.

import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

/** A server that redirects to the parameter `to`, and says at other paths where it is. */
async function startRedirecting() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://any');
    const to = searchParams.get('to');
    if (to === null) return void response.end(`at ${pathname}`);
    response.writeHead(302, {
      Location: to,
      'Content-Location': to,
      Link: [`<${to}>; rel=next`, '<y>; rel=last'],
      Refresh: `5; url=${to}`,
      'Set-Cookie': [`a=; Path=${to}; Domain=127.0.0.1`, 'b=; HttpOnly'],
    });
    response.end();
  });
  server.on('upgrade', (_request, stream) => {
    stream.end('HTTP/1.1 307 Moved\r\nLocation: /blog/other\r\nSet-Cookie: a=; Path=/blog\r\n\r\n');
  });
  return { url: await listening(server), close: () => closed(server) };
}

/** What `act` returns at a proxy of the upstream at this path, in a playback, and at a cursor of it. */
async function throughAll<Value>(path: string, act: (base: string) => Promise<Value>) {
  const { url, close } = await startRedirecting();
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const real = await recordThrough(url + path, file, act);
    await close();
    const { value, misses } = await playing(file, async (player) => ({
      played: await act(player),
      atCursor: await act(`${player}/w/one`),
    }));
    expect(misses).toEqual([]);
    return { real, ...value };
  });
}

describe('a redirect', () => {
  it.each([
    ['', '/x/y'],
    ['', 'y'],
    ['', '../x'],
    ['/blog', '/blog/x/y'],
    ['/blog', 'y'],
    ['/blog', '../x'],
    ['/blog', '/blog/../blog/x'],
    ['/blog', '/blog'],
  ])('of an upstream at "%s" to %s leads through the proxy', async (path, to) => {
    const { real, played, atCursor } = await throughAll(path, async (base) => {
      const response = await fetch(`${base}/a/b?to=${encodeURIComponent(to)}`);
      return { at: response.url.slice(base.length), text: await response.text() };
    });
    expect(real.text).toBe(`at ${path}${real.at}`);
    expect(played).toEqual(real);
    expect(atCursor).toEqual(real);
  });

  it('has the paths of its client in all headers', async () => {
    const { real, played, atCursor } = await throughAll('/blog', async (base) => {
      const { headers } = await fetch(`${base}/a?to=/blog/x`, { redirect: 'manual' });
      const values = ['location', 'content-location', 'link', 'refresh'].map((name) =>
        headers.get(name),
      );
      return [...values, ...headers.getSetCookie()];
    });
    const expected = (path: string) => [
      path,
      path,
      `<${path}>; rel=next, <y>; rel=last`,
      `5; url=${path}`,
      `a=; Path=${path}`,
      'b=; HttpOnly',
    ];
    expect(real).toEqual(expected('/x'));
    expect(played).toEqual(expected('/x'));
    expect(atCursor).toEqual(expected('/w/one/x'));
  });

  it('in place of a WebSocket leads there, too', async () => {
    const { real, played, atCursor } = await throughAll('/blog', (base) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/socket`);
      socket.on('error', () => undefined);
      return new Promise((resolve) => {
        socket.once('unexpected-response', (_request, { statusCode, statusMessage, headers }) => {
          resolve([statusCode, statusMessage, headers.location, headers['set-cookie']]);
          socket.terminate();
        });
      });
    });
    expect(real).toEqual([307, 'Moved', '/other', ['a=; Path=/']]);
    expect(played).toEqual(real);
    expect(atCursor).toEqual([307, 'Moved', '/w/one/other', ['a=; Path=/w/one/']]);
  });
});

it('sends the origin of the upstream in place of its own', async () => {
  const origins: unknown[] = [];
  const server = createServer((request, response) => {
    origins.push(request.headers.origin);
    response.end();
  });
  const url = await listening(server);
  await inFolder((folder) =>
    recordThrough(`${url}/blog`, join(folder, 'real.jsonl'), async (proxy) => {
      await fetch(proxy, { headers: { Origin: proxy } });
      await fetch(proxy, { headers: { Origin: 'https://other.example' } });
    }),
  );
  await closed(server);
  expect(origins).toEqual([url, 'https://other.example']);
});
