// The life of an outbound transaction: each event replaces its record and updates its sender's queue and the ledger.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { AttemptData, MinedData } from '../events/parts.ts';
import type {
  CancellationConfirmed,
  CancellationSent,
  EventOf,
  InitiatedEvent,
  TransactionAccelerated,
  TransactionConfirmed,
  TransactionReverted,
  TransactionSteered,
} from '../events.ts';
import { heightAt, parseOffer } from '../chain/fee-market.ts';
import { parseCall, parseUnits } from '../records/operation.ts';
import {
  attachedOf,
  type Attempt,
  type Broadcast,
  type Confirmed,
  type Mined,
  type OutboundTransaction,
  type Queued,
  type Waiting,
} from '../records/transaction.ts';
import type { WalletState } from '../state.ts';
import { settleApprovals } from './approvals.ts';
import { firstState } from './inbound.ts';
import { joinQueue, removeFromQueue, removeUnsent } from './sender-queue.ts';
import { burn, pay, release, reserve, reserveGas } from './settlement.ts';
import { deploy, upgrade } from './wallet.ts';

export function initiated(state: WalletState, event: InitiatedEvent, atMs: number): void {
  const wallet = state.wallets.get(event.walletId);
  invariant(wallet !== undefined, 'a transaction comes from a wallet');
  const { blockchain, address: source } = wallet;
  const level = omitUndefined({ level: event.feeLevel });
  const transaction: Waiting = {
    id: event.transactionId,
    direction: 'OUTBOUND',
    state: 'INITIATED',
    walletId: wallet.id,
    blockchain,
    source,
    ...operationOf(event, source),
    fee: { baseFee: BigInt(event.baseFee), ...level, ...parseOffer(event.fee) },
    gasReserved: BigInt(event.gasReserved),
    ...(wallet.accountType === 'SCA' ? { isSmart: true } : {}),
    createdMs: atMs,
    updatedMs: atMs,
    ...attachedOf(event),
  };
  state.transactions.insert(transaction);
  reserve(state, transaction, atMs);
  reserveGas(state, transaction, transaction.gasReserved, atMs);
}

export function cleared(
  state: WalletState,
  event: EventOf<'TransactionCleared'>,
  atMs: number,
): void {
  const before = outboundIn(state, event.transactionId, 'INITIATED');
  const gasReserved = BigInt(event.gasReserved);
  reserveGas(state, before, gasReserved - before.gasReserved, atMs);
  state.transactions.replace({ ...before, state: 'CLEARED', gasReserved, updatedMs: atMs });
}

export function denied(
  state: WalletState,
  event: EventOf<'TransactionDenied'>,
  atMs: number,
): void {
  const before = outboundIn(state, event.transactionId, 'INITIATED');
  release(state, before, atMs);
  const { reason, errorReason } = event;
  state.transactions.replace({
    ...before,
    state: 'DENIED',
    reason,
    ...omitUndefined({ errorReason }),
    updatedMs: atMs,
  });
}

export function queued(
  state: WalletState,
  event: EventOf<'TransactionQueued'>,
  atMs: number,
): void {
  const before = outboundIn(state, event.transactionId, 'CLEARED');
  const { nonce } = event;
  const next: Queued = { ...before, state: 'QUEUED', updatedMs: atMs };
  state.transactions.replace(nonce === undefined ? next : { ...next, nonce });
  joinQueue(state, before, nonce);
}

export function sent(state: WalletState, event: EventOf<'TransactionSent'>, atMs: number): void {
  const before = outboundIn(state, event.transactionId, 'QUEUED');
  state.transactions.replace({
    ...before,
    state: 'SENT',
    attempt: attemptOf(event.attempt),
    updatedMs: atMs,
  });
}

export function stuck(state: WalletState, event: EventOf<'TransactionStuck'>, atMs: number): void {
  const before = outboundIn(state, event.transactionId, 'SENT');
  state.transactions.replace({ ...before, state: 'STUCK', updatedMs: atMs });
}

export function recovered(
  state: WalletState,
  event: EventOf<'TransactionRecovered'>,
  atMs: number,
): void {
  const before = outboundIn(state, event.transactionId, 'STUCK');
  state.transactions.replace({ ...before, state: 'SENT', updatedMs: atMs });
}

export function steered(state: WalletState, event: TransactionSteered, atMs: number): void {
  const before = broadcastOf(state, event.transactionId);
  const { mark: _mark, willRevert: _willRevert, ...unmarked } = before.attempt;
  switch (event.action) {
    case 'stick':
      return replaceAttempt(state, before, { ...unmarked, mark: 'held' });
    case 'drop':
      return replaceAttempt(state, before, { ...unmarked, mark: 'dropped' });
    case 'confirm':
      return replaceAttempt(state, before, { ...unmarked, mark: 'wanted' });
    case 'fail':
      return replaceAttempt(state, before, { ...unmarked, mark: 'wanted', willRevert: true });
    case 'unstick': {
      const { state: status } = before;
      const updatedMs = status === 'STUCK' ? atMs : before.updatedMs;
      const chain = state.chains.get(before.blockchain);
      const stuckCountFrom = chain === undefined ? unmarked.stuckCountFrom : heightAt(chain, atMs);
      const attempt = { ...unmarked, stuckCountFrom };
      return state.transactions.replace({ ...before, state: 'SENT', attempt, updatedMs });
    }
  }
}

export function accelerated(state: WalletState, event: TransactionAccelerated, atMs: number): void {
  const before = broadcastOf(state, event.transactionId);
  const gasReserved = BigInt(event.gasReserved);
  reserveGas(state, before, gasReserved - before.gasReserved, atMs);
  const offer = parseOffer(event.attempt);
  const fee = { ...offer, level: 'HIGH' as const, baseFee: BigInt(event.baseFee) };
  const attempt = attemptOf(event.attempt);
  state.transactions.replace({
    ...before,
    state: 'SENT',
    attempt,
    fee,
    gasReserved,
    updatedMs: atMs,
  });
}

export function withdrawn(
  state: WalletState,
  event: EventOf<'TransactionCancelledBeforeSend'>,
  atMs: number,
): void {
  const before = unsentOf(state, event.transactionId);
  release(state, before, atMs);
  const { nonce: _nonce, ...rest } = { nonce: undefined, ...before };
  state.transactions.replace({ ...rest, state: 'CANCELLED', updatedMs: atMs });
  removeUnsent(state, before);
}

export function cancellationSent(state: WalletState, event: CancellationSent, atMs: number): void {
  if (event.attempt === undefined) return;
  const before = broadcastOf(state, event.transactionId);
  const gasReserved = BigInt(event.gasReserved);
  reserveGas(state, before, gasReserved - before.gasReserved, atMs);
  const cancellation = attemptOf(event.attempt);
  state.transactions.replace({ ...before, cancellation, gasReserved });
}

export function confirmed(state: WalletState, event: TransactionConfirmed, atMs: number): void {
  const before = broadcastOf(state, event.transactionId);
  const mined = minedAs(before.attempt, event, atMs);
  const formerApprovals = settleApprovals(state, before);
  pay(state, before, mined.networkFee, atMs);
  const { attempt, cancellation: _cancellation, ...rest } = before;
  const settled = { ...rest, mined, updatedMs: atMs };
  const status = firstState(before.blockchain);
  state.transactions.replace(
    status === 'COMPLETE'
      ? { ...settled, state: status }
      : {
          attempt,
          ...(formerApprovals.length === 0 ? {} : { formerApprovals }),
          ...settled,
          state: status,
        },
  );
  deploy(state, before.walletId);
  if (status === 'COMPLETE') applyFinalEffects(state, before, atMs);
  removeFromQueue(state, before);
}

export function cancellationConfirmed(
  state: WalletState,
  event: CancellationConfirmed,
  atMs: number,
): void {
  const before = broadcastOf(state, event.transactionId);
  invariant(before.cancellation !== undefined, 'a cancellation that was mined was sent');
  const mined = minedAs(before.cancellation, event, atMs);
  release(state, before, atMs);
  burn(state, before, mined.networkFee, atMs);
  const { attempt: _attempt, cancellation: _cancellation, ...rest } = before;
  state.transactions.replace({ ...rest, state: 'CANCELLED', mined, updatedMs: atMs });
  deploy(state, before.walletId);
  removeFromQueue(state, before);
}

export function reverted(state: WalletState, event: TransactionReverted, atMs: number): void {
  const before = broadcastOf(state, event.transactionId);
  const mined = minedAs(before.attempt, event, atMs);
  release(state, before, atMs);
  burn(state, before, mined.networkFee, atMs);
  const failure = {
    reason: 'FAILED_ON_CHAIN',
    details: 'The transaction failed in its block.',
  } as const;
  const { attempt: _attempt, cancellation: _cancellation, ...rest } = before;
  state.transactions.replace({ ...rest, state: 'FAILED', failure, mined, updatedMs: atMs });
  deploy(state, before.walletId);
  removeFromQueue(state, before);
}

export function failedBeforeSending(
  state: WalletState,
  { transactionId, reason, details }: EventOf<'TransactionFailed'>,
  atMs: number,
): void {
  const before = unsentOf(state, transactionId);
  release(state, before, atMs);
  const { nonce: _nonce, ...rest } = { nonce: undefined, ...before };
  const failure = { reason, details };
  state.transactions.replace({ ...rest, state: 'FAILED', failure, updatedMs: atMs });
  removeUnsent(state, before);
}

export function completed(
  state: WalletState,
  event: EventOf<'TransactionCompleted'>,
  atMs: number,
): void {
  const before = confirmedOf(state, event.transactionId);
  const { attempt: _attempt, formerApprovals: _formerApprovals, ...rest } = before;
  state.transactions.replace({ ...rest, state: 'COMPLETE', updatedMs: atMs });
  applyFinalEffects(state, before, atMs);
}

/** Applies the effects that wait for finality. */
function applyFinalEffects(
  state: WalletState,
  { walletId, operation }: OutboundTransaction,
  atMs: number,
): void {
  if (operation.kind !== 'CONTRACT_EXECUTION' || operation.upgradesTo === undefined) return;
  upgrade(state, walletId, operation.upgradesTo, atMs);
}

/** The operation of an event, with its movements and approvals. */
function operationOf(
  event: InitiatedEvent,
  from: string,
): Pick<OutboundTransaction, 'operation' | 'movements' | 'approvals'> {
  switch (event.type) {
    case 'TransferInitiated': {
      const { tokenId, units, destination } = event;
      return {
        operation: { kind: 'TRANSFER', tokenId, destination },
        movements: [{ tokenId, units: BigInt(units), from, to: destination }],
      };
    }
    case 'NftTransferInitiated': {
      const { tokenId, nfts, destination: to } = event;
      return {
        operation: { kind: 'TRANSFER', tokenId, destination: to },
        movements: nfts.map((nft) => ({ tokenId, ...nft, units: BigInt(nft.units), from, to })),
      };
    }
    case 'ContractExecutionInitiated': {
      const { movements, approvals } = event;
      return {
        operation: { kind: 'CONTRACT_EXECUTION', ...parseCall(event) },
        movements: movements.map(parseUnits),
        ...(approvals === undefined ? {} : { approvals: approvals.map(parseUnits) }),
      };
    }
    case 'WalletUpgradeInitiated': {
      const call = parseCall({ ...event, contract: from, value: '0' });
      const operation = { kind: 'CONTRACT_EXECUTION', ...call, upgradesTo: event.scaCore } as const;
      return { operation, movements: [] };
    }
  }
}

function outboundIn<State extends OutboundTransaction['state']>(
  state: WalletState,
  id: string,
  expected: State,
): Extract<OutboundTransaction, { state: OutboundTransaction['state'] }> & {
  readonly state: State;
} {
  const transaction = state.transactions.get(id);
  invariant(
    transaction?.direction === 'OUTBOUND' && transaction.state === expected,
    `transaction ${id} is ${expected}`,
  );
  return transaction as OutboundTransaction & { readonly state: State };
}

function broadcastOf(state: WalletState, id: string): Broadcast {
  const transaction = state.transactions.get(id);
  invariant(
    transaction?.state === 'SENT' || transaction?.state === 'STUCK',
    `transaction ${id} is in the mempool`,
  );
  return transaction;
}

function unsentOf(state: WalletState, id: string): Waiting | Queued {
  const transaction = state.transactions.get(id);
  invariant(
    transaction?.state === 'INITIATED' ||
      transaction?.state === 'CLEARED' ||
      transaction?.state === 'QUEUED',
    `transaction ${id} has not been sent`,
  );
  return transaction;
}

export function confirmedOf(state: WalletState, id: string): Confirmed {
  const transaction = state.transactions.get(id);
  invariant(
    transaction?.direction === 'OUTBOUND' && transaction.state === 'CONFIRMED',
    `transaction ${id} is CONFIRMED`,
  );
  return transaction;
}

function replaceAttempt(state: WalletState, before: Broadcast, attempt: Attempt): void {
  state.transactions.replace({ ...before, attempt });
}

function attemptOf(data: AttemptData): Attempt {
  const { txHash, fromHeight } = data;
  return { txHash, fromHeight, stuckCountFrom: fromHeight, ...parseOffer(data) };
}

/** A mined user operation has the hash of its bundle. */
function minedAs(
  attempt: Attempt,
  { block, networkFee, txHash = attempt.txHash }: MinedData,
  atMs: number,
): Mined {
  const { height, hash: blockHash } = block;
  return { txHash, height, blockHash, networkFee: BigInt(networkFee), atMs };
}
