// When webhooks are sent: what is new at the very instant, as progress; what failed once more, on schedule.

import type { DueChange } from '../../kernel/due-queue.ts';
import type { WalletCommand } from '../commands.ts';
import type { DeliveryDue } from '../commands/webhooks.ts';
import type { WalletEvent } from '../events.ts';
import type { ReadonlyWalletState } from '../state.ts';

type Change = DueChange<WalletCommand>;

/** The dues of deliveries behind an event. */
export function webhookDues(
  event: WalletEvent,
  state: ReadonlyWalletState,
  atMs: number,
): readonly Change[] {
  if (state.subscriptions.size === 0) return [];
  if (event.type !== 'WebhookFailed') return freshDues(state, atMs);
  const { notificationId, retryMs } = event;
  const by = { notificationId };
  const delivery = state.deliveries.list({ by, order: 'ascending', limit: 1 })[0];
  if (retryMs === undefined || delivery === undefined) return [];
  const command: DeliveryDue = { type: 'RepeatDelivery', deliveryId: delivery.id };
  const due = { class: 'schedule', dueMs: retryMs, command } as const;
  return [{ change: 'set', subject: delivery.id, name: 'repeat', ...due }];
}

/** One due for all that a subscription has not been sent yet. */
function freshDues(state: ReadonlyWalletState, atMs: number): readonly Change[] {
  const subscriptions = state.subscriptions.list({
    order: 'ascending',
    limit: state.subscriptions.size,
    where: ({ id }) => state.deliveries.count('fresh', id) > 0,
  });
  return subscriptions.map(({ id }): Change => {
    const command: DeliveryDue = { type: 'AttemptDeliveries', subscriptionId: id };
    const due = { class: 'progress', dueMs: atMs, command } as const;
    return { change: 'set', subject: id, name: 'deliver', ...due };
  });
}
