// The kind of a webhook, which is the same in every run: what it notifies of, and in which state.

import { isRecord, parsed } from './json-values.ts';

export interface WebhookSubject {
  readonly kind: string;
  /** The id of what it is about, if it names one. */
  readonly id: string | undefined;
}

/** By the body of the webhook. */
export function webhookSubject(text: string): WebhookSubject {
  const body = parsed(text);
  const { notificationType, notification } = isRecord(body) ? body : {};
  const { id, state } = isRecord(notification) ? notification : {};
  return {
    kind: `${String(notificationType)} ${String(state)}`,
    id: typeof id === 'string' ? id : undefined,
  };
}

/** The kind alone, by which a webhook is awaited. */
export function webhookKind(text: string): string {
  return webhookSubject(text).kind;
}
