// Schedules webhooks: new ones at once, as progress; retries of failed ones at the instant that decide/webhooks.ts gave them.

import type { DueChange } from '../../kernel/due.ts';
import type { WalletCommand } from '../commands.ts';
import type { DeliveryDue } from '../commands/webhooks.ts';
import { transactionsIn, type WalletEvent } from '../events.ts';
import type { ReadonlyWalletState } from '../state.ts';

type Change = DueChange<WalletCommand>;

/** The dues of deliveries that an event sets. */
export function webhookDues(
  event: WalletEvent,
  state: ReadonlyWalletState,
  atMs: number,
): readonly Change[] {
  if (state.subscriptions.size === 0) return [];
  if (event.type !== 'WebhookFailed') return freshDues(event, state, atMs);
  const { notificationId, retryMs } = event;
  const by = { notificationId };
  const delivery = state.deliveries.list({ by, order: 'ascending', limit: 1 })[0];
  if (retryMs === undefined || delivery === undefined) return [];
  const command: DeliveryDue = { type: 'RepeatDelivery', deliveryId: delivery.id };
  const due = { class: 'schedule', dueMs: retryMs, command } as const;
  return [{ change: 'set', subject: delivery.id, name: 'repeat', ...due }];
}

/** Dues for the newest deliveries of each subscription: at most one for each transaction of an event is new. */
function freshDues(event: WalletEvent, state: ReadonlyWalletState, atMs: number): Change[] {
  const news = event.type === 'SubscriptionCreated' ? 1 : transactionsIn(event).length;
  if (news === 0) return [];
  const all = { order: 'ascending', limit: state.subscriptions.size } as const;
  const newest = state.subscriptions.list(all).flatMap(({ id }) => {
    if (state.deliveries.count('fresh', id) === 0) return [];
    const by = { fresh: id };
    return state.deliveries.list({ by, order: 'descending', limit: news }).toReversed();
  });
  return newest.map(({ id }): Change => {
    const command: DeliveryDue = { type: 'AttemptDelivery', deliveryId: id };
    const due = { class: 'progress', dueMs: atMs, command } as const;
    // An earlier due keeps its cause.
    return { change: 'set', isRenewal: true, subject: id, name: 'deliver', ...due };
  });
}
