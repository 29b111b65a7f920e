// Calls with the voice agent: the same in each mode of the clock, and in replays.

import { copyFileSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect } from 'vitest';
import type { Recording } from '../../../../../adapters/recording/format/reader.ts';
import { createPlan } from '../../../../../adapters/recording/replay/plan.ts';
import { recordedSpeeches } from '../../../../../adapters/services/speech/recorded-audio.ts';
import { openSynthesiser } from '../../../../../adapters/voice/synthesiser.ts';
import { speech, type ClockMode } from '../../../../../core/index.ts';
import { speechTest } from '../../../../support/runner/speech-test.ts';
import { expectEqual } from '../../../../support/recording/recordings.ts';
import { waitUntil } from '../../../../support/server/requests.ts';
import { type SpeechClient } from '../../../../support/speech/client.ts';

const line = 'Book a table.';
/** The audio of `line`, spoken by the user. */
let said: Buffer;

beforeAll(async () => {
  const synthesiser = openSynthesiser();
  const voice = speech.voiceOf(speech.speakModelDefault);
  said = await synthesiser.audioOf({ voice, text: line, encoding: 'mulaw', sampleRate: 8_000 });
  await synthesiser.close();
});

const fixture = {
  version: 1,
  speech: {
    sounds: [{ say: line }],
    answer: [
      { hears: 'book a table', says: 'One moment.', calls: [{ name: 'book_table' }] },
      { after: 'book_table', says: 'It is booked. You are welcome.' },
    ],
  },
};

const bookTable = { name: 'book_table', description: 'Books', parameters: { type: 'object' } };

const settings = (container: 'none' | 'wav', functions: readonly object[] = [bookTable]) => ({
  type: 'Settings',
  audio: {
    input: { encoding: 'mulaw', sample_rate: 8_000 },
    output: { encoding: 'mulaw', sample_rate: 8_000, container },
  },
  agent: {
    greeting: 'Hello.',
    listen: { provider: { type: 'deepgram', version: 'v2', model: 'flux-general-en' } },
    think: { provider: { type: 'open_ai', model: 'gpt-4o-mini' }, functions },
    speak: { provider: { type: 'deepgram', model: 'aura-2-zeus-en' } },
  },
});

/** A recorded world, and a client of its voice agent. */
const it = speechTest({ scope: 'file', outboundHosts: ['allowed.example'] }).extend(
  'recordedWorld',
  ({ host, connect, record }) =>
    async (name: string, mode: ClockMode) => {
      await host.control('POST', '/worlds', { name, clock: { mode, rate: 20 }, fixture });
      const recording = await record(host, name);
      const client = await connect('/v1/agent/converse', { prefix: `/w/${name}` });
      const count = (type: string) =>
        client.seen.filter((one) => 'type' in one && one['type'] === type);
      return {
        ...recording,
        client,
        advance: (by: object) => host.control('POST', `/worlds/${name}/clock/advance`, by),
        comes: (type: string, times = 1) =>
          waitUntil(`${type} came`, () => count(type).length >= times),
      };
    },
);

interface RecordedCall {
  readonly client: SpeechClient;
  readonly advance: (by: object) => Promise<unknown>;
  readonly comes: (type: string, times?: number) => Promise<void>;
}

function hear({ socket }: SpeechClient): void {
  const audio = Buffer.concat([said, Buffer.alloc(4_000, 0xff)]);
  for (let at = 0; at < audio.length; at += 800) socket.send(audio.subarray(at, at + 800));
}

const functionsIn = ({ seen }: SpeechClient) =>
  seen.flatMap((one) => ('functions' in one ? (one['functions'] as { id: string }[]) : []));

/** A call with a greeting, a function that the client answers, and two replies. */
async function call({ client, advance, comes }: RecordedCall, mode: ClockMode) {
  const goOn = async () => {
    if (mode === 'frozen') await advance({ untilIdle: true });
  };
  client.send(settings('wav'));
  await comes('SettingsApplied');
  await goOn();
  await comes('AgentAudioDone');
  hear(client);
  await comes('UserStartedSpeaking');
  await waitUntil('the user is heard', () => JSON.stringify(client.seen).includes(line));
  await goOn();
  await comes('FunctionCallRequest');
  const [request] = functionsIn(client);
  client.send({ type: 'FunctionCallResponse', id: request?.id, name: 'book_table', content: '7' });
  client.send({ type: 'KeepAlive' }, { type: 'UpdatePrompt', prompt: 'Be kind.' });
  await comes('PromptUpdated');
  await goOn();
  await comes('AgentAudioDone', 3);
  client.socket.close();
  await client.closed;
}

const contentsOf = ({ seen }: SpeechClient) =>
  seen.flatMap((one) => ('content' in one ? [one['content']] : []));

const speechesIn = (file: string, { header, entries }: Recording) =>
  recordedSpeeches(createPlan(file, entries, { skipped: header.afterFixture?.inputs }));

/** The texts and the audio of each mode. */
const first: unknown[] = [];

describe('a recorded call', () => {
  it.for<ClockMode>(['frozen', 'skip', 'real'])(
    'replays with the clock in mode %s, and is the same in all modes',
    async (mode, { recordedWorld }) => {
      const recorded = await recordedWorld(mode, mode);
      await call(recorded, mode);
      const { digest } = await recorded.stop();
      const { client, file } = recorded;
      expect(contentsOf(client)).toEqual([
        'Hello.',
        line,
        'One moment.',
        'It is booked.',
        'You are welcome.',
      ]);
      const { replay, ...recording } = await expectEqual(file);
      expect(replay.digest).toBe(digest);
      expect(replay.compared.frames).toBeGreaterThan(15);
      const seen = { texts: contentsOf(client), audio: Buffer.concat(client.audio) };
      first.push(seen);
      expect(seen).toEqual(first[0]);
      const speeches = [...speechesIn(file, recording).values()];
      expect(speeches.map(({ answer }) => answer.kind)).toEqual(Array(4).fill('spoken'));
    },
  );

  it('that is cut in the middle of a reply replays, and its last sentence is computed', async ({
    recordedWorld,
  }) => {
    const recorded = await recordedWorld('cut', 'frozen');
    const { client, file, comes, advance } = recorded;
    client.send(settings('none'));
    await comes('SettingsApplied');
    await advance({ untilIdle: true });
    client.send({ type: 'InjectUserMessage', content: 'What a lovely day it is today.' });
    await waitUntil('it is handled', () => JSON.stringify(client.seen).includes('lovely'));
    await advance({ by: 1_000 });
    await waitUntil('audio came', () => 'audio' in (client.seen.at(-1) ?? {}));
    const cut = `${file}.part.jsonl`;
    copyFileSync(file, cut);
    const speeches = speechesIn(cut, await expectEqual(cut, 'cut'));
    expect([...speeches.keys()].map((question) => question.includes('Hello.'))).toEqual([true]);
    client.socket.close();
    await client.closed;
    await recorded.stop();
    await expectEqual(file);
  });

  it('replays with the recorded permissions of endpoints', async ({ recordedWorld }) => {
    const recorded = await recordedWorld('endpoints', 'frozen');
    const { client, file, comes } = recorded;
    const endpointOf = (hostname: string) => ({
      ...bookTable,
      name: hostname.replaceAll('.', '_'),
      endpoint: {
        url: `https://${hostname}/book?key=a-secret-key`,
        method: 'post',
        headers: { 'x-key': 'a-secret-value' },
      },
    });
    client.send(settings('none', ['allowed.example', 'other.example'].map(endpointOf)));
    await comes('SettingsApplied');
    client.socket.close();
    await client.closed;
    await recorded.stop();
    const text = readFileSync(file, 'utf8');
    for (const secret of ['a-secret-key', 'a-secret-value']) expect(text).not.toContain(secret);
    const { entries } = await expectEqual(file);
    const [applied] = entries.filter(
      (entry) => entry.kind === 'event' && entry.type === 'SettingsApplied',
    );
    expect(JSON.stringify(applied).match(/"isAllowed":\w+/g)).toEqual([
      '"isAllowed":true',
      '"isAllowed":false',
    ]);
  });
});
