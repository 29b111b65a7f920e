// What the operator does to a transaction. It steers the chain model and does not overwrite it: marks say what blocks
// will do, and the model goes on from there.

import { ok } from '../../kernel/result.ts';
import type { SteeringAction, WalletCommand } from '../commands.ts';
import type { Outbound, ReadonlyWalletState, TransactionState } from '../state.ts';
import { reject, type Decision } from './decision.ts';
import { canMove } from './movements.ts';
import { failed } from './progress.ts';

export function steer(
  { transactionId, action }: Extract<WalletCommand, { type: 'SteerTransaction' }>,
  state: ReadonlyWalletState,
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
      return reorganise(transaction, state);
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

/** What was moved goes back, so its receivers must still have it. The gas stays burnt: the nonce was used. */
function reorganise(transaction: Outbound, state: ReadonlyWalletState): Decision {
  if (transaction.state !== 'CONFIRMED') return tooLate('reorg', transaction.state, 'CONFIRMED');
  const { id: transactionId, blockchain, movements, inboundIds } = transaction;
  const back = movements.map(({ from, to, ...moved }) => ({ ...moved, from: to, to: from }));
  if (!canMove(state, blockchain, back.toReversed())) return reject('FUNDS_SPENT');
  const event = { type: 'TransactionReorganised', transactionId } as const;
  const [inboundId] = inboundIds ?? [];
  return ok([inboundId === undefined ? event : { ...event, inboundId }]);
}

function tooLate(action: SteeringAction, state: TransactionState, fitting: string): Decision {
  return reject(
    'STATE_UNFIT',
    `${action} is for a transaction that is ${fitting}; this one is ${state}`,
  );
}
