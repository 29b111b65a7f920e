// NFTs of a wallet as clients see them.

import { ok, type Result } from '../../kernel/result.ts';
import { formatAmount } from '../tokens/amount.ts';
import { pageOf, type Page, type PageQuery } from './page.ts';
import { holderOf } from '../records/wallet.ts';
import type { NftHolding } from '../records/token.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { nftDetails } from '../details/nft.ts';
import type { NftDetails } from '../records/transaction-details.ts';
import { tokenById } from '../tokens/registry.ts';
import { tokenFits, type TokenFilter } from './balances.ts';
import { viewOfToken, type TokenView } from './token.ts';

export interface NftView extends NftDetails {
  /** The cursor of a page: of this NFT in this wallet alone. */
  readonly id: string;
  readonly token: TokenView;
  /** Decimal; 1 unless the NFT is semi-fungible. */
  readonly amount: string;
  readonly updatedMs: number;
}

/**
 * A page of the NFTs of a wallet, in the order of their first arrival; undefined for an unknown wallet. Several NFTs share
 * the id of their token, so each has a cursor of its own (see NftView). The id of the token is accepted too if the wallet
 * holds one NFT of it (reference/wallet.md section 2 names the token's id, [inferred]).
 */
export function nftsView(
  state: ReadonlyWalletState,
  walletId: string,
  filter: TokenFilter,
  query: PageQuery,
): Result<Page<NftView>, 'CURSOR_UNKNOWN'> | undefined {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return undefined;
  const by = { holder: holderOf(wallet.blockchain, wallet.address) };
  const where = ({ tokenId }: NftHolding) => {
    const token = tokenById(state, tokenId);
    return token !== undefined && tokenFits(state, token, filter);
  };
  const { pageAfter, pageBefore, pageSize } = query;
  const cursorOf = (id: string | undefined) =>
    id === undefined ? undefined : ownCursor(state, by, id);
  const cursors = { pageAfter: cursorOf(pageAfter), pageBefore: cursorOf(pageBefore) };
  const page = pageOf(
    state.nftHoldings,
    { anyOf: [by], where },
    { ...cursors, pageSize, order: 'ASC' },
  );
  if (!page.ok) return page;
  return ok({ ...page.value, items: page.value.items.flatMap((held) => nftView(state, held)) });
}

function nftView(state: ReadonlyWalletState, held: NftHolding): readonly NftView[] {
  const token = tokenById(state, held.tokenId);
  if (token === undefined) return [];
  const { id, units, updatedMs } = held;
  const amount = formatAmount(units, token.decimals);
  return [{ id, token: viewOfToken(token), amount, updatedMs, ...nftDetails(state, held) }];
}

/** The cursor of the holding: a client may name the only NFT of a token by the id of the token. */
function ownCursor(
  state: ReadonlyWalletState,
  by: { readonly holder: string },
  id: string,
): string {
  if (state.nftHoldings.get(id) !== undefined || tokenById(state, id) === undefined) return id;
  const where = ({ tokenId }: NftHolding) => tokenId === id;
  const [only, ...others] = state.nftHoldings.list({ by, where, order: 'ascending', limit: 2 });
  return only === undefined || others.length > 0 ? id : only.id;
}
