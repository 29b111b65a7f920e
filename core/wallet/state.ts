// What the wallet service knows: tables of immutable records. Only evolve writes them.

import { columnLayout, type ReadonlyState, Table } from '../tables/index.ts';
import type { Context, Genesis } from '../kernel/context.ts';
import { chainOf, runningChains, type Blockchain } from './chain/blockchains.ts';
import type { WalletName } from './commands/parts.ts';
import type { RequestWindow } from './records/request-window.ts';
import { initialChain, type ChainState } from './chain/fee-market.ts';
import { normalAddress } from './keys/address.ts';
import type { Approval } from './records/approval.ts';
import type { Balance } from './records/balance.ts';
import { idempotencyColumns, type IdempotencyEntry } from './records/idempotency.ts';
import type { MonitoredToken, Monitoring } from './records/monitoring.ts';
import {
  type Nft,
  type NftHolding,
  nftId,
  type Supply,
  type Token,
  tokenPlace,
} from './records/token.ts';
import type { Delivery, Subscription } from './records/webhook.ts';
import {
  destinationOf,
  openWalletIdOf,
  txHashOf,
  type Transaction,
} from './records/transaction.ts';
import {
  walletColumns,
  walletKeys,
  type Branch,
  type Wallet,
  type WalletSet,
} from './records/wallet.ts';

export interface Entity {
  readonly id: 'entity';
  readonly secretFingerprint: string;
}

/** How a sender's transactions on its chain stand in line. */
export interface Lane {
  readonly walletId: string;
  readonly blockchain: Blockchain;
  readonly nextNonce: number;
  /** Ids of what is QUEUED, SENT or STUCK, by nonce or, without nonces, by the order of queueing. */
  readonly pending: readonly string[];
}

export interface WalletState {
  /** The id of the account that the service is for. */
  readonly appId: string;
  readonly entities: Table<Entity>;
  /** Of worlds that limit requests. */
  readonly arrivals: Table<RequestWindow>;
  readonly walletSets: Table<WalletSet>;
  readonly wallets: Table<
    Wallet,
    'walletSetId' | 'blockchain' | 'setOnChain' | 'scaCore' | 'address' | 'refId'
  >;
  readonly branches: Table<Branch>;
  readonly balances: Table<Balance, 'holder' | 'token'>;
  /** The tokens that came into being in this world; the catalogue has the others. */
  readonly tokens: Table<Token, 'place'>;
  /** The NFTs that were minted. */
  readonly nfts: Table<Nft>;
  readonly nftHoldings: Table<NftHolding, 'holder' | 'item' | 'token'>;
  readonly approvals: Table<Approval>;
  /** Of the tokens that have a contract. */
  readonly supplies: Table<Supply>;
  /** What lies in secondary storage (APTOS). */
  readonly secondaryBalances: Table<Balance>;
  readonly monitorings: Table<Monitoring>;
  readonly monitoredTokens: Table<MonitoredToken>;
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
    | 'open'
    | 'endUsers'
  >;
  readonly bindings: Table<IdempotencyEntry>;
  readonly chains: Table<ChainState>;
  readonly subscriptions: Table<Subscription, 'network'>;
  /** `fresh`: not sent yet; by subscription. */
  readonly deliveries: Table<Delivery, 'subscriptionId' | 'fresh' | 'notificationId'>;
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
    arrivals: new Table<RequestWindow>((arrivals) => arrivals.id, {}),
    walletSets: new Table<WalletSet>((set) => set.id, {}),
    wallets: new Table(
      (wallet: Wallet) => wallet.id,
      walletKeys,
      columnLayout(walletColumns, 'id'),
    ),
    branches: new Table<Branch>((branch) => branch.id, {}),
    balances: new Table((balance: Balance) => balance.id, {
      holder: (balance: Balance) => balance.holder,
      token: (balance: Balance) => balance.tokenId,
    }),
    tokens: new Table((token: Token) => token.id, {
      place: (token: Token) => tokenPlace(token.blockchain, token.address ?? ''),
    }),
    nfts: new Table<Nft>((nft) => nft.id, {}),
    nftHoldings: new Table((holding: NftHolding) => holding.id, {
      // What was given away is listed no more, but keeps its place in the list for when it comes back.
      holder: (holding: NftHolding) => (holding.units > 0n ? holding.holder : undefined),
      item: (holding: NftHolding) => (holding.units > 0n ? nftId(holding) : undefined),
      token: ({ units, tokenId }: NftHolding) => (units > 0n ? tokenId : undefined),
    }),
    approvals: new Table<Approval>((approval) => approval.id, {}),
    supplies: new Table<Supply>((supply) => supply.id, {}),
    secondaryBalances: new Table<Balance>((balance) => balance.id, {}),
    monitorings: new Table<Monitoring>((monitoring) => monitoring.id, {}),
    monitoredTokens: new Table<MonitoredToken>((token) => token.id, {}),
    lanes: new Table((lane: Lane) => lane.walletId, {
      busy: (lane: Lane) => (lane.pending.length > 0 ? lane.blockchain : undefined),
    }),
    transactions: new Table((transaction: Transaction) => transaction.id, {
      walletId: (transaction: Transaction) => transaction.walletId,
      blockchain: (transaction: Transaction) => transaction.blockchain,
      state: (transaction: Transaction) => transaction.state,
      direction: (transaction: Transaction) => transaction.direction,
      destination: destinationOf,
      txHash: txHashOf,
      refId: (transaction: Transaction) =>
        transaction.direction === 'OUTBOUND' ? transaction.refId : undefined,
      open: openWalletIdOf,
      endUsers: (transaction: Transaction) =>
        transaction.userId === undefined ? undefined : 'all',
      confirming: (transaction: Transaction) =>
        transaction.state === 'CONFIRMED' ? transaction.blockchain : undefined,
    }),
    bindings: new Table<IdempotencyEntry>((binding) => binding.key, {}, columnLayout(idempotencyColumns, 'key')),
    subscriptions: new Table((subscription: Subscription) => subscription.id, {
      network: (subscription: Subscription) => subscription.network,
    }),
    deliveries: new Table((delivery: Delivery) => delivery.id, {
      subscriptionId: (delivery: Delivery) => delivery.subscriptionId,
      fresh: (delivery: Delivery) =>
        delivery.attempts === 0 ? delivery.subscriptionId : undefined,
      notificationId: (delivery: Delivery) => delivery.notificationId,
    }),
  };
}

export function balanceId(blockchain: Blockchain, address: string, tokenId: string): string {
  return `${blockchain}/${address}/${tokenId}`;
}

/** The wallet of an id, or of an address on a chain. */
export function walletNamed(state: ReadonlyWalletState, name: WalletName): Wallet | undefined {
  if ('walletId' in name) return state.wallets.get(name.walletId);
  const address = normalAddress(chainOf(name.blockchain).family, name.address);
  const by = { address, blockchain: name.blockchain };
  return state.wallets.list({ by, order: 'ascending', limit: 1 })[0];
}

/** The ordinal of the wallet that has an address on a chain, if one has. */
export function walletOrdinalOf(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  address: string,
): number | undefined {
  const [wallet] = state.wallets.list({
    by: { address, blockchain },
    order: 'ascending',
    limit: 1,
  });
  return wallet === undefined ? undefined : state.wallets.ordinalOf(wallet.id);
}

/** The wallet named, if the developer controls it: nothing else can be changed or made to sign by requests. */
export function controlledWallet(state: ReadonlyWalletState, name: WalletName): Wallet | undefined {
  const wallet = walletNamed(state, name);
  return wallet?.userId === undefined ? wallet : undefined;
}
