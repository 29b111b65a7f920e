// Calls as the studio shows them, from the packaged recordings.

import { describe, expect, it } from 'vitest';
import {
  instantAt,
  positionAt,
} from '../../../../../../adapters/studio/page/views/calls/call-axis.ts';
import { latencySummary } from '../../../../../../adapters/studio/page/views/calls/call-turns.ts';
import { callOf, type ShownCall } from '../../../../../../adapters/studio/page/views/calls/call.ts';
import {
  sessionMoment,
  spokenSessions,
  type ChannelPath,
} from '../../../../../../adapters/studio/page/views/calls/speech-sessions.ts';
import { recordedEnvelopes } from '../../../../../support/recording/recorded-envelopes.ts';

async function recordedCall(name: string, path: ChannelPath): Promise<ShownCall> {
  const events = await recordedEnvelopes(name);
  const session = spokenSessions(events).find((candidate) => candidate.path === path);
  if (session === undefined) throw new Error(`${name} has no session on ${path}.`);
  return callOf(session, events);
}

describe('the sessions of a world', () => {
  it('are listed with their endings, and as they are at a position', async () => {
    const sessions = spokenSessions(await recordedEnvelopes('speech/support'));
    expect(sessions.map(({ path }) => path)).toEqual([
      '/v1/agent/converse',
      '/v1/speak',
      '/v1/speak',
    ]);
    const [call] = sessions;
    expect(call?.ended).toMatchObject({ by: 'client', code: 1000, position: 164 });
    const moments = [2, 3, 163, 164].map((position) => call && sessionMoment(call, position));
    expect(moments).toEqual(['later', 'open', 'open', 'over']);
  });
});

describe('a conversation with a barge-in', () => {
  it('has its turns, with the latency to the first audio', async () => {
    const { turns, startMs } = await recordedCall('speech/support', '/v1/agent/converse');
    const rows = turns.map(({ user, replies, latencyMs, firstAudioMs }) => ({
      said: user?.text,
      ended: user && user.endMs - startMs,
      latency: latencyMs,
      first: firstAudioMs && firstAudioMs - startMs,
      reply: replies[0]?.kind,
    }));
    expect(rows).toEqual([
      { said: undefined, ended: undefined, latency: undefined, first: 229, reply: 'greeting' },
      {
        said: 'Hello, where is my parcel?',
        ended: 6_000,
        latency: 760,
        first: 6_760,
        reply: 'answer',
      },
      {
        said: 'Please stop, the number is five five one.',
        ended: 11_300,
        latency: 806,
        first: 12_106,
        reply: 'answer',
      },
    ]);
    expect(latencySummary(turns)).toEqual({ count: 2, leastMs: 760, medianMs: 760, mostMs: 806 });
  });

  it('shows when the user interrupted, what was heard, and what was dropped', async () => {
    const { turns, startMs, words } = await recordedCall('speech/support', '/v1/agent/converse');
    const interruptions = turns.map(({ interruption }) => interruption);
    expect(interruptions).toEqual([
      undefined,
      {
        position: 106,
        atMs: startMs + 9_200,
        by: 'user',
        heard: 'I am sorry to hear that. Before',
        dropped:
          'we begin, let me tell you about our opening hours. We are here from Monday to Friday, and on every second Saturday of the month.',
      },
      undefined,
    ]);
    const dropped = words.filter(({ state }) => state === 'dropped');
    expect(dropped.map(({ text }) => text).join(' ')).toBe(
      'we begin, let me tell you about our opening hours.',
    );
  });

  it('lets audio that was sent sound up to the interruption, and later audio after it', async () => {
    const { axis, startMs } = await recordedCall('speech/support', '/v1/agent/converse');
    const [greeting, cut, dropped, answer] = axis.agent.placed;
    expect(greeting?.startMs).toBe(startMs + 229);
    expect(cut?.endMs).toBe(startMs + 9_200);
    expect(dropped).toMatchObject({ isDropped: true, startMs: startMs + 9_200 });
    expect(answer).toMatchObject({ isDropped: false, startMs: startMs + 12_106 });
    const sum = axis.agent.placed.reduce((samples, part) => samples + part.samples, 0);
    expect(sum).toBe(axis.agent.samples);
  });

  it('has levels of the user for each 10 ms of audio', async () => {
    const { axis } = await recordedCall('speech/support', '/v1/agent/converse');
    expect(axis.user.sampleRate).toBe(8_000);
    const hops = axis.user.samples / 80;
    expect([hops - 1, hops]).toContain(axis.user.levels?.length); // the last one may not be measured yet
  });
});

describe('a conversation with functions', () => {
  it('has calls with their answers, and the rounds of a turn', async () => {
    const { turns } = await recordedCall('speech/booking', '/v1/agent/converse');
    const calls = turns.flatMap(({ functions }) => functions);
    expect(calls.map(({ name }) => name)).toEqual([
      'check_availability',
      'check_availability',
      'book_table',
    ]);
    for (const call of calls) {
      expect(call.endMs).toBeGreaterThanOrEqual(call.startMs);
      expect(call.outcome).toBeDefined();
      expect(call.hasFailed).toBe(false);
    }
    expect(turns.map(({ thinking }) => thinking.map(({ round }) => round))).toEqual([
      [],
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
  });
});

describe('a session that only listens', () => {
  it('places final words by the audio, though all of it came at one instant', async () => {
    const { words, startMs, endMs, results } = await recordedCall(
      'speech/two-speakers',
      '/v1/listen',
    );
    expect(words[0]).toMatchObject({ text: 'Good', speaker: 0, state: 'final', isAbout: false });
    expect(words[0]?.startMs).toBe(startMs + 1_410);
    expect(words.at(-1)?.endMs).toBeLessThanOrEqual(endMs);
    const texts = results.filter(({ isFinal }) => isFinal).map(({ text }) => text);
    expect(texts.join(' ').replaceAll(/ +/g, ' ').trim()).toBe(
      words.map(({ text }) => text).join(' '),
    );
    const interim = results.filter(({ isFinal }) => !isFinal);
    expect(interim.map(({ added }) => added)).toContain('Good');
  });

  it('places words of turns between the reports that have them', async () => {
    const { words, startMs, results } = await recordedCall('speech/eager-turn', '/v2/listen');
    expect(words[0]).toMatchObject({ text: 'I', isAbout: true });
    expect(words[0]?.startMs).toBe(startMs + 750);
    expect(words[0]?.endMs).toBe(startMs + 1_000);
    const finals = results.filter(({ isFinal }) => isFinal);
    expect(finals.map(({ note }) => note)).toEqual(['EndOfTurn', 'EndOfTurn']);
    expect(words.map(({ text }) => text).join(' ')).toBe(finals.map(({ text }) => text).join(' '));
  });
});

describe('the axis of a call', () => {
  it.each([
    ['speech/support', '/v1/agent/converse'],
    ['speech/two-speakers', '/v1/listen'],
    ['speech/eager-turn', '/v2/listen'],
    ['speech/spoken-paragraph', '/v1/speak'],
  ] as const)('never falls, and finds the events of %s again', async (name, path) => {
    const { axis, startMs, endMs } = await recordedCall(name, path);
    let before = startMs;
    for (const { position, atMs } of axis.steps) {
      expect(atMs).toBeGreaterThanOrEqual(before);
      expect(instantAt(axis, position)).toBe(atMs);
      expect(positionAt(axis, atMs)).toBeGreaterThanOrEqual(position);
      before = atMs;
    }
    expect(before).toBeLessThanOrEqual(endMs);
  });
});
