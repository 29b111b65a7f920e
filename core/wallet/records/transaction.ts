// The records of transactions, one type for each group of states.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Blockchain } from '../chain/blockchains.ts';
import type { FeeLevel, FeeOffer } from '../chain/fee-market.ts';
import type { FailureReason } from './failure.ts';
import type { ApprovalChange, FormerApproval } from './approval.ts';
import type { Movement, Operation } from './operation.ts';
import { referenceOf, type Referenced } from './metadata.ts';
import type { SteeringPlan } from './steering-plan.ts';
import { hasSponsor, type Dated } from './wallet.ts';

export interface Fee extends FeeOffer {
  readonly level?: FeeLevel;
  /** The base fee at the time of the offer. */
  readonly baseFee: bigint;
}

/** One signed transaction in the mempool, with the operator's mark. */
export interface Attempt extends FeeOffer {
  readonly txHash: string;
  readonly fromHeight: number;
  /** The height from which blocks without inclusion are counted: `fromHeight`, or that of `unstick`. */
  readonly stuckCountFrom: number;
  /** `held`: no block includes it; no `hold` of a due. `dropped`: it left the mempool. `wanted`: the next block includes it. */
  readonly mark?: 'held' | 'dropped' | 'wanted';
  /** It will revert in its block. */
  readonly willRevert?: true;
}

/** The inclusion of a transaction in a block. */
export interface Mined {
  readonly txHash: string;
  readonly height: number;
  readonly blockHash: string;
  readonly networkFee: bigint;
  readonly atMs: number;
}

interface Moving extends Dated {
  readonly id: string;
  readonly walletId: string;
  /** The end user who controls the wallet; absent for the developer's. */
  readonly userId?: string;
  readonly blockchain: Blockchain;
  readonly source: string;
  readonly movements: readonly Movement[];
}

interface Failure {
  readonly reason: FailureReason;
  readonly details: string;
}

/** The members that a request attaches to its transaction: the command, the event and the record have them alike. */
export interface Attached extends Referenced {
  /** What the operator will do with it, chosen before it was initiated; the client knows nothing of it. */
  readonly planned?: SteeringPlan;
}

export function attachedOf(from: Attached): Attached {
  return { ...referenceOf(from), ...omitUndefined({ planned: from.planned }) };
}

interface OutboundFacts extends Moving, Attached {
  readonly direction: 'OUTBOUND';
  readonly operation: Operation;
  /** Its changes of approvals, in the order of its calls. */
  readonly approvals?: readonly ApprovalChange[];
  readonly fee: Fee;
  readonly gasReserved: bigint;
  /** It is a user operation of a smart account, which a bundler submits. */
  readonly isSmart?: true;
  /** The inbound records of the receiving wallets. */
  readonly inboundIds?: readonly string[];
}

export type Waiting = OutboundFacts & { readonly state: 'INITIATED' | 'CLEARED' };
export type Queued = OutboundFacts & { readonly state: 'QUEUED'; readonly nonce?: number };
export type Broadcast = OutboundFacts & {
  readonly state: 'SENT' | 'STUCK';
  readonly nonce?: number;
  readonly attempt: Attempt;
  readonly cancellation?: Attempt;
};
/** In a block, which may still leave the chain: then the attempt waits again. */
export type Confirmed = OutboundFacts & {
  readonly state: 'CONFIRMED';
  readonly nonce?: number;
  readonly attempt: Attempt;
  readonly mined: Mined;
  /** The approvals that it set or used, as they were before. */
  readonly formerApprovals?: readonly FormerApproval[];
};
export type Complete = OutboundFacts & {
  readonly state: 'COMPLETE';
  readonly nonce?: number;
  readonly mined: Mined;
};
export type Failed = OutboundFacts & {
  readonly state: 'FAILED';
  readonly failure: Failure;
  readonly nonce?: number;
  readonly mined?: Mined;
};
export type Denied = OutboundFacts & {
  readonly state: 'DENIED';
  readonly reason: string;
  readonly errorReason?: FailureReason;
};
export type Cancelled = OutboundFacts & {
  readonly state: 'CANCELLED';
  readonly nonce?: number;
  readonly mined?: Mined;
};

export type OutboundTransaction =
  Waiting | Queued | Broadcast | Confirmed | Complete | Failed | Denied | Cancelled;

/** One token that one wallet received in one transaction. */
export type InboundTransaction = Moving & {
  readonly direction: 'INBOUND';
  readonly tokenId: string;
  readonly destination: string;
  readonly mined: Mined;
} & (
    | { readonly state: 'CONFIRMED' | 'COMPLETE' }
    | { readonly state: 'FAILED'; readonly failure: Failure }
  );

export type Transaction = OutboundTransaction | InboundTransaction;

export type TransactionState = Transaction['state'];

/** The most transactions of one sender that no block has included. */
export const openTransactionsMax = 1_000_000;

/** The sender of a transaction that no block has included; undefined for others. */
export function openWalletIdOf({ direction, state, walletId }: Transaction): string | undefined {
  const isOpen = direction === 'OUTBOUND' && openStates.has(state);
  return isOpen ? walletId : undefined;
}

const openStates: ReadonlySet<TransactionState> = new Set([
  'INITIATED',
  'CLEARED',
  'QUEUED',
  'SENT',
  'STUCK',
]);

/** Inbound records are transfers, also those of contract executions. */
export function operationKindOf(transaction: Transaction): Operation['kind'] {
  return transaction.direction === 'INBOUND' ? 'TRANSFER' : transaction.operation.kind;
}

/** The address that a transfer goes to; none for calls of contracts. */
export function destinationOf(transaction: Transaction): string | undefined {
  if (transaction.direction === 'INBOUND') return transaction.destination;
  const { operation } = transaction;
  return operation.kind === 'TRANSFER' ? operation.destination : undefined;
}

/** The token that a transfer is of; none for calls of contracts. */
export function tokenIdOf(transaction: Transaction): string | undefined {
  if (transaction.direction === 'INBOUND') return transaction.tokenId;
  const { operation } = transaction;
  return operation.kind === 'TRANSFER' ? operation.tokenId : undefined;
}

/** Whether a sponsor pays for its gas. */
export function isSponsored({
  isSmart,
  blockchain,
}: Pick<OutboundTransaction, 'isSmart' | 'blockchain'>): boolean {
  return hasSponsor({ accountType: isSmart === true ? 'SCA' : 'EOA', blockchain });
}

/**
 * The present hash of a transaction: from the mempool on; of a user operation from its block on, unless that was a
 * cancellation (reference/wallet.md section 7, "Record fields by state").
 */
export function txHashOf(transaction: Transaction): string | undefined {
  switch (transaction.state) {
    case 'INITIATED':
    case 'CLEARED':
    case 'QUEUED':
    case 'DENIED':
      return undefined;
    case 'SENT':
    case 'STUCK':
      return transaction.isSmart === true ? undefined : transaction.attempt.txHash;
    case 'CANCELLED':
      return transaction.isSmart === true ? undefined : transaction.mined?.txHash;
    case 'CONFIRMED':
    case 'COMPLETE':
    case 'FAILED':
      return transaction.mined?.txHash;
  }
}
