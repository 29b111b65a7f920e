// The webhooks of all services as one.

import type { Command, Event, States, WorldRecord } from '../../core/index.ts';
import type {
  DeliveryAttempt,
  DeliveryReport,
  ServiceWebhooks,
  WebhookMessage,
} from '../contracts/webhooks.ts';
import { services } from './index.ts';

/** An attempt of a service. */
export interface ServiceDelivery extends DeliveryAttempt {
  readonly service: string;
}

/** The outcome of an attempt of a service. */
export interface ServiceReport extends DeliveryReport {
  readonly service: string;
}

interface Sender {
  readonly name: string;
  readonly webhooks: ServiceWebhooks;
}

const senders: readonly Sender[] = services.flatMap(({ name, webhooks }) =>
  webhooks === undefined ? [] : [{ name, webhooks }],
);

/** The service of entries in a recording that name none. */
export const webhookServiceDefault: string = senders[0]?.name ?? '';

/** The attempt that an event starts, if any. */
export function attemptOf(event: Event): ServiceDelivery | undefined {
  for (const { name, webhooks } of senders) {
    const attempt = webhooks.attemptOf(event);
    if (attempt !== undefined) return { ...attempt, service: name };
  }
  return undefined;
}

/** The attempts without an outcome: after a restart they are sent again. */
export function inFlight(states: States): readonly ServiceDelivery[] {
  return senders.flatMap(({ name, webhooks }) =>
    webhooks.inFlight(states).map((attempt) => ({ ...attempt, service: name })),
  );
}

export function hasInFlight(states: States): boolean {
  return senders.some(({ webhooks }) => webhooks.hasInFlight(states));
}

/** Whether the outcome of an attempt is still missing. */
export function isAwaited(states: States, delivery: ServiceDelivery): boolean {
  return webhooksOf(delivery).isAwaited(states, delivery);
}

/** The subscription that an event ends or disables, if any: its queued messages are discarded. */
export function unsubscribed(event: Event): string | undefined {
  for (const { webhooks } of senders) {
    const subscriptionId = webhooks.unsubscribed(event);
    if (subscriptionId !== undefined) return subscriptionId;
  }
  return undefined;
}

/** A pure function, so that a replay can compare messages without sending any. */
export function messageOf(
  delivery: ServiceDelivery,
  record: Pick<WorldRecord, 'seed'>,
): WebhookMessage {
  return webhooksOf(delivery).messageOf(delivery, record);
}

/** The command that reports an outcome, and its domain. */
export function reportInput(report: ServiceReport): {
  readonly domain: keyof States;
  readonly command: Command;
} {
  const webhooks = webhooksOf(report);
  return { domain: webhooks.domain, command: webhooks.reportCommand(report) };
}

/** What a command reports, if anything. */
export function reportOf(command: Command): ServiceReport | undefined {
  for (const { name, webhooks } of senders) {
    const report = webhooks.reportOf(command);
    if (report !== undefined) return { ...report, service: name };
  }
  return undefined;
}

/** Throws a RangeError for a service without webhooks, which only a damaged recording names. */
function webhooksOf({ service }: { readonly service: string }): ServiceWebhooks {
  const sender = senders.find(({ name }) => name === service);
  if (sender === undefined) throw new RangeError(`The service '${service}' sends no webhooks.`);
  return sender.webhooks;
}
