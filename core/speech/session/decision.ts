// The result of the rules of sessions, and the end of a session by the service.

import { ok, type Ok, type Result } from '../../kernel/result.ts';
import type { SessionEnded, SpeechEvent } from '../events.ts';
import type { SpeechSession } from '../sessions.ts';
import type { SpeechRejection } from '../rejections.ts';

/** The close frame of the service. */
interface Ending {
  readonly code: number;
  readonly reason: string;
}

export type Decision = Result<readonly SpeechEvent[], SpeechRejection>;

export function endSessionBy(session: SpeechSession, ending: Ending): Ok<readonly [SessionEnded]> {
  return ok([endedBy(session, ending)]);
}

export function endedBy({ id }: SpeechSession, { code, reason }: Ending): SessionEnded {
  return { type: 'SessionEnded', sessionId: id, by: 'service', code, reason };
}
