// Checks whether movements are possible in the present state.

import type { Blockchain } from '../chain/blockchains.ts';
import { coversNeeds, supplyOf } from '../tokens/holdings.ts';
import { isNft, isSemiFungible, nftId } from '../records/token.ts';
import { needsOf, type Movement } from '../records/operation.ts';
import { unlimitedUnits } from '../records/approval.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { tokenById } from '../tokens/registry.ts';

/**
 * Whether all senders of the movements, except `exempt`, have the units available. Movements to their own sender need
 * nothing, and mints have no sender.
 */
export function canMove(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  movements: readonly Movement[],
  exempt?: string,
): boolean {
  const moving = movements.filter(({ from, to, mint }) => from !== to || mint !== undefined);
  const senders = new Set(
    moving.flatMap(({ from, mint }) => (mint === undefined && from !== exempt ? [from] : [])),
  );
  return [...senders].every((sender) =>
    coversNeeds(state, blockchain, sender, needsOf(sender, moving)),
  );
}

/** Whether minted NFTs are new where each is unique, and minted units do not exceed the largest supply. */
export function isMintable(state: ReadonlyWalletState, movements: readonly Movement[]): boolean {
  const supplies = new Map<string, bigint>();
  for (const { tokenId, units, mint } of movements) {
    if (mint === undefined) continue;
    supplies.set(tokenId, (supplies.get(tokenId) ?? supplyOf(state, tokenId)) + units);
  }
  if ([...supplies.values()].some((units) => units > unlimitedUnits)) return false;
  const singles = movements.flatMap((movement) => {
    const token = tokenById(state, movement.tokenId);
    const isSingle =
      movement.mint !== undefined &&
      movement.nftTokenId !== undefined &&
      (token === undefined || (isNft(token) && !isSemiFungible(token)));
    return isSingle ? [nftId(movement)] : [];
  });
  return (
    new Set(singles).size === singles.length &&
    singles.every((id) => state.nfts.get(id) === undefined)
  );
}
