// Schedules the planned actions of the operator: each is the command that the operator would send, at the step of the
// transaction at which it is legal.

import type { DueChange } from '../../kernel/due.ts';
import type { WalletCommand } from '../commands.ts';
import { stepOf, type SteeringPlan } from '../records/steering-plan.ts';
import type { ReadonlyWalletState } from '../state.ts';

type Change = DueChange<WalletCommand>;

/** The screening of a new transaction; or the planned action in place of it. */
export function plannedScreening(
  screening: Extract<Change, { readonly change: 'set' }>,
  planned: SteeringPlan | undefined,
): Change {
  if (planned === undefined || stepOf(planned) !== 'screening') return screening;
  return { ...screening, command: steering(screening.subject, planned) };
}

/** The planned action of a transaction that has just taken a step, if it is for that step. */
export function plannedSteering(
  { transactions }: ReadonlyWalletState,
  transactionId: string,
  step: 'sending' | 'inclusion',
  atMs: number,
): readonly Change[] {
  const transaction = transactions.get(transactionId);
  const planned = transaction?.direction === 'OUTBOUND' ? transaction.planned : undefined;
  if (planned === undefined || stepOf(planned) !== step) return [];
  const due = {
    class: 'progress',
    dueMs: atMs,
    command: steering(transactionId, planned),
  } as const;
  return [{ change: 'set', subject: transactionId, name: 'steer', ...due }];
}

function steering(transactionId: string, planned: SteeringPlan): WalletCommand {
  return { type: 'SteerTransaction', transactionId, ...planned };
}
