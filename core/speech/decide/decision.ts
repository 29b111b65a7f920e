// What the rules of sessions return, and how the service ends one.

import { ok, type Ok, type Result } from '../../kernel/result.ts';
import type { SessionEnded, SpeechEvent } from '../events.ts';
import type { Session } from '../records/session.ts';
import type { SpeechRejection } from '../rejections.ts';
import type { Ending } from '../speaking/limits.ts';

export type Decision = Result<readonly SpeechEvent[], SpeechRejection>;

export function endSessionBy(session: Session, ending: Ending): Ok<readonly [SessionEnded]> {
  return ok([endedBy(session, ending)]);
}

export function endedBy({ id }: Session, { code, reason }: Ending): SessionEnded {
  return { type: 'SessionEnded', sessionId: id, by: 'service', code, reason };
}
