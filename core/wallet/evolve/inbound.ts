// Inbound records: of deposits from outside the simulator, and of transactions of its wallets.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { invariant } from '../../kernel/invariant.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import type { FundsDeposited, InboundDetected, SecondaryFundsDeposited } from '../events.ts';
import { balanceId, type WalletState } from '../state.ts';
import { holderOf } from '../records/wallet.ts';
import { tokenIdOf, type InboundTransaction, type Mined } from '../records/transaction.ts';
import { mint } from './ledger.ts';

export function recordDeposit(state: WalletState, event: FundsDeposited, atMs: number): void {
  const wallet = state.wallets.get(event.walletId);
  invariant(wallet !== undefined, 'a deposit goes to a wallet');
  const { blockchain, address } = wallet;
  const { txHash, block, tokenId, nftTokenId } = event;
  const item = omitUndefined({ nftTokenId });
  const units = BigInt(event.units);
  const mined = { txHash, height: block.height, blockHash: block.hash, networkFee: 0n, atMs };
  state.transactions.insert({
    id: event.transactionId,
    direction: 'INBOUND',
    state: firstState(blockchain),
    walletId: wallet.id,
    ...omitUndefined({ userId: wallet.userId }),
    blockchain,
    tokenId,
    source: event.source,
    destination: address,
    movements: [{ tokenId, ...item, units, from: event.source, to: address }],
    mined,
    createdMs: atMs,
    updatedMs: atMs,
  });
  mint(state, { blockchain, address, tokenId, ...item }, units, event.metadata, atMs);
}

export function recordSecondaryDeposit(
  state: WalletState,
  { walletId, tokenId, units: text }: SecondaryFundsDeposited,
  atMs: number,
): void {
  const wallet = state.wallets.get(walletId);
  invariant(wallet !== undefined, 'a deposit goes to a wallet');
  const id = balanceId(wallet.blockchain, wallet.address, tokenId);
  const units = (state.secondaryBalances.get(id)?.units ?? 0n) + BigInt(text);
  const holder = holderOf(wallet.blockchain, wallet.address);
  state.secondaryBalances.put({ id, holder, tokenId, units, reserved: 0n, updatedMs: atMs });
}

/** A receiver's record of an outbound transaction, whose units have moved already. */
export function recordInbound(state: WalletState, event: InboundDetected, atMs: number): void {
  const outbound = state.transactions.get(event.outboundId);
  invariant(
    outbound?.direction === 'OUTBOUND' && 'mined' in outbound && outbound.mined !== undefined,
    'an inbound record follows a mined transfer',
  );
  const receiver = state.wallets.get(event.walletId);
  const tokenId = event.tokenId ?? tokenIdOf(outbound);
  invariant(receiver !== undefined && tokenId !== undefined, 'a wallet received a token');
  const { blockchain } = outbound;
  const destination = receiver.address;
  const movements = outbound.movements.filter(
    (movement) => movement.to === destination && movement.tokenId === tokenId,
  );
  const mined: Mined = outbound.mined;
  const userId = state.wallets.get(event.walletId)?.userId;
  const inbound: InboundTransaction = {
    id: event.transactionId,
    direction: 'INBOUND',
    state: firstState(blockchain),
    walletId: event.walletId,
    ...omitUndefined({ userId }),
    blockchain,
    tokenId,
    source: movements[0]?.from ?? outbound.source,
    destination,
    movements,
    mined: { ...mined, networkFee: 0n },
    createdMs: atMs,
    updatedMs: atMs,
  };
  state.transactions.insert(inbound);
  const inboundIds = [...(outbound.inboundIds ?? []), inbound.id];
  state.transactions.replace({ ...outbound, inboundIds });
}

export function completeInbound(state: WalletState, id: string, atMs: number): void {
  const inbound = state.transactions.get(id);
  if (inbound?.direction !== 'INBOUND' || inbound.state === 'FAILED') return;
  state.transactions.replace({ ...inbound, state: 'COMPLETE', updatedMs: atMs });
}

/** Chains with instant finality have no CONFIRMED. */
export function firstState(blockchain: Blockchain): 'CONFIRMED' | 'COMPLETE' {
  return chainOf(blockchain).rules?.confirmations === 0 ? 'COMPLETE' : 'CONFIRMED';
}
