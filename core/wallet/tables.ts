// The tables of the wallet with indices, and the columns of those that hold millions of records.

import { columnLayout, createTable, type Table } from '../tables/index.ts';
import type { Balance } from './records/balance.ts';
import { idempotencyColumns, type IdempotencyEntry } from './records/idempotency.ts';
import type { SenderQueue } from './records/sender-queue.ts';
import { nftId, tokenPlace, type NftHolding, type Token } from './records/token.ts';
import {
  destinationOf,
  openWalletIdOf,
  txHashOf,
  type Transaction,
} from './records/transaction.ts';
import { walletColumns, walletKeys, type Wallet } from './records/wallet.ts';
import type { Delivery, Subscription } from './records/webhook.ts';

export type WalletTable = Table<Wallet, keyof typeof walletKeys>;

export function walletTable(): WalletTable {
  return createTable((wallet: Wallet) => wallet.id, walletKeys, columnLayout(walletColumns, 'id'));
}

export type BalanceTable = Table<Balance, 'holder' | 'token'>;

export function balanceTable(): BalanceTable {
  return createTable((balance: Balance) => balance.id, {
    holder: (balance: Balance) => balance.holder,
    token: (balance: Balance) => balance.tokenId,
  });
}

export type TokenTable = Table<Token, 'place'>;

export function tokenTable(): TokenTable {
  return createTable((token: Token) => token.id, {
    place: (token: Token) => tokenPlace(token.blockchain, token.address ?? ''),
  });
}

export type NftHoldingTable = Table<NftHolding, 'holder' | 'item' | 'token'>;

export function nftHoldingTable(): NftHoldingTable {
  return createTable((holding: NftHolding) => holding.id, {
    // A holding without units is not listed, but keeps its position in case units return.
    holder: (holding: NftHolding) => (holding.units > 0n ? holding.holder : undefined),
    item: (holding: NftHolding) => (holding.units > 0n ? nftId(holding) : undefined),
    token: ({ units, tokenId }: NftHolding) => (units > 0n ? tokenId : undefined),
  });
}

/** `busy`: the chain of senders with pending transactions. */
export type SenderQueueTable = Table<SenderQueue, 'busy'>;

export function senderQueueTable(): SenderQueueTable {
  return createTable((queue: SenderQueue) => queue.walletId, {
    busy: (queue: SenderQueue) => (queue.pending.length > 0 ? queue.blockchain : undefined),
  });
}

const transactionKeys = {
  walletId: (transaction: Transaction) => transaction.walletId,
  blockchain: (transaction: Transaction) => transaction.blockchain,
  state: (transaction: Transaction) => transaction.state,
  direction: (transaction: Transaction) => transaction.direction,
  destination: destinationOf,
  txHash: txHashOf,
  refId: (transaction: Transaction) =>
    transaction.direction === 'OUTBOUND' ? transaction.refId : undefined,
  open: openWalletIdOf,
  endUsers: (transaction: Transaction) => (transaction.userId === undefined ? undefined : 'all'),
  confirming: (transaction: Transaction) =>
    transaction.state === 'CONFIRMED' ? transaction.blockchain : undefined,
};

export type TransactionTable = Table<Transaction, keyof typeof transactionKeys>;

export function transactionTable(): TransactionTable {
  return createTable((transaction: Transaction) => transaction.id, transactionKeys);
}

export type IdempotencyTable = Table<IdempotencyEntry>;

export function idempotencyTable(): IdempotencyTable {
  return createTable<IdempotencyEntry>(
    (entry) => entry.key,
    {},
    columnLayout(idempotencyColumns, 'key'),
  );
}

export type SubscriptionTable = Table<Subscription, 'network'>;

export function subscriptionTable(): SubscriptionTable {
  return createTable((subscription: Subscription) => subscription.id, {
    network: (subscription: Subscription) => subscription.network,
  });
}

const deliveryKeys = {
  subscriptionId: (delivery: Delivery) => delivery.subscriptionId,
  /** Not sent yet; by subscription. */
  fresh: (delivery: Delivery) => (delivery.attempts === 0 ? delivery.subscriptionId : undefined),
  notificationId: (delivery: Delivery) => delivery.notificationId,
  inFlight: (delivery: Delivery) => (delivery.isInFlight ? 'all' : undefined),
};

export type DeliveryTable = Table<Delivery, keyof typeof deliveryKeys>;

export function deliveryTable(): DeliveryTable {
  return createTable((delivery: Delivery) => delivery.id, deliveryKeys);
}
