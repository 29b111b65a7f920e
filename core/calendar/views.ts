// What clients see of the calendar, as functions of its state. Names of fields and links are the adapter's business.

export { countsView } from './views/counts.ts';
export { eventOf, eventView, type EventView } from './views/event.ts';
export { organizerOf, organizerView, venueOf, venueView, type LinkedView } from './views/linked.ts';
export { termOf, termView, termViews, type TermView } from './views/term.ts';
