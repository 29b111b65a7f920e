// One transaction as its owner sees it.

import { formatAmount } from '../tokens/amount.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import {
  destinationOf,
  isNft,
  tokenIdOf,
  txHashOf,
  type AbiValue,
  type ContractOperation,
  type Fee,
  type Mined,
  type ReadonlyWalletState,
  type Token,
  type Transaction,
  type TransactionState,
} from '../state.ts';
import { denialReason, type FailureReason } from '../records/failure.ts';
import { tokenById } from '../tokens/registry.ts';
import { nativeToken } from '../tokens/catalogue.ts';
import { costMax } from '../chain/fee-market.ts';
import { feeTermsView, type FeeTermsView } from './fees.ts';
import { nftFace, type NftFace } from './nft.ts';

export interface FeeView extends FeeTermsView {
  readonly gasLimit: string;
  /** The most that it may cost, in the native token. */
  readonly networkFee: string;
  /** The part of it for the data on the first layer, on chains that have one. */
  readonly l1Fee?: string;
}

export interface TransactionView {
  readonly id: string;
  readonly blockchain: Blockchain;
  readonly state: TransactionState;
  readonly transactionType: 'OUTBOUND' | 'INBOUND';
  readonly operation: 'TRANSFER' | 'CONTRACT_EXECUTION';
  readonly walletId: string;
  /** The end user who controls the wallet, if one does. */
  readonly userId?: string;
  readonly tokenId?: string;
  readonly sourceAddress: string;
  readonly destinationAddress?: string;
  readonly contractAddress?: string;
  readonly abiFunctionSignature?: string;
  readonly abiParameters?: readonly AbiValue[];
  readonly amounts?: readonly string[];
  /** Which NFTs moved, beside the amounts of them. */
  readonly nfts?: readonly NftFace[];
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly feeLevel?: string;
  readonly estimatedFee?: FeeView;
  readonly refId?: string;
  readonly txHash?: string;
  readonly cost?: CostView;
  readonly block?: BlockView;
  readonly amountInUsd?: string;
  readonly errorReason?: FailureReason;
  readonly errorDetails?: string;
}

interface BlockView {
  readonly blockHash: string;
  readonly blockHeight: number;
  readonly firstConfirmMs: number;
}

interface CostView {
  readonly networkFee: string;
  readonly networkFeeInUsd: string;
}

export function transactionView(
  known: Pick<ReadonlyWalletState, 'tokens' | 'nfts'>,
  transaction: Transaction,
): TransactionView {
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
    ...(transaction.userId === undefined ? {} : { userId: transaction.userId }),
    ...(tokenId === undefined ? {} : { tokenId }),
    sourceAddress: transaction.source,
    ...askedView(transaction, token),
    ...(token !== undefined && isNft(token) ? { nfts: nftsMoved(known, transaction) } : {}),
    createdMs: transaction.createdMs,
    updatedMs: transaction.updatedMs,
    ...(transaction.direction === 'OUTBOUND' ? requested(transaction) : {}),
    ...(txHash === undefined ? {} : { txHash }),
    ...(mined === undefined ? {} : { cost: costView(blockchain, mined) }),
    ...(mined === undefined || isOrphaned(transaction) ? {} : { block: blockView(mined) }),
    ...(isSettled && token !== undefined ? valueView(transaction, token) : {}),
    ...errorView(transaction),
  };
}

function nftsMoved(
  known: Pick<ReadonlyWalletState, 'nfts'>,
  { movements }: Transaction,
): readonly NftFace[] {
  return movements.map((movement) => nftFace(known, movement));
}

/** What the transaction does, in the words of the request. */
function askedView(
  transaction: Transaction,
  token: Token | undefined,
): Pick<
  TransactionView,
  | 'operation'
  | 'destinationAddress'
  | 'amounts'
  | 'contractAddress'
  | 'abiFunctionSignature'
  | 'abiParameters'
> {
  if (transaction.direction === 'OUTBOUND' && transaction.operation.kind !== 'TRANSFER') {
    return contractView(transaction.blockchain, transaction.operation);
  }
  const destination = destinationOf(transaction);
  const decimals = token?.decimals ?? 0;
  return {
    operation: 'TRANSFER',
    ...(destination === undefined ? {} : { destinationAddress: destination }),
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

/** What a transfer was worth, if its token has a price. */
function valueView(transaction: Transaction, token: Token): Pick<TransactionView, 'amountInUsd'> {
  if (token.usdMilli === undefined) return {};
  const units = transaction.movements.reduce((sum, movement) => sum + movement.units, 0n);
  return { amountInUsd: inUsd(token, token.usdMilli, units) };
}

function requested({
  blockchain,
  fee,
  refId,
}: Extract<Transaction, { direction: 'OUTBOUND' }>): Partial<TransactionView> {
  return {
    estimatedFee: feeView(blockchain, fee),
    ...(fee.level === undefined ? {} : { feeLevel: fee.level }),
    ...(refId === undefined ? {} : { refId }),
  };
}

function errorView(
  transaction: Transaction,
): Pick<TransactionView, 'errorReason' | 'errorDetails'> {
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

export function feeView(blockchain: Blockchain, fee: Fee): FeeView {
  const { nativeDecimals } = chainOf(blockchain);
  return {
    gasLimit: fee.gasLimit.toString(),
    ...feeTermsView(blockchain, fee),
    networkFee: formatAmount(costMax(fee), nativeDecimals),
    ...(fee.l1Fee === undefined ? {} : { l1Fee: formatAmount(fee.l1Fee, nativeDecimals) }),
  };
}

function blockView({ blockHash, height, atMs }: Mined): BlockView {
  return { blockHash, blockHeight: height, firstConfirmMs: atMs };
}

function costView(blockchain: Blockchain, { networkFee }: Mined): CostView {
  const native = nativeToken(blockchain);
  return {
    networkFee: formatAmount(networkFee, chainOf(blockchain).nativeDecimals),
    networkFeeInUsd: native === undefined ? '0' : inUsd(native, native.usdMilli ?? 0, networkFee),
  };
}

/** Its block is no longer part of the chain; the gas is gone all the same. */
function isOrphaned(transaction: Transaction): boolean {
  return transaction.state === 'FAILED' && transaction.failure.reason === 'FAILED_REORG';
}

function inUsd({ decimals }: Token, usdMilli: number, units: bigint): string {
  return formatAmount(units * BigInt(usdMilli), decimals + 3);
}
