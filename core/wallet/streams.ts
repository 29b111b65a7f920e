// The lives of the wallet: what observers of a transaction see, event by event.

import type { Life, LifeMoment } from '../life.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { baseFeeAt, feeDecimals, heightAt } from './chain/fee-market.ts';
import { transactionDetails } from './details/transaction.ts';
import { transactionsIn, type WalletEvent } from './events.ts';
import { transitions } from './records/lifecycle.ts';
import type { TransactionDetails } from './records/transaction-details.ts';
import type { Transaction, TransactionState } from './records/transaction.ts';
import type { ReadonlyWalletState, WalletState } from './state.ts';
import { formatAmount } from './tokens/amount.ts';

/** A transaction after an event. Fees are decimal, in gwei (lamports on SOL, octas on Aptos). */
export interface TransactionChange extends Pick<
  TransactionDetails,
  'id' | 'blockchain' | 'state' | 'txHash' | 'block' | 'errorReason' | 'errorDetails'
> {
  readonly atMs: number;
  /** The type of the event; absent in the first value, which is the present one. */
  readonly event?: WalletEvent['type'];
  /** The hash of the attempt in the mempool, or in the block; a replacement has another. */
  readonly attempt?: string;
  /** What is offered for a unit of gas. */
  readonly maxFee?: string;
  /** What the chain asks at this instant: a lower `maxFee` is not taken. */
  readonly baseFee?: string;
}

export const transactionLife: Life<WalletState, WalletEvent, TransactionChange> = {
  idsIn: transactionsIn,
  openIds: (state) =>
    openStates.flatMap((open) =>
      state.transactions
        .list({ by: { state: open }, order: 'ascending', limit: Number.MAX_SAFE_INTEGER })
        .map(({ id }) => id),
    ),
  valueOf(state, id, moment) {
    const transaction = state.transactions.get(id);
    return transaction && changeOf(state, transaction, moment);
  },
  isFinal: ({ state }) => isFinalState(state),
};

/** The present value of a life. */
export function transactionChangeView(
  state: ReadonlyWalletState,
  id: string,
  nowMs: number,
): TransactionChange | undefined {
  return transactionLife.valueOf(state, id, { atMs: nowMs });
}

const isFinalState = (state: TransactionState) => transitions[state].length === 0;

const openStates = (Object.keys(transitions) as TransactionState[]).filter(
  (state) => !isFinalState(state),
);

function changeOf(
  state: ReadonlyWalletState,
  transaction: Transaction,
  { atMs, event }: LifeMoment<WalletEvent>,
): TransactionChange {
  const details = transactionDetails(state, transaction);
  const { id, blockchain, txHash, block, errorReason, errorDetails } = details;
  const print = (fee: bigint) => formatAmount(fee, feeDecimals(blockchain));
  const chain = state.chains.get(blockchain);
  return {
    id,
    blockchain,
    state: details.state,
    atMs,
    ...omitUndefined({
      event: event?.type,
      txHash,
      block,
      errorReason,
      errorDetails,
      attempt: 'attempt' in transaction ? transaction.attempt.txHash : txHash,
      maxFee: 'fee' in transaction ? print(transaction.fee.maxFee) : undefined,
      baseFee: chain && print(baseFeeAt(chain, heightAt(chain, atMs))),
    }),
  };
}
