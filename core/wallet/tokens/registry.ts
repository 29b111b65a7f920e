// All tokens of a world: those of the catalogue, and those deployed in it.

import type { Blockchain } from '../chain/blockchains.ts';
import { type Token, tokenPlace } from '../records/token.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { catalogueToken, catalogueTokenAt } from './catalogue.ts';

type Registry = Pick<ReadonlyWalletState, 'tokens'>;

export function tokenById({ tokens }: Registry, id: string): Token | undefined {
  return catalogueToken(id) ?? tokens.get(id);
}

/** The token of a contract or mint address, in any case where that does not matter; the native token for the empty one. */
export function tokenByAddress(
  { tokens }: Registry,
  blockchain: Blockchain,
  address: string,
): Token | undefined {
  const place = tokenPlace(blockchain, address);
  return (
    catalogueTokenAt(blockchain, address) ??
    tokens.list({ by: { place }, order: 'ascending', limit: 1 })[0]
  );
}

/** The name of a token in error messages. */
export function tokenLabel({ symbol, name, id }: Token): string {
  return symbol ?? name ?? id;
}
