// Schedules what an agent does: the end of its latencies, the frames of its replies, and the end of its session.

import type { DueChange } from '../../kernel/due.ts';
import { agentAgeWarningMs, agentSessionMsMax, agentWarnings, slowThinkingMs } from './endings.ts';
import { frameIntervalMs, nextSpeech, sentenceInProgress } from './reply.ts';
import type { SpeechCommand } from '../commands.ts';
import type { AgentChannelEvent } from '../events.ts';
import type { AgentSession } from './record.ts';
import { synthesisQuestion } from '../synthesis/synthesis.ts';

type Change = DueChange<SpeechCommand>;

export const agentDues = ['think', 'slow', 'speak', 'frame', 'warn'] as const;

type DueName = (typeof agentDues)[number] | 'age' | 'idle';

export function reactToAgent(
  event: Exclude<AgentChannelEvent, { readonly type: 'SessionEnded' }>,
  session: AgentSession,
  atMs: number,
): readonly Change[] {
  return [...progress(event, session, atMs), idle(session, atMs)];
}

function progress(
  event: Exclude<AgentChannelEvent, { readonly type: 'SessionEnded' }>,
  session: AgentSession,
  atMs: number,
): readonly Change[] {
  const { id: sessionId, openedMs } = session;
  switch (event.type) {
    case 'SessionOpened':
      return [
        timeout(session, 'warn', openedMs + agentAgeWarningMs, { type: 'WarnOfAge', sessionId }),
        timeout(session, 'age', openedMs + agentSessionMsMax, { type: 'EndOldSession', sessionId }),
      ];
    case 'ThinkingStarted': {
      const { work, latencyMs } = event;
      const finish = { type: 'FinishThinking', sessionId } as const;
      return [
        work.kind === 'live'
          ? clear(session, 'think')
          : due(session, 'think', atMs + latencyMs, finish),
        slow(session, atMs),
      ];
    }
    case 'SessionWarned':
      return event.code === agentWarnings.slowThinking ? [slow(session, atMs)] : [];
    case 'FunctionsCalled':
      return withoutThinking(session);
    case 'ReplyStarted':
      return [...withoutThinking(session), ...speak(session, atMs + event.speakMs)];
    case 'ReplyExtended':
      return isWaiting(session, event.sentences.length) ? speak(session, atMs) : [];
    case 'ReplySkipped':
      return speak(session, atMs);
    case 'ReplyAudioSent': {
      const { speech, samples } = event;
      const nextMs = atMs + frameIntervalMs(samples, speech.sampleRate, session.parameters.pace);
      const { reply } = session;
      if (reply === null || sentenceInProgress(reply) === undefined) return speak(session, nextMs);
      return [due(session, 'frame', nextMs, { type: 'SendReplyAudio', sessionId })];
    }
    case 'ReplyPaused':
    case 'ReplyEnded':
    case 'ReplyInterrupted':
      return [...withoutThinking(session), clear(session, 'speak'), clear(session, 'frame')];
    case 'AudioReceived':
    case 'KeepAliveReceived':
    case 'SettingsApplied':
    case 'SpeakUpdated':
    case 'ListenUpdated':
    case 'ThinkUpdated':
    case 'PromptUpdated':
    case 'TurnForced':
    case 'InjectionQueued':
    case 'UserTurnStarted':
    case 'UserTextReceived':
    case 'ThoughtShown':
    case 'FunctionAnswered':
    case 'ReplySpoken':
    case 'InjectionRefused':
    case 'AgentFailed':
      return [];
  }
}

/** Whether the added sentences are the first that wait: the others are spoken, and their audio is sent. */
function isWaiting({ reply }: AgentSession, added: number): boolean {
  return reply !== null && reply.spoken.length > 0 && reply.queue.length === added;
}

/** The next sentence is due, if no other one is being sent. */
function speak(session: AgentSession, dueMs: number): readonly Change[] {
  const { id: sessionId, reply, settings } = session;
  if (reply === null || settings === null) return [];
  const speech = nextSpeech(reply, settings.audio.output);
  if (speech === undefined) return [];
  const change = due(session, 'speak', dueMs, { type: 'SpeakReply', sessionId });
  return [{ ...change, needs: synthesisQuestion(speech) }];
}

function slow(session: AgentSession, atMs: number): Change {
  const { id: sessionId } = session;
  const command = { type: 'WarnOfSlowThinking', sessionId } as const;
  return timeout(session, 'slow', atMs + slowThinkingMs, command);
}

function withoutThinking(session: AgentSession): readonly Change[] {
  return [clear(session, 'think'), clear(session, 'slow')];
}

/** The client is silent for too long only while the agent waits for it. */
function idle(session: AgentSession, atMs: number): Change {
  const { id: sessionId, limits } = session;
  if (limits.idleMs === null || !isOfClient(session)) return clear(session, 'idle');
  return timeout(session, 'idle', atMs + limits.idleMs, { type: 'EndIdleSession', sessionId });
}

/** Whether the client is to do something: not while the agent thinks, speaks, or waits for endpoints alone. */
function isOfClient({ phase, thinking }: AgentSession): boolean {
  if (phase !== 'calling') return phase !== 'thinking' && phase !== 'speaking';
  const calls = thinking?.calls ?? [];
  return calls.some(({ isClientSide, response }) => isClientSide && response === null);
}

type SetChange = Extract<Change, { readonly change: 'set' }>;

function due(
  session: AgentSession,
  name: DueName,
  dueMs: number,
  command: SpeechCommand,
): SetChange {
  return { change: 'set', subject: session.id, name, class: 'progress', dueMs, command };
}

function timeout(
  session: AgentSession,
  name: DueName,
  dueMs: number,
  command: SpeechCommand,
): Change {
  return { change: 'set', subject: session.id, name, class: 'timeout', dueMs, command };
}

function clear({ id: subject }: AgentSession, name: DueName): Change {
  return { change: 'clear', subject, name };
}
