// Importers: three ways to read a list to its end, and a mirror of all lists.

import { strict as assert } from 'node:assert';
import {
  collectionNames,
  refusal,
  type Collections,
  type EventRecord,
  type Page,
  type Site,
} from './site.ts';

type Query = Readonly<Record<string, string | number | boolean>>;

/** Follows `next_rest_url` verbatim to the end. */
export async function walkLinks<Name extends keyof Collections>(
  { root, authorization }: Pick<Site, 'root' | 'authorization'>,
  name: Name,
  query: Query = {},
): Promise<readonly Collections[Name][]> {
  const parameters = Object.entries(query).map(([key, value]): [string, string] => [
    key,
    `${value}`,
  ]);
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const all: Collections[Name][] = [];
  let next: string | undefined = `${root}/${name}?${new URLSearchParams(parameters).toString()}`;
  while (next !== undefined) {
    const response: Response = await fetch(next, { headers });
    assert.equal(response.status, 200, next);
    const page = (await response.json()) as Page<Name>;
    all.push(...page[name]);
    next = page.next_rest_url;
  }
  return all;
}

/** Counts up to the number of pages in the body or the header of the first one. */
export async function countPages(
  site: Site,
  query: Query = {},
  toldBy: 'body' | 'header' = 'body',
): Promise<readonly EventRecord[]> {
  const first = (await site.on('events').param({ ...query, page: 1 })) as Page<'events'>;
  const headers = await site.on('events').param(query).headers();
  const count = toldBy === 'body' ? first.total_pages : Number(headers['x-tec-totalpages']);
  const all = [...first.events];
  for (let page = 2; page <= count; page += 1) {
    all.push(...((await site.on('events').param({ ...query, page })) as Page<'events'>).events);
  }
  const total = toldBy === 'body' ? first.total : Number(headers['x-tec-total']);
  assert.equal(all.length, total);
  return all;
}

/** Requests page after page until 404. */
export async function untilNotFound(
  site: Site,
  query: Query = {},
): Promise<readonly EventRecord[]> {
  const all: EventRecord[] = [];
  for (let page = 1; ; page += 1) {
    const asked = site.on('events').param({ ...query, page });
    if (page === 1) {
      all.push(...((await asked) as Page<'events'>).events);
      continue;
    }
    const answered = await asked.get().then(
      (body) => ({ body: body as Page<'events'> }),
      () => undefined,
    );
    if (answered === undefined) {
      const { code, data } = await refusal(site.on('events').param({ ...query, page }));
      assert.deepEqual([data.status, code], [404, 'event-archive-page-not-found']);
      return all;
    }
    all.push(...answered.body.events);
  }
}

/** All records of a site by list. */
export type Mirror = { readonly [Name in keyof Collections]: readonly Collections[Name][] };

/** Copies all records of all times; only terms have `hide_empty`. */
export async function mirror(site: Site, query: Query = {}): Promise<Mirror> {
  const dates = { start_date: '1970-01-01', end_date: '2100-01-01' };
  const lists = [];
  for (const name of collectionNames) {
    const filters = name === 'events' ? dates : { hide_empty: false };
    lists.push([name, await walkLinks(site, name, { per_page: 50, ...filters, ...query })]);
  }
  return Object.fromEntries(lists) as Mirror;
}
