// Applies changes of posts of all kinds. Events lose a trashed venue or organizer (reference/calendar.md section 6.3).

import { invariant } from '../../kernel/invariant.ts';
import type { PostTrashed } from '../events.ts';
import type { OrganizerPost } from '../records/organizer.ts';
import { noUsage, type Post, type PostKind } from '../records/post.ts';
import type { VenuePost } from '../records/venue.ts';
import { eventsOf, type CalendarState } from '../state.ts';
import { updateEvent } from './event.ts';

export function updateVenue(state: CalendarState, id: number, changes: Partial<VenuePost>): void {
  const former = state.venues.get(String(id));
  invariant(former !== undefined, `venue ${id} exists`);
  state.venues.replace({ ...former, ...changes });
  if (changes.status === 'trash') unlinkVenue(state, id);
}

export function updateOrganizer(
  state: CalendarState,
  id: number,
  changes: Partial<OrganizerPost>,
): void {
  const former = state.organizers.get(String(id));
  invariant(former !== undefined, `organizer ${id} exists`);
  state.organizers.replace({ ...former, ...changes });
  if (changes.status === 'trash') unlinkOrganizer(state, id);
}

export function updatePost(
  state: CalendarState,
  kind: PostKind,
  id: number,
  changes: Partial<Post>,
): void {
  switch (kind) {
    case 'event':
      return updateEvent(state, id, changes);
    case 'venue':
      return updateVenue(state, id, changes);
    case 'organizer':
      return updateOrganizer(state, id, changes);
  }
}

export function trashPost(
  state: CalendarState,
  { kind, id, slug, modifiedSeconds, modifiedUtcSeconds }: PostTrashed,
): void {
  updatePost(state, kind, id, { status: 'trash', slug, modifiedSeconds, modifiedUtcSeconds });
}

function unlinkVenue(state: CalendarState, venueId: number): void {
  for (const event of eventsOf(state, 'venue', venueId)) {
    state.events.replace({ ...event, venueId: null });
  }
  const venue = state.venues.get(String(venueId));
  if (venue !== undefined) state.venues.replace({ ...venue, use: noUsage });
}

function unlinkOrganizer(state: CalendarState, organizerId: number): void {
  for (const event of eventsOf(state, 'organizer', organizerId)) {
    const organizerIds = event.organizerIds.filter((other) => other !== organizerId);
    state.events.replace({ ...event, organizerIds });
  }
  const organizer = state.organizers.get(String(organizerId));
  if (organizer !== undefined) state.organizers.replace({ ...organizer, use: noUsage });
}
