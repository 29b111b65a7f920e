// Wallets of one chain with their balances, optionally only those with a minimum balance.

import { RowIdSet } from '../../tables/index.ts';
import { err, type Result } from '../../kernel/result.ts';
import { amountDigitsMax, parseAmount } from '../tokens/amount.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import { isAddress } from '../keys/address.ts';
import { mapPage, pageOf, type Page, type PageQuery } from './page.ts';
import { holderOf } from '../records/wallet.ts';
import { isNft, type Token } from '../records/token.ts';
import { walletRowIdOf, type ReadonlyWalletState } from '../state.ts';
import { tokenByAddress } from '../tokens/registry.ts';
import { nativeToken } from '../tokens/catalogue.ts';
import { balanceViewOf, type BalanceView } from './balances.ts';
import { keysOf, viewOfWallet, type WalletFilter, type WalletView } from './wallet.ts';

export interface HoldingFilter extends WalletFilter {
  readonly blockchain: Blockchain;
  /** The token whose balance is compared, and shown in addition to the native one. */
  readonly tokenAddress?: string | undefined;
  /** The minimum balance in that token, or in the native one; decimal. */
  readonly amountMin?: string | undefined;
}

export interface HoldingView {
  readonly id: string;
  readonly wallet: WalletView;
  /** The native token first. */
  readonly balances: readonly BalanceView[];
}

export type HoldingRefusal = 'TOKEN_FILTER_INVALID' | 'AMOUNT_FILTER_INVALID' | 'CURSOR_UNKNOWN';

/** A page of wallets with their balances. */
export function holdingsView(
  state: ReadonlyWalletState,
  { tokenAddress, amountMin, ...filter }: HoldingFilter,
  query: PageQuery,
): Result<Page<HoldingView>, HoldingRefusal> {
  const { blockchain } = filter;
  if (tokenAddress !== undefined && !isAddress(chainOf(blockchain).family, tokenAddress)) {
    return err('TOKEN_FILTER_INVALID');
  }
  const native = nativeToken(blockchain);
  const named =
    tokenAddress === undefined ? undefined : tokenByAddress(state, blockchain, tokenAddress);
  const compared = tokenAddress === undefined ? native : named;
  const decimals = compared?.decimals ?? amountDigitsMax;
  const least = amountMin === undefined ? 0n : parseAmount(amountMin, decimals);
  if (least === undefined) return err('AMOUNT_FILTER_INVALID');

  const page = pageOf(state.wallets, holdersOf(state, filter, compared, least), query);
  const shown = [native, named].filter((token) => token !== undefined);
  return mapPage(page, (wallet) => ({
    id: wallet.id,
    wallet: viewOfWallet(wallet),
    balances: shown.map((token) => balanceViewOf(state, wallet, token)),
  }));
}

/** The wallets of a filter with a minimum balance in a token. */
function holdersOf(
  state: ReadonlyWalletState,
  filter: WalletFilter & { readonly blockchain: Blockchain },
  token: Token | undefined,
  least: bigint,
) {
  const { blockchain } = filter;
  const anyOf = [keysOf(filter)];
  if (least === 0n) return { anyOf };
  if (token === undefined) return { anyOf: [] };
  const inSet = isNft(token)
    ? collectorsOf(state, blockchain, token.id, least)
    : ownersOf(state, token.id, least);
  return { anyOf, inSet };
}

/** The row ids of the wallets with a minimum balance in a currency. Reads all its balances. */
function ownersOf(state: ReadonlyWalletState, tokenId: string, least: bigint): RowIdSet {
  const owners = RowIdSet.of(0);
  const enough = state.balances.list({
    by: { token: tokenId },
    where: ({ units, walletOrdinal }) => units >= least && walletOrdinal !== undefined,
    order: 'ascending',
    limit: Number.MAX_SAFE_INTEGER,
  });
  for (const { walletOrdinal } of enough)
    if (walletOrdinal !== undefined) owners.put(walletOrdinal);
  return owners;
}

/** The row ids of the wallets with a minimum number of NFTs of a collection. */
function collectorsOf(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  tokenId: string,
  least: bigint,
): RowIdSet {
  const held = state.nftHoldings.list({
    by: { token: tokenId },
    order: 'ascending',
    limit: Number.MAX_SAFE_INTEGER,
  });
  const units = new Map<string, bigint>();
  for (const holding of held) {
    units.set(holding.holder, (units.get(holding.holder) ?? 0n) + holding.units);
  }
  const ordinals = [...units].flatMap(([holder, sum]) => {
    const address = holder.slice(holderOf(blockchain, '').length);
    return sum < least ? [] : (walletRowIdOf(state, blockchain, address) ?? []);
  });
  const collectors = RowIdSet.of(0);
  for (const ordinal of ordinals) collectors.add(ordinal);
  return collectors;
}
