// Keeps the usage of venues and organizers up to date with the events that are linked to them.

import type { EventPost } from '../records/event.ts';
import {
  isDraft,
  statuses,
  type VenueOrOrganizer,
  type Status,
  type Usage,
  type WithUsage,
} from '../records/post.ts';
import type { CalendarState } from '../state.ts';

const allButDrafts = statuses.filter((status) => !isDraft(status));
const allButTrash = statuses.filter((status) => status !== 'trash');
const published: readonly Status[] = ['publish'];

/** Call it after the event was inserted, or replaced its former version. */
export function updateUsage(
  state: CalendarState,
  former: EventPost | undefined,
  next: EventPost,
): void {
  const { venueId, organizerIds } = next;
  if (former !== undefined) {
    if (former.venueId !== venueId) updateVenueUsage(state, former.venueId, former, undefined);
    for (const id of former.organizerIds) {
      if (!organizerIds.includes(id)) updateOrganizerUsage(state, id, former, undefined);
    }
  }
  updateVenueUsage(state, venueId, former?.venueId === venueId ? former : undefined, next);
  for (const id of organizerIds) {
    const isLinked = former?.organizerIds.includes(id) === true;
    updateOrganizerUsage(state, id, isLinked ? former : undefined, next);
  }
}

function updateVenueUsage(
  state: CalendarState,
  id: number | null,
  former: EventPost | undefined,
  next: EventPost | undefined,
): void {
  if (id !== null) replaceUsage(state, state.venues, { link: 'venueId', id, former, next });
}

function updateOrganizerUsage(
  state: CalendarState,
  id: number,
  former: EventPost | undefined,
  next: EventPost | undefined,
): void {
  replaceUsage(state, state.organizers, { link: 'organizerId', id, former, next });
}

/** Versions of an event before and after a change; undefined where it is not linked to the venue or organizer. */
interface LinkChange {
  /** The index of events by the venue or organizer. */
  readonly link: 'venueId' | 'organizerId';
  readonly id: number;
  readonly former: EventPost | undefined;
  readonly next: EventPost | undefined;
}

function replaceUsage<P extends VenueOrOrganizer>(
  state: CalendarState,
  table: {
    readonly get: (id: string) => WithUsage<P> | undefined;
    readonly replace: (post: WithUsage<P>) => void;
  },
  change: LinkChange,
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

function hasEventsAfter(state: CalendarState, use: Usage, change: LinkChange): boolean {
  if (change.next !== undefined && !isDraft(change.next.status)) return true;
  // False is possible only if the changed event was unlinked or became a draft.
  return use.hasEvents && lastOf(state, allButDrafts, change) !== undefined;
}

/** The start of the last event with a counted status. Searches only if the changed event was the last one. */
function lastAfter(
  state: CalendarState,
  last: number | null,
  counted: readonly Status[],
  change: LinkChange,
): number | null {
  const { former, next } = change;
  const formerStart = startIn(former, counted);
  const nextStart = startIn(next, counted);
  if (nextStart !== null && (last === null || nextStart >= last)) return nextStart;
  if (formerStart === null || formerStart !== last) return last;
  return lastOf(state, counted, change)?.startUtcSeconds ?? null;
}

/** The linked event with a counted status that starts last. */
function lastOf(
  { events }: CalendarState,
  status: readonly Status[],
  { link, id }: LinkChange,
): EventPost | undefined {
  const by = { [link]: String(id), status };
  const last = { order: 'startUtc', direction: 'descending', offset: 0, limit: 1 } as const;
  return events.select({ ...last, by }).records[0];
}

function startIn(event: EventPost | undefined, counted: readonly Status[]): number | null {
  return event !== undefined && counted.includes(event.status) ? event.startUtcSeconds : null;
}
