// What wallets hold of currencies. NFTs have lists of their own (nft.ts); secondary storage is in none.

import type { Result } from '../../kernel/result.ts';
import { formatAmount } from '../tokens/amount.ts';
import { unitsOfCollection } from '../tokens/holdings.ts';
import { comparable } from '../keys/address.ts';
import { isMonitored } from '../tokens/monitoring.ts';
import { pageOfList, type Page, type PageQuery } from './page.ts';
import { balanceId, type ReadonlyWalletState } from '../state.ts';
import { holderOf, type Wallet } from '../records/wallet.ts';
import { isNft, type Token } from '../records/token.ts';
import { tokenById } from '../tokens/registry.ts';
import { nativeToken } from '../tokens/catalogue.ts';

export interface BalanceView {
  /** The token's: it is the cursor of a page of balances. */
  readonly id: string;
  readonly token: Token;
  readonly units: bigint;
  /** The units as a decimal. */
  readonly amount: string;
  readonly updatedMs: number;
}

export interface TokenFilter {
  /** Also the tokens that are not monitored. */
  readonly includeAll?: boolean | undefined;
  readonly name?: string | undefined;
  /** Of any of these addresses, in any case where that does not matter. */
  readonly tokenAddresses?: readonly string[] | undefined;
  readonly standard?: string | undefined;
}

/** A page of a wallet's balances (see fungibleBalances). Undefined for no such wallet. */
export function balancesView(
  state: ReadonlyWalletState,
  walletId: string,
  filter: TokenFilter,
  query: PageQuery,
): Result<Page<BalanceView>, 'CURSOR_UNKNOWN'> | undefined {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return undefined;
  const fits = ({ token }: BalanceView) => tokenFits(state, token, filter);
  return pageOfList(fungibleBalances(state, wallet), query, fits);
}

/**
 * What a wallet has, monitored or not: its native token first, even at zero, then the currencies that it holds or once
 * held, in the order in which they first came.
 */
function fungibleBalances(
  state: ReadonlyWalletState,
  { blockchain, address, createdMs }: Wallet,
): readonly BalanceView[] {
  const by = { holder: holderOf(blockchain, address) };
  const held = state.balances.list({ by, order: 'ascending', limit: Number.MAX_SAFE_INTEGER });
  const views = held.flatMap((balance): BalanceView[] => {
    const token = tokenById(state, balance.tokenId);
    return token === undefined ? [] : [balanceView(token, balance.units, balance.updatedMs)];
  });
  const native = nativeToken(blockchain);
  if (native === undefined) return views;
  const first = views.find(({ id }) => id === native.id) ?? balanceView(native, 0n, createdMs);
  return [first, ...views.filter(({ id }) => id !== native.id)];
}

/** What a wallet has of a token, even if that is nothing. */
export function balanceOf(
  state: ReadonlyWalletState,
  { blockchain, address, createdMs }: Wallet,
  token: Token,
): BalanceView {
  if (isNft(token)) {
    const units = unitsOfCollection(state, { blockchain, address, tokenId: token.id });
    return balanceView(token, units, createdMs);
  }
  const balance = state.balances.get(balanceId(blockchain, address, token.id));
  return balanceView(token, balance?.units ?? 0n, balance?.updatedMs ?? createdMs);
}

function balanceView(token: Token, units: bigint, updatedMs: number): BalanceView {
  return { id: token.id, token, units, amount: formatAmount(units, token.decimals), updatedMs };
}

export function tokenFits(
  state: ReadonlyWalletState,
  token: Token,
  { includeAll = false, name, tokenAddresses, standard }: TokenFilter,
): boolean {
  if (!includeAll && !isMonitored(state, token.id)) return false;
  if (name !== undefined && token.name !== name) return false;
  if (standard !== undefined && token.standard !== standard) return false;
  if (tokenAddresses === undefined) return true;
  return tokenAddresses.some((address) => comparable(address) === (token.address ?? ''));
}
