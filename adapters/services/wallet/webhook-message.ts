// The request of a webhook, signed. A pure function of the attempt and the world's seed, so that a replay can compare it
// without sending anything.

import { wallet, type WorldRecord } from '../../../core/index.ts';
import { nodeHash } from '../../node-hash.ts';
import { printNotification } from './wire.ts';

export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The endpoint must answer HEAD before the message is sent: a test message tries both (reference/wallet.md section 11). */
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
