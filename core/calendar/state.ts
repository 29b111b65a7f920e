// What the calendar service knows: tables of immutable records. Only evolve writes them.

import type { Context, Genesis } from '../kernel/context.ts';
import { Table, type ReadonlyState, type ReadonlyTable } from '../kernel/table.ts';
import type { PostName } from './commands.ts';
import type { EventPost } from './records/event.ts';
import type { Image } from './records/image.ts';
import type { OrganizerPost } from './records/organizer.ts';
import { isDraft, type Post, type PostKind } from './records/post.ts';
import type { Taxonomy, Term } from './records/term.ts';
import type { VenuePost } from './records/venue.ts';
import { foldedText } from './text/search.ts';

export * from './records/event.ts';
export * from './records/image.ts';
export * from './records/organizer.ts';
export * from './records/post.ts';
export * from './records/term.ts';
export * from './records/venue.ts';

export interface CalendarState {
  readonly events: Table<EventPost, 'slug' | 'venueId' | 'parentId'>;
  /** `name`: of those that are not in the trash, in lower case. */
  readonly venues: Table<VenuePost, 'slug' | 'name'>;
  readonly organizers: Table<OrganizerPost, 'slug' | 'name'>;
  readonly images: Table<Image, 'source' | 'fileName'>;
  /** `place`: taxonomy, parent and name in lower case. */
  readonly terms: Table<Term, 'slug' | 'name' | 'parent' | 'taxonomy'>;
}

export type ReadonlyCalendarState = ReadonlyState<CalendarState>;

export function initialState(_genesis: Genesis, _context: Context): CalendarState {
  return {
    events: new Table((event: EventPost) => String(event.id), {
      slug: slugOfPost,
      venueId: ({ venueId }: EventPost) => (venueId === null ? undefined : String(venueId)),
      parentId: ({ parentId }: EventPost) => (parentId === null ? undefined : String(parentId)),
    }),
    venues: new Table((venue: VenuePost) => String(venue.id), { slug: slugOfPost, name: nameOf }),
    organizers: new Table((organizer: OrganizerPost) => String(organizer.id), {
      slug: slugOfPost,
      name: nameOf,
    }),
    images: new Table((image: Image) => String(image.id), {
      source: ({ source }: Image) => source,
      fileName: ({ fileName }: Image) => fileName,
    }),
    terms: new Table((term: Term) => String(term.id), {
      slug: ({ taxonomy, slug }: Term) => termKey(taxonomy, slug),
      name: ({ taxonomy, name }: Term) => termKey(taxonomy, name),
      parent: ({ taxonomy, parentId }: Term) => termKey(taxonomy, String(parentId)),
      taxonomy: ({ taxonomy }: Term) => taxonomy,
    }),
  };
}

/** How many posts and attachments there ever were; the next id is one more. */
export function postCount(state: ReadonlyCalendarState): number {
  const { events, venues, organizers, images } = state;
  return events.inserted + venues.inserted + organizers.inserted + images.inserted;
}

/** The key by which an index of terms lists a text, whatever its letter case. */
export function termKey(taxonomy: Taxonomy, text: string): string {
  return `${taxonomy}/${foldedText(text)}`;
}

/** The first post of a kind with this slug for which something holds. */
export function postWithSlug(
  state: ReadonlyCalendarState,
  kind: PostKind,
  slug: string,
  where?: (post: Post) => boolean,
): EventPost | VenuePost | OrganizerPost | undefined {
  const query = { by: { slug }, where, order: 'ascending', limit: 1 } as const;
  switch (kind) {
    case 'event':
      return state.events.list(query)[0];
    case 'venue':
      return state.venues.list(query)[0];
    case 'organizer':
      return state.organizers.list(query)[0];
  }
}

/** The post of an id, or of a slug: drafts may share one, so they come behind all others. */
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
  const query = { by: { slug: name.slug }, order: 'ascending', limit: 1 } as const;
  const [settled] = table.list({ ...query, where: ({ status }) => !isDraft(status) });
  return settled ?? table.list(query)[0];
}

/** The events that have a venue, organizer, category or tag. */
export function eventsOf(
  state: ReadonlyCalendarState,
  what: 'venue' | 'organizer' | Taxonomy,
  id: number,
): readonly EventPost[] {
  const query = { order: 'ascending', limit: state.events.inserted } as const;
  switch (what) {
    case 'venue':
      return state.events.list({ ...query, by: { venueId: String(id) } });
    case 'organizer':
      return state.events.list({ ...query, where: (event) => event.organizerIds.includes(id) });
    case 'category':
      return state.events.list({ ...query, where: (event) => event.categoryIds.includes(id) });
    case 'tag':
      return state.events.list({ ...query, where: (event) => event.tagIds.includes(id) });
  }
}

/** Whether an id is that of a post of any kind, or of an image. */
export function isAnyPost(
  { events, venues, organizers, images }: ReadonlyCalendarState,
  id: number,
): boolean {
  const key = String(id);
  return [events, venues, organizers, images].some((table) => table.get(key) !== undefined);
}

function slugOfPost({ slug }: Post): string | undefined {
  return slug === '' ? undefined : slug;
}

function nameOf({ name, status }: VenuePost | OrganizerPost): string | undefined {
  return status === 'trash' ? undefined : foldedText(name);
}
