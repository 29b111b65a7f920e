// Decides a requested transfer: finds wallet and token, checks amounts, fee and funds.

import type { Context } from '../../kernel/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { ok, type Err, type Result } from '../../kernel/result.ts';
import { parseAmount } from '../tokens/amount.ts';
import { chainOf, unitsMax } from '../chain/blockchains.ts';
import type { InitiateTransfer, TransferTerms } from '../commands.ts';
import type { NftTransferInitiated, TransferInitiated } from '../events.ts';
import { isAddress, normalAddress } from '../keys/address.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import { isNft, isSemiFungible, type Token } from '../records/token.ts';
import type { Movement } from '../records/operation.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { ChainAddress } from '../records/wallet.ts';
import { tokenLabel, tokenByAddress, tokenById } from '../tokens/registry.ts';
import { nativeToken } from '../tokens/catalogue.ts';
import type { WalletDecision } from './decision.ts';
import { checkFunds, checkWalletUsable, initiate, initiatedFields } from './initiating.ts';
import { nftTokenIdOf } from './minting.ts';

/** The units of a token, or of one NFT of it, to transfer. */
type Item = Pick<Movement, 'nftTokenId' | 'units'>;

export function initiateTransfer(
  command: InitiateTransfer,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  return initiate(command, command.wallet, state, context, {
    plan: (wallet) =>
      plannedTransfer(command, wallet, state, checkWalletUsable(command.network, wallet)),
    check: (wallet, { movements }) => checkFunds(state, wallet, movements),
    events(wallet, { token, items, operation, movements }, fee) {
      const shared = initiatedFields(command, state, context, wallet, fee, movements);
      return [initiated(shared, token, items, operation.destination)];
    },
  });
}

/**
 * The planned transfer, or the first rejection. `walletRejection`: by the rules on the wallet; `least`: the fewest units
 * that an item may have.
 */
export function plannedTransfer(
  terms: TransferTerms,
  wallet: ChainAddress,
  state: ReadonlyWalletState,
  walletRejection: Err<WalletRejection> | undefined,
  least = 1n,
) {
  const token = tokenNamed(state, terms, wallet);
  if (token === 'UNKNOWN') return reject('TOKEN_UNKNOWN');
  const refusal = walletRejection ?? checkTokenReference(terms, wallet, token);
  if (refusal !== undefined) return refusal;
  invariant(token !== undefined && token !== 'MALFORMED', 'such a token was refused');
  const items = itemsOf(terms, token, least);
  if (!items.ok) return items;
  const destination = normalAddress(chainOf(wallet.blockchain).family, terms.destination);
  const operation = { kind: 'TRANSFER', tokenId: token.id, destination } as const;
  const movements = items.value.map((item) => ({
    tokenId: token.id,
    from: wallet.address,
    to: destination,
    ...item,
  }));
  return ok({ token, items: items.value, operation, movements });
}

/** The token of a request; without one, the native token if the wallet is named by address and chain; else undefined. */
function tokenNamed(
  state: ReadonlyWalletState,
  { token, wallet: walletName }: TransferTerms,
  wallet: ChainAddress,
): Token | 'UNKNOWN' | 'MALFORMED' | undefined {
  if ('tokenId' in token) return tokenById(state, token.tokenId) ?? 'UNKNOWN';
  const blockchain = token.blockchain ?? wallet.blockchain;
  if ('tokenAddress' in token && token.tokenAddress !== '') {
    if (!isAddress(chainOf(blockchain).family, token.tokenAddress)) return 'MALFORMED';
    return tokenByAddress(state, blockchain, token.tokenAddress) ?? 'UNKNOWN';
  }
  return 'tokenAddress' in token || !('walletId' in walletName)
    ? nativeToken(blockchain)
    : undefined;
}

/** The rules on chain, token and addresses, in their order. */
function checkTokenReference(
  command: TransferTerms,
  { blockchain }: ChainAddress,
  token: Token | 'MALFORMED' | undefined,
): Err<WalletRejection> | undefined {
  const named = command.token;
  const other = named.blockchain;
  if (other !== undefined && other !== blockchain) {
    return reject('CHAIN_MISMATCH', `the wallet is on ${blockchain}, the request names ${other}`);
  }
  if (token === 'MALFORMED') return reject('TOKEN_ADDRESS_INVALID');
  if (token === undefined) return reject('TOKEN_NOT_NAMED');
  if (token.blockchain !== blockchain) {
    return reject(
      'TOKEN_ON_OTHER_CHAIN',
      `the wallet is on ${blockchain}, the token on ${token.blockchain}`,
    );
  }
  if (command.nftTokenIds !== undefined && !isNft(token))
    return reject('TOKEN_UNFIT', `${tokenLabel(token)} has no NFTs`);
  if (!isAddress(chainOf(blockchain).family, command.destination))
    return reject('DESTINATION_INVALID');
  return undefined;
}

/** The items to transfer, by the rules on amounts and nftTokenIds in their order (reference/wallet.md section 6). */
function itemsOf(
  { amounts, nftTokenIds }: TransferTerms,
  token: Token,
  least: bigint,
): Result<readonly Item[], WalletRejection> {
  if (!isNft(token) || (nftTokenIds === undefined && chainOf(token.blockchain).family !== 'evm')) {
    const units = onlyUnits(amounts, token, least);
    return units.ok ? ok([{ units: units.value }]) : units;
  }
  const ids = nftTokenIds ?? [];
  if (ids.length > 1 && token.standard !== 'ERC1155') return reject('NFTS_SEVERAL');
  if (ids.length === 0 || ids.length !== amounts.length) return reject('NFT_AMOUNTS_MISMATCH');
  const items: Item[] = [];
  for (const [index, id] of ids.entries()) {
    const nftTokenId = nftTokenIdOf(token, id);
    if (!nftTokenId.ok) return nftTokenId;
    const units = unitsOf(amounts[index] ?? '', token, least);
    if (!units.ok) return units;
    const item = { units: units.value };
    items.push(nftTokenId.value === undefined ? item : { ...item, nftTokenId: nftTokenId.value });
  }
  return ok(items);
}

function onlyUnits(
  amounts: readonly string[],
  token: Token,
  least: bigint,
): Result<bigint, WalletRejection> {
  const [amount] = amounts;
  return amount === undefined || amounts.length > 1
    ? reject('AMOUNTS_INVALID', 'this token has exactly one amount')
    : unitsOf(amount, token, least);
}

function unitsOf(amount: string, token: Token, least: bigint): Result<bigint, WalletRejection> {
  if (amount.startsWith('-')) return reject('AMOUNTS_INVALID', 'the amount is negative');
  const units = parseAmount(amount, token.decimals);
  if (units === undefined) {
    return reject('AMOUNT_NOT_DECIMAL', `a decimal number with at most ${token.decimals} decimals`);
  }
  if (units < least) return reject('AMOUNTS_INVALID', 'the amount is zero');
  if (isNft(token) && !isSemiFungible(token) && units !== 1n) {
    return reject('AMOUNTS_INVALID', 'of such an NFT there is exactly one');
  }
  return units > unitsMax(chainOf(token.blockchain).family)
    ? reject('AMOUNTS_INVALID', 'the amount is more than the chain can count')
    : ok(units);
}

function initiated(
  { transactionId, walletId, ...shared }: ReturnType<typeof initiatedFields>,
  token: Token,
  items: readonly Item[],
  destination: string,
): TransferInitiated | NftTransferInitiated {
  const moved = items.map(({ units, ...item }) => ({ ...item, units: units.toString() }));
  const [first] = moved;
  invariant(first !== undefined, 'a transfer is of something');
  const ids = { transactionId, walletId, tokenId: token.id };
  return isNft(token)
    ? { type: 'NftTransferInitiated', ...ids, nfts: moved, destination, ...shared }
    : { type: 'TransferInitiated', ...ids, units: first.units, destination, ...shared };
}
