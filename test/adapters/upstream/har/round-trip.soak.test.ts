// A recording that is exported as a HAR and imported again is the same, byte for byte.

import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { HarValidator } from '@har-sdk/validator';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { filesBelow } from '../../../../adapters/files-below.ts';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { exportTo, importTo } from '../../../support/upstream/har.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

interface Log {
  readonly entries: {
    request: { url: string };
    response: { content: { text?: string; encoding?: string }; _error?: string };
    _webSocketMessages?: object[];
    _reprise: { lines: { n: number; after?: number }[] };
  }[];
}

const harIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { log: Log };

/** Exports a recording and imports that; returns both recordings and the HAR. */
async function roundTrip(recording: string) {
  const har = `${recording}.har`;
  const again = `${recording}.again`;
  await exportTo(har, recording);
  await importTo(again, har);
  return {
    before: readFileSync(recording, 'utf8'),
    after: readFileSync(again, 'utf8'),
    har: harIn(har),
  };
}

describe('the recording of a world', () => {
  const folder = 'recordings';
  const files = filesBelow(folder).filter((file) => file.endsWith('.jsonl'));

  it.each(files)('is the same after it was a HAR: %s', (file) =>
    inFolder(async (home) => {
      const copy = join(home, 'world.jsonl');
      writeFileSync(copy, readFileSync(join(folder, file)));
      const { before, after } = await roundTrip(copy);
      expect(after).toBe(before);
    }),
  );
});

const long = (links: string) => `${links} `.repeat(40_000);

/** Answers with all that HAR has no form for. */
const answers: Readonly<Record<string, RequestListener>> = {
  '/links': (request, response) => {
    const base = `http://${request.headers.host}`;
    response.setHeader('Location', `${base}/next`);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ next: `${base}/next`, other: `${base}.example`, '{origin}': 1 }));
  },
  '/long': (request, response) => {
    response.setHeader('Content-Type', 'text/plain');
    response.end(long(`http://${request.headers.host}/x, é`));
  },
  '/latin1': (_request, response) => {
    response.setHeader('Content-Type', 'text/plain; charset=iso-8859-1');
    response.end(Buffer.concat([Buffer.from(long('text')), Buffer.of(0xe9)]));
  },
  '/binary': (_request, response) => {
    response.setHeader('Content-Type', 'audio/wav');
    response.end(Buffer.alloc(600_000, 7));
  },
  '/stream': (_request, response) => {
    response.setHeader('Content-Type', 'text/event-stream');
    response.write('data: 1\n\n');
    response.write('data: 2\n\n');
    response.end();
  },
  '/cookies': (_request, response) => {
    response.setHeader('Set-Cookie', ['a=0123456789abcdef0123; Path=/', 'b=2']);
    response.end('{"token":"0123456789abcdef0123456789"}');
  },
  '/half': (_request, response) => {
    response.setHeader('Content-Length', '100');
    response.write('half');
    setImmediate(() => response.destroy());
  },
  '/gone': (request) => request.socket.destroy(),
};

function get(url: string, body?: string): Promise<void> {
  return new Promise((resolve) => {
    const sending = httpRequest(
      url,
      {
        agent: false,
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: 'Bearer 0123456789abcdef0123456789abcdef', 'X-Tenant': 'north' },
      },
      (answer) => {
        answer.resume();
        answer.once('close', resolve);
      },
    );
    sending.once('error', () => resolve());
    sending.end(body);
  });
}

async function speak(url: string): Promise<void> {
  const socket = new WebSocket(url.replace('http', 'ws'), 'v1');
  await new Promise<void>((resolve) => {
    socket.once('error', () => resolve());
    socket.once('close', () => resolve());
    socket.once('open', () => {
      socket.send('{"type":"A"}');
      socket.send(Buffer.of(0, 255));
      socket.ping('hi');
      socket.once('pong', () => socket.close(4001, 'é'));
    });
  });
}

/** Records all of the answers, a webhook and two sockets, of which one is refused. */
async function recordAll(file: string): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: () => 'v1',
  });
  server.on('upgrade', (request, stream, head) => {
    if (request.url === '/refused') return void stream.end('HTTP/1.1 403 Forbidden\r\n\r\nno');
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.once('message', () => socket.send('welcome'));
    });
  });
  const url = await listening(server);
  try {
    await recordThrough(url, file, async (proxy) => {
      for (const path of Object.keys(answers)) await get(proxy + path);
      await get(`${proxy}/links`, long(`{"link":"${proxy}/x"}`));
      await speak(`${proxy}/socket`);
      await speak(`${proxy}/refused`);
    });
  } finally {
    await closed(server);
  }
}

describe('the recording of a service', () => {
  it('is the same after it was a HAR', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'real.jsonl');
      await recordAll(file);
      const { before, after, har } = await roundTrip(file);
      expect(after).toBe(before);
      const entries = har.log.entries.map(({ request, response, _webSocketMessages }) => ({
        path: new URL(request.url).pathname,
        error: response._error,
        encoding: response.content.encoding,
        messages: _webSocketMessages?.length,
      }));
      expect(entries).toMatchObject([
        { path: '/links' },
        { path: '/long', encoding: undefined },
        { path: '/latin1', encoding: 'base64' },
        { path: '/binary', encoding: 'base64' },
        { path: '/stream' },
        { path: '/cookies' },
        { path: '/half', error: 'net::ERR_CONNECTION_CLOSED' },
        { path: '/gone', error: 'net::ERR_CONNECTION_CLOSED' },
        { path: '/links' },
        { path: '/socket', messages: 5 },
        { path: '/refused', messages: 0 },
      ]);
      expect(after).not.toContain('0123456789abcdef');
    }));

  it('keeps whether connections were reset or closed', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'real.jsonl');
      const server = createServer((request) => request.socket.resetAndDestroy());
      const sockets = new WebSocketServer({ noServer: true });
      server.on('upgrade', (request, stream, head) => {
        sockets.handleUpgrade(request, stream, head, () => {
          if (request.url === '/closed') stream.end();
          else (stream as Socket).resetAndDestroy();
        });
      });
      await recordThrough(await listening(server), file, async (proxy) => {
        await get(`${proxy}/x`);
        await speak(`${proxy}/closed`);
        await speak(`${proxy}/reset`);
      });
      await closed(server);
      const { before, after, har } = await roundTrip(file);
      expect(after).toBe(before);
      expect(after.match(/"failure":"reset"/g)).toHaveLength(2);
      expect(after.match(/"code":1006/g)).toHaveLength(2);
      expect(har.log.entries[0]?.response._error).toBe('net::ERR_CONNECTION_RESET');
    }));

  it('has the links of the service in its HAR, which is valid', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'real.jsonl');
      await recordAll(file);
      const { har } = await roundTrip(file);
      const [links] = har.log.entries;
      const { origin } = new URL(links?.request.url ?? '');
      expect(links?.response.content.text).toContain(`"next":"${origin}/next"`);
      expect(await new HarValidator().verify(har as never)).toEqual([]);
    }));

  it('plays what is left after entries were removed from its HAR', () =>
    inFolder(async (folder) => {
      const [file, har, rest] = ['real.jsonl', 'web.har', 'rest.jsonl'].map((name) =>
        join(folder, name),
      ) as [string, string, string];
      await recordAll(file);
      await exportTo(har, file);
      const { log } = harIn(har);
      const without = log.entries.filter((_entry, index) => index % 2 === 1);
      // As of a request that a playback has added after the last line of the entry before.
      const [first, second] = without.map(({ _reprise }) => _reprise.lines);
      if (second?.[0] !== undefined) second[0].after = first?.at(-1)?.n ?? 0;
      writeFileSync(har, JSON.stringify({ log: { ...log, entries: without } }));
      expect(await importTo(rest, har)).toEqual({ requests: 4, sockets: 1, frames: 5 });
      const { entries } = await readAnyRecording(rest);
      expect(entries.map(({ n }) => n)).toEqual(entries.map((_entry, index) => index + 1));
      const added = entries.find((entry) => 'after' in entry);
      expect(added).toMatchObject({ after: (added?.n ?? 0) - 1 });
      const { value } = await playing(rest, async (url) => {
        const response = await fetch(`${url}/binary`);
        return (await response.arrayBuffer()).byteLength;
      });
      expect(value).toBe(600_000);
    }));

  it('is cut again after it was cut', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'real.jsonl');
      await recordAll(file);
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, 12);
      writeFileSync(file, `${lines.join('\n')}\n`);
      const { before, after } = await roundTrip(file);
      expect(after).toBe(before);
    }));
});
