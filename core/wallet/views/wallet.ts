// Wallet sets and wallets as clients see them.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Result } from '../../kernel/result.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import type { WalletName } from '../commands/parts.ts';
import type { AccountType, ScaCore } from '../keys/account.ts';
import { comparable, initialPublicKeyOf } from '../keys/address.ts';
import type { Metadata } from '../records/metadata.ts';
import { mapPage, pageOf, type Page, type PageQuery } from './page.ts';
import { descriptionOf, setOnChain, type Wallet, type WalletSet } from '../records/wallet.ts';
import { walletNamed, type ReadonlyWalletState } from '../state.ts';

type Paged<View> = Result<Page<View>, 'CURSOR_UNKNOWN'>;

export interface WalletSetView {
  readonly id: string;
  readonly name?: string;
  /** The end user whose wallets are in it; absent for the developer's. */
  readonly userId?: string;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface WalletView extends Metadata {
  readonly id: string;
  readonly status: 'LIVE' | 'FROZEN';
  readonly walletSetId: string;
  readonly blockchain: Blockchain;
  readonly address: string;
  readonly accountType: AccountType;
  /** Of smart accounts. */
  readonly scaCore?: ScaCore;
  /** The end user who controls it; absent for the developer's. */
  readonly userId?: string;
  /** Of NEAR accounts. */
  readonly initialPublicKey?: string;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export function walletSetView(state: ReadonlyWalletState, id: string): WalletSetView | undefined {
  const set = state.walletSets.get(id);
  return set === undefined ? undefined : viewOfWalletSet(set);
}

export function walletSetsView(state: ReadonlyWalletState, query: PageQuery): Paged<WalletSetView> {
  return mapPage(pageOf(state.walletSets, { anyOf: [{}] }, query), viewOfWalletSet);
}

/** The wallet set that was created last. */
export function newestWalletSetView({
  walletSets,
}: ReadonlyWalletState): WalletSetView | undefined {
  const set = walletSets.at(walletSets.insertedCount - 1);
  return set === undefined ? undefined : viewOfWalletSet(set);
}

export function viewOfWalletSet(set: WalletSet): WalletSetView {
  const { id, name, userId, createdMs, updatedMs } = set;
  return { id, ...omitUndefined({ name, userId }), createdMs, updatedMs };
}

export interface WalletFilter {
  readonly address?: string | undefined;
  readonly blockchain?: Blockchain | undefined;
  readonly scaCore?: string | undefined;
  readonly walletSetId?: string | undefined;
  readonly refId?: string | undefined;
}

export function walletView(state: ReadonlyWalletState, id: string): WalletView | undefined {
  const wallet = state.wallets.get(id);
  return wallet === undefined ? undefined : viewOfWallet(wallet);
}

export function walletsView(
  state: ReadonlyWalletState,
  filter: WalletFilter,
  query: PageQuery,
): Paged<WalletView> {
  return mapPage(pageOf(state.wallets, { anyOf: [keysOf(filter)] }, query), viewOfWallet);
}

/** The wallets that were created last, in the order of their creation. */
export function newestWalletsView(
  { wallets }: ReadonlyWalletState,
  count: number,
): readonly WalletView[] {
  const after = wallets.insertedCount - count - 1;
  return wallets.list({ order: 'ascending', after, limit: count }).map(viewOfWallet);
}

/** The wallet on a chain that has the address of another. */
export function derivedWalletView(
  state: ReadonlyWalletState,
  source: WalletName,
  blockchain: Blockchain,
): WalletView | undefined {
  const address =
    'address' in source ? source.address : state.wallets.get(source.walletId)?.address;
  const wallet = address === undefined ? undefined : walletNamed(state, { address, blockchain });
  return wallet === undefined ? undefined : viewOfWallet(wallet);
}

export function viewOfWallet(wallet: Wallet): WalletView {
  const { blockchain, address, userId } = wallet;
  const isNear = chainOf(blockchain).family === 'near';
  const initialPublicKey = isNear ? initialPublicKeyOf(address) : undefined;
  return {
    id: wallet.id,
    status: wallet.status,
    walletSetId: wallet.walletSetId,
    blockchain,
    address,
    accountType: wallet.accountType,
    ...descriptionOf(wallet),
    ...omitUndefined({ userId, initialPublicKey }),
    createdMs: wallet.createdMs,
    updatedMs: wallet.updatedMs,
  };
}

/** The id of the wallet with an ordinal of creation, from 0. */
export function walletIdAt({ wallets }: ReadonlyWalletState, ordinal: number): string | undefined {
  return wallets.at(ordinal)?.id;
}

/** The address of the wallet with an ordinal of creation, from 0. */
export function walletAddressAt(
  { wallets }: ReadonlyWalletState,
  ordinal: number,
): string | undefined {
  return wallets.at(ordinal)?.address;
}

/** The id of the wallet set with an ordinal of creation, from 0. */
export function walletSetIdAt(
  { walletSets }: ReadonlyWalletState,
  ordinal: number,
): string | undefined {
  return walletSets.at(ordinal)?.id;
}

/** The index keys of the wallets that a filter selects. */
export function keysOf({ address, walletSetId, blockchain, ...others }: WalletFilter) {
  const place =
    walletSetId === undefined || blockchain === undefined
      ? { walletSetId, blockchain }
      : { setOnChain: setOnChain(walletSetId, blockchain) };
  return { ...others, ...place, address: address === undefined ? undefined : comparable(address) };
}
