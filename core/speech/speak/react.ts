// The dues of a session on /v1/speak, by event: its next sentence, and its end after silence or at its oldest age.

import type { DueChange } from '../../kernel/due.ts';
import { age, clear, idle, noDues, progress } from '../session/react.ts';
import type { RulesByType } from '../session/rules.ts';
import { synthesisQuestion } from '../synthesis/synthesis.ts';
import type { SpeakCommand } from './commands.ts';
import type { SpeakChannelEvent } from './events.ts';
import { sessionMsMax } from './limits.ts';
import { firstSpeech } from './queue.ts';
import type { SpeakSessionRecord } from './record.ts';

type Changes = readonly DueChange<SpeakCommand>[];

export const speakDueNames = ['idle', 'age', 'speak'] as const;

export const speakReactions: RulesByType<
  Exclude<SpeakChannelEvent, { readonly type: 'SessionEnded' }>,
  [SpeakSessionRecord, number],
  Changes
> = {
  SessionOpened: (_, session, atMs) => [...idle(session, atMs), age(session, sessionMsMax)],
  TextAdded: speakNext,
  TextFlushed: speakNext,
  SessionClosing: speakNext,
  SentenceSpoken: speakNext,
  SentenceSkipped: speakNext,
  FlushConfirmed: speakNext,
  TextCleared: (_, session, atMs) => [clear(session.id, 'speak'), ...idle(session, atMs)],
  SessionWarned: (_, session, atMs) => {
    return firstSpeech(session) === undefined ? idle(session, atMs) : noDues;
  },
};

/** The first sentence of the queue is due. Meanwhile the session is not idle, so that a slow synthesizer does not end it. */
function speakNext(_event: unknown, session: SpeakSessionRecord, atMs: number): Changes {
  const speech = firstSpeech(session);
  if (speech === undefined) return idle(session, atMs);
  const { id: sessionId } = session;
  const due = progress(session, 'speak', atMs, { type: 'SpeakSentence', sessionId } as const);
  return [{ ...due, needs: synthesisQuestion(speech) }, clear(sessionId, 'idle')];
}
