// One transaction as clients see it: the same details that notifications hold.

import { transactionDetails } from '../details/transaction.ts';
import type { TransactionDetails } from '../records/transaction-details.ts';
import type { ReadonlyWalletState } from '../state.ts';

export type TransactionView = TransactionDetails;

export function transactionView(
  state: ReadonlyWalletState,
  id: string,
): TransactionView | undefined {
  const transaction = state.transactions.get(id);
  return transaction === undefined ? undefined : transactionDetails(state, transaction);
}

/** The transaction of a wallet that was created last. */
export function newestTransactionView(
  state: ReadonlyWalletState,
  walletId: string,
): TransactionView | undefined {
  const by = { walletId };
  const [transaction] = state.transactions.list({ by, order: 'descending', limit: 1 });
  return transaction === undefined ? undefined : transactionDetails(state, transaction);
}
