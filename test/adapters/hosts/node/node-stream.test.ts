import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readerWaitMsMax } from '../../../../adapters/protocol/limits.ts';
import { createNodeServer } from '../../../../adapters/hosts/node/node.ts';
import { json } from '../../../../adapters/protocol/messages.ts';

const textBytes = 1024 * 1024;
/** More than the buffers of any host. */
const textsMax = 256;

describe('a client that reads nothing', () => {
  let server: Server;
  let socket: Socket;
  let texts: number;
  let isGone: boolean;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    [texts, isGone] = [0, false];
    server = createNodeServer({
      owns: () => true,
      open: () => Promise.reject(new Error('no channels here')),
      handle: async ({ url }) => {
        if (url === '/held') await new Promise(() => undefined);
        return {
          status: 200,
          headers: {},
          stream: async function* endless(gone) {
            gone.addEventListener('abort', () => (isGone = true));
            while (texts < textsMax) {
              texts += 1;
              yield 'x'.repeat(textBytes);
            }
          },
        };
      },
      refuse: (_request, status, message) => json(status, { code: status, message }),
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
  });
  afterEach(async () => {
    vi.useRealTimers();
    socket.destroy();
    server.closeAllConnections();
    server.close();
    if (server.listening) await once(server, 'close');
  });

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  }

  it('pauses the stream, and is disconnected after the time limit', async () => {
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await until(() => vi.getTimerCount() === 1);
    await vi.advanceTimersByTimeAsync(readerWaitMsMax - 1);
    expect(isGone).toBe(false);
    // The buffers of the host may accept a part meanwhile, which restarts the wait.
    while (!isGone) {
      await until(() => isGone || vi.getTimerCount() === 1);
      await vi.advanceTimersByTimeAsync(readerWaitMsMax);
    }
    expect(vi.getTimerCount()).toBe(0);
    expect(texts).toBeLessThan(textsMax);
  });

  it('ends the stream when it leaves before its queued response is written', async () => {
    socket.write(
      'GET /held HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
    );
    await until(() => texts > 0);
    socket.destroy();
    await until(() => isGone);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gets the whole response if it reads in time', async () => {
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await until(() => vi.getTimerCount() === 1);
    let bytes = 0;
    socket.on('data', (part: Buffer) => (bytes += part.length));
    socket.resume();
    await once(socket, 'end');
    expect(bytes).toBeGreaterThan(textsMax * textBytes);
    expect(vi.getTimerCount()).toBe(0);
  });
});
