// The lanes of senders: their pending transactions by nonce, or in the order of queueing.

import type { Outbound, Queued, Waiting } from '../records/transaction.ts';
import type { WalletState } from '../state.ts';

/** Appends a transaction to its sender's lane, with its nonce on chains with nonces. */
export function joinLane(
  state: WalletState,
  { id, walletId, blockchain }: Outbound,
  nonce: number | undefined,
): void {
  const lane = state.lanes.get(walletId) ?? { walletId, blockchain, nextNonce: 0, pending: [] };
  state.lanes.put({
    ...lane,
    nextNonce: nonce === undefined ? lane.nextNonce : nonce + 1,
    pending: [...lane.pending, id],
  });
}

/** Puts a transaction back at the head of its lane: its nonce is the lowest. */
export function returnToLane(state: WalletState, { id, walletId }: Outbound): void {
  const lane = state.lanes.get(walletId);
  if (lane !== undefined) state.lanes.replace({ ...lane, pending: [id, ...lane.pending] });
}

/** Removes a mined transaction; its nonce stays used. */
export function leaveLane(state: WalletState, { walletId, id }: Outbound): void {
  const lane = state.lanes.get(walletId);
  if (lane === undefined) return;
  const place = lane.pending.indexOf(id); // mostly the first
  if (place !== -1) state.lanes.replace({ ...lane, pending: lane.pending.toSpliced(place, 1) });
}

/** Removes an unsent transaction and frees its nonce: queued ones after it move up, so that nonces have no gap. */
export function leaveQueue(state: WalletState, left: Waiting | Queued): void {
  if (left.state !== 'QUEUED') return;
  leaveLane(state, left);
  const lane = state.lanes.get(left.walletId);
  const { nonce: freed } = left;
  if (lane === undefined || freed === undefined) return;
  for (const id of lane.pending) {
    const other = state.transactions.get(id);
    if (other?.state === 'QUEUED' && other.nonce !== undefined && other.nonce > freed) {
      state.transactions.replace({ ...other, nonce: other.nonce - 1 });
    }
  }
  state.lanes.replace({ ...lane, nextNonce: lane.nextNonce - 1 });
}
