// Mints NFTs and currencies for the operator, and registers their tokens. Contract calls that mint share `tokenToMint` and
// `nftTokenIdOf`.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Context } from '../../kernel/context.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { chainOf, type Blockchain, type Family } from '../chain/blockchains.ts';
import type { MintTokens, TokenDraft } from '../commands.ts';
import type { TokenRegistered } from '../events.ts';
import { isAddress, normalAddress } from '../keys/address.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import {
  isNft,
  isSemiFungible,
  nftId,
  registeredToken,
  standardsOf,
  type Token,
  type TokenStandard,
} from '../records/token.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { tokenLabel, tokenByAddress, tokenById } from '../tokens/registry.ts';
import { derivedId } from '../tokens/catalogue.ts';
import type { WalletDecision } from './decision.ts';
import { depositEvents, unitsToDeposit } from './funding.ts';

/** The most decimals that a token may have. */
export const tokenDecimalsMax = 36;

const defaultStandards: Readonly<Record<Family, TokenStandard | undefined>> = {
  evm: 'ERC721',
  solana: 'NonFungible',
  aptos: 'FungibleAsset',
  near: undefined,
};

const defaultDecimals: Readonly<Record<Family, number>> = {
  evm: 18,
  solana: 9,
  aptos: 8,
  near: 24,
};

const describing = ['standard', 'name', 'symbol', 'decimals'] as const;

export function mintTokens(
  { walletId, token: named, nftTokenId, amount = '1', metadata }: MintTokens,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  const { blockchain } = wallet;
  if (chainOf(blockchain).rules === undefined) return reject('OPERATION_NOT_OFFERED');
  const found =
    'tokenId' in named
      ? existingToken(state, named.tokenId)
      : tokenToMint(state, blockchain, named, context.nowMs);
  if (!found.ok) return found;
  const { token, registered } = found.value;
  if (token.blockchain !== blockchain) return reject('TOKEN_ON_OTHER_CHAIN');
  const item = nftTokenIdOf(token, nftTokenId);
  if (!item.ok) return item;
  const isOne = isNft(token) && !isSemiFungible(token);
  if (isOne && state.nfts.get(nftId({ tokenId: token.id, nftTokenId: item.value })) !== undefined) {
    return reject('NFT_EXISTS');
  }
  if (metadata !== undefined && !isNft(token)) {
    return reject('TOKEN_UNFIT', `${tokenLabel(token)} has no metadata`);
  }
  const units = unitsToDeposit(state, wallet, token, amount, item.value);
  if (!units.ok) return units;
  if (isOne && units.value !== 1n) {
    return reject('AMOUNTS_INVALID', 'of such an NFT there is exactly one');
  }
  const deposit = { token, units: units.value, nftTokenId: item.value, metadata };
  return ok([...registered, ...depositEvents(state, context, wallet, [deposit])]);
}

interface Found {
  readonly token: Token;
  /** The registration of the token, if it is new. */
  readonly registered: readonly TokenRegistered[];
}

function existingToken(
  state: ReadonlyWalletState,
  tokenId: string,
): Result<Found, WalletRejection> {
  const token = tokenById(state, tokenId);
  return token === undefined
    ? reject('TOKEN_UNKNOWN', `no token '${tokenId}'`)
    : ok({ token, registered: [] });
}

/** The token at an address, which must match the draft; if there is none, a new one from the draft. */
export function tokenToMint(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  draft: TokenDraft,
  nowMs: number,
): Result<Found, WalletRejection> {
  const { family } = chainOf(blockchain);
  if (!isAddress(family, draft.address)) {
    return reject('TOKEN_UNFIT', `'${draft.address}' is no address on ${blockchain}`);
  }
  const token = tokenByAddress(state, blockchain, draft.address);
  if (token !== undefined) {
    const other = describing.find(
      (name) => draft[name] !== undefined && draft[name] !== token[name],
    );
    return other === undefined
      ? ok({ token, registered: [] })
      : reject(
          'TOKEN_UNFIT',
          `the ${other} of the token at this address is ${token[other] ?? 'unset'}`,
        );
  }
  const standard = draft.standard ?? defaultStandards[family];
  if (standard === undefined || !standardsOf(family).includes(standard)) {
    return reject('TOKEN_UNFIT', `no ${standard ?? 'token'} can be made on ${blockchain}`);
  }
  const decimals = isNft({ standard, blockchain })
    ? 0
    : (draft.decimals ?? defaultDecimals[family]);
  const address = normalAddress(family, draft.address);
  const event: TokenRegistered = {
    type: 'TokenRegistered',
    tokenId: derivedId(blockchain, address),
    blockchain,
    address,
    standard,
    decimals,
    ...omitUndefined({ name: draft.name, symbol: draft.symbol }),
  };
  return ok({ token: registeredToken(event, nowMs), registered: [event] });
}

/** The stored form of an NFT's id; undefined for a currency, and where the token itself is the item. */
export function nftTokenIdOf(
  token: Token,
  text: string | undefined,
): Result<string | undefined, WalletRejection> {
  if (!isNft(token)) {
    return text === undefined
      ? ok(undefined)
      : reject('TOKEN_UNFIT', `${tokenLabel(token)} has no NFTs`);
  }
  if (chainOf(token.blockchain).family !== 'evm') {
    return text === '' ? reject('TOKEN_UNFIT', 'nftTokenId is empty') : ok(text);
  }
  if (text === undefined)
    return reject('TOKEN_UNFIT', `which NFT of ${tokenLabel(token)} is not said`);
  if (!/^\d{1,78}$/.test(text) || BigInt(text) >= 2n ** 256n) {
    return reject('TOKEN_UNFIT', `nftTokenId '${text}' is no whole number below 2^256`);
  }
  return ok(BigInt(text).toString());
}
