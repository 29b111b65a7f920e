// The calendar domain as one value.

import type { Domain } from '../decider.ts';
import type { CalendarCommand } from './commands.ts';
import { decide, decideInPieces } from './decide.ts';
import { eventTypes, type CalendarEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { react } from './react.ts';
import type { CalendarRejection } from './rejections.ts';
import { initialState, type CalendarState } from './state.ts';

export type { CalendarState } from './state.ts';
export { postLife, type PostChange } from './streams.ts';

export const calendar: Domain<CalendarState, CalendarCommand, CalendarEvent, CalendarRejection> = {
  name: 'calendar',
  eventTypes,
  decider: { initialState, decide, decideInPieces, evolve },
  react,
  streamOf,
};

/** The stream of the post, term or image of an event. */
function streamOf(event: CalendarEvent): string {
  switch (event.type) {
    case 'EventCreated':
      return `event/${event.post.id}`;
    case 'EventUpdated':
      return `event/${event.id}`;
    case 'VenueCreated':
      return `venue/${event.post.id}`;
    case 'VenueUpdated':
      return `venue/${event.id}`;
    case 'OrganizerCreated':
      return `organizer/${event.post.id}`;
    case 'OrganizerUpdated':
      return `organizer/${event.id}`;
    case 'PostTrashed':
    case 'PostPublished':
      return `${event.kind}/${event.id}`;
    case 'TermCreated':
      return `term/${event.term.id}`;
    case 'TermUpdated':
    case 'TermDeleted':
      return `term/${event.termId}`;
    case 'ImageAttached':
      return `image/${event.image.id}`;
  }
}
