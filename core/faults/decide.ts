// Adds and removes faults, and decides which of them strikes a request. A spent one, which has struck as often as it may, stays and is
// passed over.

import type { Context } from '../kernel/context.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { AddFault, FaultsCommand, TryFaults } from './commands.ts';
import { isChosen, isInTime } from './condition.ts';
import type { FaultPassed, FaultsEvent, FaultStruck } from './events.ts';
import { isForFrame, type FrameFault } from './frames.ts';
import {
  connectionId,
  newConnection,
  numbered,
  type TriedConnection,
} from './records/connection.ts';
import { delaysMax, faultsMax, isSpent, type Fault, type Struck } from './records/fault.ts';
import type { TriedFrame } from './records/socket-effect.ts';
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

function tryFaults(
  { faultIds, request }: TryFaults,
  state: ReadonlyFaultsState,
  context: Context,
): readonly FaultsEvent[] {
  if (!('direction' in request)) return tryEach({ faultIds, request }, state, context);
  const connection = connectionOf(state, request);
  if (connection.isCut) return [];
  return tryEach({ faultIds, request: numbered(request, connection), connection }, state, context);
}

interface Try {
  readonly faultIds: readonly string[];
  readonly request: Struck;
  /** Of a frame. */
  readonly connection?: TriedConnection;
}

/** An event for each fault that was tried, up to the first that strikes. */
function tryEach(
  { faultIds, request, connection }: Try,
  state: ReadonlyFaultsState,
  context: Context,
): readonly FaultsEvent[] {
  const events: (FaultPassed | FaultStruck)[] = [];
  for (const faultId of faultIds) {
    const fault = state.faults.get(faultId);
    if (fault === undefined || isSpent(fault) || !isInTime(fault.when, context.nowMs)) continue;
    if ('frame' in request && !isForFrame(fault as FrameFault, request)) continue;
    if (strikes(fault, connection, context) && hasRoom(fault, state)) {
      return [...events, struckBy(fault, request, state, context)];
    }
    const passed = { type: 'FaultPassed', faultId } as const;
    events.push('frame' in request ? { ...passed, frame: request } : passed);
  }
  return events;
}

function connectionOf({ connections }: ReadonlyFaultsState, frame: TriedFrame): TriedConnection {
  const id = connectionId(frame);
  return connections.get(id) ?? newConnection(id);
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

/** Frames are counted, and drawn for, on each connection; everything else in the whole world. */
function strikes(
  { id, tried, when }: Fault,
  connection: TriedConnection | undefined,
  { rng }: Context,
): boolean {
  if (connection === undefined) return isChosen(when, tried, () => rng(`fault/${id}/${tried}`));
  const before = connection.tried[id] ?? 0;
  return isChosen(when, before, () => rng(`fault/${id}/${connection.id}/${before}`));
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
