// One sentence: why a transaction is where it is, and what would help.

import { wallet } from '../../../../../core/index.ts';
import { printInstant } from '../../model/instants.ts';
import { shortId } from '../../model/texts.ts';
import { actionsFor } from './actions.ts';

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
      return waiting(state, transaction, nowMs);
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

function waiting(state: WalletState, transaction: wallet.Transaction, nowMs: number): string {
  const { blockchain } = transaction;
  const view = wallet.inclusionView(state, transaction.id, nowMs);
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
      return `The operator keeps it out of blocks, whatever it offers: ${remedies(transaction, ['unstick', 'accelerate'])}.`;
    case 'dropped':
      return `It was dropped from the mempool, so no block can include it: ${remedies(transaction, ['accelerate', 'cancel', 'unstick'])}.`;
    case 'underpriced': {
      const congestion = state.chains.get(blockchain)?.congestionMilli ?? 0;
      const lower = `lower the ${congestion > 0 ? 'congestion' : 'base fee'}`;
      return `${tooLow(view, blockchain)}: ${remedies(transaction, ['accelerate'], lower)}.`;
    }
    case undefined:
      return 'It is in the mempool.';
  }
}

/** From the conditions of the chain at the scrubber. */
function tooLow(
  { offer, maxFee, newest, short }: Extract<wallet.InclusionView, { kind: 'underpriced' }>,
  blockchain: wallet.Blockchain,
): string {
  const { unit } = wallet.feeUnitView(blockchain);
  const offers = `${offer === 'attempt' ? 'It' : 'Its cancellation'} offers at most ${maxFee} ${unit}`;
  if (newest.height === short.height) {
    return `${offers}, and blocks ask ${newest.baseFee} ${unit}; as things are, none will include it`;
  }
  return `${offers}, enough for block ${newest.height}, which asks ${newest.baseFee} ${unit}. As things are, block ${short.height} will ask ${short.baseFee} ${unit}, and none will include it`;
}

/** Those of the actions that the page offers for the transaction, and other ways. */
function remedies(
  transaction: wallet.Transaction,
  actions: readonly wallet.SteeringAction[],
  ...others: readonly string[]
): string {
  const offered = new Set(actionsFor(transaction).map(({ words }) => words[1]));
  const ways = actions.filter((action) => offered.has(action)).map((action) => `${action} it`);
  return [...ways, ...others].join(', or ');
}
