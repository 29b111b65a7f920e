// Sessions that continue without their client: in a fork, and after a restart.

import { describe, expect } from 'vitest';
import { encode } from '../../../../adapters/audio/encoding.ts';
import { writeWav } from '../../../../adapters/audio/wav.ts';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import { speechTest } from '../../../support/runner/speech-test.ts';
import { waitUntil } from '../../../support/server/requests.ts';
import { connectTo, type SpeechClient } from '../../../support/speech/client.ts';
import type { DrivenFrames, SpeechHost } from '../../../support/speech/hosts.ts';
import { expectEqual, expectRewrittenEqual } from '../../../support/recording/recordings.ts';
import { browserRecording } from '../../../support/speech/opus-streams.ts';
import { joinSamples, silence, whiteNoise } from '../../../support/speech/voices.ts';

/** Bursts like words, with a pause between two utterances. */
const bursts = (rate: number) =>
  joinSamples(
    ...[0.3, 0.5, 0.2, 0.9, 0.4, 0.3].flatMap((seconds, index) => [
      whiteNoise(2_000 + index * 500, Math.floor(seconds * rate)),
      silence(index === 2 ? 1 : 0.1, rate),
    ]),
  );

const raw = (query: string, encoding: 'linear16' | 'mulaw', rate: number) =>
  [`${query}&encoding=${encoding}&sample_rate=${rate}`, encode(bursts(rate), encoding)] as const;

const streams = {
  'linear16 at 8 kHz': raw('', 'linear16', 8_000),
  'linear16 at 44.1 kHz': raw('', 'linear16', 44_100),
  'linear16 at 11,025 Hz, two channels': raw('&channels=2&multichannel=true', 'linear16', 11_025),
  'mulaw at 8 kHz, mixed': raw('&channels=2', 'mulaw', 8_000),
  WAV: ['', wav(16_000)],
  'WebM of a browser': ['', browserRecording()],
} as const;

function wav(sampleRate: number): Buffer {
  const audio = encode(bursts(sampleRate), 'linear16');
  return writeWav({ encoding: 'linear16', sampleRate, channels: 1, audio });
}

const framesOf = (audio: Uint8Array) => {
  const frames: Buffer[] = [];
  const length = Math.min(3_333, Math.ceil(audio.length / 20));
  for (let start = 0; start < audio.length; start += length) {
    frames.push(Buffer.from(audio.subarray(start, start + length)));
  }
  return frames;
};

/** Records a fork of a world whose session has received audio, and is open or over. */
const it = speechTest().extend(
  'recordedAfter',
  ({ host, connect, record }) =>
    async (isOpen: boolean) => {
      const client = await connect('/v1/listen', { query: '?encoding=mulaw&sample_rate=8000' });
      await whenReceived(client, framesOf(Buffer.alloc(60_000, 0xff)));
      if (!isOpen) {
        client.send({ type: 'CloseStream' });
        await client.closed;
      }
      await host.reprise.engine.fork('default', { name: 'fork' });
      const { file, stop } = await record(host, 'fork');
      if (isOpen) await host.drive(await idOf(host), [{ text: '{"type":"Finalize"}' }], 'fork');
      await stop();
      return file;
    },
);

const messagesIn = ({ frames }: DrivenFrames) =>
  frames.map(({ text = '' }) => JSON.parse(text) as object);
const closeStream = { text: '{"type":"CloseStream"}' };
const binary = (frame: Buffer) => ({ data: frame.toString('base64') });

async function idOf(host: SpeechHost): Promise<string> {
  const [session] = await host.world().read(({ speech }) => [...speech.sessions.values()]);
  return session?.id ?? '';
}

async function whenReceived(client: SpeechClient, frames: readonly Buffer[]): Promise<void> {
  for (const frame of frames) client.socket.send(frame);
  client.send({ type: 'Finalize' }); // answered once the frames before it are
  await waitUntil('the Finalize is answered', () => {
    return client.seen.some((message) => 'from_finalize' in message && message['from_finalize']);
  });
}

describe.each(Object.entries(streams))('a session that hears %s', (_name, [query, audio]) => {
  const path = '/v1/listen';
  const options = { query: `?interim_results=true&endpointing=300${query}` };

  it('continues identically in a fork, and in the replay of a recording of it', async ({
    host,
    connect,
    record,
  }) => {
    const client = await connect(path, options);
    const frames = framesOf(audio);
    const half = Math.floor(frames.length / 2);
    await whenReceived(client, frames.slice(0, half));
    const seen = client.seen.length;
    await host.reprise.engine.fork('default', { name: 'fork' });
    const { file, stop } = await record(host, 'fork');
    for (const frame of frames.slice(half)) client.socket.send(frame);
    client.send({ type: 'CloseStream' });
    await client.closed;
    const id = (client.seen.at(-1) as { readonly request_id: string }).request_id;
    const rest = [...frames.slice(half).map(binary), closeStream];
    const answers: object[] = [];
    for (let start = 0; start < rest.length; start += 7) {
      const sent = await host.drive(id, rest.slice(start, start + 7), 'fork');
      answers.push(...messagesIn(sent));
    }
    expect(answers).toEqual(client.seen.slice(seen));
    expect(await host.eventTexts('fork')).toEqual(await host.eventTexts('default'));
    await stop();
    await expectEqual(file);
  });
});

describe('a recording that begins after a session received audio', () => {
  const audioIn = async (file: string) => {
    const { entries } = await readRecording(file);
    const beside = entries.flatMap((entry) => (entry.kind === 'input' ? entry.base64 : []) ?? []);
    return Buffer.concat(beside.map((base64) => Buffer.from(base64, 'base64'))).length;
  };

  it('has that audio, and replays equal after an update, too', async ({ recordedAfter }) => {
    const file = await recordedAfter(true);
    expect(await audioIn(file)).toBe(60_000);
    await expectRewrittenEqual(file, await expectEqual(file));
  });

  it('has none of sessions that are over', async ({ recordedAfter }) => {
    const file = await recordedAfter(false);
    expect(await audioIn(file)).toBe(0);
    await expectEqual(file);
  });

  it('is refused if its audio is not what the commands name', async ({ recordedAfter }) => {
    const file = await recordedAfter(true);
    const recording = await readRecording(file);
    const entries = recording.entries.map((entry) =>
      entry.kind === 'input' && entry.base64 !== undefined ? { ...entry, base64: 'AAAA' } : entry,
    );
    await expect(replayRecording(file, { ...recording, entries })).rejects.toThrow(
      /cannot be replayed: entry \d+ has other bytes than its command names by their SHA-256\./,
    );
  });
});

describe('a session of /v2/listen', () => {
  it('continues identically in a fork, in the middle of a turn', async ({ host, connect }) => {
    const client = await connect('/v2/listen', {
      query: '?model=flux-general-en&encoding=mulaw&sample_rate=8000&eager_eot_threshold=0.3',
    });
    const frames = framesOf(encode(bursts(8_000), 'mulaw'));
    const configure = { type: 'Configure', thresholds: { eot_threshold: 0.8 } };
    for (const frame of frames.slice(0, 4)) client.socket.send(frame);
    client.send(configure);
    await waitUntil('it is configured', () => client.seen.some((message) => 'keyterms' in message));
    const seen = client.seen.length;
    await host.reprise.engine.fork('default', { name: 'fork' });
    for (const frame of frames.slice(4)) client.socket.send(frame);
    client.send({ type: 'CloseStream' });
    expect(await client.closed).toBe('1005');
    const id = (client.seen[0] as { readonly request_id: string }).request_id;
    const sent = await host.drive(id, [...frames.slice(4).map(binary), closeStream], 'fork');
    expect(messagesIn(sent)).toEqual(client.seen.slice(seen));
    expect(sent.closed).toEqual({ code: 1005, reason: '' });
    expect(await host.eventTexts('fork')).toEqual(await host.eventTexts('default'));
  });
});

describe('a session of /v1/listen', () => {
  const options = { query: '?encoding=mulaw&sample_rate=8000' };
  const audio = encode(bursts(8_000), 'mulaw');

  it('continues identically after a restart', async ({ startHost }) => {
    const store = createMemoryStore();
    const host = await startHost({ store });
    const whole = await connectTo(host, '/v1/listen', options);
    for (const frame of framesOf(audio)) whole.socket.send(frame);
    whole.send({ type: 'CloseStream' });
    await whole.closed;
    await host.reprise.engine.reset('default');
    const client = await connectTo(host, '/v1/listen', options);
    await whenReceived(client, framesOf(audio).slice(0, 4));
    const id = await idOf(host);
    const again = await startHost({ store });
    const sent = await again.drive(id, [...framesOf(audio).slice(4).map(binary), closeStream]);
    expect(messagesIn(sent).at(-1)).toMatchObject({
      sha256: (whole.seen.at(-1) as { readonly sha256: string }).sha256,
    });
  });

  it('needs only the hash of dropped older audio', async ({ startHost }) => {
    const store = createMemoryStore({ attachmentBytesMax: 20_000 });
    const host = await startHost({ store });
    const client = await connectTo(host, '/v1/listen', options);
    await whenReceived(client, framesOf(Buffer.alloc(60_000, 0xff)));
    await host.reprise.engine.fork('default', { name: 'fork' });
    const sent = await host.drive(await idOf(host), [closeStream], 'fork');
    expect(messagesIn(sent).at(-1)).toMatchObject({ type: 'Metadata', sha256: expect.any(String) });
  });

  it('is refused with a code if required audio was dropped', async ({ startHost }) => {
    const store = createMemoryStore({ attachmentBytesMax: 2_000 });
    const host = await startHost({ store });
    const client = await connectTo(host, '/v1/listen', options);
    await whenReceived(client, framesOf(Buffer.alloc(60_000, 0xff)));
    await host.reprise.engine.fork('default', { name: 'fork' });
    const driven = host.drive(await idOf(host), [binary(Buffer.alloc(10))], 'fork');
    await expect(driven).rejects.toThrow(/ 409 .*"audio-dropped".*attachmentBytesMax/);
  });
});
