// Schedules the steps of transactions: their blocks, when one gets STUCK, when it completes. The dues of a sender's queue are set again
// from its plan whenever one of its transactions, or the conditions of its chain, have changed.

import { invariant } from '../kernel/invariant.ts';
import type { DueChange } from '../kernel/due.ts';
import { chainOf, type Blockchain } from './chain/blockchains.ts';
import type { TransactionDueCommand, WalletCommand } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { instantOf, type ChainState } from './chain/fee-market.ts';
import { planQueue } from './broadcast/inclusion.ts';
import { queueingMs, screeningMs, sendingMs, stuckAfterBlocks } from './records/lifecycle.ts';
import { plannedScreening, plannedSteering } from './react/steering.ts';
import { webhookDues } from './react/webhooks.ts';
import type { SenderQueue } from './records/sender-queue.ts';
import { runningChain, type ReadonlyWalletState } from './state.ts';
import type { Queued, Transaction } from './records/transaction.ts';

type Change = DueChange<WalletCommand>;

export function react(
  event: WalletEvent,
  state: ReadonlyWalletState,
  atMs: number,
): readonly Change[] {
  const webhooks = webhookDues(event, state, atMs);
  const own = transactionDues(event, state, atMs);
  return webhooks.length === 0 ? own : [...own, ...webhooks];
}

function transactionDues(
  event: WalletEvent,
  state: ReadonlyWalletState,
  atMs: number,
): readonly Change[] {
  switch (event.type) {
    case 'TransferInitiated':
    case 'NftTransferInitiated':
    case 'ContractExecutionInitiated':
    case 'WalletUpgradeInitiated':
      return [
        plannedScreening(set(event.transactionId, 'screen', atMs + screeningMs), event.planned),
      ];
    case 'TransactionCleared':
      return [set(event.transactionId, 'queue', atMs + queueingMs)];
    case 'TransactionQueued':
      return dueOfQueued(state, event.transactionId, atMs);
    case 'TransactionSent':
      return [
        ...senderDues(state, event.transactionId, atMs),
        ...plannedSteering(state, event.transactionId, 'sending', atMs),
      ];
    case 'TransactionAccelerated':
    case 'TransactionSteered':
    case 'CancellationSent':
      return senderDues(state, event.transactionId, atMs);
    case 'TransactionStuck':
      return [clear(event.transactionId, 'stuck')];
    case 'TransactionConfirmed':
      return [
        ...allCleared(event.transactionId),
        ...completion(state, event.transactionId),
        ...senderDues(state, event.transactionId, atMs),
        ...plannedSteering(state, event.transactionId, 'inclusion', atMs),
      ];
    case 'TransactionDenied':
    case 'TransactionCancelledBeforeSend':
    case 'TransactionFailed':
    case 'TransactionReverted':
    case 'CancellationConfirmed':
      return [...allCleared(event.transactionId), ...senderDues(state, event.transactionId, atMs)];
    case 'TransactionReturnedToMempool':
      return [
        ...[event.transactionId, ...(event.inboundIds ?? [])].flatMap(allCleared),
        ...senderDues(state, event.transactionId, atMs),
      ];
    case 'TransactionReorganised':
      return [event.transactionId, ...(event.inboundIds ?? [])].flatMap(allCleared);
    case 'InboundDetected':
    case 'FundsDeposited':
      return completion(state, event.transactionId);
    case 'ChainChanged':
      return chainDues(state, event.blockchain, atMs);
    case 'PayloadSigned':
    case 'RequestCounted':
    case 'EntitySecretAdopted':
    case 'WalletSetCreated':
    case 'WalletSetUpdated':
    case 'WalletsCreated':
    case 'WalletDerived':
    case 'WalletUpdated':
    case 'TokenRegistered':
    case 'SecondaryFundsDeposited':
    case 'MonitoringScopeSet':
    case 'TokensMonitored':
    case 'TokensUnmonitored':
    case 'WalletFrozen':
    case 'WalletUnfrozen':
    case 'TransactionRecovered':
    case 'TransactionCompleted':
    case 'SubscriptionCreated':
    case 'SubscriptionUpdated':
    case 'SubscriptionRemoved':
    case 'WebhookAttempted':
    case 'WebhookDelivered':
    case 'WebhookFailed':
      return [];
  }
}

const dueNames = ['screen', 'queue', 'send', 'stuck', 'mine', 'complete'] as const;

type DueName = (typeof dueNames)[number];

const commandTypes: Readonly<Record<DueName, TransactionDueCommand['type']>> = {
  screen: 'ScreenTransaction',
  queue: 'QueueTransaction',
  send: 'SendTransaction',
  stuck: 'MarkTransactionStuck',
  mine: 'MineTransaction',
  complete: 'CompleteTransaction',
};

function set(
  transactionId: string,
  name: DueName,
  dueMs: number,
): Extract<Change, { readonly change: 'set' }> {
  const command: TransactionDueCommand = { type: commandTypes[name], transactionId };
  return { change: 'set', subject: transactionId, name, class: 'progress', dueMs, command };
}

function clear(transactionId: string, name: DueName): Change {
  return { change: 'clear', subject: transactionId, name };
}

/** Clears all dues of a transaction. */
function allCleared(transactionId: string): readonly Change[] {
  return dueNames.map((name) => clear(transactionId, name));
}

/** The most transactions of a sender in the mempool: one of a smart account (reference/wallet.md section 2). */
function pendingMaxOf(state: ReadonlyWalletState, walletId: string): number {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return 0;
  return wallet.accountType === 'SCA' ? 1 : (chainOf(wallet.blockchain).rules?.pendingMax ?? 0);
}

/** Only the new transaction has changed: earlier ones do not depend on it. */
function dueOfQueued(state: ReadonlyWalletState, id: string, atMs: number): readonly Change[] {
  const transaction = transactionOf(state, id);
  const queue = state.lanes.get(transaction.walletId);
  const max = pendingMaxOf(state, transaction.walletId);
  if (transaction.state !== 'QUEUED' || queue === undefined) return [];
  return queue.pending.length <= max ? [sendDue(transaction, atMs)] : [];
}

/** The dues of the pending transactions in the sender's queue that may depend on this one. */
function senderDues(
  state: ReadonlyWalletState,
  transactionId: string,
  atMs: number,
): readonly Change[] {
  const transaction = transactionOf(state, transactionId);
  const queue = state.lanes.get(transaction.walletId);
  if (queue === undefined) return [];
  if (runningChain(state, queue.blockchain).rules.hasNonces)
    return planDues(state, queue, atMs, transactionId);
  // Without nonces transactions are independent.
  const isOpen = transaction.state === 'SENT' || transaction.state === 'STUCK';
  const own = { ...queue, pending: [transactionId] };
  return isOpen ? planDues(state, own, atMs, transactionId) : [];
}

/** The dues of a sender's queue. Dues of other transactions than `about` keep their cause unless their instants change. */
function planDues(
  state: ReadonlyWalletState,
  queue: SenderQueue,
  atMs: number,
  about?: string,
): readonly Change[] {
  const { chain, rules } = runningChain(state, queue.blockchain);
  const plan = planQueue(state, queue, chain, rules.hasNonces, atMs);
  const max = pendingMaxOf(state, queue.walletId);
  const dues: Change[] = [];
  for (const [index, id] of queue.pending.entries()) {
    const transaction = transactionOf(state, id);
    const keep = id === about ? unchanged : asRenewal;
    if (transaction.state === 'QUEUED' && index >= max) {
      dues.push(clear(id, 'send')); // a transaction that returned to the mempool took its place
      break; // later ones have no due
    }
    if (transaction.state === 'QUEUED') {
      dues.push(keep(sendDue(transaction, atMs)));
      continue;
    }
    dues.push(keep(blockDue(chain, id, 'mine', plan.get(id)?.height)));
    if (transaction.state !== 'SENT') continue;
    const stuckFrom = transaction.attempt.stuckCountFrom + stuckAfterBlocks;
    dues.push(keep(blockDue(chain, id, 'stuck', stuckFrom)));
  }
  return dues;
}

const unchanged = (change: Change): Change => change;

/** Set again by an event about another transaction. */
function asRenewal(change: Change): Change {
  return change.change === 'set' ? { ...change, isRenewal: true } : change;
}

/** A due at the block of a height; cleared if no such block will come. */
function blockDue(
  chain: ChainState,
  id: string,
  name: DueName,
  height: number | undefined,
): Change {
  const dueMs = height === undefined ? undefined : instantOf(chain, height);
  return dueMs === undefined ? clear(id, name) : set(id, name, dueMs);
}

function sendDue(transaction: Queued, atMs: number): Change {
  return set(transaction.id, 'send', Math.max(transaction.updatedMs + sendingMs, atMs));
}

/** A mined transaction completes once its block has enough confirmations. */
function completion(state: ReadonlyWalletState, transactionId: string): readonly Change[] {
  const transaction = transactionOf(state, transactionId);
  if (transaction.state !== 'CONFIRMED') return [];
  const { chain, rules } = runningChain(state, transaction.blockchain);
  const height = transaction.mined.height + rules.confirmations;
  return [blockDue(chain, transactionId, 'complete', height)];
}

/** The dues of all pending transactions of a chain, under its new conditions. */
function chainDues(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  atMs: number,
): readonly Change[] {
  const everything = { order: 'ascending', limit: Number.MAX_SAFE_INTEGER } as const;
  const queues = state.lanes.list({ ...everything, by: { busy: blockchain } });
  const confirming = state.transactions.list({ ...everything, by: { confirming: blockchain } });
  return [
    ...queues.flatMap((queue) => planDues(state, queue, atMs)),
    ...confirming.flatMap((transaction) => completion(state, transaction.id).map(asRenewal)),
  ];
}

function transactionOf(state: ReadonlyWalletState, id: string): Transaction {
  const transaction = state.transactions.get(id);
  invariant(transaction !== undefined, `there is a transaction ${id}`);
  return transaction;
}
