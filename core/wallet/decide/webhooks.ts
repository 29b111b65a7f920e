// Subscriptions and deliveries: each attempt, and when the next one follows it, are decided here; its outcome is an input.

import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import type { Network } from '../chain/blockchains.ts';
import type {
  CreateSubscription,
  DeliveryDue,
  RemoveSubscription,
  ReportDelivery,
  UpdateSubscription,
} from '../commands/webhooks.ts';
import type { WebhookAttempted } from '../events/webhooks.ts';
import { subscriptionsMax, type Delivery, type Subscription } from '../records/webhook.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { reject } from '../rejections.ts';
import { nothing, type WalletDecision } from './decision.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Delays after failed attempts (reference/wallet.md section 11). Test networks give up sooner. */
const testDelaysMs = [1, 10, 30, 60, 15 * 60, 60 * 60].map((seconds) => seconds * secondMs);
export const retryDelaysMs: Readonly<Record<Network, readonly number[]>> = {
  test: testDelaysMs,
  main: [...testDelaysMs, ...[3, 5, 6, 10, 11].map((hours) => hours * hourMs)],
};

export function createSubscription(
  { network, endpoint, notificationTypes }: CreateSubscription,
  { subscriptions }: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  if (subscriptions.count('network', network) >= subscriptionsMax) {
    return reject('SUBSCRIPTIONS_FULL');
  }
  const ordinal = subscriptions.insertedCount;
  return ok([
    {
      type: 'SubscriptionCreated',
      subscriptionId: context.id('subscription', ordinal),
      network,
      name: `Subscription ${ordinal + 1}`, // required, but requests can set it by an update only
      notificationTypes,
      aside: { endpoint },
    },
  ]);
}

export function updateSubscription(
  { network, subscriptionId, name, isEnabled }: UpdateSubscription,
  state: ReadonlyWalletState,
): WalletDecision {
  if (!hasSubscription(state, network, subscriptionId)) return reject('SUBSCRIPTION_UNKNOWN');
  return ok([{ type: 'SubscriptionUpdated', subscriptionId, name, isEnabled }]);
}

export function removeSubscription(
  { network, subscriptionId }: RemoveSubscription,
  state: ReadonlyWalletState,
): WalletDecision {
  if (!hasSubscription(state, network, subscriptionId)) return reject('SUBSCRIPTION_UNKNOWN');
  return ok([{ type: 'SubscriptionRemoved', subscriptionId }]);
}

/** A key sees the subscriptions of its own network only. */
function hasSubscription(state: ReadonlyWalletState, network: Network, id: string): boolean {
  return state.subscriptions.get(id)?.network === network;
}

/** The first attempt of a delivery, or a further one; nothing if the delivery has ended. */
export function attemptDelivery(
  { type, deliveryId }: DeliveryDue,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const delivery = state.deliveries.get(deliveryId);
  const subscription = state.subscriptions.get(delivery?.subscriptionId ?? '');
  if (delivery === undefined || subscription === undefined || delivery.isInFlight) return nothing;
  const isFirst = delivery.attempts === 0;
  if (isFirst !== (type === 'AttemptDelivery')) return nothing;
  return ok([attemptOf(delivery, subscription, context)]);
}

function attemptOf(
  { subscriptionId, ordinal, attempts, notification, notificationId }: Delivery,
  { endpoint }: Subscription,
  context: Context,
): WebhookAttempted {
  return {
    type: 'WebhookAttempted',
    notificationId: notificationId ?? context.id(`notification/${subscriptionId}`, ordinal),
    subscriptionId,
    ordinal,
    attempt: attempts + 1,
    notification,
    aside: { endpoint },
  };
}

/** The first outcome of an attempt counts; an outcome of an ended delivery changes nothing. */
export function reportDelivery(
  { notificationId, attempt, outcome }: ReportDelivery,
  state: ReadonlyWalletState,
  { nowMs }: Context,
): WalletDecision {
  const by = { notificationId };
  const delivery = state.deliveries.list({ by, order: 'ascending', limit: 1 })[0];
  const subscription = state.subscriptions.get(delivery?.subscriptionId ?? '');
  if (delivery === undefined || subscription === undefined) return nothing;
  if (!delivery.isInFlight || delivery.attempts !== attempt) return nothing;
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) {
    const { status } = outcome;
    return ok([{ type: 'WebhookDelivered', notificationId, attempt, status }]);
  }
  const failed = { type: 'WebhookFailed', notificationId, attempt, outcome } as const;
  const delayMs = retryDelaysMs[subscription.network][attempt - 1];
  return ok([delayMs === undefined ? failed : { ...failed, retryMs: nowMs + delayMs }]);
}
