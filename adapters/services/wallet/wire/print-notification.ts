// The body of a webhook. Without schemas, so that a page in a browser can print it, too.

import { canonical, type wallet } from '../../../../core/index.ts';
import { printTransaction } from './print-transaction.ts';

/** The body of a message: the same bytes in each attempt, also where its event was stored and read again meanwhile. */
export function printNotification(webhook: wallet.WebhookView): string {
  const { subscriptionId, notificationId, notification } = webhook;
  const { notificationType, madeMs } = notification;
  return canonical({
    subscriptionId,
    notificationId,
    notificationType,
    notification:
      notification.notificationType === 'webhooks.test'
        ? { hello: 'world' }
        : printTransaction(notification.transaction),
    timestamp: new Date(madeMs).toISOString().replace('Z', '000000Z'), // nanoseconds, as the service has them
    version: 2,
  });
}
