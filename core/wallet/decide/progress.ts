// The progress of a transaction over time: each step is a due, whose instant ../react.ts sets; a step that no longer applies decides
// nothing.

import type { Context } from '../../kernel/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { ok } from '../../kernel/result.ts';
import type { WalletEvent } from '../events.ts';
import type { FailureReason } from '../records/failure.ts';
import { baseFeeAt, costMax, costOf, heightAt } from '../chain/fee-market.ts';
import { gasOf, totalGas } from '../broadcast/gas.ts';
import { approvalsAfter } from '../tokens/approvals.ts';
import { available } from '../tokens/holdings.ts';
import { inclusionOf } from '../broadcast/inclusion.ts';
import {
  isSponsored,
  type Attempt,
  type Broadcast,
  type OutboundTransaction,
} from '../records/transaction.ts';
import { runningChain, type ReadonlyWalletState } from '../state.ts';
import { nativeTokenId } from '../tokens/catalogue.ts';
import { newAttempt, tokenOf } from './attempt.ts';
import { blockAt, outsideHash } from './seeded-hashes.ts';
import { nothing, type WalletDecision } from './decision.ts';
import { canMove, isMintable } from './movements.ts';

/** Gas of the zero-value transaction that replaces a cancelled one. */
export const cancellationGas = 21_000n;

/** The gas of a cancellation; of smart accounts, that of the user operation. */
export function cancellationGasOf(
  state: ReadonlyWalletState,
  { walletId }: OutboundTransaction,
): bigint {
  return totalGasOf(state, walletId, cancellationGas);
}

function totalGasOf(state: ReadonlyWalletState, walletId: string, callGas: bigint): bigint {
  const wallet = state.wallets.get(walletId);
  invariant(wallet !== undefined, 'a transaction has a wallet');
  return totalGas(callGas, wallet);
}

/** The hash of a mined user operation: that of its bundle, from outside the simulator. */
function bundled(
  context: Context,
  { isSmart, blockchain }: OutboundTransaction,
  { txHash }: Attempt,
): { readonly txHash?: string } {
  return isSmart === true ? { txHash: outsideHash(context, blockchain, `bundle/${txHash}`) } : {};
}

/** Screening clears every sender, but fails transactions whose gas cannot be paid. */
export function screenTransaction(id: string, state: ReadonlyWalletState): WalletDecision {
  const transaction = state.transactions.get(id);
  if (transaction?.state !== 'INITIATED') return nothing;
  const { blockchain, source, fee, gasReserved, operation } = transaction;
  if (operation.kind === 'CONTRACT_EXECUTION' && operation.flaw !== undefined) {
    return ok([failed(id, 'ESTIMATION_ERROR', operation.flaw)]);
  }
  if (gasReserved > 0n || isSponsored(transaction)) return ok([cleared(id, gasReserved)]);
  const needed = costMax(fee);
  const native = nativeTokenId(blockchain);
  return available(state, blockchain, source, native) >= needed
    ? ok([cleared(id, needed)])
    : ok([failed(id, 'INSUFFICIENT_NATIVE_TOKEN', 'The wallet cannot pay for the gas.')]);
}

export function queueTransaction(id: string, state: ReadonlyWalletState): WalletDecision {
  const transaction = state.transactions.get(id);
  if (transaction?.state !== 'CLEARED') return nothing;
  const { rules } = runningChain(state, transaction.blockchain);
  const queued = { type: 'TransactionQueued', transactionId: id } as const;
  if (!rules.hasNonces) return ok([queued]);
  return ok([{ ...queued, nonce: state.lanes.get(transaction.walletId)?.nextNonce ?? 0 }]);
}

export function sendTransaction(
  id: string,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const transaction = state.transactions.get(id);
  if (transaction?.state !== 'QUEUED') return nothing;
  const submission = {
    offer: transaction.fee,
    purpose: 'transaction',
    fromMs: context.nowMs,
  } as const;
  const attempt = newAttempt(state, context, transaction, submission);
  return ok([{ type: 'TransactionSent', transactionId: id, attempt }]);
}

export function markTransactionStuck(id: string, state: ReadonlyWalletState): WalletDecision {
  if (state.transactions.get(id)?.state !== 'SENT') return nothing;
  return ok([{ type: 'TransactionStuck', transactionId: id }]);
}

/** The block of this instant includes the attempt or its cancellation. */
export function mineTransaction(
  id: string,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const transaction = state.transactions.get(id);
  if (transaction?.state !== 'SENT' && transaction?.state !== 'STUCK') return nothing;
  const { chain } = runningChain(state, transaction.blockchain);
  const height = heightAt(chain, context.nowMs);
  const inclusion = inclusionOf(chain, transaction, height);
  if (inclusion?.height !== height) return nothing;
  const block = blockAt(context, transaction.blockchain, height);
  const baseFee = baseFeeAt(chain, height);
  const { attempt, cancellation } = transaction;
  if (inclusion.winner === 'cancellation') {
    invariant(cancellation !== undefined, 'a cancellation that wins exists');
    const gas = cancellationGasOf(state, transaction);
    const networkFee = costOf(chain, cancellation, baseFee, gas).toString();
    const mined = { block, networkFee, ...bundled(context, transaction, cancellation) };
    return ok([{ type: 'CancellationConfirmed', transactionId: id, ...mined }]);
  }
  const { blockchain, walletId, operation } = transaction;
  const callGas = gasOf(blockchain, operation, tokenOf(state, transaction));
  const gas = totalGasOf(state, walletId, callGas);
  const networkFee = costOf(chain, attempt, baseFee, gas).toString();
  const isReverted = attempt.willRevert === true || !isPossible(state, transaction);
  const type = isReverted ? 'TransactionReverted' : 'TransactionConfirmed';
  return ok([
    ...recovered(transaction),
    { type, transactionId: id, block, networkFee, ...bundled(context, transaction, attempt) },
    ...(type === 'TransactionConfirmed' ? detected(state, context, transaction) : []),
  ]);
}

export function completeTransaction(id: string, state: ReadonlyWalletState): WalletDecision {
  if (state.transactions.get(id)?.state !== 'CONFIRMED') return nothing;
  return ok([{ type: 'TransactionCompleted', transactionId: id }]);
}

export function failed(transactionId: string, reason: FailureReason, details: string): WalletEvent {
  return { type: 'TransactionFailed', transactionId, reason, details };
}

/** The sender's funds are reserved; those of others, NFTs to mint and approvals may have changed meanwhile. */
function isPossible(state: ReadonlyWalletState, transaction: OutboundTransaction): boolean {
  const { blockchain, source, movements } = transaction;
  return (
    canMove(state, blockchain, movements, source) &&
    isMintable(state, movements) &&
    approvalsAfter(state, transaction).ok
  );
}

/** A stuck transaction recovers before its block includes it. */
function recovered(transaction: Broadcast): readonly WalletEvent[] {
  return transaction.state === 'STUCK'
    ? [{ type: 'TransactionRecovered', transactionId: transaction.id }]
    : [];
}

/** The inbound records of receiving wallets: one for each wallet and token. */
function detected(
  state: ReadonlyWalletState,
  context: Context,
  { id: outboundId, blockchain, movements, operation }: OutboundTransaction,
): readonly WalletEvent[] {
  const received = new Map(
    movements.map(({ to, tokenId }) => [`${to}/${tokenId}`, { to, tokenId }]),
  );
  const records = [...received.values()].flatMap(({ to, tokenId }) => {
    const by = { blockchain, address: to };
    const receiver = state.wallets.list({ by, order: 'ascending', limit: 1 })[0];
    return receiver === undefined ? [] : [{ walletId: receiver.id, tokenId }];
  });
  return records.map(({ walletId, tokenId }, index) => ({
    type: 'InboundDetected',
    transactionId: context.id('transaction', state.transactions.insertedCount + index),
    outboundId,
    walletId,
    ...(operation.kind === 'TRANSFER' ? {} : { tokenId }),
  }));
}

function cleared(transactionId: string, gasReserved: bigint): WalletEvent {
  return { type: 'TransactionCleared', transactionId, gasReserved: gasReserved.toString() };
}
