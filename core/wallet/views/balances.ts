// Balances of wallets in currencies. NFTs have lists of their own (nft.ts); secondary storage is in none.

import type { Result } from '../../kernel/result.ts';
import { formatAmount } from '../tokens/amount.ts';
import { unitsOfCollection } from '../tokens/holdings.ts';
import { comparable } from '../keys/address.ts';
import { isMonitored } from '../tokens/monitoring.ts';
import { mapPage, pageOfList, type Page, type PageQuery } from './page.ts';
import { balanceId, type ReadonlyWalletState } from '../state.ts';
import { holderOf, type Wallet } from '../records/wallet.ts';
import { isNft, type Token } from '../records/token.ts';
import { tokenById } from '../tokens/registry.ts';
import { nativeToken } from '../tokens/catalogue.ts';
import { viewOfToken, type TokenView } from './token.ts';

export interface BalanceView {
  /** The token's: it is the cursor of a page of balances. */
  readonly id: string;
  readonly token: TokenView;
  /** Decimal. */
  readonly amount: string;
  readonly updatedMs: number;
}

interface TokenBalance {
  /** The token's. */
  readonly id: string;
  readonly token: Token;
  readonly units: bigint;
  readonly updatedMs: number;
}

export interface TokenFilter {
  /** Also the tokens that are not monitored. */
  readonly includeAll?: boolean | undefined;
  readonly name?: string | undefined;
  /** Any of these addresses, compared without case where case does not matter. */
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
  const fits = ({ token }: TokenBalance) => tokenFits(state, token, filter);
  return mapPage(pageOfList(fungibleBalances(state, wallet), query, fits), balanceView);
}

/**
 * The balances of a wallet, monitored or not: its native token first, even at zero, then the currencies that it holds or
 * once held, in the order of their first arrival.
 */
function fungibleBalances(
  state: ReadonlyWalletState,
  { blockchain, address, createdMs }: Wallet,
): readonly TokenBalance[] {
  const by = { holder: holderOf(blockchain, address) };
  const held = state.balances.list({ by, order: 'ascending', limit: Number.MAX_SAFE_INTEGER });
  const balances = held.flatMap(({ tokenId: id, units, updatedMs }): TokenBalance[] => {
    const token = tokenById(state, id);
    return token === undefined ? [] : [{ id, token, units, updatedMs }];
  });
  const native = nativeToken(blockchain);
  if (native === undefined) return balances;
  const none = { id: native.id, token: native, units: 0n, updatedMs: createdMs };
  const first = balances.find(({ id }) => id === native.id) ?? none;
  return [first, ...balances.filter(({ id }) => id !== native.id)];
}

/** The balance of a wallet in a token, also if it is zero. */
export function balanceViewOf(
  state: ReadonlyWalletState,
  { blockchain, address, createdMs }: Wallet,
  token: Token,
): BalanceView {
  const { id } = token;
  if (isNft(token)) {
    const units = unitsOfCollection(state, { blockchain, address, tokenId: id });
    return balanceView({ id, token, units, updatedMs: createdMs });
  }
  const { units = 0n, updatedMs = createdMs } =
    state.balances.get(balanceId(blockchain, address, id)) ?? {};
  return balanceView({ id, token, units, updatedMs });
}

function balanceView({ id, token, units, updatedMs }: TokenBalance): BalanceView {
  return { id, token: viewOfToken(token), amount: formatAmount(units, token.decimals), updatedMs };
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
