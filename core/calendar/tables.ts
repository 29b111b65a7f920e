// The tables of posts, with the indices and orders from which lists are served (reference/calendar.md sections 5.5, 6.4).

import { Table } from '../tables/index.ts';
import type { EventPost } from './records/event.ts';
import type { Image } from './records/image.ts';
import { organizerDetails, type OrganizerPost } from './records/organizer.ts';
import type { LinkedPost, Post, Used } from './records/post.ts';
import type { Taxonomy, Term } from './records/term.ts';
import { venueDetails, type VenuePost } from './records/venue.ts';
import { foldedText } from './text/search.ts';

/** `listed`: the status of those that lists show at all. */
export type EventIndex =
  | 'slug'
  | 'venueId'
  | 'organizerId'
  | 'categoryId'
  | 'tagId'
  | 'parentId'
  | 'status'
  | 'listed'
  | 'isFeatured'
  | 'isTicketed';

/** By the clocks of events and in UTC; those of the start, and `published`, go on by the publication date. */
export type EventOrder = 'start' | 'startUtc' | 'end' | 'endUtc' | 'published';

/** The categories and tags of those that are published. */
export type EventTally = 'publishedTerm';

export type EventTable = Table<EventPost, EventIndex, EventOrder, EventTally>;

export function eventTable(): EventTable {
  return new Table<EventPost, EventIndex, EventOrder, EventTally>(
    ({ id }) => String(id),
    {
      slug: slugOfPost,
      venueId: ({ venueId }) => keyOf(venueId),
      organizerId: ({ organizerIds }) => keysOf(organizerIds),
      categoryId: ({ categoryIds }) => keysOf(categoryIds),
      tagId: ({ tagIds }) => keysOf(tagIds),
      parentId: ({ parentId }) => keyOf(parentId),
      status: ({ status }) => status,
      listed: ({ status, isHidden }) => (isHidden ? undefined : status),
      isFeatured: ({ isFeatured }) => String(isFeatured),
      isTicketed: ({ isTicketed }) => String(isTicketed),
    },
    undefined,
    {
      ids: 'counted',
      orders: {
        start: ({ startSeconds, dateSeconds }) => [startSeconds, dateSeconds],
        startUtc: ({ startUtcSeconds, dateSeconds }) => [startUtcSeconds, dateSeconds],
        end: ({ endSeconds }) => [endSeconds],
        endUtc: ({ endUtcSeconds }) => [endUtcSeconds],
        published: ({ dateSeconds }) => [dateSeconds],
      },
      texts: {
        of: ({ title, excerpt, description }) => [title, excerpt, description],
        fold: foldedText,
      },
      tallies: {
        publishedTerm: ({ status, categoryIds, tagIds }) =>
          status !== 'publish'
            ? nothing
            : tagIds.length === 0
              ? categoryIds
              : [...categoryIds, ...tagIds],
      },
    },
  );
}

const nothing: readonly number[] = [];

export type ImageTable = Table<Image, 'source' | 'fileName'>;

export function imageTable(): ImageTable {
  return new Table(
    (image: Image) => String(image.id),
    { source: ({ source }: Image) => source, fileName: ({ fileName }: Image) => fileName },
    undefined,
    { ids: 'counted' },
  );
}

export type TermTable = Table<Term, 'slug' | 'name' | 'parent' | 'taxonomy'>;

export function termTable(): TermTable {
  return new Table(
    (term: Term) => String(term.id),
    {
      slug: ({ taxonomy, slug }: Term) => termKey(taxonomy, slug),
      name: ({ taxonomy, name }: Term) => termKey(taxonomy, name),
      parent: ({ taxonomy, parentId }: Term) => termKey(taxonomy, String(parentId)),
      taxonomy: ({ taxonomy }: Term) => taxonomy,
    },
    undefined,
    { ids: 'counted' },
  );
}

/** The key by which an index of terms lists a text, whatever its letter case. */
export function termKey(taxonomy: Taxonomy, text: string): string {
  return `${taxonomy}/${foldedText(text)}`;
}

/** `name`: of those that are not in the trash, in lower case. `hasEvents`: whether any that is no draft. */
export type LinkedIndex = 'slug' | 'name' | 'status' | 'hasEvents';

/**
 * `latitude`: of venues that have a place on the map, in millionths of a degree. `lastStart` and `lastPublicStart`: of those
 * that have events, by when the last of them starts.
 */
export type LinkedOrder = 'published' | 'latitude' | 'lastStart' | 'lastPublicStart';

type LinkedTable<P extends LinkedPost> = Table<Used<P>, LinkedIndex, LinkedOrder>;

export type VenueTable = LinkedTable<VenuePost>;
export type OrganizerTable = LinkedTable<OrganizerPost>;

export function venueTable(): VenueTable {
  return linkedTable<VenuePost>(venueTexts, ({ place }) =>
    place === null ? null : microdegrees(place.latitude),
  );
}

export function organizerTable(): OrganizerTable {
  return linkedTable<OrganizerPost>(organizerTexts, () => null);
}

/** The fields of a venue that are searched. */
export function venueTexts(venue: VenuePost): readonly string[] {
  const details = venueDetails.filter((detail) => detail !== 'country' && detail !== 'website');
  return textsOf(venue, details);
}

/** The fields of an organizer that are searched. */
export function organizerTexts(organizer: OrganizerPost): readonly string[] {
  return textsOf(organizer, organizerDetails);
}

/** Degrees as lists order them. */
export function microdegrees(degrees: number): number {
  return Math.round(degrees * 1_000_000);
}

function linkedTable<P extends LinkedPost>(
  textsIn: (post: P) => readonly string[],
  latitudeOf: (post: P) => number | null,
): LinkedTable<P> {
  return new Table<Used<P>, LinkedIndex, LinkedOrder>(
    ({ id }) => String(id),
    {
      slug: slugOfPost,
      name: ({ name, status }) => (status === 'trash' ? undefined : foldedText(name)),
      status: ({ status }) => status,
      hasEvents: ({ use }) => String(use.hasEvents),
    },
    undefined,
    {
      ids: 'counted',
      orders: {
        published: ({ dateSeconds }) => [dateSeconds],
        latitude: (post) => sortKey(latitudeOf(post)),
        lastStart: ({ use }) => sortKey(use.lastStartUtcSeconds),
        lastPublicStart: ({ use }) => sortKey(use.lastPublicStartUtcSeconds),
      },
      texts: { of: textsIn, fold: foldedText },
    },
  );
}

function textsOf<Detail extends string>(
  post: LinkedPost & Readonly<Record<Detail, string>>,
  details: readonly Detail[],
): readonly string[] {
  return [post.name, post.description, post.excerpt, ...details.map((detail) => post[detail])];
}

function sortKey(at: number | null): readonly [number] | undefined {
  return at === null ? undefined : [at];
}

function slugOfPost({ slug }: Post): string | undefined {
  return slug === '' ? undefined : slug;
}

function keyOf(id: number | null): string | undefined {
  return id === null ? undefined : String(id);
}

function keysOf(ids: readonly number[]): readonly string[] | undefined {
  return ids.length === 0 ? undefined : ids.map(String);
}
