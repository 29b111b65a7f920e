// Records of money that came in: from outside the simulator, or from another wallet of it.

import { invariant } from '../../kernel/invariant.ts';
import { chainOf, type Blockchain } from '../chains.ts';
import type { FundsDeposited, InboundDetected } from '../events.ts';
import type { Inbound, Mined, WalletState } from '../state.ts';
import { post } from './ledger.ts';

export function recordDeposit(state: WalletState, event: FundsDeposited, atMs: number): void {
  const wallet = state.wallets.get(event.walletId);
  invariant(wallet !== undefined, 'a deposit goes to a wallet');
  const { blockchain, address } = wallet;
  const { txHash, block, tokenId } = event;
  const units = BigInt(event.units);
  const mined = { txHash, height: block.height, blockHash: block.hash, networkFee: 0n, atMs };
  state.transactions.insert({
    id: event.transactionId,
    direction: 'INBOUND',
    state: firstState(blockchain),
    walletId: wallet.id,
    ...(wallet.userId === undefined ? {} : { userId: wallet.userId }),
    blockchain,
    tokenId,
    units,
    source: event.source,
    destination: address,
    mined,
    createdMs: atMs,
    updatedMs: atMs,
  });
  post(state, { blockchain, address, tokenId }, { units }, atMs);
}

/** The receiver's record of an outbound transfer, which has moved the money already. */
export function recordInbound(state: WalletState, event: InboundDetected, atMs: number): void {
  const outbound = state.transactions.get(event.outboundId);
  invariant(
    outbound?.direction === 'OUTBOUND' && 'mined' in outbound && outbound.mined !== undefined,
    'an inbound record follows a mined transfer',
  );
  const { blockchain, tokenId, units, source, destination } = outbound;
  const mined: Mined = outbound.mined;
  const userId = state.wallets.get(event.walletId)?.userId;
  const inbound: Inbound = {
    id: event.transactionId,
    direction: 'INBOUND',
    state: firstState(blockchain),
    walletId: event.walletId,
    ...(userId === undefined ? {} : { userId }),
    blockchain,
    tokenId,
    units,
    source,
    destination,
    mined: { ...mined, networkFee: 0n },
    createdMs: atMs,
    updatedMs: atMs,
  };
  state.transactions.insert(inbound);
  state.transactions.replace({ ...outbound, inboundId: event.transactionId });
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
