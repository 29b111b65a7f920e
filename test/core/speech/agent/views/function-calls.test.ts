import { describe, expect, it } from 'vitest';
import { evolve } from '../../../../../core/speech/evolve.ts';
import type { SpeechEvent } from '../../../../../core/speech/events.ts';
import { initialState } from '../../../../../core/speech/state.ts';
import { functionCalls, functionCallsInFlight } from '../../../../../core/speech/views.ts';
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

const endpoint = { ...endpointAt('https://api.example/'), method: 'POST' };
const thinker = thinkerAt('https://llm.example/', {
  functions: [functionNamed('lookup', { endpoint })],
});

function after(...events: readonly SpeechEvent[]) {
  const state = initialState();
  for (const event of events) evolve(state, event, 1_000);
  return state;
}

const thinkingEvents = [...openedAgent([thinker]), userTextReceived('Hello.'), thinkingStarted()];
const both = functionsCalled(['fc_1', 'lookup', '{"city":"Rome"}'], ['fc_2', 'lookup', '{}']);

describe('the calls of functions', () => {
  it('have arguments and an endpoint until they are answered', () => {
    const first = {
      sessionId: 'some',
      id: 'fc_1',
      turn: 1,
      round: 0,
      entry: 0,
      name: 'lookup',
      arguments: '{"city":"Rome"}',
    };
    const second = { ...first, id: 'fc_2', arguments: '{}' };
    const state = after(...thinkingEvents, both);
    expect(functionCalls(state, 'some')).toEqual([
      { ...first, endpoint },
      { ...second, endpoint },
    ]);
    expect(functionCallsInFlight(state)).toEqual(functionCalls(state, 'some'));
    expect(
      functionCalls(after(...thinkingEvents, both, functionAnswered('fc_1', '')), 'some'),
    ).toMatchObject([{ id: 'fc_2' }]);
  });

  it('have the endpoints at the time of the request', () => {
    const think = [thinkerAt('https://llm.example/')];
    const state = after(...thinkingEvents, both, {
      type: 'ThinkUpdated',
      sessionId: 'some',
      think,
    });
    expect(functionCalls(state, 'some')).toMatchObject([
      { endpoint: { url: 'https://api.example/' } },
      { endpoint: { url: 'https://api.example/' } },
    ]);
  });

  it('exclude those that the client answers, and those of finished rounds', () => {
    const calls = [{ id: 'fc_1', name: 'lookup', arguments: '{}', isClientSide: true }];
    const byClient = { type: 'FunctionsCalled', sessionId: 'some', calls } as const;
    const interrupted = { type: 'ReplyInterrupted', sessionId: 'some', heard: '' } as const;
    expect(functionCalls(after(...thinkingEvents, byClient), 'some')).toEqual([]);
    expect(functionCalls(after(...thinkingEvents, both, interrupted), 'some')).toEqual([]);
    expect(functionCalls(after(...thinkingEvents), 'some')).toEqual([]);
    expect(functionCalls(after(), 'some')).toEqual([]);
  });
});
