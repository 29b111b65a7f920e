// Read models of the calendar: functions of its state. Adapters choose the names of fields and print links.

export { countsView } from './views/counts.ts';
export { eventOf, eventView, type EventView } from './views/event.ts';
export {
  eventListPage,
  eventListView,
  type EventListQuery,
  type EventListSite,
  type EventListView,
} from './views/event-list.ts';
export { boundNames } from './views/event-window.ts';
export { imageFileView, type ImageFileView } from './views/image.ts';
export type { ListPage, ListView, PageQuery } from './views/list.ts';
export {
  organizerOf,
  organizerView,
  venueOf,
  venueView,
  type VenueOrOrganizerView,
} from './views/venue-or-organizer.ts';
export {
  organizerListPage,
  venueListPage,
  type VenueOrOrganizerListQuery,
} from './views/venue-or-organizer-list.ts';
export { pageView, type PageName, type PageView } from './views/page.ts';
export { termListView, type TermListQuery } from './views/term-list.ts';
export { termOf, termView, type CountedTerm, type TermView } from './views/term.ts';
