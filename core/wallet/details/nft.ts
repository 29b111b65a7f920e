// Properties of an NFT that do not depend on its holder.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { nftId, type NftHolding } from '../records/token.ts';
import type { NftDetails } from '../records/transaction-details.ts';
import type { ReadonlyWalletState } from '../state.ts';

type Known = Pick<ReadonlyWalletState, 'nfts'>;

export function nftDetails(
  { nfts }: Known,
  { tokenId, nftTokenId }: Pick<NftHolding, 'tokenId' | 'nftTokenId'>,
): NftDetails {
  const metadata = nfts.get(nftId({ tokenId, nftTokenId }))?.metadata;
  return {
    ...omitUndefined({ nftTokenId, metadata }),
  };
}
