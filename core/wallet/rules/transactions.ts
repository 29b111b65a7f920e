// Rules of transactions besides their states: nonces, hashes, reasons.

import { finding, valueText, type ServiceRule } from '../../kernel/rule.ts';
import type { NonceMoved, RecordShown, WalletObservation } from './observations.ts';
import { textOf } from './shown-values.ts';

/** The nonces of a sender: of those that wait, and of those that were sent. */
interface SenderNonces {
  readonly byTransaction: Map<string, number>;
  readonly byNonce: Map<number, { readonly id: string; readonly n: number }>;
  readonly sent: Set<string>;
}

/**
 * No two transactions of a sender have one nonce on a chain; a replacement keeps its transaction. A nonce that was freed before it was
 * sent is that of the next transaction, whose own passes on. Real services do not show nonces: see unique-hashes.
 */
export const uniqueNonces: ServiceRule<WalletObservation, Map<string, SenderNonces>> = {
  name: 'unique-nonces',
  spec: 'spec/wallet.md, Transactions and token lookup; reference/wallet.md 7, Transaction lifecycle',
  /** Grows with the transactions of a recording. A wallet is on one chain. */
  start: () => new Map(),
  observe(senders, observation) {
    if (observation.kind !== 'nonce' || observation.sender === undefined) return [];
    const { n, transactionId, change, sender, nonce } = observation;
    const nonces = senders.get(sender) ?? {
      byTransaction: new Map<string, number>(),
      byNonce: new Map(),
      sent: new Set<string>(),
    };
    senders.set(sender, nonces);
    if (change === 'sent') nonces.sent.add(transactionId);
    if (change === 'freed') free(nonces, observation);
    if (change !== 'taken' || nonce === undefined) return [];
    const before = nonces.byNonce.get(nonce);
    nonces.byNonce.set(nonce, { id: transactionId, n });
    nonces.byTransaction.set(transactionId, nonce);
    return [
      finding((before?.id ?? transactionId) === transactionId, n, () => [
        `a nonce of transaction ${transactionId} of wallet ${sender} of its own`,
        `${nonce}, that of ${before?.id} since entry ${before?.n}`,
      ]),
    ];
  },
};

function free(
  { byTransaction, byNonce, sent }: SenderNonces,
  { transactionId, n }: NonceMoved,
): void {
  const freed = byTransaction.get(transactionId);
  if (freed === undefined) return;
  byTransaction.delete(transactionId);
  byNonce.delete(freed);
  for (let nonce = freed + 1; ; nonce += 1) {
    const next = byNonce.get(nonce);
    if (next === undefined || sent.has(next.id)) return;
    byNonce.delete(nonce);
    byNonce.set(nonce - 1, { id: next.id, n });
    byTransaction.set(next.id, nonce - 1);
  }
}

/**
 * A hash is that of one outgoing transaction of a sender, as nonces are unique. Wallets of others may share it: the receiver's record
 * has the same, and so have operations of smart accounts that were sent together.
 */
export const uniqueHashes: ServiceRule<
  WalletObservation,
  Map<string, { id: string; n: number }>
> = {
  name: 'unique-hashes',
  spec: 'spec/wallet.md, Resources and their fields, TransactionHash',
  /** Grows with the transactions of a recording. */
  start: () => new Map(),
  observe(owners, observation) {
    if (observation.kind !== 'record' || observation.of !== 'transaction') return [];
    const { n, id, members } = observation;
    const hash = textOf(members['txHash']);
    const sender = textOf(members['sourceAddress']);
    if (hash === undefined || sender === undefined || members['transactionType'] !== 'OUTBOUND') {
      return [];
    }
    const place = [members['blockchain'], sender, hash].join(' ');
    const owner = owners.get(place);
    if (owner === undefined) owners.set(place, { id, n });
    return [
      finding((owner?.id ?? id) === id, n, () => [
        `a hash of transaction ${id} of ${sender} of its own`,
        `${hash}, that of ${owner?.id} in entry ${owner?.n}`,
      ]),
    ];
  },
};

/** A transaction that has FAILED says why, and none does that goes on. DENIED and CANCELLED ones may. */
export const failureReasons: ServiceRule<WalletObservation> = {
  name: 'failure-reasons',
  spec: 'reference/wallet.md 7, Record fields by state',
  start: () => undefined,
  observe(_, observation) {
    if (!isWholeTransaction(observation)) return [];
    const { n, id, members } = observation;
    const { state, errorReason } = members;
    if (state === 'DENIED' || state === 'CANCELLED') return [];
    const hasReason = textOf(errorReason) !== undefined;
    return [
      finding(hasReason === (state === 'FAILED'), n, () => [
        `${state === 'FAILED' ? 'an' : 'no'} errorReason of transaction ${id}, which is ${valueText(state)}`,
        valueText(errorReason),
      ]),
    ];
  },
};

/** The lowest nonce is that of a transaction that waits. */
export const lowestNonces: ServiceRule<WalletObservation> = {
  name: 'lowest-nonces',
  spec: 'spec/wallet.md, Transactions and token lookup, getLowestNonceTransaction',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'lowestNonce') return [];
    const { n, transaction } = observation;
    const state =
      typeof transaction === 'object' && transaction !== null && 'state' in transaction
        ? transaction.state
        : undefined;
    return [finding(waiting.has(state), n, () => ['QUEUED, SENT or STUCK', valueText(state)])];
  },
};

const waiting: ReadonlySet<unknown> = new Set(['QUEUED', 'SENT', 'STUCK']);

function isWholeTransaction(observation: WalletObservation): observation is RecordShown {
  return observation.kind === 'record' && observation.isWhole && observation.of === 'transaction';
}
