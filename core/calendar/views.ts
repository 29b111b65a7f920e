// Read models of the calendar: functions of its state. Adapters choose the names of fields and print links.

export { countsView } from './views/counts.ts';
export { eventById, eventOf, type EventView } from './views/event.ts';
export {
  eventListPage,
  eventListView,
  type EventListQuery,
  type EventListSite,
  type EventListView,
} from './views/event-list.ts';
export { boundNames } from './views/event-window.ts';
export { imageFileView, type ImageFileView, type ImageView } from './views/image.ts';
export type { ListPage, ListView, NumberedPage } from './views/list.ts';
export {
  organizerById,
  organizerOf,
  venueById,
  venueOf,
  type OrganizerView,
  type VenueView,
} from './views/venue-or-organizer.ts';
export {
  organizerListPage,
  venueListPage,
  type VenueOrOrganizerListQuery,
} from './views/venue-or-organizer-list.ts';
export { operatorEventView, operatorOrganizerView, operatorVenueView } from './views/operator.ts';
export { pageView, type PageName, type PageView } from './views/page.ts';
export { termListView, type TermListQuery } from './views/term-list.ts';
export { termOf, termView, type EventTermView, type TermView } from './views/term.ts';
