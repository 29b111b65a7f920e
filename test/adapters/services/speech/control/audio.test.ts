// The audio of sessions over the control plane, as WAV, read by the decoder of streams.

import { describe, expect } from 'vitest';
import { decode, encode } from '../../../../../adapters/audio/encoding.ts';
import { createClient, RepriseError } from '../../../../../adapters/client/index.ts';
import { createMemoryStore } from '../../../../../adapters/stores/memory/event-store.ts';
import type { Envelope } from '../../../../../core/index.ts';
import { speechTest } from '../../../../support/runner/speech-test.ts';
import { token } from '../../../../support/server/server.ts';
import { waitUntil } from '../../../../support/server/requests.ts';
import { close, connectTo, flush, speak } from '../../../../support/speech/client.ts';
import { decodeAll } from '../../../../support/speech/decoding.ts';
import type { SpeechHost } from '../../../../support/speech/hosts.ts';
import { browserRecording } from '../../../../support/speech/opus-streams.ts';
import { joinSamples, silence, whiteNoise } from '../../../../support/speech/voices.ts';

type AudioQuery = {
  readonly side: 'user' | 'agent';
  readonly from?: number;
  readonly limit?: number;
};

/** The samples of a session by the client, and what its events say about them. */
const it = speechTest().extend('audioOf', async ({ host }) => {
  const client = createClient({
    url: 'http://localhost',
    token,
    fetch: (url, init) => host.fetch(url.slice('http://localhost'.length), init),
  });
  return async (id: string, query: AudioQuery, world = 'default') => {
    const bytes = await client.world(world).speech.audio(id, query);
    const { channels, format, isUndecodable } = await decodeAll({}, [bytes]);
    expect(isUndecodable).toBe(false);
    return { channels, format };
  };
});

async function eventsOf(host: SpeechHost): Promise<readonly Envelope[]> {
  const world = host.world();
  const { position: to } = await world.describe();
  const events: Envelope[] = [];
  for await (const page of world.historyPages({ to })) events.push(...page);
  return events;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function lastSession(host: SpeechHost): Promise<string> {
  const opened = (await eventsOf(host)).findLast(({ event }) => event.type === 'SessionOpened');
  return opened?.stream.slice('speech/session/'.length) ?? '';
}

const noises = joinSamples(whiteNoise(3_000, 4_000), silence(0.3, 8_000), whiteNoise(1_000, 3_333));

describe('the audio of a session', () => {
  it.for(['linear16', 'mulaw', 'alaw'] as const)(
    'is that which the agent sent in %s, also when the session is over',
    async (encoding, { host, connect, audioOf }) => {
      const client = await connect('/v1/speak', {
        query: `?encoding=${encoding}&sample_rate=16000`,
      });
      client.send(speak('Good morning. How are you?'), flush);
      await client.messages(2);
      const id = await lastSession(host);
      const open = await audioOf(id, { side: 'agent' });
      client.send(close);
      await client.closed;
      const over = await audioOf(id, { side: 'agent' });
      expect(over).toEqual(open);
      expect(over.format).toEqual({ sampleRate: 16_000, channels: 1 });
      const sent = decode(Buffer.concat(client.audio), encoding);
      expect(over.channels[0]).toEqual(sent);
      const spoken = (await eventsOf(host)).flatMap(({ event }) =>
        event.type === 'SentenceSpoken' ? [event.samples] : [],
      );
      expect(spoken).toHaveLength(2);
      expect(sent).toHaveLength(sum(spoken));
      const user = await audioOf(id, { side: 'user' });
      expect(user.channels.map(({ length }) => length)).toEqual([0]);
    },
  );

  it.for([
    ['raw', '?encoding=linear16&sample_rate=8000', encode(noises, 'linear16')],
    ['mixed', '?encoding=mulaw&sample_rate=8000&channels=2', encode(noises, 'mulaw')],
    [
      'of two channels',
      '?encoding=linear16&sample_rate=8000&channels=2&multichannel=true',
      encode(noises, 'linear16'),
    ],
    ['of a browser', '', browserRecording()],
  ] as const)(
    'is that which the user sent, %s: as many samples as its events have',
    async ([, query, bytes], { host, connect, audioOf }) => {
      const client = await connect('/v1/listen', { query });
      for (let at = 0; at < bytes.length; at += 1_777) {
        client.socket.send(Buffer.from(bytes.subarray(at, at + 1_777)));
      }
      client.send({ type: 'CloseStream' });
      await client.closed;
      const received = (await eventsOf(host)).flatMap(({ event }) =>
        event.type === 'AudioReceived' ? [event] : [],
      );
      const { channels, format } = await audioOf(await lastSession(host), { side: 'user' });
      expect(format?.sampleRate).toBe(received.at(-1)?.sampleRate);
      const total = sum(received.map(({ samples }) => samples));
      expect(channels.map(({ length }) => length)).toEqual(channels.map(() => total));
      expect(channels).toHaveLength(received.at(-1)?.sound.length ?? 0);
      if (query.includes('channels')) return;
      if (query !== '') expect(channels[0]).toEqual(noises);
    },
  );

  it('is given in ranges that add up', async ({ host, connect, audioOf }) => {
    const client = await connect('/v1/listen', { query: '?encoding=linear16&sample_rate=8000' });
    const bytes = Buffer.from(encode(noises, 'linear16'));
    for (let at = 0; at < bytes.length; at += 999) client.socket.send(bytes.subarray(at, at + 999));
    await waitUntil('all audio came', async () => {
      const received = (await eventsOf(host)).filter(({ event }) => event.type === 'AudioReceived');
      return (
        sum(received.map(({ event }) => ('samples' in event ? event.samples : 0))) === noises.length
      );
    });
    const id = await lastSession(host);
    const parts: Int16Array[] = [];
    for (let from = 0; ; from += 2_500) {
      const { channels } = await audioOf(id, { side: 'user', from, limit: 2_500 });
      const [samples = new Int16Array()] = channels;
      parts.push(samples);
      if (samples.length < 2_500) break;
    }
    expect(joinSamples(...parts)).toEqual(noises);
  });

  it('is refused where bytes of it are not stored any more', async ({ startHost }) => {
    const host = await startHost({ store: createMemoryStore({ attachmentBytesMax: 2_000 }) });
    const query = '?encoding=linear16&sample_rate=8000';
    const client = await connectTo(host, '/v1/listen', { query });
    const bytes = Buffer.from(encode(noises, 'linear16'));
    for (let at = 0; at < bytes.length; at += 999) client.socket.send(bytes.subarray(at, at + 999));
    client.send({ type: 'CloseStream' });
    await client.closed;
    const path = `/worlds/default/speech/sessions/${await lastSession(host)}/audio?side=user`;
    await expect(host.control('GET', path)).rejects.toThrow(
      / 409 .*"audio-dropped".*cannot be heard.*attachmentBytesMax/,
    );
  });

  it('is there in a fork, too', async ({ host, connect, audioOf }) => {
    const client = await connect('/v1/speak', { query: '?encoding=mulaw&sample_rate=8000' });
    client.send(speak('Good morning.'), flush);
    await client.messages(2);
    await host.control('POST', '/worlds/default/fork', { name: 'fork' });
    const id = await lastSession(host);
    expect(await audioOf(id, { side: 'agent' }, 'fork')).toEqual(
      await audioOf(id, { side: 'agent' }),
    );
  });

  it('needs the token, a session, and a side', async ({ host, audioOf }) => {
    const path = '/__reprise/worlds/default/speech/sessions/none/audio';
    expect((await host.fetch(`${path}?side=user`)).status).toBe(401);
    await expect(audioOf('none', { side: 'user' })).rejects.toMatchObject({
      status: 404,
      message:
        "There is no session 'none' with audio; GET /__reprise/worlds/default/events?type=SessionOpened lists all.",
    });
    await expect(audioOf('none', { side: 'both' as 'user' })).rejects.toThrow(RepriseError);
  });
});
