// The rules of callbacks: messages that are sent by HTTP in place of the socket, in order, once each.

import type { Json } from '../../kernel/canonical.ts';
import type { Context } from '../../kernel/context.ts';
import type { InPieces } from '../../kernel/pieces.ts';
import { err, ok } from '../../kernel/result.ts';
import type { ReadonlyTable } from '../../tables/index.ts';
import type { Callback } from './callback.ts';
import type { ReportCallback } from './commands.ts';
import { endSessionBy, type SpeechDecision } from './decision.ts';
import type { CallbackQueued, CallbackReported, SessionEnded } from './events.ts';
import { callbacksMax } from './limits.ts';
import type { SessionBase } from './record.ts';

export interface CallbackState {
  readonly callbacks: ReadonlyTable<Callback>;
}

/** How the messages of a session are sent. */
export interface CallbackTarget<Event> {
  readonly session: SessionBase;
  readonly callbackUrl: string;
  readonly method: string;
  /** The message of an event; undefined if none is sent. */
  readonly messageOf: (event: Event) => Json | undefined;
  /** The end of a session whose messages are not received in time. */
  readonly overflow: { readonly code: number; readonly reason: string };
}

/** The events of a session, each followed by a callback with its message. */
export function* withCallbacks<Event>(
  deciding: InPieces<SpeechDecision<Event>>,
  { session, callbackUrl, method, messageOf, overflow }: CallbackTarget<Event>,
  { callbacks }: CallbackState,
  { id }: Context,
): InPieces<SpeechDecision<Event | CallbackQueued | SessionEnded>> {
  const decision = yield* deciding;
  if (!decision.ok) return decision;
  if (callbacks.size >= callbacksMax) return endSessionBy(session, overflow);
  const { id: sessionId } = session;
  const aside = { callbackUrl };
  let queued = callbacks.insertedCount;
  const events: (Event | CallbackQueued)[] = [];
  for (const event of decision.value) {
    events.push(event);
    const message = messageOf(event);
    if (message !== undefined) {
      const callbackId = id('speech callback', queued);
      queued += 1;
      events.push({ type: 'CallbackQueued', sessionId, callbackId, method, message, aside });
    }
    yield;
  }
  return ok(events);
}

export function reportCallback(
  { callbackId, outcome }: ReportCallback,
  { callbacks }: CallbackState,
): SpeechDecision<CallbackReported> {
  const callback = callbacks.get(callbackId);
  if (callback === undefined) return err({ code: 'CALLBACK_UNKNOWN' });
  const { sessionId } = callback;
  return ok([{ type: 'CallbackReported', sessionId, callbackId, outcome }]);
}
