// Schedules the next sentence of a session, and its end after silence or age.

import type { DueChange } from '../kernel/due-queue.ts';
import type { SpeechCommand } from './commands.ts';
import type { SpeechEvent } from './events.ts';
import type { Session } from './records/session.ts';
import { sessionMsMax } from './speaking/limits.ts';
import { firstSpeech } from './speaking/queue.ts';
import { synthesisQuestion } from './speaking/synthesis.ts';
import type { ReadonlySpeechState } from './state.ts';

type Change = DueChange<SpeechCommand>;

const none: readonly Change[] = [];

export function react(
  event: SpeechEvent,
  { sessions }: ReadonlySpeechState,
  atMs: number,
): readonly Change[] {
  const { sessionId: subject } = event;
  if (event.type === 'SessionEnded') {
    return (['speak', 'idle', 'age'] as const).map((name) => ({ change: 'clear', subject, name }));
  }
  const session = sessions.get(subject);
  if (session === undefined) return none;
  switch (event.type) {
    case 'SessionOpened':
      return [...idle(session, atMs), age(session)];
    case 'TextAdded':
    case 'TextFlushed':
    case 'SessionClosing':
      return [...speak(session, atMs), ...idle(session, atMs)];
    case 'SentenceSpoken':
    case 'SentenceSkipped':
    case 'FlushConfirmed':
      return speak(session, atMs);
    case 'TextCleared':
      return [{ change: 'clear', subject, name: 'speak' }, ...idle(session, atMs)];
    case 'SessionWarned':
      return idle(session, atMs);
  }
}

/** The sentence that is due is the first of the queue. */
function speak(session: Session, atMs: number): readonly Change[] {
  const { id: sessionId } = session;
  const speech = firstSpeech(session);
  if (speech === undefined) return none;
  return [
    {
      change: 'set',
      subject: sessionId,
      name: 'speak',
      class: 'progress',
      dueMs: atMs,
      command: { type: 'SpeakSentence', sessionId },
      needs: synthesisQuestion(speech),
    },
  ];
}

/** Each frame that has an effect moves the end of an idle session. */
function idle({ id: sessionId, limits }: Session, atMs: number): readonly Change[] {
  if (limits.idleMs === null) return none;
  const command = { type: 'EndIdleSession', sessionId } as const;
  return [timeout(sessionId, 'idle', atMs + limits.idleMs, command)];
}

function age({ id: sessionId, openedMs }: Session): Change {
  return timeout(sessionId, 'age', openedMs + sessionMsMax, { type: 'EndOldSession', sessionId });
}

function timeout(subject: string, name: string, dueMs: number, command: SpeechCommand): Change {
  return { change: 'set', subject, name, class: 'timeout', dueMs, command };
}
