// The webhooks about one transaction: each notification to each subscription, with its attempts.

import type { Envelope, wallet } from '../../../../../core/index.ts';

type Attempted = wallet.WalletEvent & { readonly type: 'WebhookAttempted' };

export interface ShownDeliveryAttempt {
  readonly attempt: number;
  readonly atMs: number;
  readonly position: number;
  /** As a sentence without its end: `answered with 200`, `no answer yet`. */
  readonly outcome: string;
  readonly retryMs?: number;
}

export interface ShownDelivery {
  readonly notificationId: string;
  readonly subscriptionId: string;
  readonly endpoint: string;
  /** The state of the transaction that it tells of. */
  readonly state: string;
  readonly notification: Attempted['notification'];
  readonly attempts: readonly ShownDeliveryAttempt[];
}

/** `positions`: those of the events of its webhooks, up to the scrubber. */
export function deliveriesOf(
  events: readonly Envelope[],
  positions: readonly number[],
): readonly ShownDelivery[] {
  const deliveries = new Map<string, ShownDelivery>();
  for (const position of positions) {
    const envelope = events[position - 1];
    if (envelope === undefined) continue;
    const { event, atMs } = envelope;
    if (event.type === 'WebhookAttempted') {
      const { notificationId, subscriptionId, notification, attempt } = event;
      const known = deliveries.get(notificationId);
      const one = { attempt, atMs, position, outcome: 'no answer yet' };
      deliveries.set(notificationId, {
        notificationId,
        subscriptionId,
        endpoint: event.aside?.endpoint ?? '',
        state: 'transaction' in notification ? notification.transaction.state : '',
        notification,
        attempts: [...(known?.attempts ?? []), one],
      });
    } else if (event.type === 'WebhookDelivered') {
      settle(deliveries, event, { outcome: `answered with ${event.status}` });
    } else if (event.type === 'WebhookFailed') {
      const { retryMs, outcome } = event;
      const retry = retryMs === undefined ? {} : { retryMs };
      settle(deliveries, event, { outcome: printOutcome(outcome), ...retry });
    }
  }
  return [...deliveries.values()];
}

function settle(
  deliveries: Map<string, ShownDelivery>,
  event: { readonly notificationId: string; readonly attempt: number },
  result: Pick<ShownDeliveryAttempt, 'outcome' | 'retryMs'>,
): void {
  const known = deliveries.get(event.notificationId);
  if (known === undefined) return;
  const attempts = known.attempts.map((one) =>
    one.attempt === event.attempt ? { ...one, ...result } : one,
  );
  deliveries.set(event.notificationId, { ...known, attempts });
}

function printOutcome(outcome: wallet.DeliveryOutcome): string {
  if (outcome.kind === 'answered') return `answered with ${outcome.status}`;
  return outcomeTexts[outcome.kind];
}

const outcomeTexts = {
  timeout: 'no answer in time',
  refused: 'connection refused',
  unreachable: 'not reachable',
  forbidden: 'its host is not allowed',
} as const;
