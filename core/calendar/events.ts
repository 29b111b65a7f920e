// Events of the calendar. Updates contain the changed fields.

import type { EventPost } from './records/event.ts';
import type { Image } from './records/image.ts';
import type { OrganizerPost } from './records/organizer.ts';
import type { PostKind } from './records/post.ts';
import type { TaxonomyTerm } from './records/term.ts';
import type { VenuePost } from './records/venue.ts';

export interface EventCreated {
  readonly type: 'EventCreated';
  readonly post: EventPost;
}

export interface EventUpdated {
  readonly type: 'EventUpdated';
  readonly id: number;
  readonly changes: Partial<EventPost>;
}

export interface VenueCreated {
  readonly type: 'VenueCreated';
  readonly post: VenuePost;
}

export interface VenueUpdated {
  readonly type: 'VenueUpdated';
  readonly id: number;
  readonly changes: Partial<VenuePost>;
}

export interface OrganizerCreated {
  readonly type: 'OrganizerCreated';
  readonly post: OrganizerPost;
}

export interface OrganizerUpdated {
  readonly type: 'OrganizerUpdated';
  readonly id: number;
  readonly changes: Partial<OrganizerPost>;
}

/** A post was moved to the trash. Events lose a trashed venue or organizer. */
export interface PostTrashed {
  readonly type: 'PostTrashed';
  readonly kind: PostKind;
  readonly id: number;
  readonly slug: string;
  readonly modifiedSeconds: number;
  readonly modifiedUtcSeconds: number;
}

/** A scheduled post was published. */
export interface PostPublished {
  readonly type: 'PostPublished';
  readonly kind: PostKind;
  readonly id: number;
}

export interface TermCreated {
  readonly type: 'TermCreated';
  readonly term: TaxonomyTerm;
}

export interface TermUpdated {
  readonly type: 'TermUpdated';
  readonly termId: number;
  readonly changes: Partial<Omit<TaxonomyTerm, 'id' | 'taxonomy'>>;
}

/** A term was deleted. Its children move to its parent, and its events lose it. */
export interface TermDeleted {
  readonly type: 'TermDeleted';
  readonly termId: number;
}

export interface ImageAttached {
  readonly type: 'ImageAttached';
  readonly image: Image;
}

export type CalendarEvent =
  | EventCreated
  | EventUpdated
  | VenueCreated
  | VenueUpdated
  | OrganizerCreated
  | OrganizerUpdated
  | PostTrashed
  | PostPublished
  | TermCreated
  | TermUpdated
  | TermDeleted
  | ImageAttached;

export const eventTypes: Readonly<Record<CalendarEvent['type'], true>> = {
  EventCreated: true,
  EventUpdated: true,
  ImageAttached: true,
  OrganizerCreated: true,
  OrganizerUpdated: true,
  PostPublished: true,
  PostTrashed: true,
  TermCreated: true,
  TermDeleted: true,
  TermUpdated: true,
  VenueCreated: true,
  VenueUpdated: true,
};
