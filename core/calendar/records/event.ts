// An event of the calendar. Its start and end are wall clocks of its own zone, with the instants that they come to.

import type { Post } from './post.ts';

export interface EventPost extends Post {
  readonly title: string;
  readonly description: string;
  readonly excerpt: string;
  readonly isAllDay: boolean;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly startUtcSeconds: number;
  readonly endUtcSeconds: number;
  /** The zone by its name, as it is shown. */
  readonly zone: string;
  /** What was given as its cost, text by text. */
  readonly cost: readonly string[];
  /** Null where none was ever given: then its own page stands for it. */
  readonly website: string | null;
  readonly showsMap: boolean;
  readonly showsMapLink: boolean;
  readonly isHidden: boolean;
  readonly isSticky: boolean;
  readonly isFeatured: boolean;
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly venueId: number | null;
  /** In the order of assignment. */
  readonly organizerIds: readonly number[];
  readonly parentId: number | null;
  readonly isTicketed: boolean;
}
