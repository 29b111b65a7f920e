// Settles a transaction in the ledger: reserves, releases, moves, burns and reverts its amounts and its gas.

import { isSponsored, type OutboundTransaction } from '../records/transaction.ts';
import { needsOf, type Movement } from '../records/operation.ts';
import type { WalletState } from '../state.ts';
import { nativeTokenId } from '../tokens/catalogue.ts';
import { mint, adjustBalance, unmint } from './ledger.ts';

/** Reserves the sender's needs. */
export function reserve(state: WalletState, transaction: OutboundTransaction, atMs: number): void {
  changeReserve(state, transaction, 1n, atMs);
}

export function reserveGas(
  state: WalletState,
  transaction: OutboundTransaction,
  reserved: bigint,
  atMs: number,
): void {
  const { blockchain, source: address } = transaction;
  if (reserved === 0n) return;
  adjustBalance(
    state,
    { blockchain, address, tokenId: nativeTokenId(blockchain) },
    { reserved },
    atMs,
  );
}

/** Ends all reservations of a transaction. */
export function release(state: WalletState, transaction: OutboundTransaction, atMs: number): void {
  changeReserve(state, transaction, -1n, atMs);
  reserveGas(state, transaction, -transaction.gasReserved, atMs);
}

/** Ends the reservations, burns the fee and moves the units. */
export function pay(
  state: WalletState,
  transaction: OutboundTransaction,
  networkFee: bigint,
  atMs: number,
): void {
  release(state, transaction, atMs);
  burn(state, transaction, networkFee, atMs);
  for (const movement of transaction.movements) move(state, transaction, movement, atMs);
}

/** Burns the fee, unless a sponsor paid it. */
export function burn(
  state: WalletState,
  transaction: OutboundTransaction,
  networkFee: bigint,
  atMs: number,
): void {
  if (isSponsored(transaction)) return;
  const { blockchain, source: address } = transaction;
  const tokenId = nativeTokenId(blockchain);
  adjustBalance(state, { blockchain, address, tokenId }, { units: -networkFee }, atMs);
}

/** Refunds the fee after its block has left the chain. */
export function refundFee(
  state: WalletState,
  transaction: OutboundTransaction,
  networkFee: bigint,
  atMs: number,
): void {
  burn(state, transaction, -networkFee, atMs);
}

/** Reverts the movements of a transaction, last first. */
export function revertMovements(
  state: WalletState,
  transaction: OutboundTransaction,
  atMs: number,
): void {
  const { blockchain } = transaction;
  for (const { from, to, units, mint: minted, ...token } of transaction.movements.toReversed()) {
    if (minted !== undefined) unmint(state, { blockchain, address: to, ...token }, units, atMs);
    else move(state, transaction, { ...token, units, from: to, to: from }, atMs);
  }
}

function changeReserve(
  state: WalletState,
  { blockchain, source: address, movements }: OutboundTransaction,
  sign: bigint,
  atMs: number,
): void {
  for (const { units, ...token } of needsOf(address, movements)) {
    adjustBalance(state, { blockchain, address, ...token }, { reserved: sign * units }, atMs);
  }
}

function move(
  state: WalletState,
  { blockchain }: OutboundTransaction,
  { from, to, units, mint: minted, ...token }: Movement,
  atMs: number,
): void {
  if (minted !== undefined) {
    return mint(state, { blockchain, address: to, ...token }, units, minted.metadata, atMs);
  }
  if (from === to) return;
  adjustBalance(state, { blockchain, address: from, ...token }, { units: -units }, atMs);
  adjustBalance(state, { blockchain, address: to, ...token }, { units }, atMs);
}
