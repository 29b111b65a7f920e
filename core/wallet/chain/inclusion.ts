// Which block will take a transaction, and what of it: the plan from which the dues of a lane follow.

import { type ChainState, isTaken, nextHeight, settledHeight, waverPeriod } from './fee-market.ts';
import type { Attempt, Broadcast } from '../records/transaction.ts';
import type { Lane } from '../records/lane.ts';
import type { ReadonlyWalletState } from '../state.ts';

export interface Inclusion {
  readonly height: number;
  /** Which of two transactions with one nonce the block takes. */
  readonly winner: 'attempt' | 'cancellation';
}

/**
 * Which block takes each broadcast transaction of a lane, if nothing changes: in the order of the lane, and never before
 * an earlier nonce. Those that no block will take are missing.
 */
export function planLane(
  state: ReadonlyWalletState,
  lane: Lane,
  chain: ChainState,
  hasNonces: boolean,
  nowMs: number,
): ReadonlyMap<string, Inclusion> {
  const plan = new Map<string, Inclusion>();
  let floor = nextHeight(chain, nowMs);
  for (const id of lane.pending) {
    const transaction = state.transactions.get(id);
    if (transaction?.state !== 'SENT' && transaction?.state !== 'STUCK') break; // the rest is QUEUED
    const inclusion = inclusionOf(chain, transaction, floor);
    if (inclusion !== undefined) plan.set(id, inclusion);
    if (!hasNonces) continue;
    if (inclusion === undefined) break;
    floor = inclusion.height;
  }
  return plan;
}

/**
 * The block that takes a broadcast transaction at `floor` or above. At the same height the cancellation wins, which bids
 * more, unless the operator wants the attempt.
 */
export function inclusionOf(
  chain: ChainState,
  { attempt, cancellation }: Broadcast,
  floor: number,
): Inclusion | undefined {
  const own = firstTaken(chain, attempt, floor);
  const rival = cancellation === undefined ? undefined : firstTaken(chain, cancellation, floor);
  if (own === undefined && rival === undefined) return undefined;
  const ownBid = own ?? Number.POSITIVE_INFINITY;
  const rivalBid = rival ?? Number.POSITIVE_INFINITY;
  const isWon = ownBid < rivalBid || (ownBid === rivalBid && attempt.mark === 'wanted');
  return isWon
    ? { height: ownBid, winner: 'attempt' }
    : { height: rivalBid, winner: 'cancellation' };
}

function firstTaken(chain: ChainState, attempt: Attempt, floor: number): number | undefined {
  const first = Math.max(floor, attempt.fromHeight + 1);
  switch (attempt.mark) {
    case 'held':
    case 'dropped':
      return undefined;
    case 'wanted':
      return first;
    case undefined:
      break;
  }
  // Once fees have settled and the offer is old, nothing new comes after one period of the wavering.
  const last = Math.max(first, settledHeight(chain)) + waverPeriod + 4;
  for (let height = first; height <= last; height += 1) {
    if (isTaken(chain, attempt, height, height - attempt.fromHeight)) return height;
  }
  return undefined;
}
