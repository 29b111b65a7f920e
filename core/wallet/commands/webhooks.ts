// What may be asked about webhooks: by clients, by time, and by whoever sends them.

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

/** Dues: the first attempt of a delivery, and a further one. */
export interface DeliveryDue {
  readonly type: 'AttemptDelivery' | 'RepeatDelivery';
  readonly deliveryId: string;
}

/**
 * What came of an attempt. `refused`: nobody takes connections there; `unreachable`: anything else that kept it from being
 * answered; `forbidden`: the host is none that may be sent to.
 */
export type DeliveryOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | {
      readonly kind: 'timeout' | 'refused' | 'unreachable' | 'forbidden';
    };

/** The answer to a webhook is no function of the world: it comes in as an input. */
export interface ReportDelivery {
  readonly type: 'ReportDelivery';
  readonly notificationId: string;
  readonly attempt: number;
  readonly outcome: DeliveryOutcome;
}
