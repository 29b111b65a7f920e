import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { createPlan } from '../../../../adapters/recording/replay/plan.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import {
  asRecorded,
  recordedSpeeches,
} from '../../../../adapters/services/speech/recorded-audio.ts';
import { openSynthesiser, type Synthesiser } from '../../../../adapters/voice/synthesiser.ts';
import type { ClockMode } from '../../../../core/index.ts';
import {
  clear,
  close,
  connectTo,
  flush,
  speak,
  connectToSpeak,
} from '../../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../../support/speech/hosts.ts';
import { tone } from '../../../support/speech/tones.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-speech-'));
const key = 'a-secret-key-of-the-speech-service';
let voice: Synthesiser;
beforeAll(() => {
  voice = openSynthesiser();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await voice.close();
});

/** A recording of one session of these messages. */
async function recorded(name: string, messages: readonly object[]) {
  const host = await inProcess();
  const world = host.reprise.engine.world('default');
  if (world === undefined) throw new Error('There is no world.');
  const file = join(folder, name);
  await host.reprise.recordings.start(world, { file });
  const client = await connectToSpeak(host, { query: '?encoding=mulaw' });
  client.send(...messages);
  await client.closed;
  await host.reprise.recordings.stop('default');
  await host.close();
  return { file };
}

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
  it.each<ClockMode>(['frozen', 'skip', 'real'])(
    'replays with the clock in mode %s, and has no key and no token',
    async (mode) => {
      const host = await inProcess({
        defaults: { clock: { mode, rate: 1 }, config: { speechKeys: [key] } },
      });
      const world = host.reprise.engine.world('default');
      if (world === undefined) throw new Error('There is no world.');
      const file = join(folder, `${mode}.jsonl`);
      await host.reprise.recordings.start(world, { file });
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
      const { digest } = await host.reprise.recordings.stop('default');
      await host.close();

      const text = readFileSync(file, 'utf8');
      for (const secret of [key, token, 'another-secret-key']) expect(text).not.toContain(secret);
      const replay = await replayRecording(file, await readRecording(file));
      expect(replay.divergence).toBeUndefined();
      expect(replay.digest).toBe(digest);
      expect(replay.compared.frames).toBeGreaterThan(10);
    },
  );

  it.each<ClockMode>(['frozen', 'skip', 'real'])(
    'replays the heard audio with the clock in mode %s, equal in all modes',
    async (mode) => {
      const host = await inProcess({ defaults: { clock: { mode, rate: 1 } } });
      const world = host.reprise.engine.world('default');
      if (world === undefined) throw new Error('There is no world.');
      const file = join(folder, `heard-${mode}.jsonl`);
      await host.reprise.recordings.start(world, { file });
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
      const { digest } = await host.reprise.recordings.stop('default');
      await host.close();
      const replay = await replayRecording(file, await readRecording(file));
      expect(replay.divergence).toBeUndefined();
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

  it.each([key, 'short-key'])('has no key in the subprotocols: %s', async (speechKey) => {
    const host = await inProcess({ defaults: { config: { speechKeys: [speechKey] } } });
    const world = host.reprise.engine.world('default');
    if (world === undefined) throw new Error('There is no world.');
    const file = join(folder, `protocols-${speechKey}.jsonl`);
    await host.reprise.recordings.start(world, { file });
    const socket = new host.WebSocket('ws://twin.test/v1/speak', ['token', speechKey]);
    await new Promise((resolve) => socket.addEventListener('message', resolve));
    expect(socket.protocol).toBe('token');
    await host.reprise.recordings.stop('default');
    await host.close();
    expect(readFileSync(file, 'utf8')).not.toContain(speechKey);
    const replay = await replayRecording(file, await readRecording(file));
    expect(replay.divergence).toBeUndefined();
    expect(replay.compared.frames).toBe(1);
  });

  it('replays without a synthesiser, and with one', async () => {
    const { file } = await recorded('audio.jsonl', [speak('One. Two'), flush, close]);
    const recording = await readRecording(file);
    const audio = recordedSpeeches(createPlan(file, recording.entries));
    expect([...audio.values()].map(({ answer }) => answer.kind)).toEqual(['spoken', 'spoken']);
    for (const isAudioComputed of [false, true]) {
      const replay = await replayRecording(file, recording, { isAudioComputed });
      expect(replay.divergence).toBeUndefined();
    }
  });

  it('has the sounds of sentences, unless an older version wrote it', async () => {
    const { file } = await recorded('sounds.jsonl', [speak('One. Two'), flush, close]);
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

  it('can begin after everything was spoken', async () => {
    const host = await inProcess();
    const client = await connectToSpeak(host, { query: '?encoding=mulaw' });
    client.send(speak('One.'), flush, close);
    await client.closed;
    const world = host.reprise.engine.world('default');
    if (world === undefined) throw new Error('There is no world.');
    const file = join(folder, 'after.jsonl');
    await host.reprise.recordings.start(world, { file });
    await host.reprise.recordings.stop('default');
    await host.close();
    expect((await replayRecording(file, await readRecording(file))).divergence).toBeUndefined();
  });

  it('does not use edited audio', async () => {
    const { file } = await recorded('changed.jsonl', [speak('One. Two'), flush, close]);
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
