// The audio of calls in a recording, as the page reads it from a file.

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { soundOf } from '../../../../adapters/studio/page/views/calls/load-sound.ts';
import { callOf } from '../../../../adapters/studio/page/views/calls/call.ts';
import { spokenSessions } from '../../../../adapters/studio/page/views/calls/speech-sessions.ts';
import { callAudioOf } from '../../../../adapters/studio/story/call-audio.ts';
import { recordedEnvelopes } from '../../../support/recording/recorded-envelopes.ts';

const names = [
  'booking',
  'eager-turn',
  'fallback',
  'second-settings',
  'spoken-paragraph',
  'support',
  'two-speakers',
];

async function recorded(name: string) {
  const file = fileURLToPath(
    new URL(`../../../../recordings/v1/speech/${name}.jsonl`, import.meta.url),
  );
  const { entries } = await readRecording(file);
  return { entries, events: await recordedEnvelopes(`speech/${name}`) };
}

describe('the audio of calls in a recording', () => {
  it.each(names)('has as many samples as the events of %s', async (name) => {
    const calls = await recorded(name);
    const { audio, notes } = await callAudioOf(calls);
    expect(notes).toEqual([]);
    const sessions = spokenSessions(calls.events);
    let sides = 0;
    for (const session of sessions) {
      const { axis } = callOf(session, calls.events);
      for (const side of ['user', 'agent'] as const) {
        const { samples, sampleRate } = axis[side];
        const own = audio.find((one) => one.sessionId === session.id && one.side === side);
        const sound = own && soundOf(own);
        expect({ side, samples: sound?.samples.length ?? 0 }).toEqual({ side, samples });
        if (samples === 0) continue;
        sides += 1;
        expect(sound?.sampleRate).toBe(sampleRate);
      }
    }
    expect(audio).toHaveLength(sides);
    expect(sides).toBeGreaterThan(0);
  });

  it('has the bytes that the events have hashes of', async () => {
    const calls = await recorded('support');
    const { audio } = await callAudioOf(calls);
    const received = calls.events.flatMap(({ event }) =>
      event.type === 'AudioReceived' ? [event] : [],
    );
    const bytesOf = (side: string) => {
      const own = audio.find(
        (one) => one.sessionId === received[0]?.sessionId && one.side === side,
      );
      return Buffer.from(own?.data ?? '', 'base64');
    };
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(sha256(bytesOf('user'))).toBe(received.at(-1)?.streamSha256);
    const [greeting] = calls.events.flatMap(({ event }) =>
      event.type === 'ReplySpoken' ? [event] : [],
    );
    expect(sha256(bytesOf('agent').subarray(0, greeting?.samples))).toBe(greeting?.sha256);
  });

  it('is left out where there is too much, and says so', async () => {
    const { audio, notes } = await callAudioOf(await recorded('support'), 100_000);
    const bytes = audio.reduce((sum, { data }) => sum + Buffer.from(data, 'base64').length, 0);
    expect(bytes).toBeLessThanOrEqual(100_000);
    expect(audio.length).toBeGreaterThan(0);
    expect(notes).toEqual(['The audio of 2 sides of calls is left out: a file has 0 MiB at most.']);
  });
});
