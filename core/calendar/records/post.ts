// Posts: the common fields of events, venues and organizers, which share one id counter (reference/calendar.md sections
// 2.1, 2.2, 3).

export const postKinds = ['event', 'venue', 'organizer'] as const;
export type PostKind = (typeof postKinds)[number];

/** All statuses of WordPress; the `request-` ones are only stored. */
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
  /** Empty for drafts without one. */
  readonly slug: string;
  /** The publication date by the clock of the site. */
  readonly dateSeconds: number;
  /** The publication date in UTC; null for drafts without one. */
  readonly dateUtcSeconds: number | null;
  readonly modifiedSeconds: number;
  readonly modifiedUtcSeconds: number;
  readonly imageId: number | null;
  /** The fingerprint of the password that protects its content; null without one. */
  readonly passwordFingerprint: string | null;
}

export function isStatus(text: string): text is Status {
  return (statuses as readonly string[]).includes(text);
}

/** Drafts need neither a slug nor a date until they are published. */
export function isDraft(status: Status): boolean {
  return status === 'draft' || status === 'pending' || status === 'auto-draft';
}

/** The common fields of venues and organizers. */
export interface VenueOrOrganizer extends Post {
  readonly name: string;
  readonly description: string;
  readonly excerpt: string;
}

/** A summary of the events that are linked to a venue or organizer, for the filters of lists. */
export interface Usage {
  /** Whether events other than drafts are linked. */
  readonly hasEvents: boolean;
  /** The latest start of events outside the trash, and of published events. */
  readonly lastStartUtcSeconds: number | null;
  readonly lastPublicStartUtcSeconds: number | null;
}

/** A stored venue or organizer. */
export type WithUsage<P extends VenueOrOrganizer> = P & { readonly use: Usage };

/** The usage of a record without events. */
export const noUsage: Usage = {
  hasEvents: false,
  lastStartUtcSeconds: null,
  lastPublicStartUtcSeconds: null,
};

/** The sent fields among these details. */
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
