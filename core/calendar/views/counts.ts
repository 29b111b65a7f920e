// Record counts of the calendar.

import type { ReadonlyCalendarState } from '../state.ts';

export function countsView(state: ReadonlyCalendarState): Readonly<Record<string, number>> {
  const { events, venues, organizers, images, terms } = state;
  return {
    events: events.size,
    venues: venues.size,
    organizers: organizers.size,
    categories: terms.count('taxonomy', 'category'),
    tags: terms.count('taxonomy', 'tag'),
    images: images.size,
  };
}
