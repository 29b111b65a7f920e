// A WAV file with a text in its header: all channels read it, as a container and among raw samples, however it is cut; also after a
// restart in the middle of the header.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { encode } from '../../../../adapters/audio/encoding.ts';
import { writeWav } from '../../../../adapters/audio/wav.ts';
import { speechTest } from '../../../support/runner/speech-test.ts';
import { expectEqual, recordingFolder } from '../../../support/recording/recordings.ts';
import { waitUntil } from '../../../support/server/requests.ts';
import type { SpeechClient } from '../../../support/speech/client.ts';
import { cutAt } from '../../../support/speech/decoding.ts';
import { joinSamples, silence, whiteNoise } from '../../../support/speech/voices.ts';

const rate = 8_000;
const burst = (seconds: number) => whiteNoise(3_000, seconds * rate);
const samples = joinSamples(silence(0.2, rate), burst(0.9), silence(1, rate));
const wav = (text: string, words?: readonly number[]) =>
  writeWav({
    encoding: 'linear16',
    sampleRate: rate,
    channels: 1,
    audio: encode(samples, 'linear16'),
    text,
    ...(words === undefined ? {} : { words }),
  });

const first = wav('Good morning.', [1_600, 4_800, 4_800, 8_800]);
const second = wav('How are you?');
const said = ['Good morning.', 'How are you?'];
const stream = Buffer.concat([first, second]);
const raw = `encoding=linear16&sample_rate=${rate}`;

const folder = recordingFolder();

const it = speechTest()
  /** The final texts of a session that receives the stream in these parts, and is recorded. */
  .extend('transcripts', ({ host, connect }) => async (query: string, cuts: readonly number[]) => {
    const file = join(folder, `${randomUUID()}.jsonl`);
    await host.reprise.recordings.start(host.world(), { file });
    const path = query.includes('flux') ? '/v2/listen' : '/v1/listen';
    const client = await connect(path, { query });
    for (const part of cutAt(stream, cuts)) client.socket.send(part);
    client.send({ type: 'CloseStream' });
    await client.closed;
    await host.reprise.recordings.stop('default');
    await expectEqual(file);
    return client.seen.flatMap((message) => textIn(message as Message) ?? []);
  });

const cuttings = {
  whole: [],
  'in small frames': [30, 50, ...Array.from({ length: 30 }, (_, index) => index * 2_503)],
};

interface Message {
  readonly event?: string;
  readonly transcript?: string;
  readonly channel?: { readonly alternatives: readonly { readonly transcript: string }[] };
}

function textIn({ event, transcript, channel }: Message): string | undefined {
  if (event === 'EndOfTurn') return transcript;
  const text = channel?.alternatives[0]?.transcript;
  return text === '' ? undefined : text;
}

describe.each(Object.entries(cuttings))('files that arrive %s', (_, cuts) => {
  it.for([
    ['/v1/listen', '?punctuate=true&endpointing=500'],
    ['/v1/listen as raw samples', `?punctuate=true&endpointing=500&${raw}`],
    ['/v2/listen', '?model=flux-general-en'],
    ['/v2/listen as raw samples', `?model=flux-general-en&${raw}`],
  ])('are read on %s', async ([, query = ''], { transcripts }) => {
    expect(await transcripts(query, cuts)).toEqual(said);
  });

  it('are read by the agent', async ({ connect }) => {
    const client = await connect('/v1/agent/converse');
    const input = { encoding: 'linear16', sample_rate: rate };
    client.send({ type: 'Settings', audio: { input }, agent: {} });
    await client.messages(2);
    for (const part of cutAt(stream, cuts)) client.socket.send(part);
    await waitUntil('both are heard', () => userTexts(client).length > 1);
    expect(userTexts(client)).toEqual(said);
  });
});

const userTexts = ({ seen }: SpeechClient) =>
  seen.flatMap((message) =>
    'role' in message && message['role'] === 'user' ? [message['content']] : [],
  );

it('has no text in a stream of another form, as its samples are garbled there', async ({
  transcripts,
}) => {
  const query = '?punctuate=true&encoding=linear16&sample_rate=16000';
  expect((await transcripts(query, [])).join(' ')).not.toContain('morning');
});

it('is read after a restart in the middle of its header', async ({ host, connect }) => {
  const query = `?punctuate=true&endpointing=500&${raw}`;
  const client = await connect('/v1/listen', { query });
  const long = wav(`${'Well, '.repeat(4_000)}good morning.`);
  const cut = 20_000; // more than a second of samples
  client.socket.send(long.subarray(0, cut));
  client.send({ type: 'Finalize' });
  await waitUntil('the Finalize is answered', () => client.seen.length > 0);
  const fork = await host.reprise.engine.fork('default', { name: 'fork' });
  const sessions = await fork.read((states) => [...states.speech.sessions.values()]);
  const frames = [{ data: long.subarray(cut).toString('base64') }];
  await host.control('POST', `/worlds/fork/sessions/${sessions[0]?.id}/frames`, { frames });
  const stored = await host.reprise.engine.store.events('fork', { from: 1, limit: 1_000 });
  const received = stored.map(({ text }) => text).filter((text) => text.includes('"captions"'));
  expect(received).toHaveLength(1);
});
