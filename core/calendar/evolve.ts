// The switch: what each event changes. Total: an event that was recorded is never refused.

import type { CalendarEvent } from './events.ts';
import { changeEvent, insertEvent } from './evolve/event.ts';
import { deleteTerm, updateTerm } from './evolve/term.ts';
import { changeOrganizer, changePost, changeVenue, trashPost } from './evolve/post.ts';
import { unused, type CalendarState } from './state.ts';

export function evolve(state: CalendarState, event: CalendarEvent): void {
  switch (event.type) {
    case 'EventCreated':
      return insertEvent(state, event.post);
    case 'EventUpdated':
      return changeEvent(state, event.id, event.changes);
    case 'VenueCreated':
      return state.venues.insert({ ...event.post, use: unused });
    case 'VenueUpdated':
      return changeVenue(state, event.id, event.changes);
    case 'OrganizerCreated':
      return state.organizers.insert({ ...event.post, use: unused });
    case 'OrganizerUpdated':
      return changeOrganizer(state, event.id, event.changes);
    case 'PostTrashed':
      return trashPost(state, event);
    case 'PostPublished':
      return changePost(state, event.kind, event.id, { status: 'publish' });
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
