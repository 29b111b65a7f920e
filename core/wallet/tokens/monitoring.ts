// Which tokens the service tells of (reference/wallet.md section 9): all of them, until the entity selects some.

import { tokenIdOf, type Transaction } from '../records/transaction.ts';
import type { ReadonlyWalletState } from '../state.ts';

type MonitoringTables = Pick<ReadonlyWalletState, 'monitorings' | 'monitoredTokens'>;

/**
 * Whether balances and NFTs show a token by default, lists of transactions and notifications what moves it. A list that
 * is asked to include all does not ask this.
 */
export function isMonitored(state: MonitoringTables, tokenId: string): boolean {
  return (
    state.monitorings.get('monitoring')?.scope !== 'SELECTED' ||
    state.monitoredTokens.get(tokenId) !== undefined
  );
}

/** Whether a transaction is told of by default: a contract execution, which is of no token, always is. */
export function isTransactionMonitored(state: MonitoringTables, transaction: Transaction): boolean {
  const tokenId = tokenIdOf(transaction);
  return tokenId === undefined || isMonitored(state, tokenId);
}
