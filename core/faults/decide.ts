// Adds and removes faults, and decides which of them strikes a request.

import type { Context } from '../kernel/context.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { AddFault, FaultsCommand, StrikeFrame, TryFaults } from './commands.ts';
import { isChosen, isInTime } from './condition.ts';
import type { FaultPassed, FaultsEvent, FaultStruck } from './events.ts';
import { delaysMax, faultsMax, isSpent, type Fault, type Struck } from './records/fault.ts';
import type { FaultsRejection } from './rejections.ts';
import type { ReadonlyFaultsState } from './state.ts';

type Decision = Result<readonly FaultsEvent[], FaultsRejection>;

export function decide(
  command: FaultsCommand,
  state: ReadonlyFaultsState,
  context: Context,
): Decision {
  switch (command.type) {
    case 'AddFault':
      return add(command, state, context);
    case 'RemoveFault':
      return state.faults.get(command.faultId) === undefined
        ? err({ code: 'FAULT_UNKNOWN' })
        : ok([{ type: 'FaultRemoved', faultId: command.faultId }]);
    case 'RemoveAllFaults':
      return ok(
        [...state.faults.values()].map(({ id }) => ({ type: 'FaultRemoved', faultId: id })),
      );
    case 'TryFaults':
      return ok(tryFaults(command, state, context));
    case 'StrikeFrame':
      return ok(strikeFrame(command, state, context));
    case 'EndDelay':
      return ok(endDelay(command.delayId, state));
  }
}

function add({ id, rule }: AddFault, { faults }: ReadonlyFaultsState, context: Context): Decision {
  const faultId = id ?? context.id('fault', faults.insertedCount);
  if (faults.get(faultId) !== undefined) return err({ code: 'FAULT_ID_TAKEN' });
  if (faults.size >= faultsMax) return err({ code: 'FAULTS_FULL' });
  const { json, ...when } = rule.when;
  const added = { type: 'FaultAdded', faultId, rule: { ...rule, when } } as const;
  return ok([json === undefined ? added : { ...added, aside: { json: JSON.stringify(json) } }]);
}

/** An event for each fault that was tried, up to the first that strikes. */
function tryFaults(
  { faultIds, request }: TryFaults,
  state: ReadonlyFaultsState,
  context: Context,
): readonly FaultsEvent[] {
  const events: (FaultPassed | FaultStruck)[] = [];
  for (const faultId of faultIds) {
    const fault = state.faults.get(faultId);
    if (fault === undefined || isSpent(fault) || !isInTime(fault.when, context.nowMs)) continue;
    if (strikes(fault, context) && hasRoom(fault, state)) {
      return [...events, struckBy(fault, request, state, context)];
    }
    events.push({ type: 'FaultPassed', faultId });
  }
  return events;
}

function strikeFrame(
  { faultId, frame }: StrikeFrame,
  state: ReadonlyFaultsState,
  context: Context,
): readonly FaultsEvent[] {
  const fault = state.faults.get(faultId);
  if (fault === undefined || isSpent(fault) || !hasRoom(fault, state)) return [];
  return [struckBy(fault, frame, state, context)];
}

function struckBy(
  fault: Fault,
  request: Struck,
  state: ReadonlyFaultsState,
  context: Context,
): FaultStruck {
  const { id: faultId, effect } = fault;
  const delay = delayOf(fault, request, state, context);
  return { type: 'FaultStruck', faultId, effect, request, ...omitUndefined({ delay }) };
}

function endDelay(delayId: string, { delays }: ReadonlyFaultsState): readonly FaultsEvent[] {
  const delay = delays.get(delayId);
  if (delay === undefined) return [];
  return [
    {
      type: 'DelayEnded',
      delayId,
      ...omitUndefined({ webhook: delay.webhook, frame: delay.frame }),
    },
  ];
}

function strikes({ id, tried, when }: Fault, { rng }: Context): boolean {
  return isChosen(when, tried, () => rng(`fault/${id}/${tried}`));
}

function hasRoom({ effect }: Fault, { delays }: ReadonlyFaultsState): boolean {
  return !('delayMs' in effect) || delays.size < delaysMax;
}

/** The latency of an answer, a webhook or a frame; undefined for faults that delay none. */
function delayOf(
  { id, tried, effect }: Fault,
  request: Struck,
  { delays }: ReadonlyFaultsState,
  { nowMs, rng }: Context,
): FaultStruck['delay'] {
  if (!('delayMs' in effect)) return undefined;
  const { delayMs, jitterMs = 0 } = effect;
  const more = jitterMs === 0 ? 0 : rng(`fault/${id}/${tried}/delay`).below(jitterMs + 1);
  const delay = { id: String(delays.insertedCount + 1), untilMs: nowMs + delayMs + more };
  if ('notificationId' in request) return { ...delay, webhook: request };
  return 'frame' in request ? { ...delay, frame: request } : delay;
}
