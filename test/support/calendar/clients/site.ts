// A calendar as clients of the original see it: by the WordPress client for node, which creates its methods from the index
// of the namespace.

import { strict as assert } from 'node:assert';
import WPAPI from 'wpapi';

/** The members of records on which clients here rely. */
export interface PrintedRecord {
  readonly id: number;
  readonly slug: string;
  readonly status: string;
}

export interface EventRecord extends PrintedRecord {
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

export interface VenueRecord extends PrintedRecord {
  readonly venue: string;
  readonly city?: string;
}

export interface OrganizerRecord extends PrintedRecord {
  readonly organizer: string;
}

export interface TermRecord {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly count: number;
}

/** Record types by the name of their list. */
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

/** An error response, as the client rejects with it. */
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

/** The routes in the index, from which the client creates its methods. */
export async function routesOf(url: string): Promise<object> {
  const response = await fetch(`${url}/wp-json/${namespace}`);
  assert.equal(response.status, 200);
  return ((await response.json()) as { readonly routes: object }).routes;
}

/** A client of a site, anonymous or with the credentials of a user. Reads the index unless the routes are known. */
export async function openSite(url: string, login?: Login, known?: object) {
  const endpoint = `${url}/wp-json`;
  const routes = known ?? (await routesOf(url));
  const handlers = new WPAPI({ endpoint, routes, ...login }).namespace<keyof Collections>(
    namespace,
  );
  return {
    /** The base URL of the API. */
    root: `${endpoint}/${namespace}`,
    /** The Authorization header for requests without the client. */
    authorization:
      login === undefined
        ? undefined
        : `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`,
    on: (name: keyof Collections) => handlers[name](),
  };
}

/** The error of a refused request. Rejects if it is accepted. */
export async function refusal(doing: PromiseLike<unknown>): Promise<RestError> {
  try {
    await doing;
  } catch (error) {
    return error as RestError;
  }
  throw new assert.AssertionError({ message: 'It was not refused.' });
}

/** Rejects unless the service refuses with this status and code. */
export async function expectRefusal(
  doing: PromiseLike<unknown>,
  status: number,
  code: string,
): Promise<void> {
  const error = await refusal(doing);
  assert.deepEqual([error.data.status, error.code], [status, code]);
}
