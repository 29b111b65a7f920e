import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { createPlan } from '../../../../adapters/recording/replay/plan.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import {
  asRecorded,
  recordedSpeeches,
} from '../../../../adapters/services/speech/recorded-audio.ts';
import type { ClockMode } from '../../../../core/index.ts';
import {
  clear,
  close,
  connectTo,
  flush,
  speak,
  connectToSpeak,
} from '../../../support/speech/client.ts';
import { type SpeechHost } from '../../../support/speech/hosts.ts';
import { tone } from '../../../support/speech/tones.ts';
import { speechTest } from '../../../support/runner/speech-test.ts';
import { expectEqual } from '../../../support/recording/recordings.ts';

const it = speechTest()
  /** The file of a recording of one session of these messages. */
  .extend('recorded', ({ host, connect, record }) => async (...messages: readonly object[]) => {
    const { file, stop } = await record(host);
    const client = await connect('/v1/speak', { query: '?encoding=mulaw' });
    client.send(...messages);
    await client.closed;
    await stop();
    return file;
  });

const key = 'a-secret-key-of-the-speech-service';
async function granted(host: SpeechHost): Promise<string> {
  const response = await host.fetch('/v1/auth/grant', {
    method: 'POST',
    headers: { authorization: `Token ${key}` },
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

type Message = Readonly<Record<string, unknown>>;

/** Members that may differ between clock modes. */
const anyInstant = { created: undefined };
const allTypes = ['SpeechStarted', 'Results', 'UtteranceEnd', 'Metadata', 'Connected', 'TurnInfo'];
/** The messages of each mode. */
const firstSeen: object[] = [];

describe('a recording of a session', () => {
  it.for<ClockMode>(['frozen', 'skip', 'real'])(
    'replays with the clock in mode %s, and has no key and no token',
    async (mode, { startHost, record }) => {
      const host = await startHost({
        defaults: { clock: { mode, rate: 1 }, config: { speechKeys: [key] } },
      });
      const { file, stop } = await record(host);
      const token = await granted(host);
      for (const authorization of [`Token ${key}`, `Bearer ${token}`, 'Token another-secret-key']) {
        const client = await connectToSpeak(host, {
          query: '?encoding=mulaw&model=aura-2-zeus-en',
          headers: { authorization },
        });
        client.send(speak('One. Two'), flush, speak('Three'), clear, { type: 'What' });
        client.send(speak('Four'), close);
        await client.closed;
      }
      const { digest } = await stop();

      const text = readFileSync(file, 'utf8');
      for (const secret of [key, token, 'another-secret-key']) expect(text).not.toContain(secret);
      const { replay } = await expectEqual(file);
      expect(replay.digest).toBe(digest);
      expect(replay.compared.frames).toBeGreaterThan(10);
    },
  );

  it.for<ClockMode>(['frozen', 'skip', 'real'])(
    'replays the heard audio with the clock in mode %s, equal in all modes',
    async (mode, { startHost, record }) => {
      const host = await startHost({ defaults: { clock: { mode, rate: 1 } } });
      const { file, stop } = await record(host);
      const query = '?encoding=linear16&sample_rate=8000';
      const v1 = await connectTo(host, '/v1/listen', {
        query: `${query}&interim_results=true&endpointing=300&utterance_end_ms=500&vad_events=true`,
      });
      const v2 = await connectTo(host, '/v2/listen', { query: `${query}&model=flux-general-en` });
      const audio = Buffer.concat([tone(1.1), Buffer.alloc(24_000)]);
      for (const client of [v1, v2]) {
        for (let start = 0; start < audio.length; start += 1_601) {
          client.socket.send(audio.subarray(start, start + 1_601));
        }
        client.send({ type: 'CloseStream' });
        await client.closed;
      }
      const { digest } = await stop();
      const { replay } = await expectEqual(file);
      expect(replay.digest).toBe(digest);
      const seen = [...v1.seen, ...v2.seen].map((message): Message => ({
        ...message,
        ...anyInstant,
      }));
      expect(seen.map((message) => message['type'])).toEqual(expect.arrayContaining(allTypes));
      firstSeen.push(seen);
      expect(seen).toEqual(firstSeen[0]);
    },
  );

  it.for([key, 'short-key'])(
    'has no key in the subprotocols: %s',
    async (speechKey, { startHost, record }) => {
      const host = await startHost({ defaults: { config: { speechKeys: [speechKey] } } });
      const { file, stop } = await record(host);
      const socket = new host.WebSocket('ws://twin.test/v1/speak', ['token', speechKey]);
      await new Promise((resolve) => socket.addEventListener('message', resolve));
      expect(socket.protocol).toBe('token');
      await stop();
      expect(readFileSync(file, 'utf8')).not.toContain(speechKey);
      const { replay } = await expectEqual(file);
      expect(replay.compared.frames).toBe(1);
    },
  );

  it('replays without a synthesiser, and with one', async ({ recorded }) => {
    const file = await recorded(speak('One. Two'), flush, close);
    const recording = await readRecording(file);
    const audio = recordedSpeeches(createPlan(file, recording.entries));
    expect([...audio.values()].map(({ answer }) => answer.kind)).toEqual(['spoken', 'spoken']);
    for (const isAudioComputed of [false, true]) {
      const replay = await replayRecording(file, recording, { isAudioComputed });
      expect(replay.divergence).toBeUndefined();
    }
  });

  it('has the sounds of sentences, unless an older version wrote it', async ({ recorded }) => {
    const file = await recorded(speak('One. Two'), flush, close);
    const { entries } = await readRecording(file);
    const plan = createPlan(file, entries);
    const events = plan.events.map((event) => ({
      ...event,
      data: Object.fromEntries(Object.entries(event.data).filter(([name]) => name !== 'sound')),
    }));
    const [speech] = recordedSpeeches(plan).values();
    const answer = speech?.answer;
    if (answer?.kind !== 'spoken') throw new Error('Nothing was spoken.');
    expect(answer.sound?.words).toMatchObject([{ text: 'One.' }]);
    expect(asRecorded(answer, plan)).toBe(answer);
    expect(asRecorded(answer, undefined)).toBe(answer);
    expect(asRecorded(answer, { ...plan, events: [] })).toBe(answer);
    const { sound: _, ...old } = answer;
    expect(asRecorded(answer, { ...plan, events })).toEqual(old);
    expect([...recordedSpeeches({ ...plan, events }).values()][0]?.answer).toEqual(old);
  });

  it('can begin after everything was spoken', async ({ host, connect, record }) => {
    const client = await connect('/v1/speak', { query: '?encoding=mulaw' });
    client.send(speak('One.'), flush, close);
    await client.closed;
    const { file, stop } = await record(host);
    await stop();
    await expectEqual(file);
  });

  it('does not use edited audio', async ({ recorded }) => {
    const file = await recorded(speak('One. Two'), flush, close);
    const { entries } = await readRecording(file);
    const first = entries.findIndex((entry) => entry.kind === 'ws.out' && 'base64' in entry);
    const changed = entries.map((entry, index) =>
      index === first ? { ...entry, base64: Buffer.alloc(1_600).toString('base64') } : entry,
    ) as typeof entries;
    const texts = [...recordedSpeeches(createPlan(file, changed)).keys()];
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Two');
  });
});
