// What the model of a calendar (model.ts) is made of: requests, plain records, and what is expected of answers.

export type Caller = 'admin' | 'author' | 'nobody';
export type LinkedKind = 'venues' | 'organizers';
export type PostKind = 'events' | LinkedKind;
export type TermKind = 'categories' | 'tags';
export type Kind = PostKind | TermKind;

/** What is sent, of all kinds; `venue` and `organizer` are names where one of those is made. */
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
  /** Of what is changed or deleted. What is made has none yet. */
  readonly id?: number;
  readonly body: Body;
}

/** The status of an answer, and what is to be found in its body among other things. */
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
  /** Whether `date_utc` is that date already: drafts have none before they are published. */
  isDated: boolean;
  modified: string;
  /** Of venues and organizers: what they have beside a name. */
  details: Readonly<Record<string, string>>;
  /** This and the rest: of events. */
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

/** The parameter and member that holds the name of a post. */
export const nameOf = { events: 'title', venues: 'venue', organizers: 'organizer' } as const;

export const isDraft = (status: string) => status === 'draft' || status === 'pending';
