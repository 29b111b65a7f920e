// The records of tokens, and of the NFTs that addresses hold. The standards: spec "Token", and which chain has which.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { chainOf, type Blockchain, type Family } from '../chain/blockchains.ts';
import { comparable } from '../keys/address.ts';
import type { Dated } from './wallet.ts';

export const tokenStandards = [
  'ERC20',
  'ERC721',
  'ERC1155',
  'Fungible',
  'FungibleAsset',
  'NonFungible',
  'NonFungibleEdition',
  'ProgrammableNonFungible',
  'ProgrammableNonFungibleEdition',
] as const;

export type TokenStandard = (typeof tokenStandards)[number];

/** A currency or a collection. Tokens of the catalogue are older than any world. */
export interface Token extends Dated {
  readonly id: string;
  readonly blockchain: Blockchain;
  readonly name?: string;
  readonly symbol?: string;
  /** 0 for NFTs, which are counted whole and show no decimals. */
  readonly decimals: number;
  readonly isNative: boolean;
  /** Absent for native tokens. */
  readonly standard?: TokenStandard;
  /** Thousandths of a dollar for a whole token: a fixed price, so that equal runs show equal values. Absent: no price. */
  readonly usdMilli?: number;
  /** Lower case on EVM chains and APTOS. Absent for native tokens. */
  readonly address?: string;
}

/** A token whose contract is deployed in this world. */
export interface DeployedToken {
  readonly tokenId: string;
  readonly blockchain: Blockchain;
  readonly address: string;
  readonly standard: TokenStandard;
  readonly decimals: number;
  readonly name?: string;
  readonly symbol?: string;
}

/** The record of a token that is registered at this instant. */
export function registeredToken(
  { tokenId: id, blockchain, address, standard, decimals, name, symbol }: DeployedToken,
  atMs: number,
): Token {
  return {
    id,
    blockchain,
    address,
    standard,
    decimals,
    isNative: false,
    ...omitUndefined({ name, symbol }),
    createdMs: atMs,
    updatedMs: atMs,
  };
}

/** Where a token is: its chain and address, in the form in which addresses are compared. */
export function tokenPlace(blockchain: Blockchain, address: string): string {
  return `${blockchain}/${comparable(address)}`;
}

/** The units of one NFT at an address; 0 after a transfer. */
export interface NftHolding extends Dated {
  /** A UUID of its own, since several NFTs share the id of their token: the cursor of a page. See nftHoldingId. */
  readonly id: string;
  readonly holder: string;
  readonly tokenId: string;
  /** Absent where the token itself is the item, as a mint of Solana is. */
  readonly nftTokenId?: string;
  readonly units: bigint;
  /** The part that pending transactions will need. */
  readonly reserved: bigint;
}

/** The supply of a token: all deposited and minted units. */
export interface Supply {
  /** The token's. */
  readonly id: string;
  readonly units: bigint;
}

/** One NFT, independent of its holder. */
export interface Nft {
  /** See nftId. */
  readonly id: string;
  readonly metadata?: string;
}

/** The standards of a chain family (the client's documentation of the filter `standard`). */
export function standardsOf(family: Family): readonly TokenStandard[] {
  switch (family) {
    case 'evm':
      return ['ERC20', 'ERC721', 'ERC1155'];
    case 'solana':
      return tokenStandards.filter((standard) => !standard.startsWith('ERC'));
    case 'aptos':
      return ['FungibleAsset'];
    case 'near':
      return [];
  }
}

/** Whether tokens are listed as NFTs. On Solana a fungible asset is semi-fungible; on APTOS it is a currency. */
export function isNft({ standard, blockchain }: Pick<Token, 'standard' | 'blockchain'>): boolean {
  if (standard === undefined) return false;
  switch (standard) {
    case 'ERC20':
    case 'Fungible':
      return false;
    case 'FungibleAsset':
      return chainOf(blockchain).family === 'solana';
    case 'ERC721':
    case 'ERC1155':
    case 'NonFungible':
    case 'NonFungibleEdition':
    case 'ProgrammableNonFungible':
    case 'ProgrammableNonFungibleEdition':
      return true;
  }
}

/** Whether there may be more than one of an NFT: of a semi-fungible one (reference/wallet.md section 4). */
export function isSemiFungible(token: Pick<Token, 'standard' | 'blockchain'>): boolean {
  return isNft(token) && (token.standard === 'ERC1155' || token.standard === 'FungibleAsset');
}

/** The name of an NFT: without an id where the token itself is the item. */
export interface NftName {
  readonly tokenId: string;
  readonly nftTokenId?: string | undefined;
}

/** The id of an NFT, independent of its holder. */
export function nftId({ tokenId, nftTokenId }: NftName): string {
  return nftTokenId === undefined ? tokenId : `${tokenId}/${nftTokenId}`;
}
