// Events of subscriptions and deliveries. An endpoint is not part of the world's state and may hold secrets, so it stands
// in `aside`, in no digest.

import type { Network } from '../chain/blockchains.ts';
import type { DeliveryOutcome } from '../commands/webhooks.ts';
import type { Notification, NotificationType } from '../records/webhook.ts';

export type WebhookEvent =
  | SubscriptionCreated
  | SubscriptionUpdated
  | { readonly type: 'SubscriptionRemoved'; readonly subscriptionId: string }
  | WebhookAttempted
  | WebhookDelivered
  | WebhookFailed;

interface Sent {
  readonly aside: { readonly endpoint: string };
}

export interface SubscriptionCreated extends Sent {
  readonly type: 'SubscriptionCreated';
  readonly subscriptionId: string;
  readonly network: Network;
  readonly name: string;
  readonly notificationTypes: readonly NotificationType[];
}

export interface SubscriptionUpdated {
  readonly type: 'SubscriptionUpdated';
  readonly subscriptionId: string;
  readonly name: string;
  readonly isEnabled: boolean;
}

/** Sent once this event is stored. After a crash, attempts without an outcome are sent again. */
export interface WebhookAttempted extends Sent {
  readonly type: 'WebhookAttempted';
  /** The same for all attempts of one notification. */
  readonly notificationId: string;
  readonly subscriptionId: string;
  /** Which notification of the subscription it is, from 0. */
  readonly ordinal: number;
  /** From 1. */
  readonly attempt: number;
  readonly notification: Notification;
}

/** The endpoint answered with 200 to 299. */
export interface WebhookDelivered {
  readonly type: 'WebhookDelivered';
  readonly notificationId: string;
  readonly attempt: number;
  readonly status: number;
}

export interface WebhookFailed {
  readonly type: 'WebhookFailed';
  readonly notificationId: string;
  readonly attempt: number;
  readonly outcome: DeliveryOutcome;
  /** The instant of the next attempt, not a duration (the name is stored); absent if there is none. */
  readonly retryMs?: number;
}
