// Commands about webhooks: of clients, of time, and of the sender of webhooks.

import type { Network } from '../chain/blockchains.ts';
import type { NotificationType } from '../records/webhook.ts';

export type SubscriptionCommand = CreateSubscription | UpdateSubscription | RemoveSubscription;

export interface CreateSubscription {
  readonly type: 'CreateSubscription';
  readonly network: Network;
  /** An absolute URL. */
  readonly endpoint: string;
  /** Not empty. */
  readonly notificationTypes: readonly NotificationType[];
}

export interface UpdateSubscription {
  readonly type: 'UpdateSubscription';
  readonly network: Network;
  readonly subscriptionId: string;
  readonly name: string;
  readonly isEnabled: boolean;
}

export interface RemoveSubscription {
  readonly type: 'RemoveSubscription';
  readonly network: Network;
  readonly subscriptionId: string;
}

/** Dues: the first attempt of a delivery, and a retry (`RepeatDelivery`, a name that journals contain). */
export interface DeliveryDue {
  readonly type: 'AttemptDelivery' | 'RepeatDelivery';
  readonly deliveryId: string;
}

/**
 * The outcome of an attempt. `refused`: the endpoint refuses connections; `unreachable`: any other failure without a
 * response; `forbidden`: the host is not allowed.
 */
export type DeliveryOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | {
      readonly kind: 'timeout' | 'refused' | 'unreachable' | 'forbidden';
    };

/** The outcome of an attempt is not a function of the world, so it is an input. */
export interface ReportDelivery {
  readonly type: 'ReportDelivery';
  readonly notificationId: string;
  readonly attempt: number;
  readonly outcome: DeliveryOutcome;
}
