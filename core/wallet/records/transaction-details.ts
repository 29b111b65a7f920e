// A transaction as clients read it. A notification stores these details as they were at its instant, so their form is part
// of the log format.

import type { Blockchain } from '../chain/blockchains.ts';
import type { FailureReason } from './failure.ts';
import type { Referenced } from './metadata.ts';
import type { AbiValue } from './operation.ts';
import type { TransactionState } from './transaction.ts';

/** The properties of an NFT that do not depend on its holder. */
export interface NftDetails {
  /** Absent where the token itself is the item. */
  readonly nftTokenId?: string;
  readonly metadata?: string;
}

/** Decimal text: gwei on EVM chains, the smallest unit of the native token elsewhere. */
export interface FeeTermsDetails {
  /** On chains without a base fee: the only term. */
  readonly gasPrice?: string;
  /** Absent on SOL, which has no maximum fee (reference/wallet.md section 6). */
  readonly maxFee?: string;
  readonly priorityFee?: string;
  readonly baseFee?: string;
}

export interface FeeDetails extends FeeTermsDetails {
  readonly gasLimit: string;
  /** The highest possible cost, in the native token. */
  readonly networkFee: string;
  /** The part of it for the data on the first layer, on chains that have one. */
  readonly l1Fee?: string;
}

/** The members of the operation, as a request names them. */
export interface OperationDetails {
  readonly operation: 'TRANSFER' | 'CONTRACT_EXECUTION';
  readonly destinationAddress?: string;
  readonly contractAddress?: string;
  readonly abiFunctionSignature?: string;
  readonly abiParameters?: readonly AbiValue[];
  readonly amounts?: readonly string[];
}

export interface TransactionDetails extends OperationDetails, Referenced {
  readonly id: string;
  readonly blockchain: Blockchain;
  readonly state: TransactionState;
  readonly transactionType: 'OUTBOUND' | 'INBOUND';
  readonly walletId: string;
  /** The end user who controls the wallet, if one does. */
  readonly userId?: string;
  readonly tokenId?: string;
  readonly sourceAddress: string;
  /** The transferred NFTs, in the order of `amounts`. */
  readonly nfts?: readonly NftDetails[];
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly feeLevel?: string;
  readonly estimatedFee?: FeeDetails;
  readonly txHash?: string;
  readonly cost?: CostDetails;
  readonly block?: BlockDetails;
  readonly amountInUsd?: string;
  readonly errorReason?: FailureReason;
  readonly errorDetails?: string;
}

export interface BlockDetails {
  readonly blockHash: string;
  readonly blockHeight: number;
  readonly firstConfirmMs: number;
}

export interface CostDetails {
  readonly networkFee: string;
  readonly networkFeeInUsd: string;
}
