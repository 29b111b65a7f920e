// What the wallet service knows: tables of immutable records. Only evolve writes them.

import type { Context, Genesis } from '../kernel/context.ts';
import {
  anyColumn,
  choiceColumn,
  columnLayout,
  hexColumn,
  integerColumn,
  uuidColumn,
  type Columns,
} from '../kernel/columns.ts';
import { Table, type ReadonlyState } from '../kernel/table.ts';
import { blockchains, chainOf, runningChains, type Blockchain } from './chains.ts';
import type { WalletName } from './commands.ts';
import type { FailureReason } from './events.ts';
import { normalAddress } from './keys.ts';
import { initialChain, type ChainState, type FeeLevel, type FeeTerms } from './fee-market.ts';

export interface Entity {
  readonly id: 'entity';
  readonly secretFingerprint: string;
}

interface Dated {
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface WalletSet extends Dated {
  readonly id: string;
  readonly branch: number;
  readonly name?: string;
  /** The name at creation, kept once it has changed: a repeated request is answered as the first was. */
  readonly original?: { readonly name?: string };
  readonly walletCount: number;
}

export interface Wallet extends Dated {
  readonly id: string;
  readonly walletSetId: string;
  readonly blockchain: Blockchain;
  readonly address: string;
  readonly index: number;
  readonly accountType: 'EOA';
  readonly status: 'LIVE' | 'FROZEN';
  readonly name?: string;
  readonly refId?: string;
  /** Name and refId at creation, kept once they have changed. */
  readonly original?: { readonly name?: string; readonly refId?: string };
}

/** The highest index that a set has used on a chain. */
export interface Branch {
  readonly id: string;
  readonly highest: number;
}

/** What an address holds of a token; addresses outside the service have balances too. */
export interface Balance {
  readonly id: string;
  readonly holder: string;
  readonly tokenId: string;
  readonly units: bigint;
  /** The part that transfers under way will need. */
  readonly reserved: bigint;
  readonly updatedMs: number;
}

/** How a sender's transactions on its chain stand in line. */
export interface Lane {
  readonly walletId: string;
  readonly blockchain: Blockchain;
  readonly nextNonce: number;
  /** Ids of what is QUEUED, SENT or STUCK, by nonce or, without nonces, by the order of queueing. */
  readonly pending: readonly string[];
}

export interface Fee extends FeeTerms {
  readonly level?: FeeLevel;
  readonly gasLimit: bigint;
  /** The base fee when the terms were made. */
  readonly baseFee: bigint;
}

/** One signed transaction in the mempool, with what the operator marked it as. */
export interface Attempt extends FeeTerms {
  readonly txHash: string;
  readonly gasLimit: bigint;
  readonly fromHeight: number;
  /** The block from which patience with it is counted: that, or the one at which it was let go again. */
  readonly patientFrom: number;
  /** `held`: no block takes it. `dropped`: it left the mempool. `wanted`: the next block takes it at any price. */
  readonly mark?: 'held' | 'dropped' | 'wanted';
  /** It will fail in the block that takes it. */
  readonly willRevert?: true;
}

/** What a block did with a transaction. */
export interface Mined {
  readonly txHash: string;
  readonly height: number;
  readonly blockHash: string;
  readonly networkFee: bigint;
  readonly atMs: number;
}

interface Moved extends Dated {
  readonly id: string;
  readonly walletId: string;
  readonly blockchain: Blockchain;
  readonly tokenId: string;
  readonly units: bigint;
  readonly source: string;
  readonly destination: string;
}

interface Failure {
  readonly reason: FailureReason;
  readonly details: string;
}

interface OutboundFacts extends Moved {
  readonly direction: 'OUTBOUND';
  readonly refId?: string;
  readonly fee: Fee;
  readonly gasReserved: bigint;
  /** The inbound record of a receiving wallet of the service. */
  readonly inboundId?: string;
}

export type Waiting = OutboundFacts & { readonly state: 'INITIATED' | 'CLEARED' };
export type Queued = OutboundFacts & { readonly state: 'QUEUED'; readonly nonce?: number };
export type Broadcast = OutboundFacts & {
  readonly state: 'SENT' | 'STUCK';
  readonly nonce?: number;
  readonly attempt: Attempt;
  readonly cancellation?: Attempt;
};
export type Settled = OutboundFacts & {
  readonly state: 'CONFIRMED' | 'COMPLETE';
  readonly nonce?: number;
  readonly mined: Mined;
};
export type Failed = OutboundFacts & {
  readonly state: 'FAILED';
  readonly failure: Failure;
  readonly mined?: Mined;
};
export type Denied = OutboundFacts & { readonly state: 'DENIED'; readonly reason: string };
export type Cancelled = OutboundFacts & { readonly state: 'CANCELLED'; readonly mined?: Mined };

export type Outbound = Waiting | Queued | Broadcast | Settled | Failed | Denied | Cancelled;

export type Inbound = Moved & {
  readonly direction: 'INBOUND';
  readonly mined: Mined;
} & (
    | { readonly state: 'CONFIRMED' | 'COMPLETE' }
    | { readonly state: 'FAILED'; readonly failure: Failure }
  );

export type Transaction = Outbound | Inbound;

export type TransactionState = Transaction['state'];

/** What an idempotency key was used for: a reference to what was made, not a copy of the answer. */
export interface Binding {
  readonly key: string;
  /** See scopeOf. */
  readonly scope: string;
  readonly made:
    | { readonly kind: 'walletSet'; readonly id: string }
    | { readonly kind: 'wallets'; readonly from: number; readonly count: number }
    | { readonly kind: 'transaction'; readonly id: string; readonly state: TransactionState };
}

/** The operations that a key can be bound to. */
export type KeyedOperation =
  | 'CreateWalletSet'
  | 'CreateWallets'
  | 'InitiateTransfer'
  | 'AccelerateTransaction'
  | 'CancelTransaction';

/** The scope of a key (reference/wallet.md section 2): the operation, and the id in its path where it has one. */
export function scopeOf(operation: KeyedOperation, pathId?: string): string {
  return pathId === undefined ? operation : `${operation}/${pathId}`;
}

export interface WalletState {
  /** The id of the account that the service is for. */
  readonly appId: string;
  readonly entities: Table<Entity>;
  readonly walletSets: Table<WalletSet>;
  readonly wallets: Table<Wallet, 'walletSetId' | 'blockchain' | 'address' | 'place' | 'refId'>;
  readonly branches: Table<Branch>;
  readonly balances: Table<Balance, 'holder'>;
  readonly lanes: Table<Lane, 'busy'>;
  readonly transactions: Table<
    Transaction,
    | 'walletId'
    | 'blockchain'
    | 'state'
    | 'direction'
    | 'destination'
    | 'txHash'
    | 'refId'
    | 'confirming'
  >;
  readonly bindings: Table<Binding>;
  readonly chains: Table<ChainState>;
}

export type ReadonlyWalletState = ReadonlyState<WalletState>;

export function initialState(_genesis: Genesis, context: Context): WalletState {
  const chains = new Table<ChainState>((chain) => chain.blockchain, {});
  for (const { blockchain, rules } of runningChains) {
    chains.insert(initialChain(blockchain, rules, context));
  }
  return {
    appId: context.id('entity', 0),
    chains,
    entities: new Table<Entity>((entity) => entity.id, {}),
    walletSets: new Table<WalletSet>((set) => set.id, {}),
    wallets: new Table(
      (wallet: Wallet) => wallet.id,
      walletKeys,
      columnLayout(walletColumns, 'id'),
    ),
    branches: new Table<Branch>((branch) => branch.id, {}),
    balances: new Table((balance: Balance) => balance.id, {
      holder: (balance: Balance) => balance.holder,
    }),
    lanes: new Table((lane: Lane) => lane.walletId, {
      busy: (lane: Lane) => (lane.pending.length > 0 ? lane.blockchain : undefined),
    }),
    transactions: new Table((transaction: Transaction) => transaction.id, {
      walletId: (transaction: Transaction) => transaction.walletId,
      blockchain: (transaction: Transaction) => transaction.blockchain,
      state: (transaction: Transaction) => transaction.state,
      direction: (transaction: Transaction) => transaction.direction,
      destination: (transaction: Transaction) => transaction.destination,
      txHash: txHashOf,
      refId: (transaction: Transaction) =>
        transaction.direction === 'OUTBOUND' ? transaction.refId : undefined,
      confirming: (transaction: Transaction) =>
        transaction.state === 'CONFIRMED' ? transaction.blockchain : undefined,
    }),
    bindings: new Table<Binding>((binding) => binding.key, {}),
  };
}

const walletKeys = {
  walletSetId: (wallet: Wallet) => wallet.walletSetId,
  blockchain: (wallet: Wallet) => wallet.blockchain,
  address: (wallet: Wallet) => wallet.address,
  place: (wallet: Wallet) => holderOf(wallet.blockchain, wallet.address),
  refId: (wallet: Wallet) => wallet.refId,
};

/** There may be ten million wallets in a set. */
const walletColumns: Columns<Wallet> = {
  id: uuidColumn,
  walletSetId: uuidColumn,
  blockchain: choiceColumn(blockchains),
  address: hexColumn(20, '0x'),
  index: integerColumn,
  accountType: choiceColumn(['EOA']),
  status: choiceColumn(['LIVE', 'FROZEN']),
  name: anyColumn(),
  refId: anyColumn(),
  original: anyColumn(),
  createdMs: integerColumn,
  updatedMs: integerColumn,
};

/** An address on a chain, as balances and wallets are found by it. */
export function holderOf(blockchain: Blockchain, address: string): string {
  return `${blockchain}/${address}`;
}

export function balanceId(blockchain: Blockchain, address: string, tokenId: string): string {
  return `${blockchain}/${address}/${tokenId}`;
}

export function branchId(walletSetId: string, blockchain: Blockchain): string {
  return `${walletSetId}/${blockchain}`;
}

/** The hash by which a transaction is known at present, if it was ever sent. */
export function txHashOf(transaction: Transaction): string | undefined {
  switch (transaction.state) {
    case 'INITIATED':
    case 'CLEARED':
    case 'QUEUED':
    case 'DENIED':
      return undefined;
    case 'SENT':
    case 'STUCK':
      return transaction.attempt.txHash;
    case 'CONFIRMED':
    case 'COMPLETE':
    case 'FAILED':
    case 'CANCELLED':
      return transaction.mined?.txHash;
  }
}

/** What an address holds of a token and does not need for transfers under way. */
export function available(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  address: string,
  tokenId: string,
): bigint {
  const balance = state.balances.get(balanceId(blockchain, address, tokenId));
  return balance === undefined ? 0n : balance.units - balance.reserved;
}

/** The wallet of an id, or of an address on a chain. */
export function walletNamed(state: ReadonlyWalletState, name: WalletName): Wallet | undefined {
  if ('walletId' in name) return state.wallets.get(name.walletId);
  const address = normalAddress(chainOf(name.blockchain).family, name.address);
  const by = { place: holderOf(name.blockchain, address) };
  return state.wallets.list({ by, order: 'ascending', limit: 1 })[0];
}
