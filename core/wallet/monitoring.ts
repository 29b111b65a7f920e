// Which tokens the service tells of (reference/wallet.md section 9): all of them, until the entity selects some.

import type { ReadonlyWalletState } from './state.ts';

type Selection = Pick<ReadonlyWalletState, 'monitorings' | 'monitoredTokens'>;

/**
 * Whether balances, NFTs, lists of transactions and notifications show a token by default. A list that is asked to
 * include all does not ask this.
 */
export function isMonitored(state: Selection, tokenId: string): boolean {
  return (
    state.monitorings.get('monitoring')?.scope !== 'SELECTED' ||
    state.monitoredTokens.get(tokenId) !== undefined
  );
}
