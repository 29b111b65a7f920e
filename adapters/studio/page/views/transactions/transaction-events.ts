// Which events are of which transaction: an index that grows with the history.

import { wallet, type Envelope } from '../../../../../core/index.ts';

/** The positions of the events of one transaction, in order. */
export interface EventsOfTransaction {
  /** Those that may change it. */
  readonly changes: readonly number[];
  /** Attempts of webhooks about it, and what became of them. */
  readonly webhooks: readonly number[];
}

const none: EventsOfTransaction = { changes: [], webhooks: [] };

export class TransactionEvents {
  readonly #byId = new Map<string, { changes: number[]; webhooks: number[] }>();
  readonly #byNotification = new Map<string, string>();
  #read = 0;

  of(id: string): EventsOfTransaction {
    return this.#byId.get(id) ?? none;
  }

  /** Reads the events that are new since the last time. */
  read(events: readonly Envelope[]): this {
    for (; this.#read < events.length; this.#read += 1) {
      const envelope = events[this.#read];
      if (envelope !== undefined && envelope.stream.startsWith('wallet/')) this.#add(envelope);
    }
    return this;
  }

  #add({ position, event }: Envelope): void {
    if (event.type === 'WebhookAttempted') {
      const { notification, notificationId } = event;
      if (notification.notificationType === 'webhooks.test') return;
      const { id } = notification.transaction;
      this.#byNotification.set(notificationId, id);
      this.#entry(id).webhooks.push(position);
    } else if (event.type === 'WebhookDelivered' || event.type === 'WebhookFailed') {
      const id = this.#byNotification.get(event.notificationId);
      if (id !== undefined) this.#entry(id).webhooks.push(position);
    } else {
      const ids = wallet.transactionsIn(event as wallet.WalletEvent);
      for (const id of ids) this.#entry(id).changes.push(position);
    }
  }

  #entry(id: string): { changes: number[]; webhooks: number[] } {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const entry = { changes: [], webhooks: [] };
    this.#byId.set(id, entry);
    return entry;
  }
}

interface ReadEvents {
  readonly events: readonly Envelope[];
}

const indices = new WeakMap<ReadEvents, TransactionEvents>();

/** The index of a history, up to date. */
export function transactionEventsOf(history: ReadEvents): TransactionEvents {
  const index = indices.get(history) ?? new TransactionEvents();
  indices.set(history, index);
  return index.read(history.events);
}
