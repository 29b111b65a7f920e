// Tokens as clients see them.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Blockchain } from '../chain/blockchains.ts';
import { isNft, type Token, type TokenStandard } from '../records/token.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { nativeToken } from '../tokens/catalogue.ts';
import { tokenById } from '../tokens/registry.ts';

export interface TokenView {
  readonly id: string;
  readonly blockchain: Blockchain;
  readonly name?: string;
  readonly symbol?: string;
  /** Absent for NFTs. */
  readonly decimals?: number;
  readonly isNative: boolean;
  /** Absent for native tokens, like the address. */
  readonly standard?: TokenStandard;
  readonly address?: string;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export function tokenView(state: ReadonlyWalletState, id: string): TokenView | undefined {
  const token = tokenById(state, id);
  return token === undefined ? undefined : viewOfToken(token);
}

/** The token in which gas is paid on a chain. */
export function nativeTokenView(blockchain: Blockchain): TokenView | undefined {
  const token = nativeToken(blockchain);
  return token === undefined ? undefined : viewOfToken(token);
}

export function viewOfToken(token: Token): TokenView {
  const { id, blockchain, name, symbol, standard, address } = token;
  const decimals = isNft(token) ? undefined : token.decimals;
  return {
    id,
    blockchain,
    isNative: token.isNative,
    ...omitUndefined({ name, symbol, decimals, standard, address }),
    createdMs: token.createdMs,
    updatedMs: token.updatedMs,
  };
}
