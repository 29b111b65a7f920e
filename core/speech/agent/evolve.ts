// Events of a session on /v1/agent/converse.

import { phaseAfter, type AgentStep } from './machine.ts';
import { forcedTurnOf, heardByAgents, userTurnsIn } from './hearing.ts';
import { withItem } from './history.ts';
import type { FunctionResult } from './thought.ts';
import type { AudioReceived } from '../events.ts';
import type {
  AgentEvent,
  FunctionAnswered,
  FunctionsCalled,
  ReplyAudioSent,
  ReplySkipped,
  ReplySpoken,
  ReplyStarted,
  ThinkingStarted,
} from './events.ts';
import { agentSources, recalled } from '../recognition/sources.ts';
import type { AgentSession, CallInFlight, Reply } from './record.ts';
import type { AgentConfig, AnsweredCall, HistoryItem } from './settings.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { withFrame } from '../listen/evolve.ts';

export function heardByAgent(
  session: AgentSession,
  event: AudioReceived,
  state: ReadonlySpeechState,
): AgentSession {
  const { settings } = session;
  if (settings === null) return session;
  const sources = agentSources(session, settings, event, state, recalled(event));
  const progress =
    heardByAgents.recall(session, event, state) ??
    userTurnsIn(session, event, settings.agent.listen, sources)[0];
  return { ...session, ...progress, audio: withFrame(session.audio, event) };
}

/** The client has ended the turn in progress. */
export function forcedByClient(session: AgentSession): AgentSession {
  const { settings } = session;
  if (settings === null) return session;
  return { ...session, user: forcedTurnOf(session, settings.agent.listen)[0] };
}

export function conversed(session: AgentSession, event: AgentEvent, atMs: number): AgentSession {
  const phase = phaseAfter(session.phase, event.type as AgentStep) ?? session.phase;
  return { ...session, phase, ...changes(session, event, atMs) };
}

function changes(session: AgentSession, event: AgentEvent, atMs: number): Partial<AgentSession> {
  const { history, turn, reply } = session;
  switch (event.type) {
    case 'SettingsApplied':
      return { settings: event.settings, history: event.settings.agent.history };
    case 'SpeakUpdated':
      return withAgent(session, { speak: event.speak });
    case 'ListenUpdated':
      return withAgent(session, { listen: event.listen });
    case 'ThinkUpdated':
      return withAgent(session, { think: event.think });
    case 'PromptUpdated': {
      const think = session.settings?.agent.think ?? [];
      return withAgent(session, {
        think: think.map((entry, index) => ({ ...entry, prompt: event.prompts[index] ?? '' })),
      });
    }
    case 'UserTextReceived':
      return {
        history: withItem(history, { role: 'user', content: event.text }),
        turn: turn + 1,
        thinking: { ...beginning, heard: event.text, heardMs: atMs, askedMs: atMs },
      };
    case 'ThinkingStarted':
      return thinkingStarted(session, event, atMs);
    case 'FunctionsCalled':
      return functionsCalled(session, event);
    case 'FunctionAnswered':
      return functionAnswered(session, event);
    case 'ReplyStarted':
      return {
        reply: started(event),
        lastReply: event.sentences.join(' '),
        turn: event.kind === 'answer' ? turn : turn + 1,
        ...(event.isOpen ? {} : withoutQueue(session)),
      };
    case 'ReplyExtended': {
      const { sentences, isOpen, calls } = event;
      return {
        ...withReply(reply, ({ queue }) => ({ queue: [...queue, ...sentences], isOpen, calls })),
        lastReply: [session.lastReply, ...sentences].join(' '),
        ...(isOpen ? {} : withoutQueue(session)),
      };
    }
    case 'ReplySpoken':
      return withReply(reply, (open) => spoken(open, event, atMs));
    case 'ReplySkipped':
      return withReply(reply, (open) => skipped(open, event));
    case 'ReplyAudioSent':
      return withReply(reply, (open) => sent(open, event));
    case 'ReplyPaused':
      return { history: withItem(history, saidBy(event.text)), reply: null };
    case 'ReplyEnded':
      return { history: withItem(history, saidBy(event.text)), thinking: null, reply: null };
    case 'ReplyInterrupted':
      return {
        history: withItem(history, saidBy(event.heard)),
        thinking: null,
        reply: null,
        ...withoutQueue(session),
      };
    case 'InjectionQueued':
      return { queued: [...(session.queued ?? []), ...event.sentences] };
    case 'UserTurnStarted':
    case 'ThoughtShown':
    case 'InjectionRefused':
    case 'AgentFailed':
      return {};
  }
}

/** What was queued is part of the reply, or dropped with it. */
function withoutQueue({ queued }: AgentSession): Partial<AgentSession> {
  return queued === undefined ? {} : { queued: [] };
}

function withAgent(
  { settings }: AgentSession,
  change: Partial<AgentConfig>,
): Partial<AgentSession> {
  return settings === null
    ? {}
    : { settings: { ...settings, agent: { ...settings.agent, ...change } } };
}

/** Before the first thinker is asked. */
const beginning = {
  round: 0,
  entry: 0,
  asked: null,
  work: { kind: 'live' },
  voice: { speakMs: null, failures: 0, reason: '' },
  calls: [],
  results: [],
} as const;

/** The functions of the round before are part of the history from now on. */
function thinkingStarted(
  { thinking, history, settings, script: before }: AgentSession,
  { round, entry, work, voice, script = before }: ThinkingStarted,
  askedMs: number,
): Partial<AgentSession> {
  if (thinking === null) return {};
  const { calls } = thinking;
  // The plain thinker may answer in place of one that is not called.
  const isInPlace = thinking.round === round && thinking.entry === entry && calls.length === 0;
  const asked = (isInPlace ? thinking.asked : null) ?? settings?.agent.think[entry] ?? null;
  const results = calls.length === 0 ? thinking.results : calls.map(resultOf);
  return {
    history:
      calls.length === 0
        ? history
        : withItem(history, { role: 'functions', calls: results.map(answeredOf) }),
    thinking: { ...thinking, round, entry, asked, askedMs, work, voice, calls: [], results },
    script,
  };
}

function resultOf({ response, ...call }: CallInFlight): FunctionResult {
  return { ...call, response: response ?? '' };
}

function answeredOf({ hasFailed: _hasFailed, ...call }: FunctionResult): AnsweredCall {
  return call;
}

function functionsCalled(
  { thinking, callCount }: AgentSession,
  { calls }: FunctionsCalled,
): Partial<AgentSession> {
  if (thinking === null) return {};
  const inFlight = calls.map((call) => ({ ...call, response: null, hasFailed: false }));
  return { thinking: { ...thinking, calls: inFlight }, callCount: callCount + calls.length };
}

function functionAnswered(
  { thinking }: AgentSession,
  { callId, outcome }: FunctionAnswered,
): Partial<AgentSession> {
  if (thinking === null) return {};
  const hasFailed = outcome.kind === 'failed';
  const response = hasFailed ? outcome.reason : outcome.content;
  const calls = thinking.calls.map((call) =>
    call.id === callId ? { ...call, response, hasFailed } : call,
  );
  return { thinking: { ...thinking, calls } };
}

function started({ kind, sentences, isOpen, calls, voice, thinkMs, speakMs }: ReplyStarted): Reply {
  const queue = sentences;
  return { kind, queue, isOpen, calls, voice, thinkMs, speakMs, spoken: [], startedMs: null };
}

function withReply(
  reply: Reply | null,
  change: (reply: Reply) => Partial<Reply>,
): Partial<AgentSession> {
  return reply === null ? {} : { reply: { ...reply, ...change(reply) } };
}

function spoken(
  { queue, spoken: before, startedMs }: Reply,
  event: ReplySpoken,
  atMs: number,
): Partial<Reply> {
  const { speech, samples, sound } = event;
  const sentence = { speech, samples, sent: 0, words: sound?.words ?? [] };
  return {
    queue: queue.slice(1),
    spoken: [...before, sentence],
    startedMs: startedMs ?? atMs,
  };
}

function skipped({ queue, spoken: before }: Reply, { speech }: ReplySkipped): Partial<Reply> {
  const sentence = { speech, samples: 0, sent: 0, words: [] };
  return { queue: queue.slice(1), spoken: [...before, sentence] };
}

function sent({ spoken: sentences }: Reply, { from, samples }: ReplyAudioSent): Partial<Reply> {
  const last = sentences.at(-1);
  if (last === undefined) return {};
  return { spoken: [...sentences.slice(0, -1), { ...last, sent: from + samples }] };
}

function saidBy(content: string): HistoryItem {
  return { role: 'assistant', content };
}
