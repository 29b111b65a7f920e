// Wallet sets and wallets.

import type { Result } from '../../kernel/result.ts';
import type { Blockchain } from '../chain/blockchains.ts';
import type { WalletName } from '../commands/parts.ts';
import { comparable } from '../keys/address.ts';
import { pageOf, type Page, type PageQuery } from './page.ts';
import { setOnChain, type Wallet, type WalletSet } from '../records/wallet.ts';
import { walletNamed, type ReadonlyWalletState } from '../state.ts';

type Paged<View> = Result<Page<View>, 'CURSOR_UNKNOWN'>;

export function walletSetsView(state: ReadonlyWalletState, query: PageQuery): Paged<WalletSet> {
  return pageOf(state.walletSets, { anyOf: [{}] }, query);
}

export interface WalletFilter {
  readonly address?: string | undefined;
  readonly blockchain?: Blockchain | undefined;
  readonly scaCore?: string | undefined;
  readonly walletSetId?: string | undefined;
  readonly refId?: string | undefined;
}

export function walletsView(
  state: ReadonlyWalletState,
  filter: WalletFilter,
  query: PageQuery,
): Paged<Wallet> {
  return pageOf(state.wallets, { anyOf: [keysOf(filter)] }, query);
}

/** The keys of the wallets that a filter lets through. */
export function keysOf({ address, walletSetId, blockchain, ...others }: WalletFilter) {
  const place =
    walletSetId === undefined || blockchain === undefined
      ? { walletSetId, blockchain }
      : { setOnChain: setOnChain(walletSetId, blockchain) };
  return { ...others, ...place, address: address === undefined ? undefined : comparable(address) };
}

/** The wallet on a chain that has the address of another. */
export function derivedWallet(
  state: ReadonlyWalletState,
  source: WalletName,
  blockchain: Blockchain,
): Wallet | undefined {
  const address =
    'address' in source ? source.address : state.wallets.get(source.walletId)?.address;
  return address === undefined ? undefined : walletNamed(state, { address, blockchain });
}
