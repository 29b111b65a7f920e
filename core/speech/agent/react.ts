// The dues of a conversation, by event: the end of its latencies, the frames of its replies, and the end of its session.

import type { DueChange } from '../../kernel/due.ts';
import { age, clear, noDues, progress, timeout } from '../session/react.ts';
import type { RulesByType } from '../session/rules.ts';
import { synthesisQuestion } from '../synthesis/synthesis.ts';
import type { ConversationCommand } from './commands.ts';
import { agentAgeWarningMs, agentSessionMsMax, agentWarnings, slowThinkingMs } from './endings.ts';
import type { AgentChannelEvent, ReplyAudioSent, ThinkingStarted } from './events.ts';
import type { AgentSessionRecord } from './record.ts';
import { frameIntervalMs, nextSpeech, sentenceInProgress } from './reply.ts';

type Change = DueChange<ConversationCommand>;

export const agentDueNames = ['idle', 'age', 'think', 'slow', 'speak', 'frame', 'warn'] as const;

export const agentReactions: RulesByType<
  Exclude<AgentChannelEvent, { readonly type: 'SessionEnded' }>,
  [AgentSessionRecord, number],
  readonly Change[]
> = {
  SessionOpened: (_, session) => [ageWarning(session), age(session, agentSessionMsMax)],
  ThinkingStarted: finishLater,
  SessionWarned: ({ code }, session, atMs) =>
    code === agentWarnings.slowThinking ? [slow(session, atMs)] : noDues,
  FunctionsCalled: (_, session) => withoutThinking(session),
  ReplyStarted: ({ speakMs }, session, atMs) => [
    ...withoutThinking(session),
    ...speak(session, atMs + speakMs),
  ],
  ReplyExtended: ({ sentences }, session, atMs) =>
    isWaiting(session, sentences.length) ? speak(session, atMs) : noDues,
  ReplySkipped: (_, session, atMs) => speak(session, atMs),
  ReplyAudioSent: continueReply,
  ReplyPaused: silence,
  ReplyEnded: silence,
  ReplyInterrupted: silence,
  AudioReceived: () => noDues,
  KeepAliveReceived: () => noDues,
  SettingsApplied: () => noDues,
  SpeakUpdated: () => noDues,
  ListenUpdated: () => noDues,
  ThinkUpdated: () => noDues,
  PromptUpdated: () => noDues,
  TurnForced: () => noDues,
  InjectionQueued: () => noDues,
  UserTurnStarted: () => noDues,
  UserTextReceived: () => noDues,
  ThoughtShown: () => noDues,
  FunctionAnswered: () => noDues,
  ReplySpoken: () => noDues,
  InjectionRefused: () => noDues,
  AgentFailed: () => noDues,
};

function ageWarning(session: AgentSessionRecord): Change {
  const { id: sessionId, openedMs } = session;
  return timeout(session, 'warn', openedMs + agentAgeWarningMs, { type: 'WarnOfAge', sessionId });
}

function finishLater(
  { work, latencyMs }: ThinkingStarted,
  session: AgentSessionRecord,
  atMs: number,
): readonly Change[] {
  const { id: sessionId } = session;
  const finish = { type: 'FinishThinking', sessionId } as const;
  return [
    work.kind === 'live'
      ? clear(sessionId, 'think')
      : progress(session, 'think', atMs + latencyMs, finish),
    slow(session, atMs),
  ];
}

function continueReply(
  { speech, samples }: ReplyAudioSent,
  session: AgentSessionRecord,
  atMs: number,
): readonly Change[] {
  const { id: sessionId, reply, parameters } = session;
  const nextMs = atMs + frameIntervalMs(samples, speech.sampleRate, parameters.pace);
  if (reply === null || sentenceInProgress(reply) === undefined) return speak(session, nextMs);
  return [progress(session, 'frame', nextMs, { type: 'SendReplyAudio', sessionId })];
}

function silence(_event: unknown, session: AgentSessionRecord): readonly Change[] {
  const { id } = session;
  return [...withoutThinking(session), clear(id, 'speak'), clear(id, 'frame')];
}

/** Whether no earlier sentence waits for its audio: all others are synthesized and sent. */
function isWaiting({ reply }: AgentSessionRecord, added: number): boolean {
  return reply !== null && reply.spoken.length > 0 && reply.queue.length === added;
}

/** The next sentence is due, unless another one is being sent. */
function speak(session: AgentSessionRecord, dueMs: number): readonly Change[] {
  const { id: sessionId, reply, settings } = session;
  if (reply === null || settings === null) return [];
  const speech = nextSpeech(reply, settings.audio.output);
  if (speech === undefined) return [];
  const change = progress(session, 'speak', dueMs, { type: 'SpeakReply', sessionId } as const);
  return [{ ...change, needs: synthesisQuestion(speech) }];
}

function slow(session: AgentSessionRecord, atMs: number): Change {
  const { id: sessionId } = session;
  const command = { type: 'WarnOfSlowThinking', sessionId } as const;
  return timeout(session, 'slow', atMs + slowThinkingMs, command);
}

function withoutThinking(session: AgentSessionRecord): readonly Change[] {
  return [clear(session.id, 'think'), clear(session.id, 'slow')];
}

/** The idle clock of the client runs only while the agent waits for it. */
export function idleChange(session: AgentSessionRecord, atMs: number): Change {
  const { id: sessionId, limits } = session;
  if (limits.idleMs === null || !isOfClient(session)) return clear(sessionId, 'idle');
  return timeout(session, 'idle', atMs + limits.idleMs, { type: 'EndIdleSession', sessionId });
}

/** Whether the agent waits for the client: not while it thinks, speaks, or waits for endpoints alone. */
function isOfClient({ phase, thinking }: AgentSessionRecord): boolean {
  if (phase !== 'calling') return phase !== 'thinking' && phase !== 'speaking';
  const calls = thinking?.calls ?? [];
  return calls.some(({ isClientSide, response }) => isClientSide && response === null);
}
