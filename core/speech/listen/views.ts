// Callbacks of /v1/listen that are to be sent.

import type { Event } from '../../kernel/message.ts';
import type { CallbackQueued } from '../session/events.ts';
import type { Callback } from '../session/callback.ts';
import type { CallbackState } from '../session/callbacks.ts';
import type { CallbackMessage } from './message.ts';

export type CallbackView = Omit<Callback, 'message'> & { readonly message: CallbackMessage };

/** The callback of an event; undefined for events of other types. */
export function callbackView(event: Event): CallbackView | undefined {
  if (!isQueued(event)) return undefined;
  const { callbackId: id, sessionId, method, message, aside } = event;
  return viewOf({ id, sessionId, method, message, ...aside });
}

function isQueued(event: Event): event is CallbackQueued {
  return event.type === 'CallbackQueued';
}

/** Callbacks without an outcome. They are sent again after a restart. */
export function callbacksInFlight({ callbacks }: CallbackState): readonly CallbackView[] {
  return [...callbacks.values()].map(viewOf);
}

export function hasCallbackInFlight({ callbacks }: CallbackState): boolean {
  return callbacks.size > 0;
}

function viewOf({ message, ...callback }: Callback): CallbackView {
  return { ...callback, message: message as unknown as CallbackMessage };
}

export function isCallbackAwaited({ callbacks }: CallbackState, id: string): boolean {
  return callbacks.get(id) !== undefined;
}
