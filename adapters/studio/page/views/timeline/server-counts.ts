// Counts of events that a server gives, for a history that is still being read.

import { eventLanes, type EventLane } from '../../../../contracts/event-lane.ts';
import type { Timeline } from '../../../../client/control-types.ts';
import type { TimeSpan } from './time-span.ts';

export interface ServerCounts {
  readonly span: TimeSpan;
  /** By bucket of the span. */
  readonly lanes: Partial<Record<EventLane, readonly number[]>>;
  readonly total: number;
}

/** Buckets that are asked for. */
export const bucketsWanted = 2_000;

export function countsOf({ from, to, lanes, events }: Timeline): ServerCounts {
  const known = lanes.flatMap(({ lane, counts }) =>
    (eventLanes as readonly string[]).includes(lane) ? [[lane, counts] as const] : [],
  );
  return {
    span: { fromMs: Date.parse(from), toMs: Math.max(Date.parse(to), Date.parse(from) + 1) },
    lanes: Object.fromEntries(known),
    total: events,
  };
}
