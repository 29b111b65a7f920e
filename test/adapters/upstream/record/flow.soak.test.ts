// Long contents pass a proxy as they come: the first chunk before the last is sent, and no more than the receiver reads.

import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { bytesOf } from '../../../../adapters/recording/format/recorded-content.ts';
import { trafficIn } from '../../../support/upstream/compared.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, recordThrough } from '../../../support/upstream/recorded.ts';

const mebibyte = 1024 * 1024;
const chunkBytes = 64 * 1024;
/** Of contents whose receiver does not read. */
const longBytes = 40 * mebibyte;
/** What the sockets of the system may buffer, and the proxy. */
const bufferedBytesMax = 20 * mebibyte;
const longMs = 60_000;

interface Upstream {
  readonly answer: (...exchange: Parameters<RequestListener>) => void | Promise<void>;
  readonly socket: (socket: WebSocket) => void;
}

/** Records what `act` does at the URL of a proxy in front of an upstream; returns the file's traffic. */
function recorded({ answer, socket }: Partial<Upstream>, act: (url: string) => Promise<void>) {
  return inFolder(async (folder) => {
    const server = createServer((request, response) => {
      if (request.url === '/ping') response.end();
      else void answer?.(request, response);
    });
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (opened) => {
      opened.on('error', () => undefined);
      socket?.(opened);
    });
    const file = join(folder, 'real.jsonl');
    try {
      await recordThrough(await listening(server), file, act);
    } finally {
      for (const one of sockets.clients) one.terminate();
      await closed(server);
    }
    return trafficIn(file);
  });
}

/** Writes chunks as fast as they are taken, up to a length. */
class Source {
  writtenBytes = 0;
  readonly #lengthMax: number;

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  async pour(into: Writable): Promise<void> {
    const chunk = Buffer.alloc(chunkBytes, 'flow,');
    let goOn: () => void = () => undefined;
    into
      .on('error', () => undefined)
      .on('drain', () => goOn())
      .on('close', () => goOn());
    while (this.writtenBytes < this.#lengthMax && !into.destroyed) {
      this.writtenBytes += chunk.length;
      if (!into.write(chunk)) await new Promise<void>((resolve) => (goOn = resolve));
    }
    into.end();
  }

  async pourFrames(into: WebSocket): Promise<void> {
    const frame = Buffer.alloc(chunkBytes, 1);
    while (this.writtenBytes < this.#lengthMax && into.readyState === WebSocket.OPEN) {
      this.writtenBytes += frame.length;
      await new Promise<void>((resolve) => into.send(frame, () => resolve()));
    }
  }
}

/** Resolves once no more is written while many other requests pass. */
async function stalled(source: Source, url: string): Promise<number> {
  let before = -1;
  for (let quiet = 0; quiet < 50; quiet += 1) {
    if (source.writtenBytes !== before) quiet = 0;
    before = source.writtenBytes;
    await (await fetch(`${url}/ping`)).arrayBuffer();
  }
  return source.writtenBytes;
}

function sent(url: string, method = 'GET'): ClientRequest {
  const sending = httpRequest(url, { agent: false, method });
  sending.on('error', () => undefined);
  return sending;
}

async function answerTo(sending: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return answer;
}

async function lengthOf(content: AsyncIterable<unknown>): Promise<number> {
  let bytes = 0;
  for await (const chunk of content) bytes += (chunk as Buffer).length;
  return bytes;
}

async function opened(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

const types = ['application/json', 'audio/wav'];

/** Sends the rest of a content, or reads on; set by each test. */
let goOn: () => unknown = () => undefined;

describe('the first chunk', () => {
  it.each(types)('of an answer of %s arrives before the last one is sent', async (type) => {
    const { requests } = await recorded(
      {
        answer(_request, response) {
          response.writeHead(200, { 'Content-Type': type, 'Content-Length': 2 * chunkBytes });
          response.write(Buffer.alloc(chunkBytes, 'a,'));
          goOn = () => response.end(Buffer.alloc(chunkBytes, 'b,'));
        },
      },
      async (url) => {
        const sending = sent(`${url}/x`);
        sending.end();
        const answer = await answerTo(sending);
        let bytes = 0;
        for await (const chunk of answer) {
          if (bytes === 0) goOn(); // the upstream sends the rest only now
          bytes += (chunk as Buffer).length;
        }
        expect(bytes).toBe(2 * chunkBytes);
      },
    );
    const outcome = requests[0]?.outcome;
    const parts = outcome !== undefined && 'parts' in outcome ? outcome.parts : [];
    expect(Buffer.concat(parts.map(bytesOf)).length).toBe(2 * chunkBytes);
  });

  it('of an upload arrives before the last one is sent', async () => {
    const { requests } = await recorded(
      {
        async answer(request, response) {
          await once(request, 'readable');
          goOn();
          response.end(String(await lengthOf(request)));
        },
      },
      async (url) => {
        const sending = sent(`${url}/x`, 'POST');
        sending.write(Buffer.alloc(chunkBytes, 'a,'));
        goOn = () => sending.end(Buffer.alloc(chunkBytes, 'b,'));
        const answer = await answerTo(sending);
        let text = '';
        for await (const chunk of answer) text += String(chunk);
        expect(text).toBe(String(2 * chunkBytes));
      },
    );
    expect(requests[0]?.content.text?.length).toBe(2 * chunkBytes);
  });
});

describe('a receiver that does not read', { timeout: longMs }, () => {
  it.each(types)('stops the upstream of an answer of %s, until it reads', async (type) => {
    const source = new Source(longBytes);
    await recorded(
      {
        answer(_request, response) {
          response.writeHead(200, { 'Content-Type': type });
          void source.pour(response);
        },
      },
      async (url) => {
        const sending = sent(`${url}/x`);
        sending.end();
        const answer = await answerTo(sending);
        expect(await stalled(source, url)).toBeLessThan(bufferedBytesMax);
        expect(await lengthOf(answer)).toBe(longBytes);
      },
    );
  });

  it('stops the client of an upload', async () => {
    const source = new Source(longBytes);
    let read: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => (read = resolve));
    const { requests } = await recorded(
      {
        async answer(request, response) {
          goOn();
          await reading;
          response.end(String(await lengthOf(request)));
        },
      },
      async (url) => {
        const arriving = new Promise<void>((resolve) => (goOn = resolve));
        const sending = sent(`${url}/x`, 'POST');
        void source.pour(sending);
        await arriving;
        expect(await stalled(source, url)).toBeLessThan(bufferedBytesMax);
        read();
        let text = '';
        for await (const chunk of await answerTo(sending)) text += String(chunk);
        expect(text).toBe(String(longBytes));
      },
    );
    const upload = requests.find(({ method }) => method === 'POST');
    expect(upload?.content.text?.length).toBe(longBytes);
  });

  it.each(['client', 'server'])('stops the frames of the %s', async (by) => {
    const source = new Source(longBytes);
    let ofUpstream: WebSocket | undefined;
    await recorded(
      {
        socket(socket) {
          ofUpstream = socket;
          if (by === 'server') void source.pourFrames(socket);
          else socket.pause();
        },
      },
      async (url) => {
        const client = await opened(url);
        const receiver = by === 'server' ? client : ofUpstream;
        let bytes = 0;
        const all = new Promise<void>((resolve) => {
          receiver?.on('message', (data: Buffer) => {
            bytes += data.length;
            if (bytes === longBytes) resolve();
          });
        });
        receiver?.pause();
        if (by === 'client') void source.pourFrames(client);
        expect(await stalled(source, url)).toBeLessThan(bufferedBytesMax);
        receiver?.resume();
        await all;
      },
    );
  });
});

describe('a client that leaves while it does not read', { timeout: longMs }, () => {
  it('leaves an upstream that answers', async () => {
    const source = new Source(longBytes);
    const { requests } = await recorded(
      {
        answer(_request, response) {
          response.writeHead(200, { 'Content-Type': 'audio/wav' });
          response.once('close', () => goOn());
          void source.pour(response);
        },
      },
      async (url) => {
        const left = new Promise<void>((resolve) => (goOn = resolve));
        const sending = sent(`${url}/x`);
        sending.end();
        await answerTo(sending);
        await stalled(source, url);
        sending.destroy();
        await left;
      },
    );
    expect(requests[0]?.outcome).toMatchObject({ status: 200, failure: 'cancelled' });
  });

  it('leaves an upstream that sends frames', async () => {
    const source = new Source(longBytes);
    const { sockets } = await recorded(
      {
        socket(socket) {
          socket.once('close', () => goOn());
          void source.pourFrames(socket);
        },
      },
      async (url) => {
        const left = new Promise<void>((resolve) => (goOn = resolve));
        const client = await opened(url);
        client.pause();
        await stalled(source, url);
        client.terminate();
        await left;
      },
    );
    expect(sockets[0]?.frames.at(-1)).toMatchObject({ kind: 'close', by: 'client', code: 1006 });
  });
});
