// Several channels with noise in each, from their first sample on or before a voice: each is heard as if it were alone.

import { describe, expect } from 'vitest';
import { decode, encode } from '../../../../adapters/audio/encoding.ts';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import type { World } from '../../../../core/index.ts';
import { expectEqual } from '../../../support/recording/recordings.ts';
import { speechTest } from '../../../support/runner/speech-test.ts';
import { waitUntil } from '../../../support/server/requests.ts';
import {
  connectTo,
  connectToSpeak,
  flush,
  speak,
  type SpeechClient,
} from '../../../support/speech/client.ts';
import type { SpeechHost } from '../../../support/speech/hosts.ts';
import { joinSamples, silence, withNoise } from '../../../support/speech/voices.ts';

const rate = 16_000;
const hearing = `?encoding=linear16&sample_rate=${rate}&interim_results=true&vad_events=true&endpointing=300&utterance_end_ms=1000&punctuate=true`;
const texts = ['Where is my transfer?', 'It should arrive on Tuesday!'] as const;
/** Seconds of noise alone before the sentence of each channel, and the channels in which levels do not tell it from voice. */
const leads = [
  [0, 0, [0, 1]],
  [0.05, 0.1, [0]],
  [1, 0, [1]],
  [1, 0.5, []],
] as const;

const it = speechTest();

/** The sentence in the voice of a world, which knows it from then on. */
async function spoken(host: SpeechHost, text: string): Promise<Int16Array> {
  const client = await connectToSpeak(host, { query: `?encoding=linear16&sample_rate=${rate}` });
  client.send(speak(text), flush, { type: 'Close' });
  await client.closed;
  return decode(Buffer.concat(client.audio), 'linear16');
}

/** Sentences of the same length, with noise throughout. */
function noisy(sentences: readonly Int16Array[], lead: readonly number[]): readonly Int16Array[] {
  const parts = sentences.map((samples, channel) =>
    joinSamples(silence(lead[channel] ?? 0, rate), samples),
  );
  const length = Math.max(...parts.map((samples) => samples.length)) + 2 * rate;
  return parts.map((samples) =>
    withNoise(joinSamples(samples, new Int16Array(length - samples.length)), 10),
  );
}

/** Frames of 0.1 s that have a sample of each channel in turn. */
function framesOf(channels: readonly Int16Array[]): readonly Buffer[] {
  const length = channels[0]?.length ?? 0;
  const samples = Int16Array.from({ length: length * channels.length }, (_, index) => {
    const channel = channels[index % channels.length];
    return channel?.[Math.floor(index / channels.length)] ?? 0;
  });
  const audio = encode(samples, 'linear16');
  const bytes = (rate / 10) * 2 * channels.length;
  return Array.from({ length: Math.ceil(audio.length / bytes) }, (_, index) =>
    Buffer.from(audio.subarray(index * bytes, (index + 1) * bytes)),
  );
}

const closeStream = { type: 'CloseStream' };

async function heard(host: SpeechHost, channels: readonly Int16Array[]): Promise<SpeechClient> {
  const query = `${hearing}&channels=${channels.length}&multichannel=true`;
  const client = await connectTo(host, '/v1/listen', { query });
  for (const frame of framesOf(channels)) client.socket.send(frame);
  client.send(closeStream);
  await client.closed;
  return client;
}

type States = Parameters<Parameters<World['read']>[0]>[0];

interface Result {
  readonly type: string;
  readonly channel_index?: readonly number[];
  readonly channel?: readonly number[] | { readonly alternatives: readonly object[] };
  readonly is_final?: boolean;
}

/** What was heard in one channel, without the names of channel and session. */
function ofChannel({ seen }: Pick<SpeechClient, 'seen'>, channel: number): readonly object[] {
  return (seen as unknown as readonly Result[]).flatMap((message) => {
    const {
      channel_index: index,
      metadata: _,
      ...rest
    } = message as Result & { metadata?: object };
    if (message.type === 'Metadata') return [];
    const own = index ?? (message.channel as readonly number[]);
    if (own[0] !== channel) return [];
    return [index === undefined ? { ...rest, channel: undefined } : rest];
  });
}

function transcriptOf(results: readonly object[]): string {
  return (results as readonly Result[])
    .filter(({ is_final: isFinal }) => isFinal)
    .map(({ channel }) => (channel as { alternatives: { transcript: string }[] }).alternatives)
    .flatMap(([alternative]) => alternative?.transcript || [])
    .join(' ');
}

/** The channels in which noise was told from voice by more than levels. */
async function channelsWithNoise(host: SpeechHost): Promise<readonly number[]> {
  const events = await host.eventTexts();
  const channels = events.flatMap((text) => {
    const { noise = [] } = (JSON.parse(text) as { data: object }).data as {
      noise?: { channel: number }[];
    };
    return noise.map(({ channel }) => channel);
  });
  return [...new Set(channels)].toSorted((left, right) => left - right);
}

describe.each(leads)('noise for %s s and %s s before a voice', (left, right, uncertain) => {
  const lead = [left, right];
  it('does not change what is heard in the other channel, also in a replay', async ({
    host,
    record,
  }) => {
    const { file, stop } = await record(host);
    const channels = noisy([await spoken(host, texts[0]), await spoken(host, texts[1])], lead);
    const both = await heard(host, channels);
    expect(await channelsWithNoise(host)).toEqual(uncertain);
    for (const [channel, samples] of channels.entries()) {
      const results = ofChannel(both, channel);
      expect(results).toEqual(ofChannel(await heard(host, [samples]), 0));
      expect(transcriptOf(results)).toBe(texts[channel]);
    }
    await stop();
    await expectEqual(file);
  });

  it('is heard alike if the server restarts in the middle', async ({ host: whole, startHost }) => {
    const channels = noisy([await spoken(whole, texts[0]), await spoken(whole, texts[1])], lead);
    const { seen } = await heard(whole, channels);
    const store = createMemoryStore();
    const first = await startHost({ store });
    for (const text of texts) await spoken(first, text);
    const frames = framesOf(channels);
    const half = Math.floor(frames.length / 2);
    const query = `${hearing}&channels=2&multichannel=true`;
    const client = await connectTo(first, '/v1/listen', { query });
    for (const frame of frames.slice(0, half)) client.socket.send(frame);
    const world = first.world();
    const session = ({ speech: { sessions } }: States) =>
      [...sessions.values()].find(({ path }) => path === '/v1/listen');
    await waitUntil('half of the audio is heard', () => {
      const view = world.peek(session);
      return view?.path === '/v1/listen' && view.audio.samples === (half * rate) / 10;
    });
    const view = await world.read(session); // once that is stored
    const second = await startHost({ store });
    const rest = frames.slice(half).map((frame) => ({ data: frame.toString('base64') }));
    const answers: object[] = [];
    for (const sent of [
      rest.slice(0, 10),
      rest.slice(10),
      [{ text: JSON.stringify(closeStream) }],
    ]) {
      const { frames: answered } = await second.drive(view?.id ?? '', sent);
      answers.push(...answered.map(({ text = '' }) => JSON.parse(text) as object));
    }
    expect([...client.seen, ...answers]).toEqual(seen);
  });
});
