// What changes posts of any kind: fields, and the trash, which takes venues and organizers away from their events
// (reference/calendar.md section 6.3).

import { invariant } from '../../kernel/invariant.ts';
import type { PostTrashed } from '../events.ts';
import type { OrganizerPost } from '../records/organizer.ts';
import { unused, type Post, type PostKind } from '../records/post.ts';
import type { VenuePost } from '../records/venue.ts';
import { eventsOf, type CalendarState } from '../state.ts';
import { changeEvent } from './event.ts';

export function changeVenue(state: CalendarState, id: number, changes: Partial<VenuePost>): void {
  const former = state.venues.get(String(id));
  invariant(former !== undefined, `there is a venue ${id}`);
  state.venues.replace({ ...former, ...changes });
  if (changes.status === 'trash') unlinkVenue(state, id);
}

export function changeOrganizer(
  state: CalendarState,
  id: number,
  changes: Partial<OrganizerPost>,
): void {
  const former = state.organizers.get(String(id));
  invariant(former !== undefined, `there is an organizer ${id}`);
  state.organizers.replace({ ...former, ...changes });
  if (changes.status === 'trash') unlinkOrganizer(state, id);
}

export function changePost(
  state: CalendarState,
  kind: PostKind,
  id: number,
  changes: Partial<Post>,
): void {
  switch (kind) {
    case 'event':
      return changeEvent(state, id, changes);
    case 'venue':
      return changeVenue(state, id, changes);
    case 'organizer':
      return changeOrganizer(state, id, changes);
  }
}

export function trashPost(
  state: CalendarState,
  { kind, id, slug, modifiedSeconds, modifiedUtcSeconds }: PostTrashed,
): void {
  changePost(state, kind, id, { status: 'trash', slug, modifiedSeconds, modifiedUtcSeconds });
}

/** Lets all events go at once: no use of it is left then. */
function unlinkVenue(state: CalendarState, venueId: number): void {
  for (const event of eventsOf(state, 'venue', venueId)) {
    state.events.replace({ ...event, venueId: null });
  }
  const venue = state.venues.get(String(venueId));
  if (venue !== undefined) state.venues.replace({ ...venue, use: unused });
}

function unlinkOrganizer(state: CalendarState, organizerId: number): void {
  for (const event of eventsOf(state, 'organizer', organizerId)) {
    const organizerIds = event.organizerIds.filter((other) => other !== organizerId);
    state.events.replace({ ...event, organizerIds });
  }
  const organizer = state.organizers.get(String(organizerId));
  if (organizer !== undefined) state.organizers.replace({ ...organizer, use: unused });
}
