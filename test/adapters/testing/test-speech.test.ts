// world.say: its audio is heard word for word on all channels, and the recording of it replays.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWav } from '../../../adapters/audio/wav.ts';
import { startReprise, type TestReprise, type TestWorld } from '../../../adapters/testing/index.ts';
import { expectEqual, recordingFolder } from '../../support/recording/recordings.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { connectTo } from '../../support/speech/client.ts';
import { shareVoice } from '../../support/speech/shared-voice.ts';

let reprise: TestReprise;
let world: TestWorld;
beforeAll(async () => {
  shareVoice();
  reprise = await startReprise();
  world = await reprise.createWorld();
});
afterAll(() => reprise.close());
const folder = recordingFolder();

const text = 'Where is my transfer? I sent it on Monday.';
const connect = (path: string, query = '') =>
  connectTo({ url: world.url, WebSocket: world.WebSocket as never }, path, { query });

async function transcript(query: string, frames: readonly Buffer[]): Promise<string> {
  const client = await connect('/v1/listen', `?punctuate=true${query}`);
  for (const frame of frames) client.socket.send(frame);
  client.send({ type: 'CloseStream' });
  await client.closed;
  const texts = client.seen.map((message) => {
    const { channel } = message as { channel?: { alternatives: { transcript: string }[] } };
    return channel?.alternatives[0]?.transcript ?? '';
  });
  return texts.filter((one) => one !== '').join(' ');
}

it('says what the world hears: in frames, through another encoding, and as a file', async () => {
  const said = await world.say(text, { voice: 'aura-2-zeus-en', encoding: 'mulaw' });
  const { sampleRate, seconds, samples, wav } = said;
  expect({ sampleRate, seconds }).toEqual({ sampleRate: 8_000, seconds: samples.length / 8_000 });
  expect(readWav(wav)).toMatchObject({ encoding: 'mulaw', sampleRate: 8_000, text });
  const frames = said.frames({ ms: 50, silenceMs: 1_000 });
  expect(frames[0]).toHaveLength(400);
  expect(Buffer.concat(frames)).toEqual(Buffer.concat([samples, Buffer.alloc(8_000, 0xff)]));
  expect(await transcript('&encoding=mulaw&sample_rate=8000', frames)).toBe(text);
  expect(await transcript('', [wav])).toBe(text);
  const louder = await world.say(text, { voice: 'aura-2-zeus-en', sampleRate: 16_000 });
  const query = '&encoding=linear16&sample_rate=16000';
  expect(await transcript(query, louder.frames())).toBe(text);
  expect(await world.events('SoundRemembered')).toHaveLength(4);
});

it('is heard by the agent, and replays', async () => {
  const said = await world.say('Please book a table.');
  const client = await connect('/v1/agent/converse');
  await client.messages(1);
  client.send({ type: 'Settings', audio: {}, agent: {} });
  await client.messages(2);
  for (const frame of said.frames({ silenceMs: 1_000 })) client.socket.send(frame);
  const isUser = (message: object) => 'role' in message && message.role === 'user';
  await waitUntil('the user is heard', () => client.seen.some(isUser));
  expect(client.seen.find(isUser)).toMatchObject({ content: said.text });
  client.socket.close();
  await client.closed;
  const file = join(folder, `${randomUUID()}.jsonl`);
  writeFileSync(file, await world.recording());
  await expectEqual(file);
});

it('refuses other voices, encodings, rates and frames', async () => {
  const must = 'world.say: voice must be a model of /v1/speak, such as aura-asteria-en';
  await expect(world.say('Hm.', { voice: 'nobody' })).rejects.toThrow(must);
  await expect(world.say('Hm.', { sampleRate: 44_100 })).rejects.toThrow('sampleRate');
  await expect(world.say('')).rejects.toThrow('text');
  const { frames } = await world.say('Hm.');
  expect(() => frames({ ms: 0 })).toThrow('frames: ms');
});
