// The commands of the wallet domain: of clients, of the operator, and of timers (dues).

import type { Command } from '../kernel/message.ts';
import type { AccountType, ScaCore } from './keys/account.ts';
import type { Blockchain } from './chain/blockchains.ts';
import type { SigningCommand } from './commands/signing.ts';
import type { CountRequest } from './commands/rate.ts';
import type { DeliveryDue, ReportDelivery, SubscriptionCommand } from './commands/webhooks.ts';
import type {
  SecretFact,
  IdempotentRequest,
  ForNetwork,
  Initiating,
  WalletName,
  TokenName,
} from './commands/parts.ts';
import type { InitiateWalletUpgrade } from './commands/upgrades.ts';
import type { Metadata } from './records/metadata.ts';
import type { WrittenCall } from './records/operation.ts';
import type { FailureReason } from './records/failure.ts';
import type { MonitoringScope } from './records/monitoring.ts';
import type { TokenStandard } from './records/token.ts';

export type ClientCommand =
  | RegisterEntitySecret
  | CreateWalletSet
  | UpdateWalletSet
  | CreateWallets
  | UpdateWallet
  | DeriveWallet
  | InitiateTransfer
  | InitiateContractExecution
  | InitiateWalletUpgrade
  | AccelerateTransaction
  | CancelTransaction
  | RequestDrip
  | SigningCommand
  | ChangeMonitoredTokens
  | SetMonitoringScope
  | SubscriptionCommand
  | CountRequest;

interface RegisterEntitySecret {
  readonly type: 'RegisterEntitySecret';
  readonly secret: SecretFact;
}

interface CreateWalletSet extends IdempotentRequest {
  readonly type: 'CreateWalletSet';
  readonly name?: string;
}

interface UpdateWalletSet {
  readonly type: 'UpdateWalletSet';
  readonly walletSetId: string;
  readonly name?: string;
}

interface UpdateWallet extends Metadata {
  readonly type: 'UpdateWallet';
  readonly walletId: string;
}

interface AccelerateTransaction extends IdempotentRequest, ForNetwork {
  readonly type: 'AccelerateTransaction';
  readonly transactionId: string;
}

interface CancelTransaction extends IdempotentRequest, ForNetwork {
  readonly type: 'CancelTransaction';
  readonly transactionId: string;
}

interface SetMonitoringScope {
  readonly type: 'SetMonitoringScope';
  readonly scope: MonitoringScope;
}

export interface CreateWallets extends NewWallets, IdempotentRequest, ForNetwork {
  readonly type: 'CreateWallets';
}

/** The wallets to create. */
export interface NewWallets {
  readonly walletSetId: string;
  readonly blockchains: readonly Blockchain[];
  /** Wallets for each chain, 1 to 200. */
  readonly count: number;
  readonly accountType: AccountType;
  readonly metadata?: readonly Metadata[];
}

/** Creates the wallet with the address of another on another chain, or updates the metadata of an existing one. */
export interface DeriveWallet extends Metadata, ForNetwork {
  readonly type: 'DeriveWallet';
  readonly source: WalletName;
  readonly blockchain: Blockchain;
}

/** Sender, token, destination and amounts of a transfer. */
export interface TransferTerms {
  readonly wallet: WalletName;
  readonly token: TokenName;
  readonly destination: string;
  readonly amounts: readonly string[];
  readonly nftTokenIds?: readonly string[];
}

export interface InitiateTransfer extends TransferTerms, Initiating {
  readonly type: 'InitiateTransfer';
}

/** Caller, contract and call data of a contract execution. */
export interface CallTerms extends WrittenCall {
  readonly wallet: WalletName;
  /** The chain that the request names in addition to a wallet id. */
  readonly blockchain?: Blockchain;
  readonly contract: string;
  /** The amount of native tokens that the call carries, decimal. */
  readonly amount?: string;
}

export interface InitiateContractExecution extends CallTerms, Initiating {
  readonly type: 'InitiateContractExecution';
}

export interface RequestDrip extends ForNetwork {
  readonly type: 'RequestDrip';
  readonly address: string;
  readonly blockchain: Blockchain;
  readonly native: boolean;
  readonly usdc: boolean;
  readonly eurc: boolean;
}

/** Changes the list of monitored tokens. The first change sets the scope to SELECTED. */
export interface ChangeMonitoredTokens {
  readonly type: 'ChangeMonitoredTokens';
  readonly change: 'add' | 'replace' | 'remove';
  readonly tokenIds: readonly string[];
}

/** The actions of the operator on a transaction. */
export const steeringActions = [
  'stick',
  'unstick',
  'drop',
  'confirm',
  'fail',
  'deny',
  'reorg',
  'accelerate',
  'cancel',
] as const;

export type SteeringAction = (typeof steeringActions)[number];

/** The state of a transaction whose block leaves the chain: it waits again, or has failed. */
export const reorganisedTo = ['mempool', 'failed'] as const;

export type ReorganisedTo = (typeof reorganisedTo)[number];

export type OperatorCommand =
  | SteerTransaction
  | FundWallet
  | MintTokens
  | FreezeWallet
  | UnfreezeWallet
  | ProvisionWalletSet
  | ProvisionWallets
  | ChangeChain;

interface SteerTransaction {
  readonly type: 'SteerTransaction';
  readonly transactionId: string;
  readonly action: SteeringAction;
  /** With `reorg`: the state that the transaction goes to. */
  readonly to?: ReorganisedTo;
  /** With `fail` and `deny`: the errorReason that clients read. */
  readonly reason?: FailureReason;
}

interface FreezeWallet {
  readonly type: 'FreezeWallet';
  readonly walletId: string;
}

interface UnfreezeWallet {
  readonly type: 'UnfreezeWallet';
  readonly walletId: string;
}

/** The controller of a set: the developer, or an end user (an ExternalUserId, 5 to 50 characters). */
export type Custody =
  | { readonly custodyType: 'DEVELOPER' }
  | { readonly custodyType: 'ENDUSER'; readonly userId: string };

/** A wallet set from outside the API: of a fixture, or of an end user. */
export type ProvisionWalletSet = {
  readonly type: 'ProvisionWalletSet';
  readonly name?: string;
} & Custody;

/** Wallets from outside the API; their custody is that of their set. */
export interface ProvisionWallets extends NewWallets {
  readonly type: 'ProvisionWallets';
  /** Of smart accounts: the newest unless given. */
  readonly scaCore?: ScaCore;
}

export interface FundWallet {
  readonly type: 'FundWallet';
  readonly walletId: string;
  /** Decimal amounts by token id; `native`, `usdc` and `eurc` are those of the wallet's chain. */
  readonly amounts: Readonly<Record<string, string>>;
  /** To secondary storage (APTOS only): not shown, and not spendable. */
  readonly secondary?: true;
}

/** Mints units of a token to a wallet, and registers the token if the address has none. */
export interface MintTokens {
  readonly type: 'MintTokens';
  readonly walletId: string;
  readonly token: { readonly tokenId: string } | TokenDraft;
  /** Which NFT of the token: a whole number on EVM chains. */
  readonly nftTokenId?: string;
  /** Decimal; 1 unless given. */
  readonly amount?: string;
  /** Of an NFT: a URI or JSON text. */
  readonly metadata?: string;
}

/** The description of a token to register. */
export interface TokenDraft {
  readonly address: string;
  /** ERC721 on EVM chains, NonFungible on Solana, FungibleAsset on APTOS unless given. */
  readonly standard?: TokenStandard;
  readonly name?: string;
  readonly symbol?: string;
  /** 0 to 36; the default depends on the chain. */
  readonly decimals?: number;
}

export interface ChangeChain {
  readonly type: 'ChangeChain';
  readonly blockchain: Blockchain;
  /** Decimal gwei (lamports on SOL). */
  readonly baseFeeGwei?: string;
  /** Demand above calm, decimal: 4 aims at five times the calm base fee. */
  readonly congestion?: string;
  readonly paused?: boolean;
  readonly blockTimeMs?: number;
}

/** Commands that the wallet schedules for itself: the next step of a transaction. */
export type TransactionDueCommand =
  | ScreenTransaction
  | QueueTransaction
  | SendTransaction
  | MarkTransactionStuck
  | MineTransaction
  | CompleteTransaction;

interface TransactionStep {
  readonly transactionId: string;
}

interface ScreenTransaction extends TransactionStep {
  readonly type: 'ScreenTransaction';
}

interface QueueTransaction extends TransactionStep {
  readonly type: 'QueueTransaction';
}

interface SendTransaction extends TransactionStep {
  readonly type: 'SendTransaction';
}

/** Marks a transaction STUCK that no block has included for too long. */
interface MarkTransactionStuck extends TransactionStep {
  readonly type: 'MarkTransactionStuck';
}

interface MineTransaction extends TransactionStep {
  readonly type: 'MineTransaction';
}

interface CompleteTransaction extends TransactionStep {
  readonly type: 'CompleteTransaction';
}

export type WalletCommand = (
  ClientCommand | OperatorCommand | TransactionDueCommand | DeliveryDue | ReportDelivery
) &
  Command;

/** The commands of a type. */
export type CommandOf<Type extends WalletCommand['type']> = Extract<WalletCommand, { type: Type }>;
