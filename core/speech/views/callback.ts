// Callbacks to send.

import type { Event } from '../../kernel/message.ts';
import type { CallbackQueued } from '../events.ts';
import type { Callback } from '../records/callback.ts';
import type { ReadonlySpeechState } from '../state.ts';

/** The callback of an event; undefined for events of other types. */
export function callbackView(event: Event): Callback | undefined {
  if (!isQueued(event)) return undefined;
  const { sessionId, callbackId: id, url, method, message } = event;
  return { id, sessionId, url, method, message };
}

function isQueued(event: Event): event is CallbackQueued {
  return event.type === 'CallbackQueued';
}

/** Those without an outcome: after a restart they are sent again. */
export function callbacksInFlight({ callbacks }: ReadonlySpeechState): readonly Callback[] {
  return [...callbacks.values()];
}

export function isCallbackAwaited({ callbacks }: ReadonlySpeechState, id: string): boolean {
  return callbacks.get(id) !== undefined;
}
