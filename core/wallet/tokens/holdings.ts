// Looks up units at an address: by chain, address, token and NFT.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { uuidOf } from '../../kernel/ids.ts';
import type { Blockchain } from '../chain/blockchains.ts';
import type { Need } from '../records/operation.ts';
import { isNft, nftId, type NftName } from '../records/token.ts';
import { balanceId, type ReadonlyWalletState } from '../state.ts';
import { holderOf } from '../records/wallet.ts';
import { tokenById } from './registry.ts';

/** One token, or one NFT of it, at an address. */
export interface TokenAccount {
  readonly blockchain: Blockchain;
  readonly address: string;
  readonly tokenId: string;
  /** Only for NFTs; absent where the token itself is the item. */
  readonly nftTokenId?: string | undefined;
}

/** Units at an address, and the part of them that pending transactions will need. */
export interface Held {
  readonly units: bigint;
  readonly reserved: bigint;
}

type Ledger = Pick<ReadonlyWalletState, 'tokens' | 'balances' | 'nftHoldings'>;

const none: Held = { units: 0n, reserved: 0n };

export function holdingOf(state: Ledger, account: TokenAccount): Held {
  const { blockchain, address, tokenId } = account;
  const held = isNftAccount(state, account)
    ? state.nftHoldings.get(nftHoldingId(account))
    : state.balances.get(balanceId(blockchain, address, tokenId));
  return held ?? none;
}

/** The units of a token (or of one NFT) at an address that pending transactions do not need. */
export function available(
  state: Ledger,
  blockchain: Blockchain,
  address: string,
  tokenId: string,
  nftTokenId?: string,
): bigint {
  const { units, reserved } = holdingOf(state, { blockchain, address, tokenId, nftTokenId });
  return units - reserved;
}

/** Whether the available units at an address cover all its needs. */
export function coversNeeds(
  state: Ledger,
  blockchain: Blockchain,
  address: string,
  needs: readonly Need[],
): boolean {
  return needs.every(
    ({ tokenId, nftTokenId, units }) =>
      available(state, blockchain, address, tokenId, nftTokenId) >= units,
  );
}

export function isNftAccount(state: Pick<Ledger, 'tokens'>, { tokenId }: TokenAccount): boolean {
  const token = tokenById(state, tokenId);
  return token !== undefined && isNft(token);
}

/** The address that holds a single NFT (ERC-721), if it was minted. */
export function ownerOf(
  { nftHoldings }: Pick<ReadonlyWalletState, 'nftHoldings'>,
  blockchain: Blockchain,
  nft: NftName,
): string | undefined {
  const by = { item: nftId(nft) };
  const [holding] = nftHoldings.list({ by, order: 'ascending', limit: 1 });
  return holding?.holder.slice(holderOf(blockchain, '').length);
}

/** The supply of a token. */
export function supplyOf(
  { supplies }: Pick<ReadonlyWalletState, 'supplies'>,
  tokenId: string,
): bigint {
  return supplies.get(tokenId)?.units ?? 0n;
}

/** Units of all NFTs of a collection that an address holds. */
export function unitsOfCollection(
  { nftHoldings }: Pick<ReadonlyWalletState, 'nftHoldings'>,
  { blockchain, address, tokenId }: TokenAccount,
): bigint {
  const by = { holder: holderOf(blockchain, address), token: tokenId };
  const held = nftHoldings.list({ by, order: 'ascending', limit: Number.MAX_SAFE_INTEGER });
  return held.reduce((sum, { units }) => sum + units, 0n);
}

/** The id of an NFT holding: a UUID, since it is the cursor of a page. */
export function nftHoldingId(account: TokenAccount): string {
  const { blockchain, address } = account;
  const name = JSON.stringify(['nft', blockchain, address, nftId(account)]);
  return uuidOf(bytesToHex(sha256(utf8ToBytes(name))));
}
