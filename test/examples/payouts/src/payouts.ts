// Starts payouts, follows them by webhooks and polling, and accelerates stuck ones. They are stored in memory; a real service
// uses a database.

import { randomUUID } from 'node:crypto';
import {
  isFinal,
  withReport,
  type Payout,
  type PayoutRequest,
  type TransactionReport,
} from './payout.ts';
import { RefusedError, type Wallet } from './wallet.ts';

export class Payouts {
  readonly #payouts = new Map<string, Payout>();
  readonly #wallet: Wallet;

  constructor(wallet: Wallet) {
    this.#wallet = wallet;
  }

  list(): readonly Payout[] {
    return [...this.#payouts.values()];
  }

  find(id: string): Payout | undefined {
    return this.#payouts.get(id);
  }

  /** Starts a payout, unless there is one with the same reference. */
  async create(request: PayoutRequest): Promise<Payout> {
    const known = this.list().find(({ reference }) => reference === request.reference);
    if (known !== undefined) return known;
    const payout = this.#save({
      ...request,
      id: randomUUID(),
      idempotencyKeys: { transfer: randomUUID(), acceleration: randomUUID() },
      status: 'new',
    });
    return this.#start(payout);
  }

  /** Reads the state of every pending payout, because webhooks may be lost. */
  async poll(): Promise<void> {
    for (const payout of this.list()) {
      if (isFinal(payout)) continue;
      if (payout.transactionId === undefined) await this.#start(payout);
      else await this.apply(await this.#wallet.transaction(payout.transactionId));
    }
  }

  /** Applies the state of a transaction, and accelerates it if it is stuck. */
  async apply(report: TransactionReport): Promise<void> {
    const payout = this.list().find(({ transactionId }) => transactionId === report.id);
    if (payout === undefined) return; // it belongs to another service
    const { status, idempotencyKeys } = this.#save(withReport(payout, report));
    // A second report sends the same key again, so that the payout is accelerated only once.
    if (status === 'stuck') await this.#wallet.accelerate(report.id, idempotencyKeys.acceleration);
  }

  async #start(payout: Payout): Promise<Payout> {
    try {
      const transactionId = await this.#wallet.transfer(payout);
      return this.#save({ ...payout, transactionId, status: 'pending' });
    } catch (error) {
      if (error instanceof RefusedError) {
        return this.#save({ ...payout, status: 'failed', reason: error.message });
      }
      return payout; // the wallet may have executed it or not: the next poll sends it again
    }
  }

  #save(payout: Payout): Payout {
    this.#payouts.set(payout.id, payout);
    return payout;
  }
}
