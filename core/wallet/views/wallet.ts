// Wallet sets, wallets, and what they hold.

import type { Result } from '../../kernel/result.ts';
import { formatAmount } from '../amount.ts';
import type { Blockchain } from '../chains.ts';
import type { WalletName } from '../commands.ts';
import { comparable } from '../keys.ts';
import { pageOf, pageOfList, type Page, type PageQuery } from '../page.ts';
import {
  holderOf,
  walletNamed,
  type ReadonlyWalletState,
  type Token,
  type Wallet,
  type WalletSet,
} from '../state.ts';
import { tokenById } from '../token-registry.ts';
import { nativeToken } from '../tokens.ts';

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
  const { address, ...keys } = filter;
  const by = { ...keys, address: address === undefined ? undefined : comparable(address) };
  return pageOf(state.wallets, { anyOf: [by] }, query);
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

export interface BalanceView {
  /** The token's: it is the cursor of a page of balances. */
  readonly id: string;
  readonly token: Token;
  readonly amount: string;
  readonly updatedMs: number;
}

export interface BalanceFilter {
  readonly name?: string | undefined;
  readonly tokenAddresses?: readonly string[] | undefined;
  readonly standard?: string | undefined;
}

/** A page of a wallet's balances: the native token first, then what it holds or once held. Undefined for no such wallet. */
export function balancesView(
  state: ReadonlyWalletState,
  walletId: string,
  filter: BalanceFilter,
  query: PageQuery,
): Paged<BalanceView> | undefined {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return undefined;
  const { blockchain, address, createdMs } = wallet;
  const by = { holder: holderOf(blockchain, address) };
  const held = state.balances.list({ by, order: 'ascending', limit: Number.MAX_SAFE_INTEGER });
  const views = held.flatMap((balance): BalanceView[] => {
    const token = tokenById(state, balance.tokenId);
    return token === undefined ? [] : [balanceView(token, balance.units, balance.updatedMs)];
  });
  const native = nativeToken(blockchain);
  const first =
    native === undefined
      ? []
      : [views.find((view) => view.token.id === native.id) ?? balanceView(native, 0n, createdMs)];
  const others = views.filter((view) => view.token.id !== native?.id);
  const fitting = [...first, ...others].filter((view) => fitsBalance(view.token, filter));
  return pageOfList(fitting, query);
}

function balanceView(token: Token, units: bigint, updatedMs: number): BalanceView {
  const amount = formatAmount(units, token.decimals);
  return { id: token.id, token, amount, updatedMs };
}

function fitsBalance(token: Token, { name, tokenAddresses, standard }: BalanceFilter): boolean {
  if (name !== undefined && token.name !== name) return false;
  if (standard !== undefined && token.standard !== standard) return false;
  if (tokenAddresses === undefined) return true;
  return tokenAddresses.some((address) => comparable(address) === (token.address ?? ''));
}
