// The rules of opening and ending sessions.

import type { Context } from '../../kernel/context.ts';
import { uuidOf } from '../../kernel/ids.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { ReadonlyTable } from '../../tables/index.ts';
import type { SpeechRejection } from '../rejections.ts';
import type { EndSession } from './commands.ts';
import type { SpeechDecision } from './decision.ts';
import type { SessionEnded } from './events.ts';
import { sessionsMax } from './limits.ts';
import type { SessionBase } from './record.ts';

type Identity = { readonly sessionId: string; readonly modelUuid: string };

/** The ids of a new session. */
export function identifySession(
  model: string,
  { sessions }: { readonly sessions: Pick<ReadonlyTable<unknown>, 'size' | 'insertedCount'> },
  { id, hash }: Context,
): Result<Identity, SpeechRejection> {
  if (sessions.size >= sessionsMax) return err({ code: 'SESSIONS_FULL' });
  const sessionId = id('speech session', sessions.insertedCount);
  return ok({ sessionId, modelUuid: uuidOf(hash(JSON.stringify(['model', model]))) });
}

export function endSession(
  { code }: EndSession,
  { id: sessionId }: SessionBase,
): SpeechDecision<SessionEnded> {
  return ok([{ type: 'SessionEnded', sessionId, by: 'client', code, reason: '' }]);
}
