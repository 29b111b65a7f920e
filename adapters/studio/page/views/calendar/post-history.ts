// The history of one post: each event that changed it, with the fields before and after.

import {
  calendar,
  type Envelope,
  type PostChange,
  type WorldPast,
} from '../../../../../core/index.ts';

export interface PostChangeAt extends PostChange {
  readonly position: number;
}

/** The newest changes are shown: each is a fold of the world before and after it. */
const changesMax = 50;

export interface PostHistory {
  readonly changes: readonly PostChangeAt[];
  /** How many earlier ones are left out. */
  readonly left: number;
}

/** Up to and including a position. */
export async function postHistory(
  past: Pick<WorldPast, 'at'>,
  events: readonly Envelope[],
  id: number,
  position: number,
): Promise<PostHistory> {
  const streams = new Set(calendar.postKinds.map((kind) => `calendar/${kind}/${id}`));
  const own = events.filter(
    (envelope) => envelope.position <= position && streams.has(envelope.stream),
  );
  const shown = own.slice(-changesMax);
  const changes: PostChangeAt[] = [];
  for (const { position: at, atMs, event } of shown) {
    const before = await past.at({ position: at - 1 });
    const after = await past.at({ position: at });
    const change = calendar.postLife.valueOf(after.states.calendar, String(id), {
      atMs,
      event: event as calendar.CalendarEvent,
      before: calendar.postLife.recordOf?.(before.states.calendar, String(id)),
    });
    if (change !== undefined) changes.push({ ...change, position: at });
  }
  return { changes, left: own.length - shown.length };
}
