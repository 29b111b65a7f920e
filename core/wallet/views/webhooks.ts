// What clients and the operator see of subscriptions, and what is to be sent.

import type { Event } from '../../kernel/message.ts';
import type { Network } from '../chain/blockchains.ts';
import type { SubscriptionUpdated, WebhookAttempted } from '../events/webhooks.ts';
import type { Delivery, Subscription } from '../records/webhook.ts';
import type { ReadonlyWalletState } from '../state.ts';

/** The subscriptions of a network, in the order in which they were made. */
export function subscriptionsView(
  { subscriptions }: ReadonlyWalletState,
  network: Network,
): readonly Subscription[] {
  return subscriptions.list({ by: { network }, order: 'ascending', limit: subscriptions.size });
}

/** One of them; undefined if there is none, or it is of the other network. */
export function subscriptionView(
  { subscriptions }: ReadonlyWalletState,
  network: Network,
  id: string,
): Subscription | undefined {
  const subscription = subscriptions.get(id);
  return subscription?.network === network ? subscription : undefined;
}

/** One attempt, with everything that its message is printed from. */
export type WebhookView = Pick<
  WebhookAttempted,
  'notificationId' | 'subscriptionId' | 'attempt' | 'notification'
> & { readonly endpoint: string };

export function webhookView({ aside, ...attempted }: WebhookAttempted): WebhookView {
  const { notificationId, subscriptionId, attempt, notification } = attempted;
  return { notificationId, subscriptionId, attempt, notification, endpoint: aside.endpoint };
}

/** What was sent and has no outcome yet: after a restart it is sent again. */
export function webhooksInFlight(state: ReadonlyWalletState): readonly WebhookView[] {
  return [...state.deliveries.values()].flatMap((delivery) => {
    const view = viewOf(state, delivery);
    return delivery.isInFlight && view !== undefined ? [view] : [];
  });
}

/** Whether an outcome of this attempt would still change anything. */
export function isAwaited(
  { deliveries }: ReadonlyWalletState,
  { notificationId, attempt }: Pick<WebhookView, 'notificationId' | 'attempt'>,
): boolean {
  const by = { notificationId };
  const delivery = deliveries.list({ by, order: 'ascending', limit: 1 })[0];
  return delivery !== undefined && delivery.isInFlight && delivery.attempts === attempt;
}

function viewOf(
  { subscriptions }: ReadonlyWalletState,
  { subscriptionId, notification, notificationId, attempts: attempt }: Delivery,
): WebhookView | undefined {
  const subscription = subscriptions.get(subscriptionId);
  if (subscription === undefined || notificationId === undefined) return undefined;
  const { endpoint } = subscription;
  return { notificationId, subscriptionId, attempt, notification, endpoint };
}

/** The subscription that is not to be sent anything any more because of an event, if there is one. */
export function unsubscribed(event: Event): string | undefined {
  const { type, subscriptionId, isEnabled } = event as Event &
    Partial<Omit<SubscriptionUpdated, 'type'>>;
  const isOver =
    type === 'SubscriptionRemoved' || (type === 'SubscriptionUpdated' && isEnabled === false);
  return isOver ? subscriptionId : undefined;
}
