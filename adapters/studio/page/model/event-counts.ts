// Counts of the events of a world by lane and stretch of virtual time: a server has them before the page has read the events.

import { eventLanes, type EventLane } from '../../../contracts/event-lane.ts';
import type { Timeline } from '../../../client/control-types.ts';

export interface EventCounts {
  readonly fromMs: number;
  /** The present of the world. */
  readonly toMs: number;
  /** Of the last event. */
  readonly position: number;
  /** By equal stretches of this time. */
  readonly lanes: Partial<Record<EventLane, readonly number[]>>;
}

/** Enough for a screen. */
export const bucketsWanted = 2_000;

export function countsOf({ from, to, position, lanes }: Timeline): EventCounts {
  const known = lanes.flatMap(({ lane, counts }) =>
    (eventLanes as readonly string[]).includes(lane) ? [[lane, counts] as const] : [],
  );
  const fromMs = Date.parse(from);
  const toMs = Math.max(Date.parse(to), fromMs + 1);
  return { fromMs, toMs, position, lanes: Object.fromEntries(known) };
}
