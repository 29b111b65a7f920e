// What the calendar service knows: tables of immutable records. Only evolve writes them.

import type { Context, Genesis } from '../kernel/context.ts';
import type { ReadonlyState, ReadonlyTable } from '../tables/index.ts';
import type { PostName } from './commands.ts';
import type { EventPost } from './records/event.ts';
import type { OrganizerPost } from './records/organizer.ts';
import { isDraft, type Post, type PostKind } from './records/post.ts';
import type { Taxonomy, Term } from './records/term.ts';
import type { VenuePost } from './records/venue.ts';
import {
  eventTable,
  imageTable,
  organizerTable,
  termKey,
  termTable,
  venueTable,
  type EventTable,
  type ImageTable,
  type OrganizerTable,
  type TermTable,
  type VenueTable,
} from './tables.ts';
import { slugOf } from './text/slug.ts';

export * from './records/event.ts';
export * from './records/image.ts';
export * from './records/organizer.ts';
export * from './records/post.ts';
export * from './records/term.ts';
export * from './records/venue.ts';
export { termKey } from './tables.ts';

export interface CalendarState {
  readonly events: EventTable;
  readonly venues: VenueTable;
  readonly organizers: OrganizerTable;
  readonly images: ImageTable;
  readonly terms: TermTable;
}

export type ReadonlyCalendarState = ReadonlyState<CalendarState>;

export function initialState(_genesis: Genesis, _context: Context): CalendarState {
  return {
    events: eventTable(),
    venues: venueTable(),
    organizers: organizerTable(),
    images: imageTable(),
    terms: termTable(),
  };
}

/** How many posts and attachments there ever were; the next id is one more. */
export function postCount(state: ReadonlyCalendarState): number {
  const { events, venues, organizers, images } = state;
  return events.inserted + venues.inserted + organizers.inserted + images.inserted;
}

/** The first post of a kind with this slug for which something holds. */
export function postWithSlug(
  state: ReadonlyCalendarState,
  kind: PostKind,
  slug: string,
  where?: (post: Post) => boolean,
): EventPost | VenuePost | OrganizerPost | undefined {
  switch (kind) {
    case 'event':
      return withSlug(state.events, slug, where);
    case 'venue':
      return withSlug(state.venues, slug, where);
    case 'organizer':
      return withSlug(state.organizers, slug, where);
  }
}

/** Mostly there is none. */
function withSlug<P extends Post>(
  table: ReadonlyTable<P, 'slug'>,
  slug: string,
  where: ((post: Post) => boolean) | undefined,
): P | undefined {
  if (table.count('slug', slug) === 0) return undefined;
  return table.list({ by: { slug }, where, order: 'ascending', limit: 1 })[0];
}

/**
 * The post of an id, or of a slug, with its octets decoded or not, as it may stand in an address: drafts may share one, so
 * they come behind all others.
 */
export function eventNamed(state: ReadonlyCalendarState, name: PostName): EventPost | undefined {
  return named(state.events, name);
}

export function venueNamed(state: ReadonlyCalendarState, name: PostName): VenuePost | undefined {
  return named(state.venues, name);
}

export function organizerNamed(
  state: ReadonlyCalendarState,
  name: PostName,
): OrganizerPost | undefined {
  return named(state.organizers, name);
}

function named<P extends Post>(table: ReadonlyTable<P, 'slug'>, name: PostName): P | undefined {
  if ('id' in name) return table.get(String(name.id));
  const query = { by: { slug: slugOf(name.slug) }, order: 'ascending', limit: 1 } as const;
  const [settled] = table.list({ ...query, where: ({ status }) => !isDraft(status) });
  return settled ?? table.list(query)[0];
}

/** The term with a slug, with its octets decoded or not. */
export function termWithSlug(
  { terms }: Pick<ReadonlyCalendarState, 'terms'>,
  taxonomy: Taxonomy,
  slug: string,
): Term | undefined {
  const by = { slug: termKey(taxonomy, slugOf(slug)) };
  return terms.list({ by, order: 'ascending', limit: 1 })[0];
}

/** How many published events have a term. */
export function eventCountOf({ events }: Pick<ReadonlyCalendarState, 'events'>, termId: number) {
  return events.tally('publishedTerm', termId);
}

/** The events that have a venue, organizer, category or tag. */
export function eventsOf(
  state: ReadonlyCalendarState,
  what: 'venue' | 'organizer' | Taxonomy,
  id: number,
): readonly EventPost[] {
  const by = { [indexOf[what]]: String(id) };
  return state.events.list({ by, order: 'ascending', limit: state.events.inserted });
}

const indexOf = {
  venue: 'venueId',
  organizer: 'organizerId',
  category: 'categoryId',
  tag: 'tagId',
} as const;

/** Whether an id is that of a post of any kind, or of an image. */
export function isAnyPost(
  { events, venues, organizers, images }: ReadonlyCalendarState,
  id: number,
): boolean {
  const key = String(id);
  return [events, venues, organizers, images].some((table) => table.get(key) !== undefined);
}
