// Whatever a client of /v1/agent/converse does, and whatever answers from outside: the conversation follows its table, and its client
// gets messages in an order that makes sense.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phaseAfter, type AgentPhase, type AgentStep } from '../../core/speech/agent/machine.ts';
import type { AgentChannelEvent } from '../../core/speech/events.ts';
import { agentEventTypes } from '../../core/speech/events/agent.ts';
import { isOfChannel, type SpeechEvent } from '../../core/speech/events.ts';
import type { SpeechCommand } from '../../core/speech/commands.ts';
import type { ListenSettings } from '../../core/speech/records/agent.ts';
import { agentMessages, type AgentMessage } from '../../core/speech/views.ts';
import {
  answerRules,
  conversationStep,
  type ConversationStep,
} from '../support/arbitraries/conversation.ts';
import { branched, pureWorld, type PureWorld } from '../support/engine/pure-world.ts';
import { runs } from '../support/runner/runs.ts';
import {
  agent,
  apply,
  conversation,
  functionNamed,
  openAgent,
  script,
  think,
} from '../support/speech/agent-commands.ts';
import { quiet, speech as voice } from '../support/speech/hearing.ts';
import { measured } from '../support/speech/turn-commands.ts';

const endpoint = { url: 'http://127.0.0.1/', headers: [], isAllowed: true };
const functions = [
  functionNamed('weather'),
  functionNamed('time'),
  functionNamed('hosted', { endpoint: { ...endpoint, method: 'POST' } }),
];
const listens: readonly ListenSettings[] = [
  { version: 'v2', keyterms: [] },
  { version: 'v1', language: 'en', keyterms: [], smartFormat: true },
];

interface Conversation {
  readonly world: PureWorld;
  readonly sessionId: string;
  readonly events: AgentChannelEvent[];
}

const setup: fc.Arbitrary<Setup> = fc.record({
  isLive: fc.boolean(),
  listen: fc.constantFrom(...listens),
  greeting: fc.constantFrom(null, 'Hello. How do you do?'),
});

interface Setup {
  readonly isLive: boolean;
  readonly listen: ListenSettings;
  readonly greeting: string | null;
}

function begin({ isLive, listen, greeting }: Setup): Conversation {
  const world = pureWorld();
  const thinkers = [
    { ...think, functions, endpoint: isLive ? endpoint : null },
    { ...think, functions },
  ];
  const events: AgentChannelEvent[] = [];
  const opened = openAgent()({
    having(command: SpeechCommand) {
      const outcome = world.decide('speech', command);
      return { events: outcome.ok ? outcome.value.map(({ event }) => event) : [] };
    },
  } as never);
  const begun = { world, sessionId: opened.sessionId, events };
  send(begun, script(answerRules));
  send(begun, apply({ ...agent, listen, greeting, think: thinkers })(opened));
  return begun;
}

function send({ world, events }: Conversation, command: SpeechCommand): void {
  const outcome = world.decide('speech', command);
  if (outcome.ok)
    add(
      events,
      outcome.value.map(({ event }) => event as SpeechEvent),
    );
}

function add(events: AgentChannelEvent[], added: readonly SpeechEvent[]): void {
  for (const event of added) {
    if ('sessionId' in event && isOfChannel(event, '/v1/agent/converse')) events.push(event);
  }
}

function act(talk: Conversation, step: ConversationStep): void {
  const { world, sessionId, events } = talk;
  const session = { sessionId };
  const state = () => conversation(world.speech, sessionId);
  switch (step.kind) {
    case 'voice':
    case 'silence': {
      // Audio comes in real time, in frames of 100 ms.
      const hops = step.kind === 'voice' ? voice(step.ms / 1_000) : quiet(step.ms / 1_000);
      for (let at = 0; at < hops.length; at += 10) {
        send(talk, measured(hops.slice(at, at + 10))(session));
        add(events, world.pass(100) as unknown as readonly SpeechEvent[]);
      }
      return;
    }
    case 'wait':
      return add(events, world.pass(step.ms) as unknown as readonly SpeechEvent[]);
    case 'say':
      return send(talk, { type: 'InjectUserMessage', sessionId, content: step.text });
    case 'inject':
      return send(talk, { type: 'InjectAgentMessage', sessionId, message: step.text });
    case 'answer': {
      const callId = state()?.thinking?.calls[step.index]?.id ?? 'fc_unknown';
      return send(talk, { type: 'AnswerFunction', sessionId, callId, content: step.content });
    }
    case 'report': {
      const callId = state()?.thinking?.calls[step.index]?.id ?? 'fc_unknown';
      const outcome = step.hasFailed
        ? ({ kind: 'failed', reason: 'It answered 500.' } as const)
        : ({ kind: 'answered', content: 'sunny' } as const);
      return send(talk, { type: 'ReportFunction', sessionId, callId, outcome });
    }
    case 'thought': {
      const { turn = 0, thinking } = state() ?? {};
      const { round = 0, entry = 0 } = thinking ?? {};
      const of = { turn: step.isLate ? turn - 1 : turn, round, entry };
      return send(talk, { type: 'ReportThought', sessionId, ...of, part: partOf(step.part) });
    }
    case 'update':
      return send(talk, updateOf(step.what, sessionId));
  }
}

function partOf(part: Extract<ConversationStep, { readonly kind: 'thought' }>['part']) {
  switch (part) {
    case 'sentence':
      return { kind: 'sentence', text: 'Something memorable.' } as const;
    case 'thinking':
      return { kind: 'thinking', content: 'Hm.' } as const;
    case 'calls':
      return { kind: 'done', calls: [{ name: 'weather', arguments: '{}' }] } as const;
    case 'done':
      return { kind: 'done', calls: [] } as const;
    case 'failed':
      return { kind: 'failed', reason: 'It hangs.' } as const;
  }
}

function updateOf(what: 'prompt' | 'think' | 'speak', sessionId: string): SpeechCommand {
  switch (what) {
    case 'prompt':
      return { type: 'UpdatePrompt', sessionId, prompt: 'Be brief.' };
    case 'think':
      return { type: 'UpdateThink', sessionId, think: [{ ...think, functions }] };
    case 'speak':
      return {
        type: 'UpdateSpeak',
        sessionId,
        speak: [{ provider: 'deepgram', name: 'aura-luna-en' }],
      };
  }
}

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

/** A reply is texts and audio, then one AgentAudioDone; or it is cut by the user, and nothing of it follows. */
function expectOrdered(messages: readonly AgentMessage[]): void {
  let isReply = false;
  for (const message of messages) {
    const { kind } = message;
    if (kind === 'text') isReply = message.role === 'assistant';
    else if (kind === 'userStartedSpeaking') isReply = false;
    else if (kind === 'audio') expect(isReply, 'audio belongs to a reply').toBe(true);
    else if (kind === 'functionCallRequest') expect(isReply, 'no reply is open').toBe(false);
    else if (kind === 'agentAudioDone') {
      expect(isReply, 'AgentAudioDone belongs to a reply').toBe(true);
      isReply = false;
    }
  }
}

describe('a conversation', () => {
  it('has every kind of event in these cases', () => {
    const seen = new Set<string>();
    for (const [own, all] of fc.sample(fc.tuple(setup, steps), { seed: 23, numRuns: 40 })) {
      const talk = begin(own);
      for (const step of all) act(talk, step);
      for (const { type } of talk.events) seen.add(type);
    }
    const missing = Object.keys(agentEventTypes).filter((type) => !seen.has(type));
    expect(missing).toEqual(['AgentFailed']); // it would end most cases early
  });

  it('follows its table, and its messages have an order', () => {
    fc.assert(
      fc.property(setup, steps, (own, all) => {
        const talk = begin(own);
        for (const step of all) act(talk, step);
        add(talk.events, talk.world.pass(14_000) as unknown as readonly SpeechEvent[]);
        expectLegal(talk.events);
        expectOrdered(talk.events.flatMap((event) => agentMessages(event, null)));
      }),
      runs(120),
    );
  });

  it('sends all audio of a sentence in frames without gaps, unless the user cuts it', () => {
    fc.assert(
      fc.property(setup, steps, (own, all) => {
        const talk = begin(own);
        for (const step of all) act(talk, step);
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

  it('goes on in a fork as it would have gone on', () => {
    fc.assert(
      fc.property(setup, steps, fc.nat(40), (own, all, cut) => {
        const talk = begin(own);
        for (const step of all.slice(0, cut)) act(talk, step);
        const fork = { ...talk, world: branched(talk.world), events: [] as AgentChannelEvent[] };
        const before = talk.events.length;
        for (const step of all.slice(cut)) {
          act(talk, step);
          act(fork, step);
        }
        expect(fork.events).toEqual(talk.events.slice(before));
        expect(fork.world.state.digest).toBe(talk.world.state.digest);
      }),
      runs(40),
    );
  });
});
