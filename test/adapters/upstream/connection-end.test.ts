// The end of a client's connection, after all that was written to it.

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { endAnswer, endConnection } from '../../../adapters/upstream/connection-end.ts';
import { closed, listening } from '../../support/upstream/conversations.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Connects both sides of a connection. */
async function connected(): Promise<{ readonly client: Socket; readonly served: Socket }> {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true });
  const [served] = (await once(server, 'connection')) as [Socket];
  served.on('error', () => undefined);
  closing.push(async () => {
    client.destroy();
    served.destroy();
    server.close();
    await once(server, 'close');
  });
  return { client, served };
}

/** The number of bytes that a client reads, and how they end. */
function received(client: Socket): Promise<{ readonly bytes: number; readonly end: string }> {
  return new Promise((resolve) => {
    let bytes = 0;
    client.on('data', (chunk) => (bytes += chunk.length));
    client.once('end', () => resolve({ bytes, end: 'end' }));
    client.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ bytes, end: `${error.code}` }),
    );
  });
}

/** More than the first window of a connection. */
const longBytes = 1024 * 1024;
/** More than the system takes of a connection that is not read. */
const tooManyBytes = 32 * 1024 * 1024;

describe('a connection that ends', () => {
  it.each([
    ['reset', 'ECONNRESET'],
    ['timeout', 'ECONNRESET'],
    ['closed', 'end'],
  ] as const)('as %s gives a client that reads all bytes, and then %s', async (failure, end) => {
    const { client, served } = await connected();
    const seen = received(client);
    served.write(Buffer.alloc(longBytes));
    endConnection(served, failure);
    expect(await seen).toEqual({ bytes: longBytes, end });
  });

  it.each(['reset', 'closed'] as const)(
    'as %s does not wait for ever for its client',
    async (failure) => {
      const { served } = await connected();
      served.pause();
      served.write(Buffer.alloc(tooManyBytes));
      endConnection(served, failure, { readingMsMax: 50, sendingMsMax: 50 });
      await once(served, 'close');
    },
  );

  it('twice ends once', async () => {
    const { client, served } = await connected();
    const seen = received(client);
    endConnection(served, 'reset');
    endConnection(served, 'reset');
    expect(await seen).toEqual({ bytes: 0, end: 'ECONNRESET' });
  });
});

describe('an answer that ends', () => {
  it.each([
    ['reset', 'ECONNRESET'],
    ['closed', 'end'],
  ] as const)('as %s while an earlier one is under way comes after it', async (failure, end) => {
    let finish: () => void = () => undefined;
    const server = createHttpServer((request, response) => {
      if (request.url === '/first') finish = () => void response.end('first');
      else {
        endAnswer(response, failure);
        finish();
      }
    });
    const url = new URL(await listening(server));
    closing.push(() => closed(server));
    const client = connect({ port: Number(url.port), allowHalfOpen: true });
    const text: string[] = [];
    client.on('data', (chunk) => text.push(chunk.toString()));
    const seen = received(client);
    client.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await seen).end).toBe(end);
    expect(text.join('')).toMatch(/first$/);
    client.destroy();
  });
});
