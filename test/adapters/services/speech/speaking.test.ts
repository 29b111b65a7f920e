import { describe, expect } from 'vitest';
import type { ClockMode, World } from '../../../../core/index.ts';
import {
  clear,
  close,
  flush,
  speak,
  connectToSpeak,
  type SpeechClient,
} from '../../../support/speech/client.ts';
import { onNode, type inProcess } from '../../../support/speech/hosts.ts';
import { waitUntil } from '../../../support/server/requests.ts';
import { speechTest } from '../../../support/runner/speech-test.ts';

/** Opens a session, plays its scene, and closes it. */
const it = speechTest({ scope: 'file' }).extend(
  'session',
  ({ connect }) =>
    async (query: string, scene: (client: SpeechClient) => Promise<void> | void) => {
      const client = await connect('/v1/speak', { query });
      await scene(client);
      client.send(close);
      await client.closed;
      return client;
    },
);

const isUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const metadata = {
  type: 'Metadata',
  request_id: isUuid,
  model_name: 'aura-asteria-en',
  model_version: expect.any(String),
  model_uuid: isUuid,
};
const audio = { audio: expect.any(Number) };
const flushed = (sequence: number) => ({ type: 'Flushed', sequence_id: sequence });
const cleared = (sequence: number) => ({ type: 'Cleared', sequence_id: sequence });
const warning = (description: string | RegExp, code = 'DATA-0000') => ({
  type: 'Warning',
  description: typeof description === 'string' ? description : expect.stringMatching(description),
  code,
});

describe('a session of /v1/speak', () => {
  it('begins with its metadata, and has the id of its request', async ({ session }) => {
    const { seen, socket } = await session('?model=aura-2-zeus-en', () => undefined);
    expect(seen).toEqual([{ ...metadata, model_name: 'aura-2-zeus-en' }]);
    const { headers } = (socket as unknown as { response: { headers: object } }).response;
    expect(headers).toEqual({ 'dg-request-id': (seen[0] as { request_id: string }).request_id });
  });

  it.for<[string, readonly object[], readonly object[]]>([
    ['a text and a flush', [speak('Good morning'), flush], [audio, flushed(0)]],
    ['flushes and clears', [flush, clear, flush], [flushed(0), cleared(1), flushed(2)]],
    ['a text before the close', [speak('Good bye')], [audio]],
    ['a close and more', [close, flush, speak('More. And more.'), { type: 'What' }], []],
  ])('answers %s', async ([, messages, answers], { session }) => {
    const { seen } = await session('', (client) => client.send(...messages));
    expect(seen).toEqual([metadata, ...answers]);
  });

  it('sends frames of 0.2 s, and whole samples', async ({ session }) => {
    for (const [query, frameBytes] of [
      ['', 9_600],
      ['?encoding=linear16&sample_rate=48000', 19_200],
      ['?encoding=mulaw', 1_600],
      ['?encoding=alaw&sample_rate=16000', 3_200],
    ] as const) {
      const { audio: frames } = await session(query, (client) => client.send(speak('Good night')));
      const [last, ...others] = frames.map(({ length }) => length).toReversed();
      expect(others.length).toBeGreaterThan(1);
      expect(others.every((bytes) => bytes === frameBytes)).toBe(true);
      expect(last).toBeLessThanOrEqual(frameBytes);
      expect((last ?? 1) % (query.includes('law') ? 1 : 2)).toBe(0);
    }
  });

  it('warns of invalid frames, and continues', async ({ session }) => {
    const { seen } = await session('', ({ socket, send }) => {
      for (const text of ['{', '[]', 'null', '{"type":1}', '{"type":"Speak"}']) socket.send(text);
      send({ type: 'Speak', text: 1 }, { type: 'KeepAlive' }, { type: 'constructor' });
      socket.send(Buffer.from('{"type":"Flush"}'));
      socket.send(Buffer.alloc(0));
      send(flush);
    });
    const typeless = warning('The message has no type: it must be Speak, Flush, Clear or Close.');
    const textless = warning('Speak has no text: it must be a string.');
    const unknown = (type: string) =>
      warning(`The type ${type} is unknown: it must be Speak, Flush, Clear or Close.`);
    expect(seen).toEqual([
      metadata,
      warning('The text frame is not JSON.'),
      typeless,
      typeless,
      typeless,
      textless,
      textless,
      unknown('KeepAlive'),
      unknown('constructor'),
      warning('Binary frames are not accepted on /v1/speak: send JSON in text frames.'),
      flushed(0),
    ]);
  });

  it('executes twenty flushes in a minute, and warns of the next', async ({ session }) => {
    const { seen } = await session('', (client) =>
      client.send(...Array.from({ length: 21 }, () => flush)),
    );
    expect(seen.slice(-2)).toEqual([flushed(19), warning(/^At most 20 Flush/, 'EXCESSIVE_FLUSH')]);
  });

  it.for<[string, string, (client: SpeechClient, world: World) => unknown]>([
    ['1009 BIG-0001', 'a text of 2001 characters', ({ send }) => send(speak('a'.repeat(2_001)))],
    ['1011 NET-0001', '60 s without a frame', (_, world) => world.advance({ byMs: 60_000 })],
  ])('ends with %s after %s', async ([code, , act], { host, connect }) => {
    const client = await connect('/v1/speak');
    await act(client, host.world());
    expect(await client.closed).toBe(code);
  });

  it('is removed from the state when its client disconnects', async ({ host, connect }) => {
    const client = await connect('/v1/speak');
    const open = () => host.world().peek(({ speech }) => speech.sessions.size);
    expect(open()).toBe(1);
    client.socket.close(1000);
    await waitUntil('the session is over', () => open() === 0);
  });
});

describe('the clock of a world', () => {
  const scene = [speak('One. Two. '), flush, speak('Three'), clear, speak('Four. And'), flush];

  async function framesIn(startHost: typeof inProcess, mode: ClockMode) {
    const host = await startHost({ defaults: { clock: { mode, rate: 1 } } });
    const client = await connectToSpeak(host);
    client.send(...scene, close);
    await client.closed;
    const bytes = Buffer.concat(client.audio).toString('base64');
    return { seen: client.seen, bytes };
  }

  it('does not change the messages of a session', async ({ startHost }) => {
    const frozen = await framesIn(startHost, 'frozen');
    expect(frozen.seen).toEqual([metadata, audio, flushed(0), cleared(1), audio, flushed(2)]);
    expect(await framesIn(startHost, 'skip')).toEqual(frozen);
    expect(await framesIn(startHost, 'real')).toEqual(frozen);
  });

  it('is not moved in skip mode by a session that speaks, in spite of other dues', async ({
    startHost,
  }) => {
    const host = await startHost({ defaults: { clock: { mode: 'skip', rate: 1 } } });
    const world = host.world();
    const idle = await connectToSpeak(host); // its end is due in 60 s
    expect(world.peek(({ speech }) => speech.sessions.size)).toBe(1);
    const before = world.nowMs();
    const client = await connectToSpeak(host);
    client.send(speak('One. Two'), flush);
    await client.messages(2);
    expect(world.nowMs()).toBe(before);
    idle.send(close);
    await idle.closed;
    client.send(close);
    await client.closed;
  });
});

describe('a client that reads more slowly than a voice speaks', () => {
  const long = 'All the way down the road. '.repeat(8);

  it('receives everything, although the limit of queued bytes is low', async ({ startHost }) => {
    const query = '?sample_rate=48000';
    const [whole, little] = await Promise.all(
      [{}, { waitingBytesMax: 100_000, resumeBytes: 50_000 }].map(async (limits) => {
        const host = await startHost({}, limits);
        const client = await connectToSpeak(host, { query });
        client.send(speak(long), flush, close);
        expect(await client.closed).toBe('1000');
        return { seen: client.seen, bytes: Buffer.concat(client.audio) };
      }),
    );
    expect(whole?.bytes.length).toBeGreaterThan(1_000_000);
    expect(little?.seen).toEqual(whole?.seen);
    expect(little?.bytes.equals(whole?.bytes ?? Buffer.alloc(0))).toBe(true);
  });
});

describe('settings of a world', () => {
  it('limit characters, and let sessions idle', async ({ startHost }) => {
    const config = { speech: { idleMs: false, limits: { charactersPerMinute: 10 } } } as const;
    const host = await startHost({ defaults: { config } });
    const client = await connectToSpeak(host);
    await host.world().advance({ byMs: 59 * 60_000 });
    client.send(speak('0123456789'), clear);
    expect(await client.messages(2)).toEqual([metadata, cleared(0)]);
    client.send(speak('0'));
    expect(await client.closed).toBe('1008 DATA-0001');
    const old = await connectToSpeak(host);
    await host.world().advance({ byMs: 60 * 60_000 });
    expect(await old.closed).toBe('1011 NET-0003');
  });
});

describe('a world that is removed or reset', () => {
  speechTest({ start: onNode })('ends its sessions', async ({ host, connect }) => {
    const client = await connect('/v1/speak');
    await host.reprise.engine.reset('default');
    expect(await client.closed).toBe('1001 The world of this session was removed or reset.');
    const again = await connect('/v1/speak');
    again.send(flush, close);
    expect(await again.closed).toBe('1000');
    expect(again.seen).toEqual([metadata, flushed(0)]);
  });
});
