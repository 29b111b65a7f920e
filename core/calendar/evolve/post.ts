// What changes posts of any kind: fields, and the trash, which takes venues and organizers away from their events
// (reference/calendar.md section 6.3).

import { invariant } from '../../kernel/invariant.ts';
import type { PostTrashed } from '../events.ts';
import type { OrganizerPost } from '../records/organizer.ts';
import type { Post, PostKind } from '../records/post.ts';
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

function unlinkVenue(state: CalendarState, venueId: number): void {
  for (const { id } of eventsOf(state, 'venue', venueId)) changeEvent(state, id, { venueId: null });
}

function unlinkOrganizer(state: CalendarState, organizerId: number): void {
  for (const { id, organizerIds } of eventsOf(state, 'organizer', organizerId)) {
    changeEvent(state, id, { organizerIds: organizerIds.filter((other) => other !== organizerId) });
  }
}
