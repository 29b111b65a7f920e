// The lanes of senders, in which their transactions stand in line: by nonce, or by the order of queueing.

import type { Outbound, Queued, Waiting } from '../records/transaction.ts';
import type { WalletState } from '../state.ts';

/** Puts a transaction at the end of its sender's lane, under the nonce where the chain has nonces. */
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

/** Puts what had left its lane back in front of it: its nonce is the lowest. */
export function returnToLane(state: WalletState, { id, walletId }: Outbound): void {
  const lane = state.lanes.get(walletId);
  if (lane !== undefined) state.lanes.replace({ ...lane, pending: [id, ...lane.pending] });
}

/** What is mined is out of line; its nonce is used. */
export function leaveLane(state: WalletState, { walletId, id }: Outbound): void {
  const lane = state.lanes.get(walletId);
  if (lane === undefined) return;
  const place = lane.pending.indexOf(id); // mostly the first
  if (place !== -1) state.lanes.replace({ ...lane, pending: lane.pending.toSpliced(place, 1) });
}

/** What leaves before it was sent gives its nonce back: those queued behind it move up, so that no gap is left. */
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
