import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectTcp, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Sockets } from '../../../../../adapters/hosts/node/ws/server.ts';
import { Socket, wireOf } from '../../../../../adapters/hosts/node/ws/socket.ts';
import { handshake, maskedFrame } from '../../../../contract/raw-frames.ts';
import { createTalk, type Talk } from '../../../../contract/talk-service.ts';

async function withSockets(
  scene: (stage: {
    sockets: Sockets;
    talk: Talk;
    url: string;
    streams: readonly Duplex[];
  }) => Promise<void>,
): Promise<void> {
  const talk = createTalk();
  const sockets = new Sockets(talk.app);
  const server = createServer();
  const streams: Duplex[] = [];
  server.on('upgrade', (request, stream, head) => {
    streams.push(stream);
    sockets.upgrade(request, stream, head, { url: request.url ?? '/', origin: 'http://a' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    await scene({ sockets, talk, url: `ws://127.0.0.1:${port}/talk/echo`, streams });
  } finally {
    const closed = once(server, 'close');
    server.close();
    sockets.close();
    sockets.terminate();
    await closed;
  }
}

async function opened(url: string, options = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, options);
  await once(socket, 'open');
  return socket;
}

describe('a sweep over the sockets', () => {
  it('spares clients that answer its pings, or send anything else', async () => {
    await withSockets(async ({ sockets, url }) => {
      const answering = await opened(url);
      const talking = await opened(url, { autoPong: false });
      for (let round = 0; round < 3; round += 1) {
        const pinged = Promise.all([once(answering, 'ping'), once(talking, 'ping')]);
        sockets.sweep();
        await pinged;
        const heard = Promise.all([once(answering, 'message'), once(talking, 'message')]);
        answering.send('after the pong');
        talking.send('instead of a pong');
        await heard;
      }
      expect([answering.readyState, talking.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
    });
  });

  it('disconnects a client that did not answer the last ping, and closes its session', async () => {
    await withSockets(async ({ sockets, talk, url }) => {
      const silent = await opened(url, { autoPong: false });
      const pinged = once(silent, 'ping');
      sockets.sweep();
      await pinged;
      expect(talk.heard.lines).toEqual([]);
      const closed = once(silent, 'close');
      sockets.sweep();
      expect((await closed)[0]).toBe(1006);
      await talk.heard.until(/^closed/);
      expect(talk.heard.lines).toEqual(["closed 1006 ''"]);
    });
  });

  it('spares a client that is paused because its session is busy', async () => {
    await withSockets(async ({ sockets, talk, url }) => {
      const patient = connectTcp(Number(new URL(url).port), '127.0.0.1');
      patient.write(
        Buffer.concat([
          Buffer.from(handshake('/talk/echo')),
          maskedFrame(1, 'wait'),
          maskedFrame(1, 'pauses the socket'),
        ]),
      );
      await talk.heard.until(/wait/);
      for (let round = 0; round < 3; round += 1) sockets.sweep();
      talk.release();
      let answer = '';
      for await (const part of patient) {
        answer += String(part);
        if (answer.includes('pauses the socket')) break; // leaving the loop destroys the socket
      }
      expect(answer).toContain('pauses the socket');
      await talk.heard.until(/^closed/);
    });
  });
});

describe('a connection during its upgrade', () => {
  const gone = (socket: WebSocket) => new Promise((resolve) => socket.once('close', resolve));

  it('leaves no open session when it is lost', async () => {
    await withSockets(async ({ talk, url, streams }) => {
      const socket = new WebSocket(url.replace('echo', 'gated')).on('error', () => undefined);
      await talk.heard.until(/opening/);
      const closed = gone(socket);
      streams[0]?.destroy();
      await closed;
      talk.release();
      await talk.heard.until(/^closed/);
      expect(talk.heard.lines).toEqual(['opening', "closed 1006 ''"]);
    });
  });

  it('is closed as soon as it is open if the server has closed meanwhile', async () => {
    await withSockets(async ({ talk, url, sockets }) => {
      const socket = new WebSocket(url.replace('echo', 'gated'));
      await talk.heard.until(/opening/);
      const closed = once(socket, 'close');
      sockets.close();
      talk.release();
      expect((await closed)[0]).toBe(1001);
      expect(talk.heard.lines).toEqual(['opening', "closed 1001 'The server is going away.'"]);
    });
  });

  it('is terminated with the open ones', async () => {
    await withSockets(async ({ talk, url, sockets }) => {
      const socket = new WebSocket(url.replace('echo', 'gated')).on('error', () => undefined);
      await talk.heard.until(/opening/);
      const closed = gone(socket);
      sockets.terminate();
      await closed;
      talk.release();
      await talk.heard.until(/^closed/);
      expect(talk.heard.lines).toEqual(['opening', "closed 1006 ''"]);
    });
  });
});

describe('a socket that closes', () => {
  it('does not count later frames as unsent', async () => {
    await withSockets(async ({ url }) => {
      const socket = new Socket(url);
      await once(socket, 'open');
      const wire = wireOf(socket);
      wire.close(1000, '');
      wire.send({ kind: 'binary', data: Buffer.alloc(1_000) }, () => undefined);
      expect(wire.unsentBytes()).toBeLessThan(1_000);
      await once(socket, 'close');
    });
  });
});
