// One sentence: why a transaction is where it is, and what would help.

import { wallet } from '../../../../../core/index.ts';
import { printInstant } from '../../model/instants.ts';
import { shortId } from '../../model/texts.ts';

type WalletState = Parameters<typeof wallet.inclusionView>[0];

/** `nowMs`: the instant of the scrubber. Undefined for a transaction that does not exist there. */
export function whyOf(state: WalletState, id: string, nowMs: number): string | undefined {
  const transaction = state.transactions.get(id);
  if (transaction === undefined) return undefined;
  switch (transaction.state) {
    case 'INITIATED':
      return 'It waits for screening.';
    case 'CLEARED':
      return 'Screening let it pass; it waits for its place among the transactions of its sender.';
    case 'QUEUED':
      return 'It has its place; it waits to be sent, which happens when the mempool has room for it.';
    case 'SENT':
    case 'STUCK':
      return waiting(state, transaction.blockchain, id, nowMs);
    case 'CONFIRMED':
      return 'A block has included it; it is COMPLETE once enough blocks follow, unless that block leaves the chain.';
    case 'COMPLETE':
      return 'A block has included it for good.';
    case 'FAILED':
      return `It has failed: ${transaction.failure.reason}. ${transaction.failure.details}`.trim();
    case 'DENIED':
      return `Screening denied it: ${transaction.reason}`;
    case 'CANCELLED':
      return transaction.mined === undefined
        ? 'It was cancelled before it was sent.'
        : 'Its cancellation, which has the same nonce, was included before it.';
  }
}

function waiting(
  state: WalletState,
  blockchain: wallet.Blockchain,
  id: string,
  nowMs: number,
): string {
  const { unit } = wallet.feeUnitView(blockchain);
  const view = wallet.inclusionView(state, id, nowMs);
  switch (view?.kind) {
    case 'planned': {
      const what = view.winner === 'attempt' ? 'it' : 'its cancellation';
      return `As things are, block ${view.height} includes ${what} at ${printInstant(view.atMs)}.`;
    }
    case 'paused':
      return `${blockchain} is paused and makes no blocks.`;
    case 'behind': {
      const earlier = state.transactions.get(view.transactionId);
      return `It waits behind ${shortId(view.transactionId)}, an earlier nonce of its sender, which is ${earlier?.state ?? 'waiting'}.`;
    }
    case 'held':
      return 'The operator keeps it out of blocks, whatever it offers: unstick it, or accelerate it.';
    case 'dropped':
      return 'It was dropped from the mempool, so no block can include it: accelerate it, cancel it, or unstick it.';
    case 'underpriced':
      return `It offers at most ${view.maxFee} ${unit}, and blocks ask ${view.baseFee} ${unit}, which will not become less by itself: accelerate it, or lower the congestion.`;
    case undefined:
      return 'It is in the mempool.';
  }
}
