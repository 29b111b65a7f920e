// Wallet sets and wallets.

import type { Result } from '../../kernel/result.ts';
import type { Blockchain } from '../chains.ts';
import { comparable } from '../keys.ts';
import { pageOf, type Page, type PageQuery } from '../page.ts';
import type { ReadonlyWalletState, Wallet, WalletSet } from '../state.ts';

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
  const { scaCore, address, ...keys } = filter;
  const by = { ...keys, address: address === undefined ? undefined : comparable(address) };
  // Only smart contract accounts have a core, and there are none yet.
  return pageOf(state.wallets, { anyOf: scaCore === undefined ? [by] : [] }, query);
}
