// Commands of the calendar. Fields have the right types but are not validated yet: decide validates them against the clock,
// zones and the state.

import type { PostKind } from './records/post.ts';
import type { OrganizerDetail } from './records/organizer.ts';
import type { Taxonomy } from './records/term.ts';
import type { Place, VenueDetail } from './records/venue.ts';

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof roles)[number];

export type Caller = KnownCaller | 'anonymous';

/** A user of the site. A type alias, since interfaces are not assignable to JSON. */
export type KnownCaller = { readonly userId: number; readonly role: Role };

/** Settings of the site on which decisions depend. */
export interface Site {
  /** The name of the site's time zone. */
  readonly zone: string;
  readonly userIds: readonly number[];
  /** Whether an update resets the fields that it does not mention (reference/calendar.md section 5.3). */
  readonly resetsOnUpdate: boolean;
}

/** A date in the syntax of PHP's `strtotime`, or a Unix time. */
export type DateText = string | number;

/** The id of an image, or the URL of one to attach. Empty: no image. */
export type ImageReference = string | number;

/** An id, or the name or slug of a term, which is created if it does not exist. */
export type TermReference = string | number;

/** An existing post, or the fields of one to find or create. */
export type Link<Fields> = { readonly id: number } | { readonly fields: Fields };

interface PostFields {
  readonly author?: number;
  readonly date?: DateText;
  readonly dateUtc?: DateText;
  readonly status?: string;
  readonly image?: ImageReference;
}

export interface EventFields extends PostFields {
  readonly title?: string;
  readonly startDate?: DateText;
  readonly endDate?: DateText;
  readonly description?: string;
  readonly excerpt?: string;
  readonly slug?: string;
  readonly timezone?: string;
  readonly allDay?: boolean;
  /** One text or number, or several. */
  readonly cost?: string | number | readonly (string | number)[];
  readonly website?: string;
  readonly showMap?: boolean;
  readonly showMapLink?: boolean;
  readonly hideFromListings?: boolean;
  readonly sticky?: boolean;
  readonly featured?: boolean;
  readonly categories?: readonly TermReference[];
  readonly tags?: readonly TermReference[];
  /** The first is the venue; none clears it. */
  readonly venue?: readonly Link<VenueFields>[];
  readonly organizer?: readonly Link<OrganizerFields>[];
}

/** The common fields of venues and organizers. */
export interface VenueOrOrganizerFields extends PostFields {
  readonly name?: string;
  readonly description?: string;
  readonly website?: string;
}

export interface VenueFields
  extends VenueOrOrganizerFields, Readonly<Partial<Record<VenueDetail, string>>> {
  readonly showMap?: boolean;
  readonly showMapLink?: boolean;
}

export interface OrganizerFields
  extends VenueOrOrganizerFields, Readonly<Partial<Record<OrganizerDetail, string>>> {}

export interface TermFields {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
  /** An id or a slug; of categories only. */
  readonly parent?: string | number;
}

/** The id or slug in a path. */
export type PostName = { readonly id: number } | { readonly slug: string };

/** The caller of a command and the site. */
export interface CommandOrigin {
  readonly caller: Caller;
  readonly site: Site;
}

export interface CreateEvent extends CommandOrigin {
  readonly type: 'CreateEvent';
  readonly fields: EventFields;
}

export interface UpdateEvent extends CommandOrigin {
  readonly type: 'UpdateEvent';
  readonly event: PostName;
  readonly fields: EventFields;
}

export interface CreateVenue extends CommandOrigin {
  readonly type: 'CreateVenue';
  readonly fields: VenueFields;
}

export interface UpdateVenue extends CommandOrigin {
  readonly type: 'UpdateVenue';
  readonly venue: PostName;
  readonly fields: VenueFields;
}

export interface CreateOrganizer extends CommandOrigin {
  readonly type: 'CreateOrganizer';
  readonly fields: OrganizerFields;
}

export interface UpdateOrganizer extends CommandOrigin {
  readonly type: 'UpdateOrganizer';
  readonly organizer: PostName;
  readonly fields: OrganizerFields;
}

/** Moves a post to the trash. */
export interface TrashPost extends CommandOrigin {
  readonly type: 'TrashPost';
  readonly kind: PostKind;
  readonly post: PostName;
}

/** Publishes a scheduled post at its publication date. */
export interface PublishPost {
  readonly type: 'PublishPost';
  readonly kind: PostKind;
  readonly id: number;
}

export interface CreateTerm extends CommandOrigin {
  readonly type: 'CreateTerm';
  readonly taxonomy: Taxonomy;
  readonly fields: TermFields;
}

export interface UpdateTerm extends CommandOrigin {
  readonly type: 'UpdateTerm';
  readonly taxonomy: Taxonomy;
  readonly termId: number;
  readonly fields: TermFields;
}

export interface DeleteTerm extends CommandOrigin {
  readonly type: 'DeleteTerm';
  readonly taxonomy: Taxonomy;
  readonly termId: number;
}

export type SetOperatorFields =
  SetEventOperatorFields | SetVenueOperatorFields | SetOrganizerOperatorFields;

/** Sets fields that the calendar API cannot set (design section 5). Absent fields stay. */
interface OperatorFields {
  readonly type: 'SetOperatorFields';
  readonly id: number;
  /** Null removes the password. */
  readonly passwordFingerprint?: string | null;
}

export interface SetEventOperatorFields extends OperatorFields {
  readonly kind: 'event';
  /** Another event, or null. */
  readonly parentId?: number | null;
  readonly isTicketed?: boolean;
  /** Sets the place of the event's venue: events have none of their own. */
  readonly place?: Place | null;
}

export interface SetVenueOperatorFields extends OperatorFields {
  readonly kind: 'venue';
  readonly place?: Place | null;
}

export interface SetOrganizerOperatorFields extends OperatorFields {
  readonly kind: 'organizer';
}

/** Attaches an image by URL, without a post that refers to it. */
export interface AttachImage extends CommandOrigin {
  readonly type: 'AttachImage';
  readonly source: string;
}

export type CalendarCommand =
  | CreateEvent
  | UpdateEvent
  | CreateVenue
  | UpdateVenue
  | CreateOrganizer
  | UpdateOrganizer
  | TrashPost
  | PublishPost
  | CreateTerm
  | UpdateTerm
  | DeleteTerm
  | SetOperatorFields
  | AttachImage;
