// The request of a webhook, signed. A pure function of the attempt and the world's seed, so that a replay can compare it
// without sending anything.

import { wallet, type WorldRecord } from '../../../core/index.ts';
import type { WebhookMessage } from '../../contracts/webhooks.ts';
import { nodeHash } from '../../node-hash.ts';
import { printNotification } from './wire.ts';

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
    // A test message tries both HEAD and POST (reference/wallet.md section 11).
    ...(webhook.notification.notificationType === 'webhooks.test' ? { isTrial: true } : {}),
  };
}
