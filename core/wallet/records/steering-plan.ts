// The operator's action on a transaction, chosen before it is initiated.

import type { FailureReason } from './failure.ts';

/** The actions that can be planned. The others steer a transaction that something has happened to. */
export const plannedActions = ['stick', 'fail', 'deny', 'drop'] as const;

export type PlannedAction = (typeof plannedActions)[number];

export interface SteeringPlan {
  readonly action: PlannedAction;
  /** With `fail` and `deny`: the errorReason that clients read. */
  readonly reason?: FailureReason;
}

/** The step of a transaction from which on its planned action is legal; `deny` is, at once, but screening is what denies. */
export function stepOf({ action, reason }: SteeringPlan): 'screening' | 'sending' | 'inclusion' {
  switch (action) {
    case 'deny':
      return 'screening';
    case 'stick':
    case 'drop':
      return 'sending';
    case 'fail':
      if (reason === undefined || reason === 'FAILED_ON_CHAIN') return 'sending';
      return reason === 'FAILED_REORG' ? 'inclusion' : 'screening';
  }
}
