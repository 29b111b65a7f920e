// Whether movements can happen as things stand.

import type { Blockchain } from '../chains.ts';
import { available } from '../holdings.ts';
import { needsOf, type Movement, type ReadonlyWalletState } from '../state.ts';

/** Whether everybody who gives something has it, free of what is held back; what goes to its giver needs nothing. */
export function canMove(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  movements: readonly Movement[],
): boolean {
  const moving = movements.filter(({ from, to }) => from !== to);
  return [...new Set(moving.map(({ from }) => from))].every((giver) =>
    needsOf(giver, moving).every(
      ({ tokenId, nftTokenId, units }) =>
        available(state, blockchain, giver, tokenId, nftTokenId) >= units,
    ),
  );
}
