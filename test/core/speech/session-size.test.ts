// The state of a listening session does not grow with its audio, nor do its events: each minute costs the same.

import { expect, it, vi } from 'vitest';
import { historyCharsMax } from '../../../core/speech/agent/endings.ts';
import { speech } from '../../../core/speech/index.ts';
import type { MeasuredHop } from '../../../core/speech/recognition/hearing/hear.ts';
import type { AgentSessionRecord } from '../../../core/speech/agent/record.ts';
import { given } from '../../support/given.ts';
import { isSoak } from '../../support/runner/soak.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import type { ConversationStep } from '../../support/arbitraries/conversation.ts';
import { conversation } from '../../support/speech/agent-commands.ts';
import type { SpeechWorld } from '../../support/speech/commands.ts';
import { fakeSound } from '../../support/speech/known-sounds.ts';
import { audio, listeningSession } from '../../support/speech/listening.ts';
import { runStep, openPureConversation } from '../../support/speech/pure-conversation.ts';
import { measured, openTurns } from '../../support/speech/turn-commands.ts';

vi.setConfig({ testTimeout: longMs });

const minutes = isSoak ? 60 : 4;

const { sound, print, fingerprints } = fakeSound('Good morning');
const { text, speaker } = sound;

/** Two seconds of an unknown voice, then one of silence. */
const unknown: readonly MeasuredHop[] = Array.from({ length: 300 }, (_, hop) => ({
  level: hop < 200 ? 80 + ((hop * 7) % 11) : 0,
  fingerprint: (hop * 40_503) % 65_536,
}));
/** A known sound, then silence. */
const known: readonly MeasuredHop[] = Array.from({ length: 200 }, (_, hop) => ({
  level: hop >= sound.voiceStart && hop < sound.voiceEnd ? 80 + (hop % 7) : 0,
  fingerprint: fingerprints[hop] ?? 0,
}));
const repeated = [...unknown, ...known];

const paths = {
  '/v1/listen': [
    listeningSession({ interimResults: true, utteranceEndMs: 1_000, vadEvents: true }),
    (hops: readonly MeasuredHop[]) => audio([hops]),
  ],
  '/v2/listen': [
    openTurns({ thresholds: { eagerEndOfTurn: 0.4, endOfTurn: 0.7, timeoutMs: 5_000 } }),
    measured,
  ],
} as const;

it.each(['/v1/listen', '/v2/listen'] as const)('%s costs the same in each minute', (path) => {
  const [open, frame] = paths[path];
  const world = given(speech, (opening: SpeechWorld) => {
    opening.having({ type: 'RememberSound', sound: { ...print, text, speaker } });
    return open(opening);
  });
  const costs = Array.from({ length: minutes }, () => {
    let [largest, events] = [0, 0];
    const types = new Set<string>();
    for (let second = 0; second < 60; second += 1) {
      const start = (second % 5) * 100;
      world.having(frame(repeated.slice(start, start + 100)));
      largest = Math.max(
        largest,
        JSON.stringify(world.speech.sessions.get(world.sessionId)).length,
      );
      events += world.events.length;
      for (const event of world.events) types.add(event.type);
    }
    return { largest, events, types: [...types].toSorted() };
  });
  const [first, second] = costs;
  const digits = 40; // times and counts have more digits later
  expect(second?.events).toBeGreaterThan(60);
  for (const { largest, events, types } of costs.slice(1)) {
    expect(largest).toBeLessThanOrEqual((first?.largest ?? 0) + digits);
    expect({ events, types }).toEqual({ events: second?.events, types: second?.types });
  }
});

/** A minute with voice, text and function calls, and the replies to them. */
const turns: readonly ConversationStep[] = [
  { kind: 'voice', ms: 1_500 },
  { kind: 'silence', ms: 2_000 },
  { kind: 'wait', ms: 14_000 },
  { kind: 'say', text: 'Hush.' },
  { kind: 'wait', ms: 10_000 },
  { kind: 'say', text: 'Weather.' },
  { kind: 'wait', ms: 1_500 },
  { kind: 'answer', index: 0, content: 'rain' },
  { kind: 'answer', index: 1, content: 'noon' },
  { kind: 'wait', ms: 10_000 },
  { kind: 'inject', text: 'Are you still there?' },
  { kind: 'wait', ms: 14_000 },
];

/** An item of a hundred characters; copies of it fill the history. */
const item = { role: 'user', content: 'a'.repeat(100) } as const;

it.each([
  { version: 'v1', language: 'en', keyterms: [], smartFormat: true },
  { version: 'v2', keyterms: [] },
] as const)('a conversation that hears by $version costs the same in each minute', (listen) => {
  const history = Array.from({ length: historyCharsMax / item.content.length }, () => item);
  const talk = openPureConversation({ isLive: false, listen, greeting: null, history });
  const costs = Array.from({ length: minutes }, () => {
    let [largest, longest] = [0, 0];
    talk.events.splice(0);
    for (const turn of turns) {
      runStep(talk, turn);
      const session = conversation(talk.world.speech, talk.sessionId) as AgentSessionRecord;
      const { history: items, ...others } = session;
      largest = Math.max(largest, JSON.stringify(others).length);
      longest = Math.max(longest, charactersIn(items));
    }
    const types = new Set(talk.events.map(({ type }) => type));
    return { largest, longest, events: talk.events.length, types };
  });
  const [first, second] = costs;
  expect(second?.types).toContain('UserTurnStarted');
  expect(second?.types).toContain('FunctionAnswered');
  for (const { largest, longest, events, types } of costs.slice(1)) {
    // Plain replies differ each time, also in length.
    expect(Math.abs(largest - (first?.largest ?? 0))).toBeLessThan(500);
    expect(Math.abs(events - (second?.events ?? 0))).toBeLessThan(10);
    expect(types).toEqual(second?.types);
    expect(longest).toBeLessThanOrEqual(historyCharsMax);
    expect(longest).toBeGreaterThan(historyCharsMax * 0.99);
  }
});

function charactersIn(history: AgentSessionRecord['history']): number {
  const texts = history.flatMap((each) =>
    each.role === 'functions'
      ? each.calls.flatMap((call) => [call.name, call.arguments, call.response])
      : [each.content],
  );
  return texts.join('').length;
}
