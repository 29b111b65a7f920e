// Subscriptions, and the notifications of transactions: one for each notified state, with the details that reads show, in
// the order of the changes.

import type {
  SubscriptionCreated,
  SubscriptionUpdated,
  WebhookAttempted,
  WebhookDelivered,
  WebhookFailed,
} from '../events/webhooks.ts';
import { transactionsIn, type EventOf, type WalletEvent } from '../events.ts';
import { chainOf, type Network } from '../chain/blockchains.ts';
import {
  deliveryId,
  openDeliveriesMax,
  isSubscribedTo,
  type Delivery,
  type Notification,
} from '../records/webhook.ts';
import { txHashOf, type Transaction, type TransactionState } from '../records/transaction.ts';
import type { WalletState } from '../state.ts';
import { isTransactionMonitored } from '../tokens/monitoring.ts';
import { transactionDetails } from '../details/transaction.ts';

/** By type of event; a part of the table of all changes. */
export const webhookChanges = {
  SubscriptionCreated: createSubscription,
  SubscriptionUpdated: updateSubscription,
  SubscriptionRemoved: removeSubscription,
  WebhookAttempted: recordAttempt,
  WebhookDelivered: removeDelivered,
  WebhookFailed: recordFailure,
};

function createSubscription(state: WalletState, event: SubscriptionCreated, atMs: number): void {
  const { subscriptionId: id, network, name, notificationTypes, aside } = event;
  const { endpoint } = aside;
  const dates = { createdMs: atMs, updatedMs: atMs };
  const counts = { queued: 0, missed: 0 };
  const said = { id, network, name, notificationTypes, endpoint };
  state.subscriptions.insert({ ...said, isEnabled: true, ...counts, ...dates });
  queue(state, id, { notificationType: 'webhooks.test', madeMs: atMs });
}

/** Disabling a subscription also drops its open deliveries. */
function updateSubscription(state: WalletState, event: SubscriptionUpdated, atMs: number): void {
  const { subscriptionId, name, isEnabled } = event;
  const subscription = state.subscriptions.get(subscriptionId);
  if (subscription === undefined) return;
  state.subscriptions.replace({ ...subscription, name, isEnabled, updatedMs: atMs });
  if (!isEnabled) dropDeliveries(state, subscriptionId);
}

function removeSubscription(
  state: WalletState,
  { subscriptionId }: EventOf<'SubscriptionRemoved'>,
): void {
  dropDeliveries(state, subscriptionId);
  state.subscriptions.remove(subscriptionId);
}

function recordAttempt({ deliveries }: WalletState, event: WebhookAttempted): void {
  const { notificationId, subscriptionId, ordinal, attempt: attempts } = event;
  const delivery = deliveries.get(deliveryId(subscriptionId, ordinal));
  if (delivery === undefined) return;
  deliveries.replace({ ...delivery, notificationId, attempts, isInFlight: true });
}

function removeDelivered(state: WalletState, { notificationId }: WebhookDelivered): void {
  withDelivery(state, notificationId, ({ id }) => state.deliveries.remove(id));
}

/** Without another attempt, the delivery is over. */
function recordFailure(state: WalletState, { notificationId, retryMs }: WebhookFailed): void {
  withDelivery(state, notificationId, (delivery) => {
    if (retryMs === undefined) state.deliveries.remove(delivery.id);
    else state.deliveries.replace({ ...delivery, isInFlight: false });
  });
}

function dropDeliveries({ deliveries }: WalletState, subscriptionId: string): void {
  const by = { subscriptionId };
  const open = deliveries.list({ by, order: 'ascending', limit: Number.MAX_SAFE_INTEGER });
  for (const { id } of open) deliveries.remove(id);
}

function withDelivery(
  { deliveries }: WalletState,
  notificationId: string,
  change: (delivery: Delivery) => void,
): void {
  const delivery = deliveries.list({ by: { notificationId }, order: 'ascending', limit: 1 })[0];
  if (delivery !== undefined) change(delivery);
}

/** Evolves an event and queues its notifications. */
export function withNotifications(
  state: WalletState,
  event: WalletEvent,
  atMs: number,
  evolve: () => void,
): void {
  const ids = state.subscriptions.size === 0 ? [] : transactionsIn(event);
  const before = ids.map((id) => state.transactions.get(id));
  evolve();
  for (const [index, id] of ids.entries()) {
    const transaction = state.transactions.get(id);
    if (transaction !== undefined && isNotifiable(before[index], transaction)) {
      notify(state, transaction, atMs);
    }
  }
}

/** The notified states (reference/wallet.md section 11; STUCK, DENIED and inbound FAILED are inferred). */
const notifiedStates: Readonly<Record<Transaction['direction'], readonly TransactionState[]>> = {
  OUTBOUND: ['QUEUED', 'SENT', 'STUCK', 'CONFIRMED', 'COMPLETE', 'CANCELLED', 'FAILED', 'DENIED'],
  INBOUND: ['CONFIRMED', 'COMPLETE', 'FAILED'],
};

/** Another state, or the same with another hash: an accelerated transaction is SENT again. */
function isNotifiable(before: Transaction | undefined, after: Transaction): boolean {
  if (!notifiedStates[after.direction].includes(after.state)) return false;
  if (before?.state !== after.state) return true;
  return txHashOf(before) !== txHashOf(after);
}

function notify(state: WalletState, transaction: Transaction, madeMs: number): void {
  if (!isTransactionMonitored(state, transaction)) return;
  const { network } = chainOf(transaction.blockchain);
  const isInbound = transaction.direction === 'INBOUND';
  const notificationType = isInbound ? 'transactions.inbound' : 'transactions.outbound';
  for (const subscription of subscribersOf(state, network)) {
    if (!subscription.isEnabled || !isSubscribedTo(subscription, notificationType)) continue;
    const details = transactionDetails(state, transaction);
    queue(state, subscription.id, { notificationType, madeMs, transaction: details });
  }
}

function subscribersOf({ subscriptions }: WalletState, network: Network) {
  return subscriptions.list({ by: { network }, order: 'ascending', limit: subscriptions.size });
}

function queue(state: WalletState, subscriptionId: string, notification: Notification): void {
  const subscription = state.subscriptions.get(subscriptionId);
  if (subscription === undefined) return;
  if (state.deliveries.count('subscriptionId', subscriptionId) >= openDeliveriesMax) {
    state.subscriptions.replace({ ...subscription, missed: subscription.missed + 1 });
    return;
  }
  const ordinal = subscription.queued;
  state.subscriptions.replace({ ...subscription, queued: ordinal + 1 });
  const id = deliveryId(subscriptionId, ordinal);
  const fresh = { attempts: 0, isInFlight: false };
  state.deliveries.insert({ id, subscriptionId, ordinal, notification, ...fresh });
}
