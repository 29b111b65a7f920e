// Applies events to the state. Total: every recorded event applies.

import type { FaultAdded, FaultsEvent } from './events.ts';
import type { Fault, FaultCondition, FaultRule } from './records/fault.ts';
import type { FaultsState } from './state.ts';

export function evolve(state: FaultsState, event: FaultsEvent): void {
  const { faults, delays } = state;
  switch (event.type) {
    case 'FaultAdded':
      return faults.insert({ id: event.faultId, ...wholeRule(event), tried: 0, struck: 0 });
    case 'FaultRemoved':
      return faults.remove(event.faultId);
    case 'FaultPassed':
      return count(state, event.faultId, 0);
    case 'FaultStruck':
      if (event.delay !== undefined) delays.insert({ ...event.delay, faultId: event.faultId });
      return count(state, event.faultId, 1);
    case 'DelayEnded':
      return delays.remove(event.delayId);
  }
}

function wholeRule({ rule, aside }: FaultAdded): FaultRule {
  if (aside === undefined) return rule;
  const json = JSON.parse(aside.json) as NonNullable<FaultCondition['json']>;
  return { ...rule, when: { ...rule.when, json } };
}

function count({ faults }: FaultsState, faultId: string, strikes: 0 | 1): void {
  const fault = faults.get(faultId) as Fault; // only a fault in the table is tried
  faults.replace({ ...fault, tried: fault.tried + 1, struck: fault.struck + strikes });
}
