// What a transaction offers for a unit of gas against what blocks ask for it, block by block, as long as it is in the mempool.

import {
  wallet,
  type Envelope,
  type PastMoment,
  type WorldPast,
} from '../../../../../core/index.ts';
import type { TransactionMoment } from './life.ts';

export interface BlockFee extends wallet.BlockFeeView {
  /** The highest maximum that was offered when the block was made. */
  readonly maxFee: bigint;
  readonly isCovered: boolean;
}

export interface FeeHistory {
  readonly blockchain: wallet.Blockchain;
  readonly blocks: readonly BlockFee[];
  /** Earlier blocks that are left out. */
  readonly omitted: number;
  /** The block that included it. */
  readonly includedAt?: number;
}

/** Blocks of a chart; more are not told apart. */
export const chartBlocksMax = 240;

/** Changes of a chain's conditions during one stay in the mempool; earlier ones are left out. */
const conditionsMax = 100;

/** Undefined if it was never sent. `steps` up to the scrubber's moment. */
export async function feeHistoryOf(
  past: Pick<WorldPast, 'each'>,
  events: readonly Envelope[],
  steps: readonly TransactionMoment[],
  moment: PastMoment,
): Promise<FeeHistory | undefined> {
  const sent = steps.find(({ transaction }) => 'attempt' in transaction);
  const last = steps.at(-1)?.transaction;
  if (sent === undefined || last === undefined) return undefined;
  const { blockchain } = last;
  const mined = 'mined' in last ? last.mined : undefined;
  const toMs = mined === undefined ? moment.nowMs : mined.atMs;
  const changes = events
    .slice(sent.position, moment.position)
    .filter(({ event }) => event.type === 'ChainChanged' && event.blockchain === blockchain)
    .map(({ position, atMs }) => ({ position, atMs }))
    .slice(-conditionsMax);
  const spans = [{ position: sent.position, atMs: sent.atMs }, ...changes].filter(
    ({ atMs }) => atMs <= toMs,
  );
  const byHeight = new Map<number, wallet.BlockFeeView>();
  let index = 0;
  for await (const { states } of past.each(spans.map(({ position }) => position))) {
    const fromMs = spans[index]!.atMs;
    const endMs = Math.min(toMs, spans[index + 1]?.atMs ?? toMs);
    index += 1;
    const query = { fromMs, toMs: endMs, limit: chartBlocksMax + 1 };
    for (const block of wallet.blockFeesView(states.wallet, blockchain, query)) {
      byHeight.set(block.height, block);
    }
  }
  const all = [...byHeight.values()].toSorted((one, other) => one.height - other.height);
  const blocks = all.slice(-chartBlocksMax).map((block): BlockFee => {
    const maxFee = offeredAt(steps, block.atMs);
    return { ...block, maxFee, isCovered: maxFee >= block.baseFee };
  });
  const first = blocks[0]?.height ?? 0;
  const begin = Math.min(...steps.flatMap(({ transaction }) => fromHeightOf(transaction)));
  return {
    blockchain,
    blocks,
    omitted: Math.max(0, first - begin),
    ...(mined === undefined ? {} : { includedAt: mined.height }),
  };
}

const fromHeightOf = (transaction: wallet.Transaction) =>
  'attempt' in transaction ? [transaction.attempt.fromHeight] : [];

/** The highest offer among those of the last step before an instant, or of the first one. */
function offeredAt(steps: readonly TransactionMoment[], atMs: number): bigint {
  const before = steps.filter((step) => step.atMs <= atMs);
  const offers = [...before].reverse().find(({ transaction }) => 'attempt' in transaction);
  const { transaction } = offers ?? steps.find((step) => 'attempt' in step.transaction) ?? {};
  if (transaction === undefined || !('attempt' in transaction)) return 0n;
  const rival = 'cancellation' in transaction ? (transaction.cancellation?.maxFee ?? 0n) : 0n;
  const { maxFee } = transaction.attempt;
  return rival > maxFee ? rival : maxFee;
}
