// The state of the wallet: tables of immutable records. Only evolve writes them.

import { createTable, forkTables, type ReadonlyState, type Table } from '../tables/index.ts';
import type { Context, Genesis } from '../kernel/context.ts';
import { invariant } from '../kernel/invariant.ts';
import { createMemo } from '../kernel/memo.ts';
import { chainOf, runningChains, type Blockchain, type ChainRules } from './chain/blockchains.ts';
import { initialChain, type ChainState } from './chain/fee-market.ts';
import type { WalletName } from './commands/parts.ts';
import { normalAddress } from './keys/address.ts';
import type { Approval } from './records/approval.ts';
import type { Balance } from './records/balance.ts';
import type { Entity } from './records/entity.ts';
import type { MonitoredToken, Monitoring } from './records/monitoring.ts';
import type { RequestWindow } from './records/request-window.ts';
import type { Nft, Supply } from './records/token.ts';
import type { Branch, Wallet, WalletSet } from './records/wallet.ts';
import {
  walletTable,
  balanceTable,
  tokenTable,
  nftHoldingTable,
  senderQueueTable,
  transactionTable,
  idempotencyTable,
  subscriptionTable,
  deliveryTable,
  type WalletTable,
  type BalanceTable,
  type TokenTable,
  type NftHoldingTable,
  type SenderQueueTable,
  type TransactionTable,
  type IdempotencyTable,
  type SubscriptionTable,
  type DeliveryTable,
} from './tables.ts';

export interface WalletState {
  /** The id of the account that the service is for. */
  readonly appId: string;
  readonly entities: Table<Entity>;
  /** Of worlds that limit requests. */
  readonly requestWindows: Table<RequestWindow>;
  readonly walletSets: Table<WalletSet>;
  readonly wallets: WalletTable;
  readonly branches: Table<Branch>;
  readonly balances: BalanceTable;
  /** The tokens registered in this world; the catalogue has the others. */
  readonly tokens: TokenTable;
  /** The NFTs that were minted. */
  readonly nfts: Table<Nft>;
  readonly nftHoldings: NftHoldingTable;
  readonly approvals: Table<Approval>;
  /** Of the tokens that have a contract. */
  readonly supplies: Table<Supply>;
  /** Balances in secondary storage (APTOS). */
  readonly secondaryBalances: Table<Balance>;
  readonly monitorings: Table<Monitoring>;
  readonly monitoredTokens: Table<MonitoredToken>;
  /** Sender queues; `lanes` is the name that snapshots have, and no lane of the glossary. */
  readonly lanes: SenderQueueTable;
  readonly transactions: TransactionTable;
  readonly idempotencyEntries: IdempotencyTable;
  readonly chains: Table<ChainState>;
  readonly subscriptions: SubscriptionTable;
  readonly deliveries: DeliveryTable;
}

export type ReadonlyWalletState = ReadonlyState<WalletState>;

/** The most seeds and epochs whose chains are kept, at some 15 KiB each. */
const initialChainsMax = 64;

/** Shared by all worlds, table by table, until they write one. */
const empty: Omit<WalletState, 'appId'> = {
  chains: createTable<ChainState>((chain) => chain.blockchain, {}),
  entities: createTable<Entity>((entity) => entity.id, {}),
  requestWindows: createTable<RequestWindow>((window) => window.id, {}),
  walletSets: createTable<WalletSet>((set) => set.id, {}),
  wallets: walletTable(),
  branches: createTable<Branch>((branch) => branch.id, {}),
  balances: balanceTable(),
  tokens: tokenTable(),
  nfts: createTable<Nft>((nft) => nft.id, {}),
  nftHoldings: nftHoldingTable(),
  approvals: createTable<Approval>((approval) => approval.id, {}),
  supplies: createTable<Supply>((supply) => supply.id, {}),
  secondaryBalances: createTable<Balance>((balance) => balance.id, {}),
  monitorings: createTable<Monitoring>((monitoring) => monitoring.id, {}),
  monitoredTokens: createTable<MonitoredToken>((token) => token.id, {}),
  lanes: senderQueueTable(),
  transactions: transactionTable(),
  idempotencyEntries: idempotencyTable(),
  subscriptions: subscriptionTable(),
  deliveries: deliveryTable(),
};

/** Worlds of the same seed and epoch share their chains until they change one. */
const initialChains = createMemo<Table<ChainState>>(initialChainsMax);

export function initialState(_genesis: Genesis, context: Context): WalletState {
  const appId = context.id('entity', 0);
  // The id stands for the seed.
  const chains = initialChains(`${appId}/${context.nowMs}`, () => newChains(context));
  return { appId, ...forkTables({ ...empty, chains }) };
}

function newChains(context: Context): Table<ChainState> {
  const chains = empty.chains.fork();
  for (const { blockchain, rules } of runningChains) {
    chains.insert(initialChain(blockchain, rules, context));
  }
  return chains;
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

/** The row id of the wallet that has an address on a chain, if one has. */
export function walletRowIdOf(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  address: string,
): number | undefined {
  const [wallet] = state.wallets.list({
    by: { address, blockchain },
    order: 'ascending',
    limit: 1,
  });
  return wallet === undefined ? undefined : state.wallets.rowIdOf(wallet.id);
}

/** The named wallet, if the developer controls it: requests can change, and sign with, no others. */
export function controlledWallet(state: ReadonlyWalletState, name: WalletName): Wallet | undefined {
  const wallet = walletNamed(state, name);
  return wallet?.userId === undefined ? wallet : undefined;
}

/** A simulated chain: its state and its rules. */
export function runningChain(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
): { readonly chain: ChainState; readonly rules: ChainRules } {
  const chain = state.chains.get(blockchain);
  const rules = chainOf(blockchain).rules;
  invariant(chain !== undefined && rules !== undefined, `${blockchain} is a running chain`);
  return { chain, rules };
}
