// The approvals that the standard functions of tokens set.

import { err, ok, type Result } from '../../kernel/result.ts';
import type { KnownCall } from '../broadcast/abi.ts';
import { nftId, type Token } from '../records/token.ts';
import { unlimitedUnits, type ApprovalChange } from '../records/approval.ts';
import type { Movement } from '../records/operation.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { ownerOf } from '../tokens/holdings.ts';

/** The zero address: the source of minted units. Approving it for one NFT revokes the approval. */
export const zeroAddress = `0x${'0'.repeat(40)}`;

/**
 * The change of an approval by a call, or its flaw; undefined for functions that set none. `movements`: of earlier calls in
 * the batch.
 */
export function approvalOf(
  state: ReadonlyWalletState,
  { signature, parameters }: KnownCall,
  { id: tokenId, standard, blockchain }: Token,
  sender: string,
  movements: readonly Movement[],
): Result<ApprovalChange, string> | undefined {
  const [spender, value] = parameters as readonly [string, bigint | boolean];
  const change = { tokenId, owner: sender, spender, after: movements.length } as const;
  switch (`${standard ?? ''} ${signature}`) {
    case 'ERC20 approve(address,uint256)':
    case 'ERC20 increaseAllowance(address,uint256)':
    case 'ERC20 decreaseAllowance(address,uint256)':
      return spender === zeroAddress
        ? err('The spender is the zero address.')
        : ok({ ...change, kind: kindOf(signature), units: value as bigint });
    case 'ERC721 approve(address,uint256)': {
      const nft = { tokenId, nftTokenId: (value as bigint).toString() };
      const moved = movements.findLast((movement) => nftId(movement) === nftId(nft));
      const owner = moved?.to ?? ownerOf(state, blockchain, nft);
      const units = spender === zeroAddress ? 0n : 1n;
      return owner === undefined
        ? err('There is no such NFT.')
        : ok({ ...change, ...nft, owner, kind: 'set', units });
    }
    case 'ERC721 setApprovalForAll(address,bool)':
    case 'ERC1155 setApprovalForAll(address,bool)':
      return spender === zeroAddress
        ? err('The operator is the zero address.')
        : ok({ ...change, kind: 'set', units: value === true ? unlimitedUnits : 0n });
    default:
      return undefined;
  }
}

function kindOf(signature: string): ApprovalChange['kind'] {
  if (signature.startsWith('increase')) return 'increase';
  return signature.startsWith('decrease') ? 'decrease' : 'set';
}
