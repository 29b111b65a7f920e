// The types of the model of a calendar (model.ts): requests, plain records and expected responses.

export type Caller = 'admin' | 'author' | 'nobody';
export type LinkedKind = 'venues' | 'organizers';
export type PostKind = 'events' | LinkedKind;
export type TermKind = 'categories' | 'tags';
export type Kind = PostKind | TermKind;

/** Sent fields of all kinds; `venue` and `organizer` are names in requests that create one. */
export interface Body {
  readonly title?: string;
  readonly venue?: string | number | Body;
  readonly organizer?: string | readonly (number | Body)[];
  readonly name?: string;
  readonly slug?: string;
  readonly parent?: number;
  readonly status?: string;
  readonly date?: string;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly all_day?: boolean;
  readonly featured?: boolean;
  readonly sticky?: boolean;
  readonly hide_from_listings?: boolean;
  readonly categories?: readonly (number | string)[];
  readonly tags?: readonly (number | string)[];
  readonly description?: string;
  readonly city?: string;
  readonly phone?: string;
}

export interface Call {
  readonly caller: Caller;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly kind: Kind;
  /** Absent in requests that create a record. */
  readonly id?: number;
  readonly body: Body;
}

/** The status of a response, and members that its body must contain. */
export interface Expected {
  readonly status: number;
  readonly body: object;
}

export interface Post {
  readonly id: number;
  readonly kind: PostKind;
  readonly author: number;
  name: string;
  slug: string;
  status: string;
  date: string;
  /** Whether `date_utc` is set: drafts have none before they are published. */
  isDated: boolean;
  modified: string;
  /** Details of venues and organizers. */
  details: Readonly<Record<string, string>>;
  /** From here on only events. */
  start: string;
  end: string;
  flags: Readonly<Record<'all_day' | 'featured' | 'sticky' | 'hide_from_listings', boolean>>;
  categories: number[];
  tags: number[];
  venue: number | undefined;
  organizer: number[];
}

export interface Term {
  readonly id: number;
  readonly kind: TermKind;
  name: string;
  slug: string;
  parent: number;
}

/** The field with the name of a post. */
export const nameOf = { events: 'title', venues: 'venue', organizers: 'organizer' } as const;

export const isDraft = (status: string) => status === 'draft' || status === 'pending';
