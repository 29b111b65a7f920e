// The rules of callbacks: messages of /v1/listen that are sent by HTTP in place of the socket, in order, once each.

import type { Context } from '../../kernel/context.ts';
import type { InPieces } from '../../kernel/pieces.ts';
import { err, ok } from '../../kernel/result.ts';
import type { ReportCallback } from '../commands.ts';
import { isOfChannel, type CallbackQueued, type SpeechEvent } from '../events.ts';
import { callbacksMax, listeningEndings } from '../listen/limits.ts';
import type { ListenSession } from '../sessions.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { listenMessage } from '../listen/message.ts';
import { endSessionBy, type Decision } from './decision.ts';

/** The events of a session with a callback for each message. A session whose host cannot keep up ends. */
export function* withCallbacks(
  deciding: InPieces<Decision>,
  session: ListenSession,
  { callbacks }: ReadonlySpeechState,
  { id }: Context,
): InPieces<Decision> {
  const decision = yield* deciding;
  const { callbackUrl, parameters } = session;
  const { callback } = parameters;
  if (callback === null || callbackUrl === null || !decision.ok) return decision;
  if (callbacks.size >= callbacksMax) return endSessionBy(session, listeningEndings.callbacksFull);
  let queued = callbacks.insertedCount;
  const queuedFor = (event: SpeechEvent): readonly CallbackQueued[] => {
    if (!isOfChannel(event, session.path)) return [];
    const message = listenMessage(event, session);
    if (message === undefined || message.kind === 'close') return [];
    const callbackId = id('speech callback', queued);
    queued += 1;
    const { id: sessionId } = session;
    const aside = { callbackUrl };
    return [{ type: 'CallbackQueued', sessionId, callbackId, ...callback, message, aside }];
  };
  const events: SpeechEvent[] = [];
  for (const event of decision.value) {
    events.push(event, ...queuedFor(event));
    yield;
  }
  return ok(events);
}

export function reportCallback(
  { callbackId, outcome }: ReportCallback,
  { callbacks }: ReadonlySpeechState,
): Decision {
  const callback = callbacks.get(callbackId);
  if (callback === undefined) return err({ code: 'CALLBACK_UNKNOWN' });
  const { sessionId } = callback;
  return ok([{ type: 'CallbackReported', sessionId, callbackId, outcome }]);
}
