// The rules of opening and ending sessions.

import type { Context } from '../../kernel/context.ts';
import { uuidOf } from '../../kernel/ids.ts';
import { err, ok } from '../../kernel/result.ts';
import type { EndSession, OpenSession, RejectFrame } from '../commands.ts';
import type { SpeechEvent } from '../events.ts';
import type { SessionParameters, SpeakSession, SpeechSession } from '../sessions.ts';
import { endings, sessionsMax, warnings } from '../speak/limits.ts';
import { lastSentences } from '../synthesis/sentences.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { endedBy, type Decision } from './decision.ts';

export function openSession(
  { callbackUrl, ...command }: OpenSession,
  { sessions }: ReadonlySpeechState,
  { id, hash }: Context,
): Decision {
  if (sessions.size >= sessionsMax) return err({ code: 'SESSIONS_FULL' });
  const sessionId = id('speech session', sessions.insertedCount);
  const modelUuid = uuidOf(hash(JSON.stringify(['model', modelOf(command)])));
  const aside = callbackUrl === undefined ? {} : { aside: { callbackUrl } };
  return ok([{ ...command, type: 'SessionOpened', sessionId, modelUuid, ...aside }]);
}

/** The agent has no model of its own. */
function modelOf(session: SessionParameters): string {
  return session.path === '/v1/agent/converse' ? 'agent' : session.parameters.model;
}

export function closeSpeaking(session: SpeakSession): Decision {
  if (session.isClosing) return ok([]);
  const closing: SpeechEvent = { type: 'SessionClosing', sessionId: session.id };
  const isDone = session.queue.length === 0 && lastSentences(session.buffer).length === 0;
  return ok(isDone ? [closing, endedBy(session, endings.done)] : [closing]);
}

export function warnOfFrame({ description }: RejectFrame, session: SpeakSession): Decision {
  if (session.isClosing) return ok([]);
  const { id: sessionId } = session;
  return ok([{ type: 'SessionWarned', sessionId, code: warnings.unreadable, description }]);
}

export function endSession({ code }: EndSession, { id: sessionId }: SpeechSession): Decision {
  return ok([{ type: 'SessionEnded', sessionId, by: 'client', code, reason: '' }]);
}
