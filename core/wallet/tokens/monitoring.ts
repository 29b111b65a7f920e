// Which tokens are monitored (reference/wallet.md section 9): all of them, until the entity selects some.

import { tokenIdOf, type Transaction } from '../records/transaction.ts';
import type { ReadonlyWalletState } from '../state.ts';

type MonitoringTables = Pick<ReadonlyWalletState, 'monitorings' | 'monitoredTokens'>;

/** Whether lists show a token and its transactions, and notifications its transactions. Lists with `includeAll` show all. */
export function isMonitored(state: MonitoringTables, tokenId: string): boolean {
  return (
    state.monitorings.get('monitoring')?.scope !== 'SELECTED' ||
    state.monitoredTokens.get(tokenId) !== undefined
  );
}

/** Whether lists and notifications show a transaction by default. Contract executions, which have no token, always are. */
export function isTransactionMonitored(state: MonitoringTables, transaction: Transaction): boolean {
  const tokenId = tokenIdOf(transaction);
  return tokenId === undefined || isMonitored(state, tokenId);
}
