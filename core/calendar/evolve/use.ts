// What use events make of the venues and organizers that they are linked to, kept up to date event by event.

import type { EventPost } from '../records/event.ts';
import {
  isDraft,
  statuses,
  type LinkedPost,
  type Status,
  type Use,
  type Used,
} from '../records/post.ts';
import type { CalendarState } from '../state.ts';

const allButDrafts = statuses.filter((status) => !isDraft(status));
const allButTrash = statuses.filter((status) => status !== 'trash');
const published: readonly Status[] = ['publish'];

/** To be called when the event has been inserted, or has replaced the former. */
export function countUse(
  state: CalendarState,
  former: EventPost | undefined,
  next: EventPost,
): void {
  const { venueId, organizerIds } = next;
  if (former !== undefined) {
    if (former.venueId !== venueId) countVenue(state, former.venueId, former, undefined);
    for (const id of former.organizerIds) {
      if (!organizerIds.includes(id)) countOrganizer(state, id, former, undefined);
    }
  }
  countVenue(state, venueId, former?.venueId === venueId ? former : undefined, next);
  for (const id of organizerIds) {
    const isLinked = former?.organizerIds.includes(id) === true;
    countOrganizer(state, id, isLinked ? former : undefined, next);
  }
}

function countVenue(
  state: CalendarState,
  id: number | null,
  former: EventPost | undefined,
  next: EventPost | undefined,
): void {
  if (id !== null) count(state, state.venues, { link: 'venueId', id, former, next });
}

function countOrganizer(
  state: CalendarState,
  id: number,
  former: EventPost | undefined,
  next: EventPost | undefined,
): void {
  count(state, state.organizers, { link: 'organizerId', id, former, next });
}

/** What becomes of an event that is, or was, linked to something: undefined where it is, or was, not. */
interface Change {
  /** By what events are found that are linked to it. */
  readonly link: 'venueId' | 'organizerId';
  readonly id: number;
  readonly former: EventPost | undefined;
  readonly next: EventPost | undefined;
}

function count<P extends LinkedPost>(
  state: CalendarState,
  table: {
    readonly get: (id: string) => Used<P> | undefined;
    readonly replace: (post: Used<P>) => void;
  },
  change: Change,
): void {
  const post = table.get(String(change.id));
  if (post === undefined) return;
  const { use } = post;
  const hasEvents = hasEventsAfter(state, use, change);
  const lastStartUtcSeconds = lastAfter(state, use.lastStartUtcSeconds, allButTrash, change);
  const lastPublicStartUtcSeconds = lastAfter(
    state,
    use.lastPublicStartUtcSeconds,
    published,
    change,
  );
  if (
    hasEvents === use.hasEvents &&
    lastStartUtcSeconds === use.lastStartUtcSeconds &&
    lastPublicStartUtcSeconds === use.lastPublicStartUtcSeconds
  ) {
    return;
  }
  table.replace({ ...post, use: { hasEvents, lastStartUtcSeconds, lastPublicStartUtcSeconds } });
}

function hasEventsAfter(state: CalendarState, use: Use, change: Change): boolean {
  if (change.next !== undefined && !isDraft(change.next.status)) return true;
  // Only where one went away may none be left.
  return use.hasEvents && lastOf(state, allButDrafts, change) !== undefined;
}

/** When the last of the events with such a status starts: looked for only where it was this one, and is no more. */
function lastAfter(
  state: CalendarState,
  last: number | null,
  counted: readonly Status[],
  change: Change,
): number | null {
  const { former, next } = change;
  const left = startIn(former, counted);
  const come = startIn(next, counted);
  if (come !== null && (last === null || come >= last)) return come;
  if (left === null || left !== last) return last;
  return lastOf(state, counted, change)?.startUtcSeconds ?? null;
}

/** The last to start of the events with such a status that are linked. */
function lastOf(
  { events }: CalendarState,
  status: readonly Status[],
  { link, id }: Change,
): EventPost | undefined {
  const by = { [link]: String(id), status };
  const last = { order: 'startUtc', direction: 'descending', offset: 0, limit: 1 } as const;
  return events.select({ ...last, by }).records[0];
}

function startIn(event: EventPost | undefined, counted: readonly Status[]): number | null {
  return event !== undefined && counted.includes(event.status) ? event.startUtcSeconds : null;
}
