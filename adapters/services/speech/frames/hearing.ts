// The messages of the channels that hear, from the events of their sessions.

import { speech } from '../../../../core/index.ts';
import type { HearingView } from '../served-session.ts';
import { listenTextOf } from './listen.ts';
import { turnTextOf } from './turns.ts';

/** What a client gets of an event: a text frame, or the end of the session. */
export function hearingMessageOf(
  event: speech.SessionEvent,
  view: HearingView,
): string | speech.CloseMessage | undefined {
  if (view.path === '/v1/listen') {
    if (!speech.isOfChannel(event, view.path)) return undefined;
    const message = speech.listenMessage(event, view);
    return message === undefined || message.kind === 'close' ? message : listenTextOf(message);
  }
  if (!speech.isOfChannel(event, view.path)) return undefined;
  const message = speech.turnMessage(event);
  return message === undefined || message.kind === 'close' ? message : turnTextOf(message);
}
