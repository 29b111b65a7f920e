// Accelerate and cancel (reference/wallet.md section 7): what a client, or the operator, may do about a transaction that takes too long.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Context } from '../../kernel/context.ts';
import { ok, type Result } from '../../kernel/result.ts';
import type { CommandOf } from '../commands.ts';
import type { MaybeIdempotent } from '../events/parts.ts';
import { costMax, l1FeeOf, larger, replacementFee, type FeeOffer } from '../chain/fee-market.ts';
import { available } from '../tokens/holdings.ts';
import { replacingMs } from '../records/lifecycle.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import { isSponsored, type OutboundTransaction, type Transaction } from '../records/transaction.ts';
import { scopeOf } from '../records/idempotency.ts';
import { runningChain, type ReadonlyWalletState } from '../state.ts';
import { nativeTokenId } from '../tokens/catalogue.ts';
import { newAttempt } from './attempt.ts';
import { isOnNetwork, idempotently, type WalletDecision } from './decision.ts';
import { cancellationGasOf } from './progress.ts';

type Replacing = CommandOf<'AccelerateTransaction' | 'CancelTransaction'>;

/** With the idempotency key of a client; the operator has none. */
type Aside = MaybeIdempotent['aside'];

export function accelerate(
  command: Replacing,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  return replacing(command, state, (transaction, aside) =>
    acceleration(transaction, state, context, aside),
  );
}

export function cancel(
  command: Replacing,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  return replacing(command, state, (transaction, aside) =>
    cancellation(transaction, state, context, aside),
  );
}

/** A client's command, once for its key. */
function replacing(
  command: Replacing,
  state: ReadonlyWalletState,
  decide: (transaction: OutboundTransaction, aside: Aside) => WalletDecision,
): WalletDecision {
  const { type, transactionId, network, idempotencyKey } = command;
  return idempotently(state, command, scopeOf(type, transactionId), () => {
    const transaction = state.transactions.get(transactionId);
    if (transaction === undefined) return reject('TRANSACTION_UNKNOWN');
    if (!isOnNetwork(network, transaction.blockchain)) return reject('KEY_KIND_MISMATCH');
    const found = replaceable(transaction, state);
    return found.ok ? decide(found.value, { idempotencyKey }) : found;
  });
}

export function acceleration(
  transaction: OutboundTransaction,
  state: ReadonlyWalletState,
  context: Context,
  aside?: Aside,
): WalletDecision {
  const isOpen = transaction.state === 'SENT' || transaction.state === 'STUCK';
  if (!isOpen) return reject('TRANSACTION_PAST_HELP');
  if (transaction.cancellation !== undefined) {
    return reject('STATE_UNFIT', 'its cancellation is under way');
  }
  const { attempt } = transaction;
  const { chain } = runningChain(state, transaction.blockchain);
  const { baseFee, ...terms } = replacementFee(chain, attempt, context.nowMs);
  const { gasLimit, l1Fee } = attempt;
  const offer = { ...terms, gasLimit, ...omitUndefined({ l1Fee }) };
  const gas = reserveAtLeast(state, transaction, offer);
  if (gas === undefined) return reject('NATIVE_BALANCE_TOO_LOW');
  const submission = { offer, purpose: 'transaction', fromMs: context.nowMs } as const;
  return ok([
    {
      type: 'TransactionAccelerated',
      transactionId: transaction.id,
      attempt: newAttempt(state, context, transaction, submission),
      baseFee: baseFee.toString(),
      gasReserved: gas.toString(),
      ...omitUndefined({ aside }),
    },
  ]);
}

export function cancellation(
  transaction: OutboundTransaction,
  state: ReadonlyWalletState,
  context: Context,
  aside?: Aside,
): WalletDecision {
  const { id, gasReserved } = transaction;
  const by = omitUndefined({ aside });
  switch (transaction.state) {
    case 'INITIATED':
    case 'CLEARED':
    case 'QUEUED':
      return ok([{ type: 'TransactionCancelledBeforeSend', transactionId: id, ...by }]);
    case 'SENT':
    case 'STUCK': {
      const sent = {
        type: 'CancellationSent',
        transactionId: id,
        ...by,
        state: transaction.state,
      } as const;
      if (transaction.cancellation !== undefined) {
        return ok([{ ...sent, gasReserved: gasReserved.toString() }]); // one is pending already
      }
      const { attempt } = transaction;
      const { chain } = runningChain(state, transaction.blockchain);
      const { baseFee, ...terms } = replacementFee(chain, attempt, context.nowMs);
      const gasLimit = cancellationGasOf(state, transaction);
      const offer = { ...terms, gasLimit, ...l1FeeOf(chain, gasLimit, baseFee) };
      const gas = reserveAtLeast(state, transaction, offer);
      if (gas === undefined) return reject('NATIVE_BALANCE_TOO_LOW');
      const fromMs = context.nowMs + replacingMs;
      const submission = { offer, purpose: 'cancellation', fromMs } as const;
      const rival = newAttempt(state, context, transaction, submission);
      return ok([{ ...sent, attempt: rival, gasReserved: gas.toString() }]);
    }
    case 'CONFIRMED':
    case 'COMPLETE':
    case 'FAILED':
    case 'DENIED':
    case 'CANCELLED':
      return reject('TRANSACTION_PAST_HELP');
  }
}

/** An outbound transaction of a wallet that is not frozen, on a chain where one can be replaced. */
export function replaceable(
  transaction: Transaction,
  state: ReadonlyWalletState,
): Result<OutboundTransaction, WalletRejection> {
  if (state.wallets.get(transaction.walletId)?.status === 'FROZEN') return reject('WALLET_FROZEN');
  const { rules } = runningChain(state, transaction.blockchain);
  if (!rules.canReplace) return reject('OPERATION_NOT_OFFERED', `on ${transaction.blockchain}`);
  return transaction.direction === 'INBOUND' ? reject('TRANSACTION_INBOUND') : ok(transaction);
}

/** The gas to reserve from now on, never less than before; undefined if the wallet cannot pay it. */
function reserveAtLeast(
  state: ReadonlyWalletState,
  transaction: OutboundTransaction,
  offer: FeeOffer,
): bigint | undefined {
  const { blockchain, source, gasReserved } = transaction;
  if (isSponsored(transaction)) return gasReserved;
  const needed = larger(costMax(offer), gasReserved);
  const native = nativeTokenId(blockchain);
  const more = needed - gasReserved;
  return available(state, blockchain, source, native) >= more ? needed : undefined;
}
