// The records of approvals: which addresses may move tokens that are not their own (ERC-20, ERC-721, ERC-1155).

export interface Approval {
  /** See approvalId; of one NFT, nftId. */
  readonly id: string;
  readonly tokenId: string;
  /** Of a single NFT (ERC-721); absent for the allowance of a currency, and for all NFTs of a collection. */
  readonly nftTokenId?: string;
  readonly owner: string;
  readonly spender: string;
  /** The units that may still be moved; `unlimitedUnits` is not used up. 0: none. */
  readonly units: bigint;
  /** The transaction that last set or used it: the only one whose block can leave the chain. */
  readonly touchedBy: string;
}

/** A change of an approval by a call. */
export interface ApprovalChange {
  readonly kind: 'set' | 'increase' | 'decrease';
  readonly tokenId: string;
  readonly nftTokenId?: string;
  readonly owner: string;
  readonly spender: string;
  readonly units: bigint;
  /** The number of earlier movements in the same transaction. */
  readonly after: number;
}

/** An approval before a transaction; `record` is absent if there was none. */
export interface FormerApproval {
  readonly id: string;
  readonly record?: Approval;
}

/** An approval without a limit: movements do not use it up. */
export const unlimitedUnits = 2n ** 256n - 1n;

export function approvalId(tokenId: string, owner: string, spender: string): string {
  return `${tokenId}/${owner}/${spender}`;
}
