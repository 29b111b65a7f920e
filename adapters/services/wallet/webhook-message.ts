// A webhook as the request that is sent: printed like an answer, from what was decided, and signed. A pure function of the
// attempt and the world's seed, so that a replay can hold it against what was recorded without sending anything.

import { wallet, type Event, type WorldRecord } from '../../../core/index.ts';
import { nodeHash } from '../../node-hash.ts';
import { printNotification } from './wire.ts';

export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The endpoint must answer HEAD before it is sent the message: a test message tries both (reference/wallet.md section 11). */
  readonly isTrial?: true;
}

export function webhookMessage(
  webhook: wallet.WebhookView,
  { seed }: Pick<WorldRecord, 'seed'>,
): WebhookMessage {
  const key = wallet.notificationKey(nodeHash, seed);
  const body = printNotification(webhook);
  return {
    url: webhook.endpoint,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Reprise',
      'X-Circle-Key-Id': key.id,
      'X-Circle-Signature': key.sign(body),
    },
    body,
    ...(webhook.notification.notificationType === 'webhooks.test' ? { isTrial: true } : {}),
  };
}

/** The attempt that an event tells of, if it tells of one. */
export function attemptIn(event: Event): wallet.WebhookView | undefined {
  return event.type === 'WebhookAttempted'
    ? wallet.webhookView(event as Parameters<typeof wallet.webhookView>[0])
    : undefined;
}
