// Histories of wallets for `given(wallet, ...)`: funded wallets, a transfer in each of its states, and readers of them.

import type { Blockchain } from '../../../core/wallet/chain/blockchains.ts';
import { chainOf } from '../../../core/wallet/chain/blockchains.ts';
import type {
  InitiateTransfer,
  ProvisionWallets,
  WalletCommand,
} from '../../../core/wallet/commands.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import type { wallet } from '../../../core/wallet/index.ts';
import type { TransactionState } from '../../../core/wallet/records/transaction.ts';
import type { Wallet } from '../../../core/wallet/records/wallet.ts';
import type { ReadableWorld } from '../engine/pure-world.ts';
import type { GivenIn } from '../given.ts';
import {
  createWallets,
  createWalletSet,
  firstEventOf,
  startedTransactionId,
  transfer,
} from './commands.ts';
import { holding, outboundOf, stateOf, steer, walletAt } from './world-queries.ts';

export type WalletWorld = GivenIn<typeof wallet>;

/** The wallets of a setup. */
export interface Wallets {
  readonly walletSetId: string;
  readonly wallets: readonly Wallet[];
}

/** A world with funded wallets. */
export type FundedWorld = WalletWorld & Wallets;

/** The transaction of a setup. */
export interface Transaction {
  readonly id: string;
}

/** Creates a set with two wallets on each of the chains, each with the amounts. */
export function createFunded(
  run: (command: WalletCommand) => readonly WalletEvent[],
  { wallet }: Pick<ReadableWorld, 'wallet'>,
  blockchains: readonly Blockchain[] = ['ETH-SEPOLIA'],
  amounts: Readonly<Record<string, string>> = { native: '10', usdc: '1000' },
  accountType: 'EOA' | 'SCA' = 'EOA',
): Wallets {
  const { walletSetId } = firstEventOf(run(createWalletSet()), 'WalletSetCreated');
  const { network } = chainOf(blockchains[0] ?? 'ETH');
  const order = createWallets(walletSetId, { network, blockchains, count: 2, accountType });
  const { wallets } = firstEventOf(run(order), 'WalletsCreated');
  const isFunded = Object.keys(amounts).length > 0; // not every chain has transactions
  for (const { id } of isFunded ? wallets : []) run({ type: 'FundWallet', walletId: id, amounts });
  return { walletSetId, wallets: wallets.flatMap(({ id }) => wallet.wallets.get(id) ?? []) };
}

/** A setup with a set and two wallets on each of the chains, each with the amounts. */
export const fundedWallets =
  (
    blockchains?: readonly Blockchain[],
    amounts?: Readonly<Record<string, string>>,
    accountType?: 'EOA' | 'SCA',
  ) =>
  (world: WalletWorld): Wallets => {
    const run = (command: WalletCommand) => world.having(command).events;
    return createFunded(run, world, blockchains, amounts, accountType);
  };

/** One more wallet of a world's set: a smart account of a core, on ETH-SEPOLIA by default. */
export function provisionSmart(world: FundedWorld, own: Partial<ProvisionWallets>): Wallet {
  const { events } = world.having({
    type: 'ProvisionWallets',
    walletSetId: world.walletSetId,
    blockchains: ['ETH-SEPOLIA'],
    count: 1,
    accountType: 'SCA',
    ...own,
  });
  const [created] = firstEventOf(events, 'WalletsCreated').wallets;
  const wallet = world.wallet.wallets.get(created?.id ?? '');
  if (wallet === undefined) throw new Error('No wallet was created');
  return wallet;
}

/** Starts a transaction, and returns its id. */
export function start(world: WalletWorld, command: WalletCommand): string {
  return startedTransactionId(world.having(command).events);
}

/** Funded wallets, and a transfer of 1 USDC from the first one. */
export const startedTransfer =
  (own: Partial<InitiateTransfer> = {}) =>
  (world: WalletWorld): Wallets & Transaction => {
    const funded = fundedWallets()(world);
    return { ...funded, id: start(world, transfer(walletAt(funded, 0).id, own)) };
  };

/** As `startedTransfer`, to the second wallet. */
export const transferToSecond =
  (own: Partial<InitiateTransfer> = {}) =>
  (world: WalletWorld): Wallets & Transaction => {
    const funded = fundedWallets()(world);
    const { address: destination } = walletAt(funded, 1);
    return {
      ...funded,
      id: start(world, transfer(walletAt(funded, 0).id, { destination, ...own })),
    };
  };

/** A transfer that no block includes, until it is STUCK. */
export const stuckTransfer = (world: WalletWorld): Wallets & Transaction => {
  const started = startedTransfer()(world);
  world
    .after('1s')
    .having(steer(started.id, 'stick'))
    .after('2m')
    .shows(() => stateOf(world, started.id), 'STUCK');
  return started;
};

/** The state of the transaction of a setup. */
export const state = (world: ReadableWorld & Transaction): TransactionState | undefined =>
  stateOf(world, world.id);

/** The state of another transaction. */
export const stateOfId = (id: string) => (world: ReadableWorld) => stateOf(world, id);

/** An outbound transaction. */
export const outboundOfId = (id: string) => (world: ReadableWorld) => outboundOf(world, id);

/** The balance of a wallet. */
export const balanceAt =
  (owner: Pick<Wallet, 'blockchain' | 'address'>, tokenId?: string) => (world: ReadableWorld) =>
    holding(world, owner, tokenId);

/** The balance of a wallet of the setup: the native token's, unless another is named. */
export const balance = (index: number, tokenId?: string) => (world: ReadableWorld & Wallets) =>
  holding(world, walletAt(world, index), tokenId);
