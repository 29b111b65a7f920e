// The ledger: balances and reservations of addresses.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { invariant } from '../../kernel/invariant.ts';
import { isNftAccount, nftHoldingId, supplyOf, type TokenAccount } from '../tokens/holdings.ts';
import { balanceId, walletRowIdOf, type WalletState } from '../state.ts';
import { holderOf } from '../records/wallet.ts';
import { isNft, isSemiFungible, nftId } from '../records/token.ts';
import { tokenById } from '../tokens/registry.ts';

interface Change {
  readonly units?: bigint;
  readonly reserved?: bigint;
}

/** Adds units, also negative, to the balance or the reservation of a token or NFT at an address. */
export function adjustBalance(
  state: WalletState,
  account: TokenAccount,
  change: Change,
  atMs: number,
): void {
  if (isNftAccount(state, account)) adjustNft(state, account, change, atMs);
  else postBalance(state, account, change, atMs);
}

/** Creates units at an address. The first units of an NFT create its record, with its metadata. */
export function mint(
  state: WalletState,
  account: TokenAccount,
  units: bigint,
  metadata: string | undefined,
  atMs: number,
): void {
  const id = nftId(account);
  if (isNftAccount(state, account) && state.nfts.get(id) === undefined) {
    state.nfts.insert(metadata === undefined ? { id } : { id, metadata });
  }
  adjustBalance(state, account, { units }, atMs);
  changeSupply(state, account, units);
}

/** Reverts a mint: a unique NFT can be minted again. */
export function unmint(
  state: WalletState,
  account: TokenAccount,
  units: bigint,
  atMs: number,
): void {
  adjustBalance(state, account, { units: -units }, atMs);
  changeSupply(state, account, -units);
  const token = tokenById(state, account.tokenId);
  if (token !== undefined && isNft(token) && !isSemiFungible(token)) {
    state.nfts.remove(nftId(account));
  }
}

/** Native tokens have no supply: no contract counts them, and fees burn them. */
function changeSupply(state: WalletState, { tokenId }: TokenAccount, units: bigint): void {
  if (tokenById(state, tokenId)?.isNative === true) return;
  state.supplies.put({ id: tokenId, units: supplyOf(state, tokenId) + units });
}

function postBalance(
  state: WalletState,
  { blockchain, address, tokenId, nftTokenId }: TokenAccount,
  change: Change,
  atMs: number,
): void {
  invariant(nftTokenId === undefined, 'a currency has no NFTs');
  const id = balanceId(blockchain, address, tokenId);
  const before = state.balances.get(id);
  const { units, reserved } = sum(before, change);
  // A reservation does not show in a balance, so it does not date it either.
  const updatedMs = change.units === undefined ? (before?.updatedMs ?? atMs) : atMs;
  if (before === undefined) {
    const holder = holderOf(blockchain, address);
    const walletOrdinal = walletRowIdOf(state, blockchain, address);
    const owned = omitUndefined({ walletOrdinal });
    state.balances.insert({ id, holder, ...owned, tokenId, units, reserved, updatedMs });
  } else {
    state.balances.replace({ ...before, units, reserved, updatedMs });
  }
}

function adjustNft(state: WalletState, account: TokenAccount, change: Change, atMs: number): void {
  const { blockchain, address, tokenId, nftTokenId } = account;
  const id = nftHoldingId(account);
  const before = state.nftHoldings.get(id);
  const { units, reserved } = sum(before, change);
  const updatedMs = change.units === undefined ? (before?.updatedMs ?? atMs) : atMs;
  if (before === undefined) {
    const holder = holderOf(blockchain, address);
    const item = omitUndefined({ nftTokenId });
    const dates = { createdMs: atMs, updatedMs };
    state.nftHoldings.insert({ id, holder, tokenId, ...item, units, reserved, ...dates });
  } else {
    state.nftHoldings.replace({ ...before, units, reserved, updatedMs });
  }
}

function sum(
  before: { readonly units: bigint; readonly reserved: bigint } | undefined,
  change: Change,
): { readonly units: bigint; readonly reserved: bigint } {
  const units = (before?.units ?? 0n) + (change.units ?? 0n);
  const reserved = (before?.reserved ?? 0n) + (change.reserved ?? 0n);
  invariant(units >= 0n && reserved >= 0n, 'balances and reservations are never negative');
  return { units, reserved };
}
