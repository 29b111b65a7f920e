// Conversations in the core alone, whose clients run random steps.

import fc from 'fast-check';
import { isOfChannel } from '../../../core/speech/channels.ts';
import type { AgentChannelEvent, SpeechEvent } from '../../../core/speech/events.ts';
import type { SpeechCommand } from '../../../core/speech/commands.ts';
import type { HistoryItem, ListenSettings } from '../../../core/speech/agent/settings.ts';
import {
  answerRules,
  type ConversationStep,
  type UpdateKind,
} from '../arbitraries/conversation.ts';
import { pureWorld, type PureWorld } from '../engine/pure-world.ts';
import {
  agent,
  apply,
  conversation,
  functionNamed,
  openAgent,
  script,
  think,
} from './agent-commands.ts';
import { quietHops, speechHops as voice } from './hearing.ts';
import { measured } from './turn-commands.ts';

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

/** A session on /v1/agent/converse in a world without an engine, and its events. */
export interface Conversation {
  readonly world: PureWorld;
  readonly sessionId: string;
  readonly events: AgentChannelEvent[];
}

export const setup: fc.Arbitrary<Setup> = fc.record({
  isLive: fc.boolean(),
  listen: fc.constantFrom(...listens),
  greeting: fc.constantFrom(null, 'Hello. How do you do?'),
});

export interface Setup {
  readonly isLive: boolean;
  readonly listen: ListenSettings;
  readonly greeting: string | null;
  readonly history?: readonly HistoryItem[];
}

export function openPureConversation({
  isLive,
  listen,
  greeting,
  history = [],
}: Setup): Conversation {
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
  send(begun, apply({ ...agent, listen, greeting, history, think: thinkers })(opened));
  return begun;
}

export function send({ world, events }: Conversation, command: SpeechCommand): void {
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

/** Runs a step: frames of the client, or outcomes of requests of the agent. */
export function runStep(talk: Conversation, step: ConversationStep): void {
  const { world, sessionId, events } = talk;
  const session = { sessionId };
  const state = () => conversation(world.speech, sessionId);
  switch (step.kind) {
    case 'voice':
    case 'silence': {
      // Audio arrives in real time, in frames of 100 ms.
      const hops = step.kind === 'voice' ? voice(step.ms / 1_000) : quietHops(step.ms / 1_000);
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
    case 'queue':
    case 'interrupt': {
      const { kind: behavior, text: message } = step;
      return send(talk, { type: 'InjectAgentMessage', sessionId, message, behavior });
    }
    case 'force':
      return send(talk, { type: 'ForceEndTurn', sessionId });
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
    case 'refused':
      return { kind: 'refused', reason: 'It is a fork.' } as const;
  }
}

function updateOf(what: UpdateKind, sessionId: string): SpeechCommand {
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
    case 'v1':
    case 'v2':
      return {
        type: 'UpdateListen',
        sessionId,
        listen: listens.find(({ version }) => version === what) ?? agent.listen,
      };
  }
}
