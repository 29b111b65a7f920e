// The tables of the calendar, with the indices and orders that serve lists (reference/calendar.md sections 5.5, 6.4).

import { createTable, type Table } from '../tables/index.ts';
import type { EventPost } from './records/event.ts';
import type { Image } from './records/image.ts';
import { organizerDetails, type OrganizerPost } from './records/organizer.ts';
import type { VenueOrOrganizer, Post, WithUsage } from './records/post.ts';
import type { Taxonomy, TaxonomyTerm } from './records/term.ts';
import { venueDetails, type VenuePost } from './records/venue.ts';
import { foldCase } from './text/search.ts';

/** `listed`: the status of events that are not hidden from lists. */
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

/** By wall clock and in UTC. Events that start together are ordered by publication date. */
export type EventOrder = 'start' | 'startUtc' | 'end' | 'endUtc' | 'published';

/** Published events by category or tag. */
export type EventTally = 'publishedTerm';

export type EventTable = Table<EventPost, EventIndex, EventOrder, EventTally>;

export function eventTable(): EventTable {
  return createTable<EventPost, EventIndex, EventOrder, EventTally>(
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
      orders: {
        start: ({ startSeconds, dateSeconds }) => [startSeconds, dateSeconds],
        startUtc: ({ startUtcSeconds, dateSeconds }) => [startUtcSeconds, dateSeconds],
        end: ({ endSeconds }) => [endSeconds],
        endUtc: ({ endUtcSeconds }) => [endUtcSeconds],
        published: ({ dateSeconds }) => [dateSeconds],
      },
      search: {
        of: ({ title, excerpt, description }) => [title, excerpt, description],
        fold: foldCase,
      },
      counts: {
        publishedTerm: ({ status, categoryIds, tagIds }) =>
          status !== 'publish'
            ? noIds
            : tagIds.length === 0
              ? categoryIds
              : [...categoryIds, ...tagIds],
      },
    },
  );
}

const noIds: readonly number[] = [];

export type ImageTable = Table<Image, 'source' | 'fileName'>;

export function imageTable(): ImageTable {
  return createTable((image: Image) => String(image.id), {
    source: ({ source }: Image) => source,
    fileName: ({ fileName }: Image) => fileName,
  });
}

export type TermTable = Table<TaxonomyTerm, 'slug' | 'name' | 'parent' | 'taxonomy'>;

export function termTable(): TermTable {
  return createTable((term: TaxonomyTerm) => String(term.id), {
    slug: ({ taxonomy, slug }: TaxonomyTerm) => termKey(taxonomy, slug),
    name: ({ taxonomy, name }: TaxonomyTerm) => termKey(taxonomy, name),
    parent: ({ taxonomy, parentId }: TaxonomyTerm) => termKey(taxonomy, String(parentId)),
    taxonomy: ({ taxonomy }: TaxonomyTerm) => taxonomy,
  });
}

/** The index key of a text in a taxonomy, regardless of letter case. */
export function termKey(taxonomy: Taxonomy, text: string): string {
  return `${taxonomy}/${foldCase(text)}`;
}

/** `name`: the folded names of posts outside the trash. `hasEvents`: whether events other than drafts are linked. */
export type VenueOrOrganizerIndex = 'slug' | 'name' | 'status' | 'hasEvents';

/** `latitude`: of venues on the map, in millionths of a degree. `lastStart`, `lastPublicStart`: of posts with events. */
export type VenueOrOrganizerOrder = 'published' | 'latitude' | 'lastStart' | 'lastPublicStart';

type VenueOrOrganizerTable<P extends VenueOrOrganizer> = Table<
  WithUsage<P>,
  VenueOrOrganizerIndex,
  VenueOrOrganizerOrder
>;

export type VenueTable = VenueOrOrganizerTable<VenuePost>;
export type OrganizerTable = VenueOrOrganizerTable<OrganizerPost>;

export function venueTable(): VenueTable {
  return venueOrOrganizerTable<VenuePost>(venueTexts, ({ place }) =>
    place === null ? null : microdegrees(place.latitude),
  );
}

export function organizerTable(): OrganizerTable {
  return venueOrOrganizerTable<OrganizerPost>(organizerTexts, () => null);
}

/** The searchable texts of a venue. */
export function venueTexts(venue: VenuePost): readonly string[] {
  const details = venueDetails.filter((detail) => detail !== 'country' && detail !== 'website');
  return textsOf(venue, details);
}

/** The searchable texts of an organizer. */
export function organizerTexts(organizer: OrganizerPost): readonly string[] {
  return textsOf(organizer, organizerDetails);
}

/** Degrees as an integer sort key. */
export function microdegrees(degrees: number): number {
  return Math.round(degrees * 1_000_000);
}

function venueOrOrganizerTable<P extends VenueOrOrganizer>(
  searchableTexts: (post: P) => readonly string[],
  latitudeOf: (post: P) => number | null,
): VenueOrOrganizerTable<P> {
  return createTable<WithUsage<P>, VenueOrOrganizerIndex, VenueOrOrganizerOrder>(
    ({ id }) => String(id),
    {
      slug: slugOfPost,
      name: ({ name, status }) => (status === 'trash' ? undefined : foldCase(name)),
      status: ({ status }) => status,
      hasEvents: ({ use }) => String(use.hasEvents),
    },
    undefined,
    {
      orders: {
        published: ({ dateSeconds }) => [dateSeconds],
        latitude: (post) => sortKey(latitudeOf(post)),
        lastStart: ({ use }) => sortKey(use.lastStartUtcSeconds),
        lastPublicStart: ({ use }) => sortKey(use.lastPublicStartUtcSeconds),
      },
      search: { of: searchableTexts, fold: foldCase },
    },
  );
}

function textsOf<Detail extends string>(
  post: VenueOrOrganizer & Readonly<Record<Detail, string>>,
  details: readonly Detail[],
): readonly string[] {
  return [post.name, post.description, post.excerpt, ...details.map((detail) => post[detail])];
}

function sortKey(value: number | null): readonly [number] | undefined {
  return value === null ? undefined : [value];
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
