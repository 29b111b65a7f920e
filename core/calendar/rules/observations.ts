// What a client sees of the calendar, as its rules read it. Members are as they were shown: of a real site nothing is certain.

import type { PostKind } from '../records/post.ts';

export type PostMembers = Readonly<Record<string, unknown>>;

interface Seen {
  /** The number of the entry that shows it. */
  readonly n: number;
  /** The number of the entry of the request: what is shown was so at an instant after it. */
  readonly since: number;
}

/** The kinds of records, as the paths of their collections name them. */
export type CollectionName = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';

/** A record in an answer. */
export interface PostShown extends Seen {
  readonly kind: 'post';
  readonly of: CollectionName;
  readonly id: number;
  readonly members: PostMembers;
  /** `created`: by this request, or found by it; `written`: changed or removed by it. */
  readonly by: 'read' | 'listed' | 'created' | 'written';
  /** The seconds of its request and its answer by the site's own clock; undefined where only the host's is known. */
  readonly clock: readonly [from: number, to: number] | undefined;
}

/** A page of a collection. */
export interface CollectionShown extends Seen {
  readonly kind: 'collection';
  readonly of: CollectionName;
  /** All that selects the items, in order; without the page and its size. */
  readonly filters: string;
  readonly statuses: readonly string[] | undefined;
  /** How it was sorted by the query, if it was. */
  readonly isSortedOtherwise: boolean;
  readonly isSearch: boolean;
  readonly page: number;
  /** As the answer repeats it, or the query asks for it; undefined if neither says it. */
  readonly perPage: number | undefined;
  readonly items: readonly PostMembers[];
  readonly total: unknown;
  readonly totalPages: unknown;
  /** In the headers. */
  readonly headers: { readonly total: string | undefined; readonly totalPages: string | undefined };
  /** The pages of its links: 1 for one without a page. */
  readonly links: { readonly next: number | undefined; readonly previous: number | undefined };
  readonly atMs: number;
}

/** Something may change in the calendar from now on: a request that writes, an operator, or an event that a world tells. */
export interface CalendarTouched {
  readonly kind: 'touched';
  readonly n: number;
  /** It removes at most. */
  readonly isRemoval: boolean;
}

/** A record by its id was asked for, or was to be removed, with this status. */
export interface PostAnswered extends Seen {
  readonly kind: 'answered';
  readonly of: CollectionName;
  readonly id: number;
  readonly method: 'GET' | 'DELETE' | 'other';
  readonly status: number;
}

/** A request was refused, with JSON. */
export interface CalendarRefusalShown extends Seen {
  readonly kind: 'refusal';
  readonly status: number;
  readonly body: unknown;
}

export type CalendarObservation =
  PostShown | CollectionShown | CalendarTouched | PostAnswered | CalendarRefusalShown;

/** Collections of posts, by the kind of post. */
export const postCollections: Readonly<Record<PostKind, CollectionName>> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
};

export function isPostCollection(name: CollectionName): boolean {
  return name !== 'categories' && name !== 'tags';
}
