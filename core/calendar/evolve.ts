// Applies events to the state. Total: every recorded event applies.

import type { CalendarEvent } from './events.ts';
import { updateEvent, insertEvent } from './evolve/event.ts';
import { deleteTerm, updateTerm } from './evolve/term.ts';
import { updateOrganizer, updatePost, updateVenue, trashPost } from './evolve/post.ts';
import { noUsage } from './records/post.ts';
import type { CalendarState } from './state.ts';

export function evolve(state: CalendarState, event: CalendarEvent): void {
  switch (event.type) {
    case 'EventCreated':
      return insertEvent(state, event.post);
    case 'EventUpdated':
      return updateEvent(state, event.id, event.changes);
    case 'VenueCreated':
      return state.venues.insert({ ...event.post, use: noUsage });
    case 'VenueUpdated':
      return updateVenue(state, event.id, event.changes);
    case 'OrganizerCreated':
      return state.organizers.insert({ ...event.post, use: noUsage });
    case 'OrganizerUpdated':
      return updateOrganizer(state, event.id, event.changes);
    case 'PostTrashed':
      return trashPost(state, event);
    case 'PostPublished':
      return updatePost(state, event.kind, event.id, { status: 'publish' });
    case 'TermCreated':
      return state.terms.insert(event.term);
    case 'TermUpdated':
      return updateTerm(state, event.termId, event.changes);
    case 'TermDeleted':
      return deleteTerm(state, event.termId);
    case 'ImageAttached':
      return state.images.insert(event.image);
  }
}
