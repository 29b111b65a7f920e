// Transactions whose block left the chain: they have failed, or wait in the mempool again.

import type { TransactionReorganised, TransactionReturnedToMempool } from '../events.ts';
import type { WalletState } from '../state.ts';
import { restoreApprovals } from './approvals.ts';
import { returnToQueue } from './sender-queue.ts';
import { revertMovements, reserve, reserveGas, refundFee } from './settlement.ts';
import { confirmedOf } from './outbound.ts';
import { undeploy } from './wallet.ts';

const failure = {
  reason: 'FAILED_REORG',
  details: 'The block is no longer part of the chain.',
} as const;

export function reorganised(state: WalletState, event: TransactionReorganised, atMs: number): void {
  const before = confirmedOf(state, event.transactionId);
  const { attempt: _attempt, formerApprovals: _formerApprovals, ...rest } = before;
  revertMovements(state, before, atMs);
  restoreApprovals(state, before);
  state.transactions.replace({ ...rest, state: 'FAILED', failure, updatedMs: atMs });
  endInbound(state, before.inboundIds, atMs);
}

export function returned(
  state: WalletState,
  event: TransactionReturnedToMempool,
  atMs: number,
): void {
  const before = confirmedOf(state, event.transactionId);
  const { mined, inboundIds, attempt, formerApprovals: _formerApprovals, ...rest } = before;
  revertMovements(state, before, atMs);
  restoreApprovals(state, before);
  refundFee(state, before, mined.networkFee, atMs);
  reserve(state, before, atMs);
  reserveGas(state, before, before.gasReserved, atMs);
  const { mark: _mark, ...unmarked } = attempt;
  const { fromHeight } = event;
  const waiting = { ...unmarked, fromHeight, stuckCountFrom: fromHeight };
  state.transactions.replace({ ...rest, state: 'SENT', attempt: waiting, updatedMs: atMs });
  returnToQueue(state, before);
  if (before.nonce === 0) undeploy(state, before.walletId);
  endInbound(state, inboundIds, atMs);
}

/** Fails inbound records; a later inclusion creates new ones. */
function endInbound(state: WalletState, ids: readonly string[] = [], atMs: number): void {
  for (const id of ids) {
    const inbound = state.transactions.get(id);
    if (inbound?.direction !== 'INBOUND') continue;
    state.transactions.replace({ ...inbound, state: 'FAILED', failure, updatedMs: atMs });
  }
}
