// A conversation follows its transition table for any input from the client and from outside, and its client receives messages
// in a sensible order.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phaseAfter, type AgentPhase, type AgentStep } from '../../core/speech/agent/machine.ts';
import type { AgentChannelEvent } from '../../core/speech/events.ts';
import { isConversationEvent } from '../../core/speech/agent/evolve.ts';
import { eventTypes } from '../../core/speech/channels.ts';
import type { AgentSessionRecord, Thinking } from '../../core/speech/agent/record.ts';
import { agentMessages, type AgentMessage } from '../../core/speech/views.ts';
import { conversationStep } from '../support/arbitraries/conversation.ts';
import { forkPureWorld } from '../support/engine/pure-world.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { conversation } from '../support/speech/agent-commands.ts';
import {
  runStep,
  openPureConversation,
  send,
  setup,
  type Conversation,
} from '../support/speech/pure-conversation.ts';

const steps = fc.array(conversationStep, { minLength: 5, maxLength: 40, size: 'max' });

/** Each event that moves a conversation has a row in the table. */
function expectLegal(events: readonly AgentChannelEvent[]): void {
  let phase: AgentPhase = 'unset';
  for (const { type } of events) {
    if (!movers.has(type)) continue;
    const next = phaseAfter(phase, type as AgentStep);
    expect(next, `${type} in the phase ${phase}`).toBeDefined();
    phase = next as AgentPhase;
  }
}

const movers: ReadonlySet<string> = new Set<AgentStep>([
  'SettingsApplied',
  'UserTurnStarted',
  'UserTextReceived',
  'ThinkingStarted',
  'FunctionsCalled',
  'ReplyStarted',
  'ReplyPaused',
  'ReplyEnded',
  'ReplyInterrupted',
]);

/** A reply is texts and audio, then one AgentAudioDone; it may have no word. If the user interrupts it, no more of it follows. */
function expectOrdered(messages: readonly AgentMessage[]): void {
  let isReply = false;
  for (const message of messages) {
    const { kind } = message;
    if (kind === 'text') isReply = message.role === 'assistant';
    else if (kind === 'userStartedSpeaking') isReply = false;
    else if (kind === 'audio') expect(isReply, 'audio belongs to a reply').toBe(true);
    else if (kind === 'functionCallRequest') expect(isReply, 'no reply is open').toBe(false);
    else if (kind === 'agentAudioDone') isReply = false;
  }
}

/** Every reply ends with one AgentAudioDone, with audio or without; an interrupted one has none. Nothing else sends one. */
function expectAudioDone(events: readonly AgentChannelEvent[]): void {
  let isReply = false;
  for (const event of events) {
    const kinds = agentMessages(event, null).map(({ kind }) => kind);
    const done = kinds.filter((kind) => kind === 'agentAudioDone').length;
    if (event.type === 'ReplyStarted') {
      expect(isReply, 'one reply at a time').toBe(false);
      isReply = true;
    } else if (event.type === 'ReplyAudioSent') {
      expect(kinds).toEqual(['audio']);
      expect(isReply, 'audio belongs to a reply').toBe(true);
    } else if (event.type === 'ReplyPaused' || event.type === 'ReplyEnded') {
      expect(done, event.type).toBe(1);
      isReply = false;
    } else {
      expect(done, event.type).toBe(0);
      if (event.type === 'ReplyInterrupted') isReply = false;
    }
  }
}

/** Answers an earlier call, from the client or from the endpoint. */
interface AnyAnswer {
  readonly index: number;
  readonly by: 'client' | 'server';
  readonly hasFailed: boolean;
}

const anyAnswer: fc.Arbitrary<AnyAnswer> = fc.record({
  index: fc.nat(6),
  by: fc.constantFrom('client', 'server'),
  hasFailed: fc.boolean(),
});

/** Sends the answer and compares the conversation before and after it; returns whether the call was waiting. */
function answer(talk: Conversation, { index, by, hasFailed }: AnyAnswer): boolean {
  const { world, sessionId, events } = talk;
  const ids = events.flatMap((event) => (event.type === 'FunctionsCalled' ? event.calls : []));
  const callId = ids[ids.length - 1 - index]?.id ?? 'fc_unknown';
  const session = () => conversation(world.speech, sessionId) as AgentSessionRecord;
  const before = session();
  if (before === undefined) return false;
  const content = `sunny ${index}`;
  const reported = hasFailed
    ? ({ kind: 'failed', reason: content } as const)
    : ({ kind: 'answered', content } as const);
  send(
    talk,
    by === 'client'
      ? { type: 'AnswerFunction', sessionId, callId, content }
      : { type: 'ReportFunction', sessionId, callId, outcome: reported },
  );
  const { phase, thinking } = before;
  const call = thinking?.calls.find(({ id }) => id === callId);
  const isAwaited =
    phase === 'calling' && call?.response === null && call.isClientSide === (by === 'client');
  if (!isAwaited || thinking === null) {
    expect(session()).toEqual(before);
    return false;
  }
  const calls = thinking.calls.map((each) =>
    each === call ? { ...each, response: content, hasFailed: by === 'server' && hasFailed } : each,
  );
  const isLast = calls.every(({ response }) => response !== null);
  expectAnswered(before, session(), calls, isLast);
  return true;
}

/** An answer changes its call; the last answer of a round also starts the next round. */
function expectAnswered(
  { thinking: old, ...before }: AgentSessionRecord,
  { thinking, ...after }: AgentSessionRecord,
  calls: Thinking['calls'],
  isLast: boolean,
): void {
  if (!isLast) {
    expect(after).toEqual(before);
    expect(thinking).toEqual({ ...old, calls });
    return;
  }
  const { phase, history, script } = after;
  expect(after).toEqual({ ...before, phase, history, script });
  if (phase !== 'thinking') return; // no thinker is left: the session is about to end
  const answered = calls.map(({ hasFailed: _hasFailed, ...each }) => each);
  expect(history).toEqual([...before.history, { role: 'functions', calls: answered }]);
  expect(thinking).toMatchObject({ heard: old?.heard, round: (old?.round ?? 0) + 1, calls: [] });
  expect(thinking?.results).toEqual(calls);
}

describe('a conversation', () => {
  it('has every kind of event in these cases', () => {
    const seen = new Set<string>();
    for (const [own, all] of fc.sample(fc.tuple(setup, steps), { seed: 23, numRuns: 40 })) {
      const talk = openPureConversation(own);
      for (const step of all) runStep(talk, step);
      for (const { type } of talk.events) seen.add(type);
    }
    const missing = Object.keys(eventTypes).filter(
      (type) => isConversationEvent({ type }) && !seen.has(type),
    );
    expect(missing).toEqual(['AgentFailed']); // it would end most cases early
  });

  it('follows its table, and its messages have an order', () => {
    fc.assert(
      fc.property(setup, steps, (own, all) => {
        const talk = openPureConversation(own);
        for (const step of all) runStep(talk, step);
        runStep(talk, { kind: 'wait', ms: 14_000 });
        expectLegal(talk.events);
        expectOrdered(talk.events.flatMap((event) => agentMessages(event, null)));
        expectAudioDone(talk.events);
      }),
      runs(120),
    );
  });

  it('sends all audio of a sentence in frames without gaps, unless the user interrupts it', () => {
    fc.assert(
      fc.property(setup, steps, (own, all) => {
        const talk = openPureConversation(own);
        for (const step of all) runStep(talk, step);
        let left = 0;
        let at = 0;
        for (const event of talk.events) {
          if (event.type === 'ReplySpoken') {
            expect(left).toBe(0);
            [left, at] = [event.samples, 0];
          } else if (event.type === 'ReplyAudioSent') {
            expect(event.from).toBe(at);
            expect(event.samples).toBeGreaterThan(0);
            at += event.samples;
            left -= event.samples;
            expect(left).toBeGreaterThanOrEqual(0);
          } else if (event.type === 'ReplyInterrupted') left = 0;
          else if (event.type === 'ReplyEnded' || event.type === 'ReplyPaused')
            expect(left).toBe(0);
        }
      }),
      runs(60),
    );
  });

  it('has the answer of a function change its own round only', () => {
    // Questions that lead to function calls, and the time to make them.
    const asking = fc.record({
      kind: fc.constant('say' as const),
      text: fc.constantFrom('weather', 'time'),
    });
    const waiting = fc.record({ kind: fc.constant('wait' as const), ms: fc.constant(2_000) });
    const step = fc.oneof(conversationStep, asking, waiting, waiting);
    const answered = fc.array(fc.tuple(step, anyAnswer), {
      minLength: 10,
      maxLength: 40,
      size: 'max',
    });
    let awaited = 0;
    fc.assert(
      fc.property(setup, answered, (own, all) => {
        const talk = openPureConversation(own);
        for (const [next, given] of all) {
          runStep(talk, next);
          if (answer(talk, given)) awaited += 1;
        }
      }),
      runs(60, firstCases({ seed: 5, count: 10 }, setup, answered)),
    );
    expect(awaited).toBeGreaterThan(5);
  });

  it('continues in a fork as in its world', () => {
    fc.assert(
      fc.property(setup, steps, fc.nat(40), (own, all, cut) => {
        const talk = openPureConversation(own);
        for (const step of all.slice(0, cut)) runStep(talk, step);
        const fork = {
          ...talk,
          world: forkPureWorld(talk.world),
          events: [] as AgentChannelEvent[],
        };
        const before = talk.events.length;
        for (const step of all.slice(cut)) {
          runStep(talk, step);
          runStep(fork, step);
        }
        expect(fork.events).toEqual(talk.events.slice(before));
        expect(fork.world.state.digest).toBe(talk.world.state.digest);
      }),
      runs(40),
    );
  });
});
