// The result of a rule of a session; warnings about a message, and the end of a session by the service.

import type { InPieces } from '../../kernel/pieces.ts';
import { ok, type Ok, type Result } from '../../kernel/result.ts';
import type { SpeechRejection } from '../rejections.ts';
import type { NotedMessage } from './commands.ts';
import type { SessionEnded, SessionWarned } from './events.ts';
import type { SessionBase } from './record.ts';

export type SpeechDecision<Event> = Result<readonly Event[], SpeechRejection>;

/** The close frame of the service. */
interface SessionEnding {
  readonly code: number;
  readonly reason: string;
}

export function endSessionBy(
  session: SessionBase,
  ending: SessionEnding,
): Ok<readonly [SessionEnded]> {
  return ok([endedBy(session, ending)]);
}

export function endedBy({ id }: SessionBase, { code, reason }: SessionEnding): SessionEnded {
  return { type: 'SessionEnded', sessionId: id, by: 'service', code, reason };
}

/** The events of a message, after a warning for each of its notes. */
export function withNotes<Event>(
  decision: SpeechDecision<Event>,
  { notes = [] }: NotedMessage,
  { id: sessionId }: SessionBase,
): SpeechDecision<Event | SessionWarned> {
  if (!decision.ok || notes.length === 0) return decision;
  const warnings = notes.map((note) => ({ type: 'SessionWarned', sessionId, ...note }) as const);
  return ok([...warnings, ...decision.value]);
}

/** As `withNotes`, of a decision in pieces. */
export function* withNotesInPieces<Event>(
  deciding: InPieces<SpeechDecision<Event>>,
  command: NotedMessage,
  session: SessionBase,
): InPieces<SpeechDecision<Event | SessionWarned>> {
  return withNotes(yield* deciding, command, session);
}
