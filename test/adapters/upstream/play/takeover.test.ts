// A WebSocket of which a frame is not in the recording goes on at a service that is sent the same frames.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import { describe, expect, it } from 'vitest';
import { clientFramesBytesMax } from '../../../../adapters/upstream/play/client-frames.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { trafficIn } from '../../../support/upstream/compared.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';
import { playingBefore } from '../../../support/upstream/successors.ts';

/** A service that greets, and repeats each text with a name of its own; binary frames by their length. */
async function startEcho(name: string) {
  const server = createServer();
  const handshakes: string[] = [];
  const received: string[] = [];
  new WebSocketServer({ server }).on('connection', (socket, { url, headers }) => {
    handshakes.push(`${url} ${headers.authorization} ${headers['sec-websocket-protocol']}`);
    socket.send(`${name}: hello`);
    socket.on('message', (data: Buffer, isBinary) => {
      const said = isBinary ? `${data.length} bytes` : data.toString();
      received.push(said);
      if (said === 'bye') socket.close(4001, `${name} is done`);
      else socket.send(`${name}: ${said}`);
    });
  });
  const url = await listening(server);
  return { url, handshakes, received, close: () => closed(server) };
}

/** Sends each frame once the one before it was answered; resolves with the answers and the end. */
async function talk(url: string, frames: readonly (string | Buffer)[]): Promise<readonly string[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/talk?x=1`, ['one', 'two'], {
    headers: { Authorization: 'Token key-of-the-client' },
  });
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => {
    heard.push(data.toString());
    const next = frames[heard.length - 1];
    if (next === undefined) socket.close(1000, 'enough');
    else socket.send(next);
  });
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  return [...heard, `${code} ${reason.toString()}`];
}

/** Records frames at one service, and plays them to a client with other ones before another service. */
function withRecorded(
  frames: readonly (string | Buffer)[],
  act: (file: string, service: Awaited<ReturnType<typeof startEcho>>) => Promise<void>,
): Promise<void> {
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const recorded = await startEcho('recorded');
    await recordThrough(recorded.url, file, (url) => talk(url, frames));
    await recorded.close();
    const service = await startEcho('live');
    try {
      await act(file, service);
    } finally {
      await service.close();
    }
  });
}

describe('a frame that is not in the recording', () => {
  it('goes to the service, after those before it, whose answers are dropped', () =>
    withRecorded(['a', 'b', 'bye'], async (file, service) => {
      const played = await playingBefore(service.url, file, (url) =>
        talk(url, ['a', Buffer.from('123'), 'c', 'bye']),
      );
      expect(played.value).toEqual([
        'recorded: hello',
        'recorded: a',
        'live: 3 bytes',
        'live: c',
        '4001 live is done',
      ]);
      expect(service.received).toEqual(['a', '3 bytes', 'c', 'bye']);
      expect(service.handshakes).toEqual(['/talk?x=1 Token key-of-the-client one,two']);
      expect(played.misses).toEqual([expect.stringContaining('is not in the recording')]);
    }));

  it('may be the first one, or the end may come from the client', () =>
    withRecorded(['a', 'bye'], async (file, service) => {
      const { value } = await playingBefore(service.url, file, (url) => talk(url, ['x']));
      expect(value).toEqual(['recorded: hello', 'live: x', '1000 enough']);
    }));

  it('is kept as a whole socket, which is found by the frames of its client', () =>
    withRecorded(['a', 'b', 'bye'], async (file, service) => {
      const append = file.replace('real', 'more');
      const act = (url: string) => talk(url, ['a', 'x', 'bye']);
      const { value } = await playingBefore(service.url, file, act, { append });
      const { sockets } = await trafficIn(append);
      const own = sockets.find(({ frames }) =>
        frames.some((frame) => 'text' in frame && frame.text === 'x'),
      );
      expect(own).toMatchObject({ place: 1, url: '/talk?x=1', outcome: { status: 101 } });
      expect(own?.frames).toMatchObject(
        [
          ['client', 'a'], // all at once
          ['server', 'live: hello'],
          ['server', 'live: a'],
          ['client', 'x'],
          ['server', 'live: x'],
          ['client', 'bye'],
        ]
          .map(([by, text]) => ({ by, text }))
          .concat({ by: 'server', kind: 'close', code: 4001 } as never),
      );
      const again = await playing(append, act);
      expect(again).toMatchObject({ value, misses: [], unused: 1 });
      const old = await playing(append, (url) => talk(url, ['a', 'b', 'bye']));
      expect(old.value).toContain('recorded: b');
    }));

  it('goes on after some time without an answer of the service', () =>
    withRecorded(['a', 'b', 'bye'], async (file) => {
      const silent = createServer();
      new WebSocketServer({ server: silent }).on('connection', (socket) => {
        socket.on('message', (data: Buffer) => {
          if (data.toString() === 'x') socket.send('live: x');
        });
      });
      const url = await listening(silent);
      const played = await playingBefore(url, file, (at) => talk(at, ['a', 'x']), {
        silenceMs: 10,
      });
      expect(played.value).toEqual(['recorded: hello', 'recorded: a', 'live: x', '1000 enough']);
      await closed(silent);
    }));

  it('ends the socket if the service refuses it, or is gone', () =>
    withRecorded(['a', 'bye'], async (file, service) => {
      const refusing = createServer((_request, response) => response.writeHead(401).end());
      const url = await listening(refusing);
      const append = file.replace('real', 'more');
      const refused = await playingBefore(url, file, (at) => talk(at, ['x']), { append });
      expect(refused.value.at(-1)).toMatch(/^1008 .* does not take over the WebSocket: it answers/);
      expect(refused.misses).toHaveLength(2);
      expect((await trafficIn(append)).sockets).toHaveLength(1);
      await closed(refusing);
      const gone = await playingBefore(url, file, (at) => talk(at, ['x']));
      expect(gone.value.at(-1)).toMatch(/^1008 .*: refused\.$/);
      expect(service.received).toEqual([]);
    }));

  it('is recorded up to the stop of the player', () =>
    withRecorded(['a', 'bye'], async (file, service) => {
      const append = file.replace('real', 'more');
      const client = await playingBefore(
        service.url,
        file,
        async (url) => {
          const socket = new WebSocket(`${url.replace('http', 'ws')}/talk?x=1`);
          socket.on('error', () => undefined); // it is not closed, but gone
          const heard: string[] = [];
          socket.on('message', (data: Buffer) => heard.push(data.toString()));
          await once(socket, 'message');
          socket.send('x');
          await once(socket, 'message');
          expect(heard).toEqual(['recorded: hello', 'live: x']);
          return socket;
        },
        { append },
      );
      if (client.value.readyState !== WebSocket.CLOSED) await once(client.value, 'close');
      const [, added] = (await trafficIn(append)).sockets;
      expect(added?.frames.at(-1)).toMatchObject({ by: 'server', kind: 'close', code: 1001 });
    }));

  it('ends the socket of a client that has sent more than is stored', () => {
    const audio = Buffer.alloc(clientFramesBytesMax / 2);
    return withRecorded([audio, audio, 'bye'], async (file, service) => {
      const { value, misses } = await playingBefore(service.url, file, (url) =>
        talk(url, [audio, audio, 'x']),
      );
      expect(misses).toEqual([
        expect.stringMatching(/more than 16 MiB, the most that is stored\.$/),
      ]);
      expect(value.at(-1)).toMatch(/^1008 /);
    });
  });
});

it('finds the socket of each of two clients that come in another order', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const service = await startEcho('recorded');
    const [ann, bob] = [
      ['a', 'bye'],
      ['b', 'bye'],
    ] as const;
    const real = await recordThrough(service.url, file, async (url) => [
      await talk(url, ann),
      await talk(url, bob),
    ]);
    await service.close();
    const { value, misses, unused } = await playing(file, async (url) => {
      const second = await talk(url, bob);
      return [await talk(url, ann), second];
    });
    expect({ value, misses, unused }).toEqual({ value: real, misses: [], unused: 0 });
  }));
