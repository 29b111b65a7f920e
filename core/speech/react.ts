// Sets and clears the dues of sessions. Each channel has a table of its reactions.

import type { DueChange } from '../kernel/due.ts';
import { channelOf, dueNames, eventTypes } from './channels.ts';
import type { SpeechCommand } from './commands.ts';
import type { SpeechEvent } from './events.ts';
import { clear, noDues } from './session/react.ts';
import type { ReadonlySpeechState } from './state.ts';

/** Undefined for an event of an unknown type, as of a later version. */
export function react(
  event: SpeechEvent,
  { sessions }: ReadonlySpeechState,
  atMs: number,
): readonly DueChange<SpeechCommand>[] | undefined {
  if (!('sessionId' in event)) return noDues;
  const { sessionId } = event;
  if (event.type === 'SessionEnded') return dueNames.map((name) => clear(sessionId, name));
  const session = sessions.get(sessionId);
  if (session === undefined) return noDues;
  const changes = channelOf(session).react(event, session, atMs);
  return changes ?? (Object.hasOwn(eventTypes, event.type) ? noDues : undefined);
}
