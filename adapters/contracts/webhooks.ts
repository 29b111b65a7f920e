// The webhooks of a service: what delivery and recordings need to know of them.

import type { Command, Event, States, WorldRecord } from '../../core/index.ts';

/** An attempt to deliver a notification to a subscription. */
export interface DeliveryAttempt {
  /** Messages of one subscription are sent in their order. */
  readonly subscriptionId: string;
  readonly notificationId: string;
  /** From 1. */
  readonly attempt: number;
  /** Set if the next message waits for the outcome of this one, however long that takes. */
  readonly isOrdered?: true;
}

/**
 * The outcome of an attempt. `refused`: the endpoint refuses connections; `unreachable`: any other failure without a
 * response; `forbidden`: the host is not allowed.
 */
export type SendOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'timeout' | 'refused' | 'unreachable' | 'forbidden' };

export interface DeliveryReport extends Pick<DeliveryAttempt, 'notificationId' | 'attempt'> {
  readonly outcome: SendOutcome;
}

/** The request of an attempt, signed. */
export interface WebhookMessage {
  readonly url: string;
  /** `POST` by default. */
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The endpoint must answer HEAD before the message is sent. */
  readonly isTrial?: true;
}

/** Methods, so that the module of a service has attempts of its own type. */
export interface ServiceWebhooks<Attempt extends DeliveryAttempt = DeliveryAttempt> {
  /** The domain that decides on attempts and takes reports. */
  readonly domain: keyof States;
  /** The attempt that an event starts, if any. */
  attemptOf(event: Event): Attempt | undefined;
  /** The attempts without an outcome: after a restart they are sent again. */
  inFlight(states: States): readonly Attempt[];
  /** Whether there are any. */
  hasInFlight(states: States): boolean;
  /** Whether the outcome of an attempt is still missing. */
  isAwaited(states: States, attempt: Attempt): boolean;
  /** The subscription that an event ends or disables, if any: its queued messages are discarded. */
  unsubscribed(event: Event): string | undefined;
  /** A pure function, so that a replay can compare messages without sending any. */
  messageOf(attempt: Attempt, record: Pick<WorldRecord, 'seed'>): WebhookMessage;
  /** The command that reports an outcome. */
  reportCommand(report: DeliveryReport): Command;
  /** What a command reports, if anything. */
  reportOf(command: Command): DeliveryReport | undefined;
}
