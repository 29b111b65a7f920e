// Schedules the next sentence of a session, and its end after silence or age.

import type { DueChange } from '../kernel/due.ts';
import type { SpeechCommand } from './commands.ts';
import { isAgentEvent, isOfChannel, type SpeechEvent } from './events.ts';
import { agentDues, reactToAgent } from './agent/react.ts';
import type { SpeakSession, SpeechSession } from './sessions.ts';
import { sessionMsMax } from './speak/limits.ts';
import { firstSpeech } from './speak/queue.ts';
import { synthesisQuestion, type SynthesisQuestion } from './synthesis/synthesis.ts';
import type { ReadonlySpeechState } from './state.ts';

type Change = DueChange<SpeechCommand>;

const none: readonly Change[] = [];

export function react(
  event: SpeechEvent,
  { sessions }: ReadonlySpeechState,
  atMs: number,
): readonly Change[] {
  if (!('sessionId' in event)) return none;
  const { sessionId: subject } = event;
  if (event.type === 'SessionEnded') {
    return ['idle', 'age', ...agentDues].map((name) => clear(subject, name));
  }
  const session = sessions.get(subject);
  if (session === undefined) return none;
  if (session.path === '/v1/agent/converse') {
    return isOfChannel(event, session.path) ? reactToAgent(event, session, atMs) : none;
  }
  if (isAgentEvent(event)) return none;
  switch (event.type) {
    case 'SessionOpened':
      return session.path === '/v1/speak'
        ? [...idle(session, atMs), age(session)]
        : idle(session, atMs);
    case 'TextAdded':
    case 'TextFlushed':
    case 'SessionClosing':
    case 'SentenceSpoken':
    case 'SentenceSkipped':
    case 'FlushConfirmed':
      return speak(session, atMs) ?? idle(session, atMs);
    case 'TextCleared':
      return [clear(subject, 'speak'), ...idle(session, atMs)];
    case 'SessionWarned':
      if (session.path === '/v2/listen') return none; // only audio defers the idle end
      return waitingSpeech(session) === undefined ? idle(session, atMs) : none;
    case 'AudioReceived':
    case 'AudioFinalized':
    case 'KeepAliveReceived':
    case 'TurnForced':
      return idle(session, atMs);
    case 'VoiceStarted':
    case 'ResultProduced':
    case 'UtteranceEnded':
    case 'StreamSummarized':
    case 'CallbackQueued':
    case 'CallbackReported':
    case 'TurnReported':
    case 'TurnsConfigured':
    case 'ConfigureRejected':
    case 'SessionFailed':
      return none;
  }
}

function waitingSpeech(session: SpeechSession): SynthesisQuestion | undefined {
  return session.path === '/v1/speak' ? firstSpeech(session) : undefined;
}

/**
 * The first sentence of the queue is due; undefined if nothing is to be spoken. Meanwhile no session is idle, so that the pace of
 * the synthesiser ends none.
 */
function speak(session: SpeechSession, atMs: number): readonly Change[] | undefined {
  const { id: sessionId } = session;
  const speech = waitingSpeech(session);
  if (speech === undefined) return undefined;
  const due: Change = {
    change: 'set',
    subject: sessionId,
    name: 'speak',
    class: 'progress',
    dueMs: atMs,
    command: { type: 'SpeakSentence', sessionId },
    needs: synthesisQuestion(speech),
  };
  return [due, clear(sessionId, 'idle')];
}

/** Each frame that has an effect, and the last audio, move the end of an idle session. */
function idle({ id: sessionId, limits }: SpeechSession, atMs: number): readonly Change[] {
  if (limits.idleMs === null) return none;
  const command = { type: 'EndIdleSession', sessionId } as const;
  return [timeout(sessionId, 'idle', atMs + limits.idleMs, command)];
}

function age({ id: sessionId, openedMs }: SpeakSession): Change {
  return timeout(sessionId, 'age', openedMs + sessionMsMax, { type: 'EndOldSession', sessionId });
}

function timeout(subject: string, name: string, dueMs: number, command: SpeechCommand): Change {
  return { change: 'set', subject, name, class: 'timeout', dueMs, command };
}

function clear(subject: string, name: string): Change {
  return { change: 'clear', subject, name };
}
