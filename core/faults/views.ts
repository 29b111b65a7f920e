// Read models of faults: functions of the state.

import { isSpent, type Fault } from './records/fault.ts';
import type { ReadonlyFaultsState } from './state.ts';

/** All faults, in the order in which they are tried. */
export function faultsView({ faults }: ReadonlyFaultsState): readonly Fault[] {
  return [...faults.values()];
}

export function faultView({ faults }: ReadonlyFaultsState, id: string): Fault | undefined {
  return faults.get(id);
}

/** The faults that may strike still, now or later; without any, a request asks nothing. */
export function openFaultsView({ faults }: ReadonlyFaultsState): readonly Fault[] {
  return faults.size === 0 ? none : [...faults.values()].filter((fault) => !isSpent(fault));
}

/** Whether an answer is delayed still. */
export function isDelayed({ delays }: ReadonlyFaultsState, delayId: string): boolean {
  return delays.get(delayId) !== undefined;
}

const none: readonly Fault[] = [];
