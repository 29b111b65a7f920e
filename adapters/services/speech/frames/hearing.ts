// The frames of /v1/listen and /v2/listen: text frames to commands, events to messages.

import { speech } from '../../../../core/index.ts';
import type { UnknownMembersRule } from '../../unknown-members.ts';
import type { FrameCommand } from '../frame-command.ts';
import { listenCommandOf, listenTextOf } from './listen.ts';
import { turnCommandOf, turnTextOf } from './turns.ts';

/** A session of one of the two. */
export type HearingView = Extract<
  speech.SessionView,
  { readonly path: '/v1/listen' | '/v2/listen' }
>;

/** The command of a text frame; undefined for one that is ignored. */
export function hearingCommandOf(
  text: string,
  { path }: HearingView,
  rule?: UnknownMembersRule,
): FrameCommand | undefined {
  return path === '/v1/listen' ? listenCommandOf(text, rule) : turnCommandOf(text, rule);
}

/** The message of an event: a text frame, or the end of the session. */
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
