// The queues of senders: their pending transactions by nonce, or in the order of queueing.

import type { OutboundTransaction, Queued, Waiting } from '../records/transaction.ts';
import type { WalletState } from '../state.ts';

/** Appends a transaction to its sender's queue, with its nonce on chains with nonces. */
export function joinQueue(
  state: WalletState,
  { id, walletId, blockchain }: OutboundTransaction,
  nonce: number | undefined,
): void {
  const queue = state.lanes.get(walletId) ?? { walletId, blockchain, nextNonce: 0, pending: [] };
  state.lanes.put({
    ...queue,
    nextNonce: nonce === undefined ? queue.nextNonce : nonce + 1,
    pending: [...queue.pending, id],
  });
}

/** Puts a transaction back at the head of its queue: its nonce is the lowest. */
export function returnToQueue(state: WalletState, { id, walletId }: OutboundTransaction): void {
  const queue = state.lanes.get(walletId);
  if (queue !== undefined) state.lanes.replace({ ...queue, pending: [id, ...queue.pending] });
}

/** Removes a mined transaction; its nonce stays used. */
export function removeFromQueue(state: WalletState, { walletId, id }: OutboundTransaction): void {
  const queue = state.lanes.get(walletId);
  if (queue === undefined) return;
  const place = queue.pending.indexOf(id); // mostly the first
  if (place !== -1) state.lanes.replace({ ...queue, pending: queue.pending.toSpliced(place, 1) });
}

/** Removes an unsent transaction and frees its nonce: queued ones after it move up, so that nonces have no gap. */
export function removeUnsent(state: WalletState, left: Waiting | Queued): void {
  if (left.state !== 'QUEUED') return;
  removeFromQueue(state, left);
  const queue = state.lanes.get(left.walletId);
  const { nonce: freed } = left;
  if (queue === undefined || freed === undefined) return;
  for (const id of queue.pending) {
    const other = state.transactions.get(id);
    if (other?.state === 'QUEUED' && other.nonce !== undefined && other.nonce > freed) {
      state.transactions.replace({ ...other, nonce: other.nonce - 1 });
    }
  }
  state.lanes.replace({ ...queue, nextNonce: queue.nextNonce - 1 });
}
