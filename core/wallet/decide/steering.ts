// What the operator does to a transaction. It steers the chain model and does not overwrite it: marks say what blocks
// will do, and the model goes on from there.

import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import type { SteeringAction, CommandOf } from '../commands.ts';
import type { Outbound, ReadonlyWalletState, TransactionState } from '../state.ts';
import { reject, type Decision } from './decision.ts';
import { failed } from './progress.ts';
import { reorganise } from './reorganisation.ts';

export function steer(
  { transactionId, action, to = 'mempool' }: CommandOf<'SteerTransaction'>,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  const transaction = state.transactions.get(transactionId);
  if (transaction === undefined) return reject('TRANSACTION_UNKNOWN');
  if (transaction.direction === 'INBOUND') return reject('TRANSACTION_INBOUND');
  switch (action) {
    case 'deny':
      return transaction.state === 'INITIATED'
        ? ok([{ type: 'TransactionDenied', transactionId, reason: 'Refused by screening.' }])
        : tooLate(action, transaction.state, 'INITIATED');
    case 'fail':
      return fail(transaction);
    case 'reorg':
      return transaction.state === 'CONFIRMED'
        ? reorganise(transaction, to, state, context)
        : tooLate(action, transaction.state, 'CONFIRMED');
    case 'stick':
    case 'unstick':
    case 'drop':
    case 'confirm':
      return mark(transaction, action);
  }
}

function mark(transaction: Outbound, action: 'stick' | 'unstick' | 'drop' | 'confirm'): Decision {
  const { id: transactionId, state } = transaction;
  if (state !== 'SENT' && state !== 'STUCK') return tooLate(action, state, 'SENT or STUCK');
  const steered = { type: 'TransactionSteered', transactionId, action } as const;
  // Without the attempt in the mempool there is nothing to wait for.
  return action === 'drop' && state === 'SENT'
    ? ok([steered, { type: 'TransactionStuck', transactionId }])
    : ok([steered]);
}

/** Before it is sent a transaction fails at once; in the mempool it will fail in the next block that may take it. */
function fail(transaction: Outbound): Decision {
  const { id: transactionId, state } = transaction;
  switch (state) {
    case 'INITIATED':
    case 'CLEARED':
    case 'QUEUED':
      return ok([failed(transactionId, 'ESTIMATION_ERROR', 'The operator let the estimate fail.')]);
    case 'SENT':
    case 'STUCK':
      return ok([{ type: 'TransactionSteered', transactionId, action: 'fail' }]);
    case 'CONFIRMED':
    case 'COMPLETE':
    case 'FAILED':
    case 'DENIED':
    case 'CANCELLED':
      return tooLate('fail', state, 'INITIATED, CLEARED, QUEUED, SENT or STUCK');
  }
}

function tooLate(action: SteeringAction, state: TransactionState, fitting: string): Decision {
  return reject(
    'STATE_UNFIT',
    `${action} is for a transaction that is ${fitting}; this one is ${state}`,
  );
}
