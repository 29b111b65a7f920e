// Events of the wallet. Amounts are integers in the smallest unit, as text. `aside.idempotencyKey` is the key of the
// request.

import type { AccountType, ScaCore } from './keys/account.ts';
import type { InText, Units } from '../kernel/brand.ts';
import type { Event } from '../kernel/message.ts';
import type { RequestCounted } from './events/rate.ts';
import type { SteeringAction } from './commands.ts';
import type { Blockchain } from './chain/blockchains.ts';
import type {
  MaybeIdempotent,
  AttemptData,
  MinedData,
  BlockData,
  Initiated,
} from './events/parts.ts';
import type { PayloadSigned } from './events/signing.ts';
import type { WalletUpgradeInitiated } from './events/upgrades.ts';
import type { ApprovalChange } from './records/approval.ts';
import type { Metadata } from './records/metadata.ts';
import type { ContractCall, Movement, TransferOperation } from './records/operation.ts';
import type { FailureReason } from './records/failure.ts';
import type { MonitoringScope } from './records/monitoring.ts';
import type { DeployedToken } from './records/token.ts';
import type { WebhookEvent } from './events/webhooks.ts';

export type WalletEvent = Event &
  (
    | RequestCounted
    | { readonly type: 'EntitySecretAdopted'; readonly fingerprint: string }
    | ({
        readonly type: 'WalletSetCreated';
        readonly walletSetId: string;
        /** The set's branch of the world's keys: its ordinal. */
        readonly branch: number;
        readonly name?: string;
        /** The end user who controls the set; absent for the developer's. */
        readonly userId?: string;
      } & MaybeIdempotent)
    | { readonly type: 'WalletSetUpdated'; readonly walletSetId: string; readonly name?: string }
    | WalletsCreated
    | ({ readonly type: 'WalletDerived' } & WalletBatch)
    | ({ readonly type: 'WalletUpdated'; readonly walletId: string } & Metadata)
    | TokenRegistered
    | { readonly type: 'WalletFrozen'; readonly walletId: string }
    | { readonly type: 'WalletUnfrozen'; readonly walletId: string }
    | FundsDeposited
    | SecondaryFundsDeposited
    | InitiatedEvent
    | {
        readonly type: 'TransactionCleared';
        readonly transactionId: string;
        readonly gasReserved: Units;
      }
    | {
        readonly type: 'TransactionDenied';
        readonly transactionId: string;
        /** The sentence that clients read in errorDetails. */
        readonly reason: string;
        /** Only where the operator chose one. */
        readonly errorReason?: FailureReason;
      }
    | {
        readonly type: 'TransactionQueued';
        readonly transactionId: string;
        readonly nonce?: number;
      }
    | {
        readonly type: 'TransactionSent';
        readonly transactionId: string;
        readonly attempt: AttemptData;
      }
    | { readonly type: 'TransactionStuck'; readonly transactionId: string }
    | { readonly type: 'TransactionRecovered'; readonly transactionId: string }
    | TransactionSteered
    | TransactionAccelerated
    | TransactionCancelledBeforeSend
    | CancellationSent
    | TransactionConfirmed
    | CancellationConfirmed
    | TransactionReverted
    | {
        readonly type: 'TransactionFailed';
        readonly transactionId: string;
        readonly reason: FailureReason;
        readonly details: string;
      }
    | TransactionReorganised
    | TransactionReturnedToMempool
    | InboundDetected
    | { readonly type: 'TransactionCompleted'; readonly transactionId: string }
    | ChainChanged
    | PayloadSigned
    | { readonly type: 'MonitoringScopeSet'; readonly scope: MonitoringScope }
    | { readonly type: 'TokensMonitored'; readonly tokenIds: readonly string[] }
    | { readonly type: 'TokensUnmonitored'; readonly tokenIds: readonly string[] }
    | WebhookEvent
  );

/** The events of a type. */
export type EventOf<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>;

export interface WalletsCreated extends WalletBatch, MaybeIdempotent {
  readonly type: 'WalletsCreated';
}

/** Wallets created together in one set. */
export interface WalletBatch {
  readonly walletSetId: string;
  readonly accountType: AccountType;
  /** Of smart accounts. */
  readonly scaCore?: ScaCore;
  readonly wallets: readonly NewWallet[];
}

export interface NewWallet extends Metadata {
  readonly id: string;
  readonly blockchain: Blockchain;
  readonly address: string;
  /** Its place on the set's HD tree. */
  readonly index: number;
}

/** The contract of a token was deployed. */
export interface TokenRegistered extends DeployedToken {
  readonly type: 'TokenRegistered';
}

/** Funds or an NFT from outside the simulator: from the faucet, or the operator. */
export interface FundsDeposited {
  readonly type: 'FundsDeposited';
  readonly transactionId: string;
  readonly walletId: string;
  readonly tokenId: string;
  /** Which NFT of the token; absent for currencies, and where the token itself is the item. */
  readonly nftTokenId?: string;
  /** The metadata of a new NFT. */
  readonly metadata?: string;
  readonly units: Units;
  readonly source: string;
  readonly txHash: string;
  readonly block: BlockData;
}

/** A deposit to secondary storage (APTOS, AIP-21): no balance and no transaction shows it. */
export interface SecondaryFundsDeposited {
  readonly type: 'SecondaryFundsDeposited';
  readonly walletId: string;
  readonly tokenId: string;
  readonly units: Units;
}

/** A request for a transaction was accepted. */
export type InitiatedEvent =
  TransferInitiated | NftTransferInitiated | ContractExecutionInitiated | WalletUpgradeInitiated;

interface TransferOf extends Initiated, Omit<TransferOperation, 'kind'> {}

export interface TransferInitiated extends TransferOf {
  readonly type: 'TransferInitiated';
  readonly units: Units;
}

export interface NftTransferInitiated extends TransferOf {
  readonly type: 'NftTransferInitiated';
  /** Which NFTs of the token; without an id where the token itself is the item. */
  readonly nfts: readonly InText<Pick<Movement, 'nftTokenId' | 'units'>>[];
}

/** A flawed call has no movements. */
export interface ContractExecutionInitiated extends Initiated, InText<ContractCall> {
  readonly type: 'ContractExecutionInitiated';
  /** The movements and mints of the call. */
  readonly movements: readonly InText<Movement>[];
  /** The changes of approvals by the call; absent where there are none. */
  readonly approvals?: readonly InText<ApprovalChange>[];
}

/** `stick`, `unstick`, `drop`, `confirm` or `fail` on a transaction in the mempool. */
export interface TransactionSteered {
  readonly type: 'TransactionSteered';
  readonly transactionId: string;
  readonly action: Exclude<SteeringAction, 'deny' | 'reorg' | 'accelerate' | 'cancel'>;
}

/** The attempt was replaced by one with the same nonce and a higher fee. */
export interface TransactionAccelerated extends MaybeIdempotent {
  readonly type: 'TransactionAccelerated';
  readonly transactionId: string;
  readonly attempt: AttemptData;
  readonly baseFee: Units;
  readonly gasReserved: Units;
}

/** Cancelled before it was sent, at no cost. */
export interface TransactionCancelledBeforeSend extends MaybeIdempotent {
  readonly type: 'TransactionCancelledBeforeSend';
  readonly transactionId: string;
}

/** A zero-value transaction with the same nonce races the attempt. */
export interface CancellationSent extends MaybeIdempotent {
  readonly type: 'CancellationSent';
  readonly transactionId: string;
  /** The state that the answer to the request showed. */
  readonly state: 'SENT' | 'STUCK';
  /** Absent where a cancellation was under way already. */
  readonly attempt?: AttemptData;
  readonly gasReserved: Units;
}

/** A block included the attempt: balances change. */
export interface TransactionConfirmed extends MinedData {
  readonly type: 'TransactionConfirmed';
  readonly transactionId: string;
}

/** A block included the cancellation: only its gas is spent. */
export interface CancellationConfirmed extends MinedData {
  readonly type: 'CancellationConfirmed';
  readonly transactionId: string;
}

/** A block included the attempt, and it reverted: only its gas is spent. */
export interface TransactionReverted extends MinedData {
  readonly type: 'TransactionReverted';
  readonly transactionId: string;
}

/** The block left the chain and the transaction failed: its movements and inbound records are reverted. */
export interface TransactionReorganised {
  readonly type: 'TransactionReorganised';
  readonly transactionId: string;
  /** The first of its inbound records; its own record knows them all. */
  readonly inboundIds?: readonly string[];
}

/** The block left the chain and the transaction is in the mempool again: its funds and gas are reserved again. */
export interface TransactionReturnedToMempool {
  readonly type: 'TransactionReturnedToMempool';
  readonly transactionId: string;
  /** Its inbound records, which fail. */
  readonly inboundIds?: readonly string[];
  /** The height at its return to the mempool. */
  readonly fromHeight: number;
}

/** The inbound record of a receiving wallet. */
export interface InboundDetected {
  readonly type: 'InboundDetected';
  readonly transactionId: string;
  readonly outboundId: string;
  readonly walletId: string;
  /** Absent where it is the token of the transfer. */
  readonly tokenId?: string;
}

export interface ChainChanged {
  readonly type: 'ChainChanged';
  readonly blockchain: Blockchain;
  readonly calmFee?: Units;
  readonly congestionMilli?: number;
  readonly paused?: boolean;
  readonly blockTimeMs?: number;
}

/** The transactions whose state an event may change. */
export function transactionsIn(event: WalletEvent): readonly string[] {
  if (!('transactionId' in event)) return [];
  const inboundIds = 'inboundIds' in event ? event.inboundIds : undefined;
  return [event.transactionId, ...(inboundIds ?? [])];
}

export const eventTypes: Readonly<Record<WalletEvent['type'], true>> = {
  CancellationConfirmed: true,
  CancellationSent: true,
  ChainChanged: true,
  ContractExecutionInitiated: true,
  EntitySecretAdopted: true,
  FundsDeposited: true,
  InboundDetected: true,
  MonitoringScopeSet: true,
  NftTransferInitiated: true,
  PayloadSigned: true,
  RequestCounted: true,
  SecondaryFundsDeposited: true,
  SubscriptionCreated: true,
  SubscriptionRemoved: true,
  SubscriptionUpdated: true,
  TokenRegistered: true,
  TokensMonitored: true,
  TokensUnmonitored: true,
  TransactionAccelerated: true,
  TransactionCancelledBeforeSend: true,
  TransactionCleared: true,
  TransactionCompleted: true,
  TransactionConfirmed: true,
  TransactionDenied: true,
  TransactionFailed: true,
  TransactionQueued: true,
  TransactionRecovered: true,
  TransactionReorganised: true,
  TransactionReturnedToMempool: true,
  TransactionReverted: true,
  TransactionSent: true,
  TransactionSteered: true,
  TransactionStuck: true,
  TransferInitiated: true,
  WalletDerived: true,
  WalletFrozen: true,
  WalletSetCreated: true,
  WalletSetUpdated: true,
  WalletUnfrozen: true,
  WalletUpdated: true,
  WalletUpgradeInitiated: true,
  WalletsCreated: true,
  WebhookAttempted: true,
  WebhookDelivered: true,
  WebhookFailed: true,
};
