// A calendar as programs see it that were written for the original: through the WordPress client for node, which makes its
// methods from the index of the interface, below the namespace of the original.

import { strict as assert } from 'node:assert';
import WPAPI from 'wpapi';

/** The members of records that programs here rely on. */
export interface Recorded {
  readonly id: number;
  readonly slug: string;
  readonly status: string;
}

export interface EventRecord extends Recorded {
  readonly global_id: string;
  readonly title: string;
  readonly author: string;
  readonly date: string;
  readonly modified_utc: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly timezone: string;
  readonly cost: string;
  readonly website: string;
  readonly rest_url: string;
  readonly image: { readonly url: string } | false;
  readonly categories: readonly { readonly name: string; readonly slug: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly venue: VenueRecord | readonly [];
  readonly organizer: readonly OrganizerRecord[];
}

export interface VenueRecord extends Recorded {
  readonly venue: string;
  readonly city?: string;
}

export interface OrganizerRecord extends Recorded {
  readonly organizer: string;
}

export interface TermRecord {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly count: number;
}

/** The collections by the names of their lists, and what is in them. */
export interface Collections {
  readonly events: EventRecord;
  readonly venues: VenueRecord;
  readonly organizers: OrganizerRecord;
  readonly categories: TermRecord;
  readonly tags: TermRecord;
}

export const collectionNames = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;

export type Page<Name extends keyof Collections> = Readonly<
  Record<Name, readonly Collections[Name][]>
> & {
  readonly rest_url: string;
  readonly total: number;
  readonly total_pages: number;
  readonly next_rest_url?: string;
};

/** An answer that refuses, as the client gives it. */
export interface RestError {
  readonly code: string;
  readonly data: { readonly status: number };
}

export interface Login {
  readonly username: string;
  /** An application password. */
  readonly password: string;
}

const namespace = 'tribe/events/v1';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** What the index tells: the routes, from which the client makes its methods. */
export async function routesOf(url: string): Promise<object> {
  const response = await fetch(`${url}/wp-json/${namespace}`);
  assert.equal(response.status, 200);
  return ((await response.json()) as { readonly routes: object }).routes;
}

/** The site as a user sees it, or everybody; the index is read unless its routes are known. */
export async function openSite(url: string, login?: Login, known?: object) {
  const endpoint = `${url}/wp-json`;
  const routes = known ?? (await routesOf(url));
  const handlers = new WPAPI({ endpoint, routes, ...login }).namespace<keyof Collections>(
    namespace,
  );
  return {
    /** What the addresses of the interface begin with. */
    root: `${endpoint}/${namespace}`,
    /** The header that a program sends that uses no client. */
    authorization:
      login === undefined
        ? undefined
        : `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`,
    on: (name: keyof Collections) => handlers[name](),
  };
}

/** What the service says of why it refuses. Rejects if it does not. */
export async function refusal(doing: PromiseLike<unknown>): Promise<RestError> {
  try {
    await doing;
  } catch (error) {
    return error as RestError;
  }
  throw new assert.AssertionError({ message: 'It was not refused.' });
}

/** Rejects unless the service refuses with this status and code. */
export async function refuses(
  doing: PromiseLike<unknown>,
  status: number,
  code: string,
): Promise<void> {
  const error = await refusal(doing);
  assert.deepEqual([error.data.status, error.code], [status, code]);
}
