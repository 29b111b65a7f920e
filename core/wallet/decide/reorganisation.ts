// The operator's reorganisation of a chain: the transactions of a block wait in the mempool again, or have failed.

import type { Context } from '../../kernel/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { ok } from '../../kernel/result.ts';
import type { ReorganisedTo } from '../commands.ts';
import type { WalletEvent } from '../events.ts';
import { heightAt } from '../chain/fee-market.ts';
import { approvalTouchedSince } from '../tokens/approvals.ts';
import { coversNeeds } from '../tokens/holdings.ts';
import { isSponsored, type Confirmed, type OutboundTransaction } from '../records/transaction.ts';
import { needsOf, type Need } from '../records/operation.ts';
import { runningChain, type ReadonlyWalletState } from '../state.ts';
import { nativeTokenId } from '../tokens/catalogue.ts';
import { reject } from '../rejections.ts';
import type { WalletDecision } from './decision.ts';
import { canMove } from './movements.ts';

/** Movements are reverted, so their receivers must still have the units. */
export function reorganise(
  transaction: Confirmed,
  to: ReorganisedTo,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  return to === 'failed' ? fail(transaction, state) : returnToMempool(transaction, state, context);
}

/** The gas stays spent: the nonce was used. */
function fail(transaction: Confirmed, state: ReadonlyWalletState): WalletDecision {
  if (!canGoBack([transaction], state)) return reject('FUNDS_SPENT');
  const refusal = approvedSince([transaction], state);
  if (refusal !== undefined) return refusal;
  return ok([{ type: 'TransactionReorganised', ...idsOf(transaction) }]);
}

/**
 * The transaction waits again, and so do all later ones of the sender: no nonce is included before earlier ones. The last
 * one is reverted first, so that each finds the balances that it left.
 */
function returnToMempool(
  transaction: Confirmed,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const behind = minedBehind(transaction, state);
  const final = behind.find((later) => later.state !== 'CONFIRMED');
  if (final !== undefined) {
    const way = 'a reorg to "failed" is possible';
    return reject(
      'STATE_UNFIT',
      `${final.id}, a later transaction of the wallet, is ${final.state} for good; ${way}`,
    );
  }
  const confirmed = behind.filter((later) => later.state === 'CONFIRMED');
  const returned = [...confirmed.sort((one, other) => nonceOf(other) - nonceOf(one)), transaction];
  if (!canGoBack(returned, state)) return reject('FUNDS_SPENT');
  const lacking = lackingToWait(returned, state);
  if (lacking?.tokenId === nativeTokenId(transaction.blockchain)) {
    return reject(
      'NATIVE_BALANCE_TOO_LOW',
      'the wallet can no longer pay what it would need again',
    );
  }
  if (lacking !== undefined) {
    return reject(
      'BALANCE_TOO_LOW',
      'the wallet has passed on what it would need again; reorg what moved it to "failed" first',
    );
  }
  const refusal = approvedSince(returned, state);
  if (refusal !== undefined) return refusal;
  const { chain } = runningChain(state, transaction.blockchain);
  const fromHeight = heightAt(chain, context.nowMs);
  return ok(
    returned.map((one): WalletEvent => ({
      type: 'TransactionReturnedToMempool',
      ...idsOf(one),
      fromHeight,
    })),
  );
}

/** The mined transactions of the same sender with higher nonces. */
function minedBehind(
  { walletId, nonce }: Confirmed,
  state: ReadonlyWalletState,
): readonly OutboundTransaction[] {
  if (nonce === undefined) return [];
  const everything = { order: 'ascending', limit: Number.MAX_SAFE_INTEGER } as const;
  return state.transactions
    .list({ ...everything, by: { walletId, direction: 'OUTBOUND' } })
    .flatMap((other) => (other.direction === 'OUTBOUND' ? [other] : []))
    .filter((other) => 'mined' in other && other.mined !== undefined && nonceOf(other) > nonce);
}

function nonceOf(transaction: OutboundTransaction): number {
  return 'nonce' in transaction ? (transaction.nonce ?? -1) : -1;
}

/** Whether all receivers of the transactions still have the units available. */
function canGoBack(transactions: readonly Confirmed[], state: ReadonlyWalletState): boolean {
  const [first] = transactions;
  invariant(first !== undefined, 'something is reorganised');
  const back = transactions.flatMap(({ movements }) =>
    movements
      .toReversed()
      .map(({ from, to, mint: _mint, ...moved }) => ({ ...moved, from: to, to: from })),
  );
  return canMove(state, first.blockchain, back);
}

/** Approvals can be restored only if no later transaction has set or used them. */
function approvedSince(transactions: readonly Confirmed[], state: ReadonlyWalletState) {
  const touched = approvalTouchedSince(state, transactions);
  if (touched === undefined) return undefined;
  const later = `${touched.touchedBy} has set or used the same approval since`;
  return reject('STATE_UNFIT', `${later}; reorg that one first`);
}

/** The first need that the sender cannot cover if the transactions wait again; reverted movements count. */
function lackingToWait(
  transactions: readonly Confirmed[],
  state: ReadonlyWalletState,
): Need | undefined {
  const [first] = transactions;
  invariant(first !== undefined, 'something is reorganised');
  const { blockchain, source } = first;
  const missing = new Map<string, Need>();
  const add = ({ tokenId, nftTokenId, units }: Need) => {
    const token = nftTokenId === undefined ? { tokenId } : { tokenId, nftTokenId };
    const key = JSON.stringify(token);
    missing.set(key, { ...token, units: (missing.get(key)?.units ?? 0n) + units });
  };
  for (const one of transactions) {
    const { movements, gasReserved, mined } = one;
    for (const need of needsOf(source, movements)) add(need);
    for (const { from, to, units, ...token } of movements) {
      if (from === source) add({ ...token, units: -units });
      if (to === source) add({ ...token, units });
    }
    const burnt = isSponsored(one) ? 0n : mined.networkFee;
    add({ tokenId: nativeTokenId(blockchain), units: gasReserved - burnt });
  }
  const needs = [...missing.values()].filter(({ units }) => units > 0n);
  return needs.find((need) => !coversNeeds(state, blockchain, source, [need]));
}

function idsOf({ id, inboundIds }: Confirmed): {
  readonly transactionId: string;
  readonly inboundIds?: readonly string[];
} {
  return inboundIds === undefined ? { transactionId: id } : { transactionId: id, inboundIds };
}
