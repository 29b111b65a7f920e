// Changes of a conversation, by event.

import type { Table } from '../../tables/index.ts';
import type { AudioReceived } from '../recognition/events.ts';
import { initialHearing } from '../recognition/hearing/hear.ts';
import { noAudio, withFrame } from '../recognition/received-audio.ts';
import { storedFindings } from '../recognition/sources.ts';
import type { RecognitionState } from '../recognition/state.ts';
import type { SessionOpenedOf } from '../session/events.ts';
import { ruleFor, type RulesByType } from '../session/rules.ts';
import type {
  AgentChannelEvent,
  AgentEvent,
  AgentRegistered,
  FunctionAnswered,
  FunctionsCalled,
  ThinkingStarted,
} from './events.ts';
import { replyChanges } from './evolve/replies.ts';
import { forcedTurnOf, heardByAgents, userTurnsIn } from './hearing.ts';
import { withItem } from './history.ts';
import { phaseAfter, type AgentStep } from './machine.ts';
import type { AgentOpening, AgentSessionRecord, CallInFlight } from './record.ts';
import type { AgentConfig, AnsweredCall, RegisteredAgent } from './settings.ts';
import { agentSources } from './sources.ts';
import { initialProgress } from './thinking/script.ts';
import type { FunctionResult } from './thought.ts';
import { initialUserTurn } from './user-turn.ts';

export function registerAgent(
  agents: Table<RegisteredAgent>,
  { agentId: id, config, given }: AgentRegistered,
): void {
  if (agents.get(id) === undefined) agents.insert({ id, config, given });
  else agents.replace({ id, config, given });
}

export function openConversation(
  { sessionId: id, path, parameters, limits, modelUuid }: SessionOpenedOf<AgentOpening>,
  ordinal: number,
  openedMs: number,
): AgentSessionRecord {
  return {
    id,
    path,
    openedMs,
    parameters,
    limits,
    modelUuid,
    ordinal,
    audio: noAudio,
    hearing: initialHearing(),
    settings: null,
    user: initialUserTurn(),
    phase: 'unset',
    history: [],
    turn: 0,
    thinking: null,
    reply: null,
    script: initialProgress,
    lastReply: '',
    callCount: 0,
  };
}

/** Another script numbers its rules anew, so none of them is used. */
export function withNewScript(session: AgentSessionRecord): AgentSessionRecord {
  if (session.script.used.length === 0) return session;
  return { ...session, script: { ...session.script, used: [] } };
}

/** Changes by events that only conversations have; the phase changes besides, by the table of the machine. */
const conversationChanges: RulesByType<
  AgentEvent,
  [AgentSessionRecord, number],
  Partial<AgentSessionRecord>
> = {
  ...replyChanges,
  SettingsApplied: ({ settings }) => ({ settings, history: settings.agent.history }),
  SpeakUpdated: ({ speak }, session) => withAgent(session, { speak }),
  ListenUpdated: ({ listen }, session) => withAgent(session, { listen }),
  ThinkUpdated: ({ think }, session) => withAgent(session, { think }),
  PromptUpdated: ({ prompts }, session) => {
    const think = session.settings?.agent.think ?? [];
    return withAgent(session, {
      think: think.map((entry, index) => ({ ...entry, prompt: prompts[index] ?? '' })),
    });
  },
  UserTurnStarted: () => ({}),
  UserTextReceived: ({ text }, { history, turn }, atMs) => ({
    history: withItem(history, { role: 'user', content: text }),
    turn: turn + 1,
    thinking: { ...beginning, heard: text, heardMs: atMs, askedMs: atMs },
  }),
  ThinkingStarted: thinkingStarted,
  ThoughtShown: () => ({}),
  FunctionsCalled: functionsCalled,
  FunctionAnswered: functionAnswered,
  AgentFailed: () => ({}),
};

/** Whether only conversations have the event. */
export function isConversationEvent(event: { readonly type: string }): event is AgentEvent {
  return Object.hasOwn(conversationChanges, event.type);
}

export function conversed(
  session: AgentSessionRecord,
  event: AgentEvent,
  atMs: number,
): AgentSessionRecord {
  const phase = phaseAfter(session.phase, event.type as AgentStep) ?? session.phase;
  return { ...session, phase, ...ruleFor(conversationChanges, event)?.(event, session, atMs) };
}

/** Changes by events that other channels have, too. */
const sharedChanges: RulesByType<
  Exclude<AgentChannelEvent, AgentEvent | { readonly type: 'SessionOpened' | 'SessionEnded' }>,
  [AgentSessionRecord, RecognitionState],
  AgentSessionRecord
> = {
  AudioReceived: withAudio,
  TurnForced: (_, session) => withForcedTurn(session),
  KeepAliveReceived: (_, session) => session,
  SessionWarned: (_, session) => session,
};

export function afterEvent(
  session: AgentSessionRecord,
  event: { readonly type: string },
  state: RecognitionState,
  atMs: number,
): AgentSessionRecord {
  if (isConversationEvent(event)) return conversed(session, event, atMs);
  return ruleFor(sharedChanges, event)?.(event, session, state) ?? session;
}

function withAudio(
  event: AudioReceived,
  session: AgentSessionRecord,
  state: RecognitionState,
): AgentSessionRecord {
  const { settings } = session;
  if (settings === null) return session;
  const sources = agentSources(session, settings, event, state, storedFindings(event));
  const progress =
    heardByAgents.recall(session, event, state) ??
    userTurnsIn(session, event, settings.agent.listen, sources)[0];
  return { ...session, ...progress, audio: withFrame(session.audio, event) };
}

/** The client ended the turn in progress. */
function withForcedTurn(session: AgentSessionRecord): AgentSessionRecord {
  const { settings } = session;
  if (settings === null) return session;
  return { ...session, user: forcedTurnOf(session, settings.agent.listen)[0] };
}

function withAgent(
  { settings }: AgentSessionRecord,
  change: Partial<AgentConfig>,
): Partial<AgentSessionRecord> {
  return settings === null
    ? {}
    : { settings: { ...settings, agent: { ...settings.agent, ...change } } };
}

/** The state before the first thinker is asked. */
const beginning = {
  round: 0,
  entry: 0,
  asked: null,
  work: { kind: 'live' },
  voice: { speakMs: null, failures: 0, reason: '' },
  calls: [],
  results: [],
} as const;

/** The functions of the last round become part of the history. */
function thinkingStarted(
  { round, entry, work, voice, script: after }: ThinkingStarted,
  { thinking, history, settings, script: before }: AgentSessionRecord,
  askedMs: number,
): Partial<AgentSessionRecord> {
  const script = after ?? before;
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
  { calls }: FunctionsCalled,
  { thinking, callCount }: AgentSessionRecord,
): Partial<AgentSessionRecord> {
  if (thinking === null) return {};
  const inFlight = calls.map((call) => ({ ...call, response: null, hasFailed: false }));
  return { thinking: { ...thinking, calls: inFlight }, callCount: callCount + calls.length };
}

function functionAnswered(
  { callId, outcome }: FunctionAnswered,
  { thinking }: AgentSessionRecord,
): Partial<AgentSessionRecord> {
  if (thinking === null) return {};
  const hasFailed = outcome.kind === 'failed';
  const response = hasFailed ? outcome.reason : outcome.content;
  const calls = thinking.calls.map((call) =>
    call.id === callId ? { ...call, response, hasFailed } : call,
  );
  return { thinking: { ...thinking, calls } };
}
