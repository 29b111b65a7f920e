// What events, venues and organizers have in common: they are posts with one counter of ids, a status, a slug, an author,
// and two dates (reference/calendar.md sections 2.1, 2.2, 3).

export const postKinds = ['event', 'venue', 'organizer'] as const;
export type PostKind = (typeof postKinds)[number];

/** The statuses that a post may be given; those of requests are WordPress core's own. */
export const statuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
] as const;

export type Status = (typeof statuses)[number];

export interface Post {
  readonly id: number;
  readonly authorId: number;
  readonly status: Status;
  /** Empty for drafts that were not given one. */
  readonly slug: string;
  /** When it was, or is to be, published, by the clock of the site. */
  readonly dateSeconds: number;
  /** The same in UTC; null while it is a draft without a date of its own. */
  readonly dateUtcSeconds: number | null;
  readonly modifiedSeconds: number;
  readonly modifiedUtcSeconds: number;
  readonly imageId: number | null;
  /** The fingerprint of the password that its content is for, or null where it is for all. */
  readonly passwordFingerprint: string | null;
}

export function isStatus(text: string): text is Status {
  return (statuses as readonly string[]).includes(text);
}

/** Drafts have neither a slug nor a date until they are given one or are published. */
export function isDraft(status: Status): boolean {
  return status === 'draft' || status === 'pending' || status === 'auto-draft';
}

/** What venues and organizers have in common besides. */
export interface VenueOrOrganizer extends Post {
  readonly name: string;
  readonly description: string;
  readonly excerpt: string;
}

/** What events make of a venue or organizer that they are linked to; lists of those ask for it. */
export interface Usage {
  /** Whether there is any that is no draft. */
  readonly hasEvents: boolean;
  /** When the last of its events starts, of those not in the trash, and of those that are published. */
  readonly lastStartUtcSeconds: number | null;
  readonly lastPublicStartUtcSeconds: number | null;
}

/** A venue or organizer as it is kept: with the use that events make of it. */
export type WithUsage<P extends VenueOrOrganizer> = P & { readonly use: Usage };

/** That of no events at all. */
export const noUsage: Usage = {
  hasEvents: false,
  lastStartUtcSeconds: null,
  lastPublicStartUtcSeconds: null,
};

/** Those of the named details that were sent. */
export function sentDetails<Detail extends string>(
  fields: Readonly<Partial<Record<Detail, string>>>,
  details: readonly Detail[],
): Partial<Record<Detail, string>> {
  const sent: Partial<Record<Detail, string>> = {};
  for (const detail of details) {
    const text = fields[detail];
    if (text !== undefined) sent[detail] = text;
  }
  return sent;
}
