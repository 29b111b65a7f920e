// One transaction as its owner sees it: the same details that notifications hold.

import { transactionDetails } from '../details/transaction.ts';
import type { TransactionDetails } from '../records/transaction-details.ts';
import type { Transaction } from '../records/transaction.ts';
import type { ReadonlyWalletState } from '../state.ts';

export type TransactionView = TransactionDetails;

export function transactionView(
  known: Pick<ReadonlyWalletState, 'tokens' | 'nfts'>,
  transaction: Transaction,
): TransactionView {
  return transactionDetails(known, transaction);
}
