// Subscriptions as clients see them, and the webhooks to send.

import type { Event } from '../../kernel/message.ts';
import type { Network } from '../chain/blockchains.ts';
import type { SubscriptionUpdated, WebhookAttempted } from '../events/webhooks.ts';
import type { Delivery, NotificationType, Subscription } from '../records/webhook.ts';
import type { ReadonlyWalletState } from '../state.ts';

export interface SubscriptionView {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  readonly isEnabled: boolean;
  readonly notificationTypes: readonly NotificationType[];
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** The subscriptions of a network, in the order of their creation. */
export function subscriptionsView(
  { subscriptions }: ReadonlyWalletState,
  network: Network,
): readonly SubscriptionView[] {
  const limit = subscriptions.size;
  return subscriptions.list({ by: { network }, order: 'ascending', limit }).map(viewOfSubscription);
}

/** Undefined also for a subscription of the other network. */
export function subscriptionView(
  { subscriptions }: ReadonlyWalletState,
  network: Network,
  id: string,
): SubscriptionView | undefined {
  const subscription = subscriptions.get(id);
  return subscription?.network === network ? viewOfSubscription(subscription) : undefined;
}

function viewOfSubscription(subscription: Subscription): SubscriptionView {
  const { id, name, endpoint, isEnabled, notificationTypes, createdMs, updatedMs } = subscription;
  return { id, name, endpoint, isEnabled, notificationTypes, createdMs, updatedMs };
}

/** One attempt, with all that its message is printed from. */
export type WebhookView = Pick<
  WebhookAttempted,
  'notificationId' | 'subscriptionId' | 'attempt' | 'notification'
> & { readonly endpoint: string };

/** The attempt of an event; undefined for events of other types. */
export function webhookView(event: Event): WebhookView | undefined {
  if (!isAttempt(event)) return undefined;
  const { notificationId, subscriptionId, attempt, notification, aside } = event;
  return { notificationId, subscriptionId, attempt, notification, endpoint: aside.endpoint };
}

function isAttempt(event: Event): event is WebhookAttempted {
  return event.type === 'WebhookAttempted';
}

/** The attempts without an outcome: after a restart they are sent again. */
export function webhooksInFlight(state: ReadonlyWalletState): readonly WebhookView[] {
  const limit = state.deliveries.size;
  const inFlight = state.deliveries.list({ by: { inFlight: 'all' }, order: 'ascending', limit });
  return inFlight.flatMap((delivery) => viewOf(state, delivery) ?? []);
}

/** Asked at each commit: past deliveries cost nothing. */
export function hasWebhookInFlight({ deliveries }: ReadonlyWalletState): boolean {
  return deliveries.count('inFlight', 'all') > 0;
}

/** Whether the outcome of this attempt is still missing. */
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

/** The subscription that an event ends or disables; undefined for other events. */
export function unsubscribed(event: Event): string | undefined {
  const { type, subscriptionId, isEnabled } = event as Event &
    Partial<Omit<SubscriptionUpdated, 'type'>>;
  const isOver =
    type === 'SubscriptionRemoved' || (type === 'SubscriptionUpdated' && isEnabled === false);
  return isOver ? subscriptionId : undefined;
}
