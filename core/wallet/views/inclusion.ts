// Why a transaction in the mempool is in no block yet: which block will include it, or what keeps it out. And the base fees that its
// offer competes with, block by block.

import {
  anyTipFromAge,
  baseFeeAt,
  feeDecimals,
  heightAt,
  instantOf,
  type ChainState,
} from '../chain/fee-market.ts';
import { chainOf } from '../chain/blockchains.ts';
import { planQueue } from '../broadcast/inclusion.ts';
import type { Attempt, Broadcast } from '../records/transaction.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { formatAmount } from '../tokens/amount.ts';

/** Under the present conditions of the chain; a change of them, or of the transaction, is another answer. */
export type InclusionView =
  /** The block of this height takes it, or the cancellation that races it. */
  | {
      readonly kind: 'planned';
      readonly height: number;
      readonly atMs: number;
      readonly winner: 'attempt' | 'cancellation';
    }
  /** The chain makes no blocks. */
  | { readonly kind: 'paused' }
  /** An earlier nonce of its sender is not included either. */
  | { readonly kind: 'behind'; readonly transactionId: string }
  /** The operator keeps it out of blocks, or dropped it from the mempool. */
  | { readonly kind: 'held' | 'dropped' }
  /** No block to come includes its highest offer, whose maximum is decimal, in the unit of fees. */
  | {
      readonly kind: 'underpriced';
      readonly offer: 'attempt' | 'cancellation';
      readonly maxFee: string;
      readonly newest: AskedFee;
      /** The first block that asks more than the offer: the newest one or one to come. */
      readonly short: AskedFee;
    };

/** The base fee of a block, decimal, in the unit of fees. */
interface AskedFee {
  readonly height: number;
  readonly baseFee: string;
}

/** Undefined for a transaction that is not in the mempool. */
export function inclusionView(
  state: ReadonlyWalletState,
  id: string,
  nowMs: number,
): InclusionView | undefined {
  const transaction = state.transactions.get(id);
  if (transaction?.state !== 'SENT' && transaction?.state !== 'STUCK') return undefined;
  const chain = state.chains.get(transaction.blockchain);
  const queue = state.lanes.get(transaction.walletId);
  if (chain === undefined || queue === undefined) return undefined;
  const hasNonces = chainOf(transaction.blockchain).rules?.hasNonces === true;
  const plan = planQueue(state, queue, chain, hasNonces, nowMs);
  const inclusion = plan.get(id);
  if (inclusion !== undefined) {
    const atMs = instantOf(chain, inclusion.height);
    return atMs === undefined ? { kind: 'paused' } : { kind: 'planned', ...inclusion, atMs };
  }
  const earlier = hasNonces ? queue.pending.slice(0, queue.pending.indexOf(id)) : [];
  const behind = earlier.find((other) => !plan.has(other));
  if (behind !== undefined) return { kind: 'behind', transactionId: behind };
  return keptOut(transaction, chain, nowMs);
}

function keptOut(
  { attempt, cancellation }: Broadcast,
  chain: ChainState,
  nowMs: number,
): InclusionView {
  const open = [attempt, cancellation].filter((one) => one !== undefined && isOffered(one));
  const [first, second] = open;
  if (first === undefined) return { kind: attempt.mark === 'dropped' ? 'dropped' : 'held' };
  if (chain.isPaused) return { kind: 'paused' };
  const highest = second !== undefined && second.maxFee > first.maxFee ? second : first;
  const newest = heightAt(chain, nowMs);
  // The next block in which any tip suffices asks more: else it would include the offer.
  const last = Math.max(newest + 1, highest.fromHeight + anyTipFromAge);
  let short = newest;
  while (short < last && baseFeeAt(chain, short) <= highest.maxFee) short += 1;
  const decimals = feeDecimals(chain.blockchain);
  const asked = (height: number): AskedFee => ({
    height,
    baseFee: formatAmount(baseFeeAt(chain, height), decimals),
  });
  return {
    kind: 'underpriced',
    offer: highest === attempt ? 'attempt' : 'cancellation',
    maxFee: formatAmount(highest.maxFee, decimals),
    newest: asked(newest),
    short: asked(short),
  };
}

const isOffered = ({ mark }: Attempt) => mark !== 'held' && mark !== 'dropped';

/** A block, and what it asks for a unit of gas. */
export interface BlockFeeView {
  readonly height: number;
  readonly atMs: number;
  /** In the smallest unit; `feeUnitView` has its decimals. */
  readonly baseFee: bigint;
}

/**
 * The blocks of a chain from one instant to another, under the conditions that `state` has for it since before them: the newest at
 * `fromMs` is the first. The last `limit` of them, if there are more.
 */
export function blockFeesView(
  state: ReadonlyWalletState,
  blockchain: ChainState['blockchain'],
  {
    fromMs,
    toMs,
    limit,
  }: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
): readonly BlockFeeView[] {
  const chain = state.chains.get(blockchain);
  if (chain === undefined) return [];
  const last = heightAt(chain, toMs);
  const first = Math.max(heightAt(chain, fromMs), last - limit + 1);
  const blocks: BlockFeeView[] = [];
  for (let height = first; height <= last; height += 1) {
    const atMs = instantOf(chain, height) ?? fromMs;
    blocks.push({ height, atMs, baseFee: baseFeeAt(chain, height) });
  }
  return blocks;
}

/** The unit in which offers for gas are shown, and its decimals. */
export function feeUnitView(blockchain: ChainState['blockchain']): {
  readonly unit: 'gwei' | 'lamports' | 'octas' | 'yoctoNEAR';
  readonly decimals: number;
} {
  const { family } = chainOf(blockchain);
  const units = { evm: 'gwei', solana: 'lamports', aptos: 'octas', near: 'yoctoNEAR' } as const;
  return { unit: units[family], decimals: feeDecimals(blockchain) };
}
