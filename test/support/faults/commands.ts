// Commands of the faults domain, for tests.

import type { FaultsCommand } from '../../../core/faults/commands.ts';
import type { FaultRule } from '../../../core/faults/records/fault.ts';

/** Adds a fault; by default it loses every answer. */
export function addFault(id?: string, rule: Partial<FaultRule> = {}): FaultsCommand {
  const whole = { when: {}, effect: { kind: 'lose-answer' }, ...rule } as const;
  return { type: 'AddFault', ...(id === undefined ? {} : { id }), rule: whole };
}

/** Sends a request that matches these faults, to decide which one strikes. */
export function tryFaults(...faultIds: readonly string[]): FaultsCommand {
  const request = { service: 'wallet', method: 'POST', path: '/v1/w3s/developer/wallets' };
  return { type: 'TryFaults', faultIds, request };
}
