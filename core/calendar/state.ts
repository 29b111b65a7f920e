// The state of the calendar: tables of immutable records. Only evolve writes them.

import type { Context, Genesis } from '../kernel/context.ts';
import { forkTables, type ReadonlyState, type ReadonlyTable } from '../tables/index.ts';
import type { PostName } from './commands.ts';
import type { EventPost } from './records/event.ts';
import type { OrganizerPost } from './records/organizer.ts';
import { isDraft, type Post, type PostKind } from './records/post.ts';
import type { Taxonomy, TaxonomyTerm } from './records/term.ts';
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

export interface CalendarState {
  readonly events: EventTable;
  readonly venues: VenueTable;
  readonly organizers: OrganizerTable;
  readonly images: ImageTable;
  readonly terms: TermTable;
}

export type ReadonlyCalendarState = ReadonlyState<CalendarState>;

/** Shared by all worlds, table by table, until they write one. */
const empty: CalendarState = {
  events: eventTable(),
  venues: venueTable(),
  organizers: organizerTable(),
  images: imageTable(),
  terms: termTable(),
};

export function initialState(_genesis: Genesis, _context: Context): CalendarState {
  return forkTables(empty);
}

/** The number of posts and images ever created; the next id is one more. */
export function postCount(state: ReadonlyCalendarState): number {
  const { events, venues, organizers, images } = state;
  return (
    events.insertedCount + venues.insertedCount + organizers.insertedCount + images.insertedCount
  );
}

/** The first post of a kind with a slug that satisfies a condition. */
export function postWithSlug(
  state: ReadonlyCalendarState,
  kind: PostKind,
  slug: string,
  where?: (post: Post) => boolean,
): EventPost | VenuePost | OrganizerPost | undefined {
  switch (kind) {
    case 'event':
      return firstWithSlug(state.events, slug, where);
    case 'venue':
      return firstWithSlug(state.venues, slug, where);
    case 'organizer':
      return firstWithSlug(state.organizers, slug, where);
  }
}

function firstWithSlug<P extends Post>(
  table: ReadonlyTable<P, 'slug'>,
  slug: string,
  where: ((post: Post) => boolean) | undefined,
): P | undefined {
  if (table.count('slug', slug) === 0) return undefined;
  return table.list({ by: { slug }, where, order: 'ascending', limit: 1 })[0];
}

/** Finds a post by id or by slug, percent-encoded or not. Drafts may share a slug, so other posts come first. */
export function findEvent(state: ReadonlyCalendarState, name: PostName): EventPost | undefined {
  return findPost(state.events, name);
}

export function findVenue(state: ReadonlyCalendarState, name: PostName): VenuePost | undefined {
  return findPost(state.venues, name);
}

export function findOrganizer(
  state: ReadonlyCalendarState,
  name: PostName,
): OrganizerPost | undefined {
  return findPost(state.organizers, name);
}

export function findPostOf(
  state: ReadonlyCalendarState,
  kind: PostKind,
  name: PostName,
): EventPost | VenuePost | OrganizerPost | undefined {
  switch (kind) {
    case 'event':
      return findEvent(state, name);
    case 'venue':
      return findVenue(state, name);
    case 'organizer':
      return findOrganizer(state, name);
  }
}

function findPost<P extends Post>(table: ReadonlyTable<P, 'slug'>, name: PostName): P | undefined {
  if ('id' in name) return table.get(String(name.id));
  const query = { by: { slug: slugOf(name.slug) }, order: 'ascending', limit: 1 } as const;
  const [nonDraft] = table.list({ ...query, where: ({ status }) => !isDraft(status) });
  return nonDraft ?? table.list(query)[0];
}

/** The term with a slug, percent-encoded or not. */
export function termWithSlug(
  { terms }: Pick<ReadonlyCalendarState, 'terms'>,
  taxonomy: Taxonomy,
  slug: string,
): TaxonomyTerm | undefined {
  const by = { slug: termKey(taxonomy, slugOf(slug)) };
  return terms.list({ by, order: 'ascending', limit: 1 })[0];
}

/** The number of published events with a term. */
export function eventCountOf({ events }: Pick<ReadonlyCalendarState, 'events'>, termId: number) {
  return events.countOf('publishedTerm', termId);
}

/** The events with a venue, organizer, category or tag. */
export function eventsOf(
  state: ReadonlyCalendarState,
  kind: 'venue' | 'organizer' | Taxonomy,
  id: number,
): readonly EventPost[] {
  const by = { [eventIndexes[kind]]: String(id) };
  return state.events.list({ by, order: 'ascending', limit: state.events.insertedCount });
}

const eventIndexes = {
  venue: 'venueId',
  organizer: 'organizerId',
  category: 'categoryId',
  tag: 'tagId',
} as const;

/** Whether an id belongs to a post of any kind or to an image. */
export function isPostId(
  { events, venues, organizers, images }: ReadonlyCalendarState,
  id: number,
): boolean {
  const key = String(id);
  return [events, venues, organizers, images].some((table) => table.get(key) !== undefined);
}
