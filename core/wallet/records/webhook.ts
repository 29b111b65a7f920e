// The records of webhooks: subscriptions and their open deliveries.

import type { Network } from '../chain/blockchains.ts';
import type { TransactionDetails } from './transaction-details.ts';
import type { Dated } from './wallet.ts';

/** The types of notifications: the client's enumeration (reference/wallet.md section 11). */
export const notificationTypes = [
  '*',
  'transactions.*',
  'transactions.inbound',
  'transactions.outbound',
  'challenges.*',
  'challenges.accelerateTransaction',
  'challenges.cancelTransaction',
  'challenges.changePin',
  'challenges.contractExecution',
  'challenges.createTransaction',
  'challenges.createWallet',
  'challenges.initialize',
  'challenges.restorePin',
  'challenges.setPin',
  'challenges.setSecurityQuestions',
  'contracts.*',
  'contracts.eventLog',
  'modularWallet.*',
  'modularWallet.userOperation',
  'modularWallet.inboundTransfer',
  'modularWallet.outboundTransfer',
  'travelRule.*',
  'travelRule.statusUpdate',
  'travelRule.deny',
  'travelRule.approve',
  'rampSession.*',
  'rampSession.completed',
  'rampSession.depositReceived',
  'rampSession.expired',
  'rampSession.failed',
  'rampSession.kycApproved',
  'rampSession.kycRejected',
  'rampSession.kycSubmitted',
] as const;

export type NotificationType = (typeof notificationTypes)[number];

/** The most subscriptions of one network (reference/wallet.md section 2, "Limits"). */
export const subscriptionsMax = 20;

/** The most open notifications of one subscription. Further ones are not queued, but counted as missed. */
export const openDeliveriesMax = 10_000;

export interface Subscription extends Dated {
  readonly id: string;
  readonly network: Network;
  readonly endpoint: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly notificationTypes: readonly NotificationType[];
  /** The number of queued notifications so far: the ordinal of the next one. */
  readonly queued: number;
  /** The number of notifications dropped because too many were open. */
  readonly missed: number;
}

/** The content of a webhook, as it was at its instant. */
export type Notification =
  | { readonly notificationType: 'webhooks.test'; readonly madeMs: number }
  | {
      readonly notificationType: 'transactions.inbound' | 'transactions.outbound';
      readonly madeMs: number;
      readonly transaction: TransactionDetails;
    };

/** A notification to one subscription. Removed once it is delivered or has failed for good. */
export interface Delivery {
  /** See deliveryId. */
  readonly id: string;
  readonly subscriptionId: string;
  readonly ordinal: number;
  readonly notification: Notification;
  readonly attempts: number;
  /** Since it was first sent: the id by which the receiver knows it. */
  readonly notificationId?: string;
  /** An attempt has no outcome yet. */
  readonly isInFlight: boolean;
}

export function deliveryId(subscriptionId: string, ordinal: number): string {
  return `${subscriptionId}/${ordinal}`;
}

/** Whether a subscription includes a type: by its name, its group, or `*`. The test message always is. */
export function isSubscribedTo(
  { notificationTypes: types }: Pick<Subscription, 'notificationTypes'>,
  type: Notification['notificationType'],
): boolean {
  if (type === 'webhooks.test') return true;
  return types.some((wanted) => wanted === '*' || wanted === 'transactions.*' || wanted === type);
}
