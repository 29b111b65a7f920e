// An event. Its start and end are stored as wall-clock times of its zone and in UTC.

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
  /** The name of its time zone. */
  readonly zone: string;
  /** The cost as it was sent. */
  readonly cost: readonly string[];
  /** Null if it was never set: responses then have the event's own page. */
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
