// What clients see of the calendar, as functions of its state. Names of fields and links are the adapter's business.

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
export { organizerOf, organizerView, venueOf, venueView, type LinkedView } from './views/linked.ts';
export { organizerListPage, venueListPage, type LinkedListQuery } from './views/linked-list.ts';
export { pageView, type PageName, type PageView } from './views/page.ts';
export { termListView, type TermListQuery } from './views/term-list.ts';
export { termOf, termView, type CountedTerm, type TermView } from './views/term.ts';
