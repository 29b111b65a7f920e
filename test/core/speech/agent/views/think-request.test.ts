import { describe, expect, it } from 'vitest';
import { evolve } from '../../../../../core/speech/evolve.ts';
import type { SpeechEvent } from '../../../../../core/speech/events.ts';
import { initialState } from '../../../../../core/speech/state.ts';
import { thinkRequest, thinkRequests, thoughtInFlight } from '../../../../../core/speech/views.ts';
import {
  functionAnswered,
  functionsCalled,
  functionNamed,
  openedAgent,
  userTextReceived,
  thinkerAt,
  thinkingStarted,
} from '../../../../support/speech/agent-events.ts';

const thinker = thinkerAt('https://llm.example/', { functions: [functionNamed('lookup')] });

function after(...events: readonly SpeechEvent[]) {
  const state = initialState();
  for (const event of events) evolve(state, event, 1_000);
  return state;
}

const thinkingEvents = [...openedAgent([thinker]), userTextReceived('Hello.'), thinkingStarted()];

const openReply: SpeechEvent = {
  type: 'ReplyStarted',
  sessionId: 'some',
  turn: 1,
  kind: 'answer',
  sentences: ['Hi.'],
  isOpen: true,
  calls: [],
  voice: { base: 'slt', pitch: 100, pace: 100 },
  thinkMs: 1,
  speakMs: 1,
};

describe('the request to a live thinker', () => {
  it('has its settings, its place and the history', () => {
    expect(thinkRequest(after(...thinkingEvents), 'some')).toEqual({
      sessionId: 'some',
      turn: 1,
      round: 0,
      entry: 0,
      think: thinker,
      endpoint: thinker.endpoint,
      history: [{ role: 'user', content: 'Hello.' }],
    });
    expect(thinkRequests(after(...thinkingEvents))).toHaveLength(1);
  });

  it('has the functions of earlier rounds', () => {
    const call = functionsCalled(['fc_1', 'lookup', '{}']);
    const state = after(
      ...thinkingEvents,
      call,
      functionAnswered('fc_1', '42'),
      thinkingStarted({ round: 1 }),
    );
    expect(thinkRequest(state, 'some')).toMatchObject({
      round: 1,
      history: [
        { role: 'user', content: 'Hello.' },
        { role: 'functions', calls: [{ id: 'fc_1', arguments: '{}', response: '42' }] },
      ],
    });
  });

  it.each([
    [2, ['b'.repeat(20)]],
    [20, ['b'.repeat(20)]],
    [29, ['b'.repeat(20)]],
    [30, ['a'.repeat(10), 'b'.repeat(20)]],
    ['max', ['a'.repeat(10), 'b'.repeat(20)]],
    [null, ['a'.repeat(10), 'b'.repeat(20)]],
  ] as const)('has %s characters of the history, and the last item', (contextLength, contents) => {
    const state = after(
      ...openedAgent([{ ...thinker, contextLength }]),
      userTextReceived('a'.repeat(10)),
      userTextReceived('b'.repeat(20)),
      thinkingStarted({ turn: 2 }),
    );
    const { history = [] } = thinkRequest(state, 'some') ?? {};
    expect(history).toEqual(contents.map((content) => ({ role: 'user', content })));
  });

  it('continues while its first sentences are spoken, until its last', () => {
    expect(thinkRequest(after(...thinkingEvents, openReply), 'some')).toMatchObject({ turn: 1 });
    const extended = {
      type: 'ReplyExtended',
      sessionId: 'some',
      sentences: [],
      calls: [],
    } as const;
    const done = after(...thinkingEvents, openReply, { ...extended, isOpen: false });
    expect(thinkRequest(done, 'some')).toBeUndefined();
  });

  it.each<[string, readonly SpeechEvent[]]>([
    ['before Settings', openedAgent([thinker]).slice(0, 1)],
    ['nobody thinks', openedAgent([thinker])],
    [
      'the core thinks itself',
      [
        ...thinkingEvents,
        thinkingStarted({ work: { kind: 'thought', thought: { text: 'Hi.', calls: [] } } }),
      ],
    ],
    ['functions are called', [...thinkingEvents, functionsCalled(['fc_1', 'lookup', '{}'])]],
    [
      'the user has interrupted',
      [...thinkingEvents, { type: 'ReplyInterrupted', sessionId: 'some', heard: '' }],
    ],
  ])('is none when %s', (_when, events) => {
    expect(thinkRequest(after(...events), 'some')).toBeUndefined();
    expect(thinkRequests(after(...events))).toEqual([]);
  });

  it('has the thinker from the time of the request, in spite of later updates', () => {
    const events = [
      ...openedAgent([thinker, thinker]),
      userTextReceived('Hello.'),
      thinkingStarted({ entry: 1 }),
    ];
    const state = after(...events, { type: 'ThinkUpdated', sessionId: 'some', think: [] });
    expect(thinkRequest(state, 'some')).toMatchObject({ entry: 1, think: thinker });
  });
});

describe('the thought in flight', () => {
  const place = { turn: 1, round: 0, entry: 0 };
  const call = functionsCalled(['fc_1', 'lookup', '{}']);

  it.each<[string, readonly SpeechEvent[], object | undefined]>([
    ['a thinker is asked', thinkingEvents, place],
    ['its functions are called', [...thinkingEvents, call], place],
    [
      'it is asked again',
      [...thinkingEvents, call, functionAnswered('fc_1', '42'), thinkingStarted({ round: 1 })],
      { ...place, round: 1 },
    ],
    ['nobody thinks', openedAgent([thinker]), undefined],
    ['nobody is asked yet', [...openedAgent([thinker]), userTextReceived('Hello.')], undefined],
    ['there is no session', [], undefined],
  ])('has its place when %s', (_when, events, expected) => {
    expect(thoughtInFlight(after(...events), 'some')).toEqual(expected);
  });
});
