// The details of one transaction, for lists and notifications alike.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { formatAmount } from '../tokens/amount.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import {
  destinationOf,
  tokenIdOf,
  txHashOf,
  type Mined,
  type OutboundTransaction,
  type Transaction,
} from '../records/transaction.ts';
import { isNft, type Token } from '../records/token.ts';
import type { ContractOperation } from '../records/operation.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { referenceOf } from '../records/metadata.ts';
import { denialReason } from '../records/failure.ts';
import { tokenById } from '../tokens/registry.ts';
import { nativeToken } from '../tokens/catalogue.ts';
import type {
  BlockDetails,
  CostDetails,
  NftDetails,
  OperationDetails,
  TransactionDetails,
} from '../records/transaction-details.ts';
import { feeDetails } from './fee.ts';
import { nftDetails } from './nft.ts';

export function transactionDetails(
  known: Pick<ReadonlyWalletState, 'tokens' | 'nfts'>,
  transaction: Transaction,
): TransactionDetails {
  const { id, blockchain, state, direction, walletId } = transaction;
  const tokenId = tokenIdOf(transaction);
  const token = tokenId === undefined ? undefined : tokenById(known, tokenId);
  const txHash = txHashOf(transaction);
  const mined = 'mined' in transaction ? transaction.mined : undefined;
  const isSettled = state === 'CONFIRMED' || state === 'COMPLETE';
  return {
    id,
    blockchain,
    state,
    transactionType: direction,
    walletId,
    ...omitUndefined({ userId: transaction.userId, tokenId }),
    sourceAddress: transaction.source,
    ...askedView(transaction, token),
    ...(token !== undefined && isNft(token) ? { nfts: nftsMoved(known, transaction) } : {}),
    createdMs: transaction.createdMs,
    updatedMs: transaction.updatedMs,
    ...(transaction.direction === 'OUTBOUND' ? requested(transaction) : {}),
    ...omitUndefined({ txHash }),
    ...(mined === undefined ? {} : { cost: costView(blockchain, mined) }),
    ...(mined === undefined || isOrphaned(transaction) ? {} : { block: blockView(mined) }),
    ...(isSettled && token !== undefined ? valueView(transaction, token) : {}),
    ...errorView(transaction),
  };
}

function nftsMoved(
  known: Pick<ReadonlyWalletState, 'nfts'>,
  { movements }: Transaction,
): readonly NftDetails[] {
  return movements.map((movement) => nftDetails(known, movement));
}

/** The fields of the operation, as the request named them. */
function askedView(transaction: Transaction, token: Token | undefined): OperationDetails {
  if (transaction.direction === 'OUTBOUND' && transaction.operation.kind !== 'TRANSFER') {
    return contractView(transaction.blockchain, transaction.operation);
  }
  const destination = destinationOf(transaction);
  const decimals = token?.decimals ?? 0;
  return {
    operation: 'TRANSFER',
    ...omitUndefined({ destinationAddress: destination }),
    amounts: transaction.movements.map(({ units }) => formatAmount(units, decimals)),
  };
}

function contractView(blockchain: Blockchain, { contract, value, abi }: ContractOperation) {
  return {
    operation: 'CONTRACT_EXECUTION' as const,
    contractAddress: contract,
    ...(abi === undefined
      ? {}
      : { abiFunctionSignature: abi.signature, abiParameters: abi.parameters }),
    ...(value === 0n ? {} : { amounts: [formatAmount(value, chainOf(blockchain).nativeDecimals)] }),
  };
}

/** The value of a transfer in dollars, if its token has a price. */
function valueView(
  transaction: Transaction,
  token: Token,
): Pick<TransactionDetails, 'amountInUsd'> {
  if (token.usdMilli === undefined) return {};
  const units = transaction.movements.reduce((sum, movement) => sum + movement.units, 0n);
  return { amountInUsd: inUsd(token, token.usdMilli, units) };
}

function requested(transaction: OutboundTransaction): Partial<TransactionDetails> {
  const { blockchain, fee } = transaction;
  return {
    estimatedFee: feeDetails(blockchain, fee),
    ...omitUndefined({ feeLevel: fee.level }),
    ...referenceOf(transaction),
  };
}

function errorView(
  transaction: Transaction,
): Pick<TransactionDetails, 'errorReason' | 'errorDetails'> {
  switch (transaction.state) {
    case 'FAILED':
      return { errorReason: transaction.failure.reason, errorDetails: transaction.failure.details };
    case 'DENIED':
      return {
        errorReason: transaction.errorReason ?? denialReason,
        errorDetails: transaction.reason,
      };
    case 'INITIATED':
    case 'CLEARED':
    case 'QUEUED':
    case 'SENT':
    case 'STUCK':
    case 'CONFIRMED':
    case 'COMPLETE':
    case 'CANCELLED':
      return {};
  }
}

function blockView({ blockHash, height, atMs }: Mined): BlockDetails {
  return { blockHash, blockHeight: height, firstConfirmMs: atMs };
}

function costView(blockchain: Blockchain, { networkFee }: Mined): CostDetails {
  const native = nativeToken(blockchain);
  return {
    networkFee: formatAmount(networkFee, chainOf(blockchain).nativeDecimals),
    networkFeeInUsd: native === undefined ? '0' : inUsd(native, native.usdMilli ?? 0, networkFee),
  };
}

/** Its block has left the chain; its gas stays spent. */
function isOrphaned(transaction: Transaction): boolean {
  return transaction.state === 'FAILED' && transaction.failure.reason === 'FAILED_REORG';
}

function inUsd({ decimals }: Token, usdMilli: number, units: bigint): string {
  return formatAmount(units * BigInt(usdMilli), decimals + 3);
}
