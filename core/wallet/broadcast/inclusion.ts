// Decides in which block a transaction is included: the plan from which the dues of a sender's queue follow.

import {
  anyTipFromAge,
  type ChainState,
  isIncluded,
  nextHeight,
  settledHeight,
  jitterPeriod,
} from '../chain/fee-market.ts';
import type { Attempt, Broadcast } from '../records/transaction.ts';
import type { SenderQueue } from '../records/sender-queue.ts';
import type { ReadonlyWalletState } from '../state.ts';

export interface Inclusion {
  readonly height: number;
  /** Which of the two transactions with one nonce is included. */
  readonly winner: 'attempt' | 'cancellation';
}

/**
 * The planned inclusion of each broadcast transaction of a sender's queue, never before that of an earlier nonce. Transactions that
 * no block will include are missing.
 */
export function planQueue(
  state: ReadonlyWalletState,
  queue: SenderQueue,
  chain: ChainState,
  hasNonces: boolean,
  nowMs: number,
): ReadonlyMap<string, Inclusion> {
  const plan = new Map<string, Inclusion>();
  let floor = nextHeight(chain, nowMs);
  for (const id of queue.pending) {
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
 * The block at `floor` or above that includes a broadcast transaction. At the same height the cancellation wins, which
 * offers more, unless the operator marked the attempt as wanted.
 */
export function inclusionOf(
  chain: ChainState,
  { attempt, cancellation }: Broadcast,
  floor: number,
): Inclusion | undefined {
  const own = firstInclusion(chain, attempt, floor);
  const rival = cancellation === undefined ? undefined : firstInclusion(chain, cancellation, floor);
  if (own === undefined && rival === undefined) return undefined;
  const ownBid = own ?? Number.POSITIVE_INFINITY;
  const rivalBid = rival ?? Number.POSITIVE_INFINITY;
  const isWon = ownBid < rivalBid || (ownBid === rivalBid && attempt.mark === 'wanted');
  return isWon
    ? { height: ownBid, winner: 'attempt' }
    : { height: rivalBid, winner: 'cancellation' };
}

function firstInclusion(chain: ChainState, attempt: Attempt, floor: number): number | undefined {
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
  // Base fees that have settled repeat, and the tip of an old attempt does not matter: one period more decides.
  const last = Math.max(first, settledHeight(chain)) + jitterPeriod + anyTipFromAge;
  for (let height = first; height <= last; height += 1) {
    if (isIncluded(chain, attempt, height, height - attempt.fromHeight)) return height;
  }
  return undefined;
}
