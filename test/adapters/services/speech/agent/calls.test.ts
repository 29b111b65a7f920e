import { describe, expect, it } from 'vitest';
import type { Call } from '../../../../../adapters/contracts/calls.ts';
import { agentCalls } from '../../../../../adapters/services/speech/agent/calls.ts';
import {
  functionPlace,
  secretVaultOf,
} from '../../../../../adapters/services/speech/agent/secrets.ts';
import type { World } from '../../../../../core/index.ts';
import { evolve } from '../../../../../core/speech/evolve.ts';
import type { SpeechEvent } from '../../../../../core/speech/events.ts';
import { initialState } from '../../../../../core/speech/state.ts';
import {
  functionAnswered,
  functionsCalled,
  endpointAt,
  functionNamed,
  openedAgent,
  userTextReceived,
  thinkerAt,
  thinkingStarted,
} from '../../../../support/speech/agent-events.ts';

const lookup = functionNamed('lookup', {
  endpoint: { ...endpointAt('https://api.example/?a=***'), method: 'POST' },
});
const find = functionNamed('find', {
  endpoint: { ...endpointAt('https://api.example/?a=***'), method: 'GET' },
});
const thinker = thinkerAt('https://llm.example/', { functions: [lookup, find] });

/** A fake world with the speech state after these events. */
function worldAfter(...events: readonly SpeechEvent[]): World {
  const speech = initialState();
  for (const event of events) evolve(speech, event, 1_000);
  return {
    record: {},
    peek: (query: (states: object) => unknown) => query({ speech }),
  } as unknown as World;
}

const thinkingEvents = [...openedAgent([thinker]), userTextReceived('Hello.'), thinkingStarted()];
const both = functionsCalled(
  ['fc_1', 'lookup', '{"city":"Rome"}'],
  ['fc_2', 'find', '{"n":[1],"c":"ü &"}'],
);
const interrupted: SpeechEvent = { type: 'ReplyInterrupted', sessionId: 'some', heard: '' };

const isAwaited = (call: Call | undefined, ...events: readonly SpeechEvent[]) =>
  worldAfter(...events).peek((states) => call?.isAwaited(states));

/** The commands of an answer that arrives in these pieces. */
function answerOf(call: Call | undefined, ...texts: readonly string[]) {
  const request = call?.request();
  if (call === undefined || request === undefined || 'refusal' in request) return [];
  const answer = call.readAnswer(request);
  return [...texts.flatMap((text) => answer.push(text)), ...answer.end()];
}

describe('the call of a live thinker', () => {
  const [call] = agentCalls.callsOf(thinkingStarted(), worldAfter(...thinkingEvents));
  const report = { type: 'ReportThought', sessionId: 'some', turn: 1, round: 0, entry: 0 };

  it('posts a chat completion', () => {
    expect(call).toMatchObject({ queue: 'some', timeoutMs: 30_000, answerBytesMax: 1024 * 1024 });
    expect(call?.request()).toEqual({
      url: 'https://llm.example/',
      method: 'POST',
      headers: {
        Accept: 'text/event-stream, application/json',
        'Content-Type': 'application/json',
      },
      body: expect.stringContaining('"content":"Hello."'),
    });
  });

  it('reports its parts, or its failure', () => {
    const delta = JSON.stringify({ choices: [{ delta: { content: 'Hi.' } }] });
    expect(answerOf(call, `data: ${delta}\n\nda`, 'ta: [DONE]\n\n')).toEqual([
      { ...report, part: { kind: 'sentence', text: 'Hi.' } },
      { ...report, part: { kind: 'done', calls: [] } },
    ]);
    expect(call?.failed('No.')).toEqual({ ...report, part: { kind: 'failed', reason: 'No.' } });
    expect(call?.refused('No.')).toEqual({ ...report, part: { kind: 'refused', reason: 'No.' } });
  });

  it('is awaited until the session continues', () => {
    expect(isAwaited(call, ...thinkingEvents)).toBe(true);
    for (const next of [
      thinkingStarted({ entry: 1 }),
      thinkingStarted({ round: 1 }),
      userTextReceived('No.'),
      interrupted,
    ]) {
      const isGoingOn =
        next.type === 'UserTextReceived' ? [next, thinkingStarted({ turn: 2 })] : [next];
      expect(isAwaited(call, ...thinkingEvents, ...isGoingOn)).toBe(false);
    }
  });

  it('sends the original request, also if the thinker was replaced meanwhile', () => {
    const think = { type: 'ThinkUpdated', sessionId: 'some', think: [] } as const;
    const [late] = agentCalls.callsOf(thinkingStarted(), worldAfter(...thinkingEvents, think));
    expect(late?.request()).toEqual(call?.request());
  });

  it.each<[string, SpeechEvent, readonly SpeechEvent[]]>([
    ['of an event that is over', thinkingStarted(), [...thinkingEvents, interrupted]],
    [
      'of an earlier thinker',
      thinkingStarted(),
      [...thinkingEvents, thinkingStarted({ entry: 1 })],
    ],
    ['of another event', userTextReceived('Hello.'), thinkingEvents],
    [
      'of a thought of the core',
      thinkingStarted({ work: { kind: 'failure', reason: 'No.' } }),
      thinkingEvents,
    ],
  ])('is none %s', (_what, event, events) => {
    expect(agentCalls.callsOf(event, worldAfter(...events))).toEqual([]);
  });
});

describe('the calls of functions', () => {
  const world = worldAfter(...thinkingEvents, both);
  const secret = { url: 'https://api.example/?a=b', headers: {} };
  const places = ['lookup', 'find'].map((name) => functionPlace(0, name));
  secretVaultOf(world).setSession('some', new Map(places.map((place) => [place, secret])));
  const [post, get] = agentCalls.callsOf(both, world);
  const report = { type: 'ReportFunction', sessionId: 'some', callId: 'fc_1' };

  it('send their arguments as the body, or with GET in the query', () => {
    expect(post).toMatchObject({ queue: 'some', timeoutMs: 10_000, answerBytesMax: 64 * 1024 });
    expect(post?.request()).toEqual({
      url: 'https://api.example/?a=b',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"city":"Rome"}',
    });
    expect(get?.request()).toEqual({
      url: 'https://api.example/?a=b&n=%5B1%5D&c=%C3%BC+%26',
      method: 'GET',
      headers: {},
    });
  });

  it('report the whole answer, or their failure', () => {
    expect(answerOf(post, '2', '1')).toEqual([
      { ...report, outcome: { kind: 'answered', content: '21' } },
    ]);
    expect(answerOf(post)).toEqual([{ ...report, outcome: { kind: 'answered', content: '' } }]);
    const failed = { ...report, outcome: { kind: 'failed', reason: 'No.' } };
    expect([post?.failed('No.'), post?.refused('No.')]).toEqual([failed, failed]);
  });

  it('are awaited until they are answered', () => {
    expect(isAwaited(post, ...thinkingEvents, both)).toBe(true);
    expect(isAwaited(post, ...thinkingEvents, both, functionAnswered('fc_1', '21'))).toBe(false);
    expect(isAwaited(get, ...thinkingEvents, both, functionAnswered('fc_1', '21'))).toBe(true);
    expect(isAwaited(post, ...thinkingEvents, both, interrupted)).toBe(false);
  });

  it('are the unanswered calls of an event', () => {
    const later = worldAfter(...thinkingEvents, both, functionAnswered('fc_1', '21'));
    expect(agentCalls.callsOf(both, later)).toHaveLength(1);
    expect(agentCalls.inFlight(later)).toHaveLength(1);
    expect(agentCalls.inFlight(worldAfter(...thinkingEvents))).toHaveLength(1);
    expect(agentCalls.inFlight(worldAfter())).toEqual([]);
  });
});

it('an interruption and the end of a session cancel calls', () => {
  const ended = { type: 'SessionEnded', sessionId: 'some' };
  expect([interrupted, ended, userTextReceived('No.')].map(agentCalls.interruptedBy)).toEqual([
    'some',
    'some',
    undefined,
  ]);
});
