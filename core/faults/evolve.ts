// Applies events to the state. Total: every recorded event applies.

import type { FaultAdded, FaultsEvent } from './events.ts';
import type { Fault, FaultCondition, FaultRule } from './records/fault.ts';
import { connectionId, newConnection, withoutFault, withTry } from './records/connection.ts';
import type { FrameEffect, StruckFrame } from './records/socket-effect.ts';
import type { FaultsState } from './state.ts';

export function evolve(state: FaultsState, event: FaultsEvent): void {
  const { faults, delays } = state;
  switch (event.type) {
    case 'FaultAdded':
      return faults.insert({ id: event.faultId, ...wholeRule(event), tried: 0, struck: 0 });
    case 'FaultRemoved':
      faults.remove(event.faultId);
      return forget(state, event.faultId);
    case 'FaultPassed':
      if (event.frame !== undefined) countFrame(state, event.faultId, event.frame, false);
      return count(state, event.faultId, 0);
    case 'FaultStruck': {
      const { faultId, request, effect, delay } = event;
      if (delay !== undefined) delays.insert({ ...delay, faultId });
      if ('frame' in request) countFrame(state, faultId, request, cutting.has(effect.kind));
      return count(state, faultId, 1);
    }
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

/** The kinds after which a connection passes no frames. */
const cutting: ReadonlySet<string> = new Set<FrameEffect['kind']>(['close-socket', 'half-open']);

function countFrame(
  { connections }: FaultsState,
  faultId: string,
  frame: StruckFrame,
  cuts: boolean,
): void {
  const id = connectionId(frame);
  const known = connections.get(id);
  const counted = withTry(known ?? newConnection(id), faultId, frame, cuts);
  if (known === undefined) connections.insert(counted);
  else connections.replace(counted);
}

function forget({ connections }: FaultsState, faultId: string): void {
  for (const connection of connections.values()) {
    if (faultId in connection.tried) connections.replace(withoutFault(connection, faultId));
  }
}
