// What may be asked of the calendar. Fields are as the wire has them, of the right types but not yet judged: what needs the
// clock, zones or the state is judged by decide.

import type { PostKind, Status } from './records/post.ts';
import type { OrganizerDetail } from './records/organizer.ts';
import type { Taxonomy } from './records/term.ts';
import type { Place, VenueDetail } from './records/venue.ts';

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof roles)[number];

/** Who asks. */
export type Caller = KnownCaller | 'anonymous';

/** A user of the site; a type alias, so that it counts as plain JSON. */
export type KnownCaller = { readonly userId: number; readonly role: Role };

/** What the world's settings say about the site, as far as decisions depend on it. */
export interface Site {
  /** The zone of the site by its name. */
  readonly zone: string;
  /** The users there are. */
  readonly userIds: readonly number[];
  /** Whether an update resets the fields that it does not mention (reference/calendar.md section 5.3). */
  readonly resetsOnUpdate: boolean;
}

/** A date as `strtotime` would read it, or a Unix time. */
export type DateText = string | number;

/** An attachment by its id, or an address to take one from. Empty: none. */
export type ImageWish = string | number;

/** An id, or the name or slug of a term that is made where there is none. */
export type TermWish = string | number;

/** What is linked: a post that is there, or one to make. */
export type Link<Fields> = { readonly id: number } | { readonly fields: Fields };

interface PostFields {
  readonly author?: number;
  readonly date?: DateText;
  readonly dateUtc?: DateText;
  readonly status?: string;
  readonly image?: ImageWish;
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
  readonly categories?: readonly TermWish[];
  readonly tags?: readonly TermWish[];
  /** The first is the venue; none clears it. */
  readonly venue?: readonly Link<VenueFields>[];
  readonly organizer?: readonly Link<OrganizerFields>[];
}

/** What venues and organizers have in common. */
export interface LinkedFields extends PostFields {
  readonly name?: string;
  readonly description?: string;
  readonly website?: string;
}

export interface VenueFields extends LinkedFields, Readonly<Partial<Record<VenueDetail, string>>> {
  readonly showMap?: boolean;
  readonly showMapLink?: boolean;
}

export interface OrganizerFields
  extends LinkedFields, Readonly<Partial<Record<OrganizerDetail, string>>> {}

export interface TermFields {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
  /** An id or a slug; of categories only. */
  readonly parent?: string | number;
}

/** A post as a path names it. */
export type PostName = { readonly id: number } | { readonly slug: string };

interface Asked {
  readonly caller: Caller;
  readonly site: Site;
}

export interface CreateEvent extends Asked {
  readonly type: 'CreateEvent';
  readonly fields: EventFields;
}

export interface UpdateEvent extends Asked {
  readonly type: 'UpdateEvent';
  readonly event: PostName;
  readonly fields: EventFields;
}

export interface CreateVenue extends Asked {
  readonly type: 'CreateVenue';
  readonly fields: VenueFields;
}

export interface UpdateVenue extends Asked {
  readonly type: 'UpdateVenue';
  readonly venue: PostName;
  readonly fields: VenueFields;
}

export interface CreateOrganizer extends Asked {
  readonly type: 'CreateOrganizer';
  readonly fields: OrganizerFields;
}

export interface UpdateOrganizer extends Asked {
  readonly type: 'UpdateOrganizer';
  readonly organizer: PostName;
  readonly fields: OrganizerFields;
}

/** Puts a post in the trash. */
export interface TrashPost extends Asked {
  readonly type: 'TrashPost';
  readonly kind: PostKind;
  readonly post: PostName;
}

/** A scheduled post's instant has come. */
export interface PublishPost {
  readonly type: 'PublishPost';
  readonly kind: PostKind;
  readonly id: number;
}

export interface CreateTerm extends Asked {
  readonly type: 'CreateTerm';
  readonly taxonomy: Taxonomy;
  readonly fields: TermFields;
}

export interface UpdateTerm extends Asked {
  readonly type: 'UpdateTerm';
  readonly taxonomy: Taxonomy;
  readonly termId: number;
  readonly fields: TermFields;
}

export interface DeleteTerm extends Asked {
  readonly type: 'DeleteTerm';
  readonly taxonomy: Taxonomy;
  readonly termId: number;
}

/** What the calendar's own API cannot set (design section 5). What is not mentioned stays. */
export type EquipPost = EquipEvent | EquipVenue | EquipOrganizer;

interface Equipment {
  readonly type: 'EquipPost';
  readonly id: number;
  /** Null takes the password away. */
  readonly passwordFingerprint?: string | null;
}

export interface EquipEvent extends Equipment {
  readonly kind: 'event';
  /** Another event, or null. */
  readonly parentId?: number | null;
  readonly isTicketed?: boolean;
  /** Where its venue is: an event has no place of its own. */
  readonly place?: Place | null;
}

export interface EquipVenue extends Equipment {
  readonly kind: 'venue';
  readonly place?: Place | null;
}

export interface EquipOrganizer extends Equipment {
  readonly kind: 'organizer';
}

/** Takes an image from an address ahead of what will have it. */
export interface AttachImage extends Asked {
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
  | EquipPost
  | AttachImage;

export type { PostKind, Status };
