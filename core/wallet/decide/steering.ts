// The operator's actions on a transaction. They steer the chain model and do not overwrite it: marks decide what blocks
// include, and the model continues from there. A dropped transaction is STUCK at once.

import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import type { CommandOf } from '../commands.ts';
import type { FailureReason } from '../records/failure.ts';
import type { OutboundTransaction, TransactionState } from '../records/transaction.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { reject } from '../rejections.ts';
import type { WalletDecision } from './decision.ts';
import { failed } from './progress.ts';
import { reorganise } from './reorganisation.ts';
import { acceleration, cancellation, replaceable } from './replacement.ts';

export function steer(
  { transactionId, action, to = 'mempool', reason }: CommandOf<'SteerTransaction'>,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const transaction = state.transactions.get(transactionId);
  if (transaction === undefined) return reject('TRANSACTION_UNKNOWN');
  if (transaction.direction === 'INBOUND') return reject('TRANSACTION_INBOUND');
  switch (action) {
    case 'deny':
      return deny(transaction, reason);
    case 'fail':
      return fail(transaction, reason, state, context);
    case 'reorg':
      return transaction.state === 'CONFIRMED'
        ? reorganise(transaction, to, state, context)
        : rejectState(action, transaction.state, 'CONFIRMED');
    case 'accelerate':
    case 'cancel':
      return replace(transaction, action, state, context);
    case 'stick':
    case 'unstick':
    case 'drop':
    case 'confirm':
      return mark(transaction, action);
  }
}

function mark(
  transaction: OutboundTransaction,
  action: 'stick' | 'unstick' | 'drop' | 'confirm',
): WalletDecision {
  const { id: transactionId, state } = transaction;
  if (state !== 'SENT' && state !== 'STUCK') return rejectState(action, state, 'SENT or STUCK');
  const steered = { type: 'TransactionSteered', transactionId, action } as const;
  // A dropped attempt is not in the mempool, so it cannot be included.
  return action === 'drop' && state === 'SENT'
    ? ok([steered, { type: 'TransactionStuck', transactionId }])
    : ok([steered]);
}

/** As a client may do; without an idempotency key. */
function replace(
  transaction: OutboundTransaction,
  action: 'accelerate' | 'cancel',
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const fitting = action === 'accelerate' ? inMempool : [...beforeSending, ...inMempool];
  if (!isOneOf(transaction, fitting)) {
    return rejectState(action, transaction.state, inWords(fitting));
  }
  const found = replaceable(transaction, state);
  if (!found.ok) return found;
  const decide = action === 'accelerate' ? acceleration : cancellation;
  return decide(found.value, state, context);
}

function deny(
  { id: transactionId, state }: OutboundTransaction,
  reason: FailureReason | undefined,
): WalletDecision {
  if (state !== 'INITIATED') return rejectState('deny', state, 'INITIATED');
  const denied = {
    type: 'TransactionDenied',
    transactionId,
    reason: 'Refused by screening.',
  } as const;
  return ok([reason === undefined ? denied : { ...denied, errorReason: reason }]);
}

/**
 * An unsent transaction fails at once; one in the mempool reverts in the next possible block. Reasons about a block
 * require a transaction in the mempool, or in a block.
 */
function fail(
  transaction: OutboundTransaction,
  reason: FailureReason | undefined,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  if (reason === undefined) {
    return isOneOf(transaction, inMempool)
      ? failOnChain(transaction)
      : failBeforeSending(transaction, 'ESTIMATION_ERROR', [...beforeSending, ...inMempool]);
  }
  if (reason === 'FAILED_ON_CHAIN') return failOnChain(transaction);
  if (reason === 'FAILED_REORG') {
    return transaction.state === 'CONFIRMED'
      ? reorganise(transaction, 'failed', state, context)
      : rejectState(`fail with ${reason}`, transaction.state, 'CONFIRMED');
  }
  return failBeforeSending(transaction, reason, beforeSending);
}

const beforeSending = ['INITIATED', 'CLEARED', 'QUEUED'] as const;
const inMempool = ['SENT', 'STUCK'] as const;

function failOnChain(transaction: OutboundTransaction): WalletDecision {
  const { id: transactionId, state } = transaction;
  return isOneOf(transaction, inMempool)
    ? ok([{ type: 'TransactionSteered', transactionId, action: 'fail' }])
    : rejectState('fail with FAILED_ON_CHAIN', state, inWords(inMempool));
}

/** `fitting`: the states that the rejection names. */
function failBeforeSending(
  transaction: OutboundTransaction,
  reason: FailureReason,
  fitting: readonly TransactionState[],
): WalletDecision {
  if (isOneOf(transaction, beforeSending)) {
    return ok([failed(transaction.id, reason, 'The operator let it fail.')]);
  }
  const action = fitting === beforeSending ? `fail with ${reason}` : 'fail';
  return rejectState(action, transaction.state, inWords(fitting));
}

function isOneOf({ state }: OutboundTransaction, states: readonly TransactionState[]): boolean {
  return states.includes(state);
}

function inWords(states: readonly TransactionState[]): string {
  return `${states.slice(0, -1).join(', ')} or ${states.at(-1)}`;
}

function rejectState(action: string, state: TransactionState, fitting: string): WalletDecision {
  return reject(
    'STATE_UNFIT',
    `${action} is for a transaction that is ${fitting}; this one is ${state}`,
  );
}
