// Read models of faults: functions of the state.

import type { Envelope, Event } from '../kernel/message.ts';
import type { DelayEnded, FaultStruck } from './events.ts';
import { isSpent, type Delay, type Fault } from './records/fault.ts';
import type { FrameEffect, StruckFrame } from './records/socket-effect.ts';
import type { StruckWebhook } from './records/webhook-effect.ts';
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

/** The delay of an attempt to deliver a webhook, if it waits still. */
export function webhookDelayView(
  { delays }: ReadonlyFaultsState,
  { notificationId, attempt }: Pick<StruckWebhook, 'notificationId' | 'attempt'>,
): Delay | undefined {
  return [...delays.values()].find(
    ({ webhook }) => webhook?.notificationId === notificationId && webhook.attempt === attempt,
  );
}

/** The attempt to deliver a webhook whose delay an event ends, if any. */
export function endedWebhook(event: Event): StruckWebhook | undefined {
  return event.type === 'DelayEnded' ? (event as DelayEnded).webhook : undefined;
}

/** The strikes on frames to clients, by the positions of the events that send these. */
export function frameStrikes(
  entries: readonly { readonly events: readonly Envelope[] }[],
): ReadonlyMap<number, readonly FrameStruck[]> {
  const strikes = new Map<number, FrameStruck[]>();
  for (const { events } of entries) {
    for (const { event, cause = 0 } of events) {
      if (!isFrameStruck(event) || event.request.direction === 'in') continue;
      const known = strikes.get(cause);
      if (known === undefined) strikes.set(cause, [event]);
      else known.push(event);
    }
  }
  return strikes;
}

/** A strike on a frame. */
export interface FrameStruck extends FaultStruck {
  readonly effect: FrameEffect;
  readonly request: StruckFrame;
}

function isFrameStruck(event: Event): event is FrameStruck {
  return event.type === 'FaultStruck' && 'frame' in (event as FaultStruck).request;
}

/** The strike that the events of a try end with, if any. */
export function strikeIn(events: readonly { readonly event: Event }[]): FaultStruck | undefined {
  const last = events.at(-1)?.event;
  return last?.type === 'FaultStruck' ? (last as FaultStruck) : undefined;
}

const none: readonly Fault[] = [];
