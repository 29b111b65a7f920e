// Lists over HTTP: envelopes, headers, and links from page to page with any filter.

import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { firstCases, runs } from '../../../support/runner/runs.ts';
import type { Fields } from '../../../support/server/requests.ts';
import type { JsonBody } from '../../../support/server/server.ts';
import { calendarTest } from '../../../support/runner/calendar-test.ts';

const root = '/calendar/events/v1';

type Item = { readonly id: number };
interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly [key: string]: unknown;
    readonly total: number;
    readonly total_pages: number;
    readonly rest_url: string;
    readonly next_rest_url?: string;
    readonly previous_rest_url?: string;
  };
}

/** A calendar with many posts, which the tests only read: pages by path, and items along links. */
const it = calendarTest({ scope: 'file' }).extend<{ lists: Lists }>({
  lists: [
    async ({ server, calendar }, use) => {
      await createPosts(calendar.create);
      const get = async (path: string): Promise<Page> => calendar.send('GET', path);
      const below = (link: string) => link.slice(server.url.length + root.length);
      await use({ get, below });
    },
    { scope: 'file', auto: true },
  ],
});

interface Lists {
  readonly get: (path: string) => Promise<Page>;
  /** The path of a link below the API. */
  readonly below: (link: string) => string;
}

async function createPosts(create: (collection: string, fields: Fields) => Promise<JsonBody>) {
  const { id: music } = await create('categories', { name: 'Music' });
  await create('categories', { name: 'Jazz', parent: music });
  await create('tags', { name: 'Alone' });
  for (const venue of ['Town Hall', 'The Barn', 'Quay', 'Nowhere'])
    await create('venues', { venue });
  for (const organizer of ['Ann', 'Ben', 'Cem']) await create('organizers', { organizer });
  for (let number = 0; number < 60; number += 1) {
    const day = `2026-${String(1 + (number % 9)).padStart(2, '0')}-${String(1 + (number % 28)).padStart(2, '0')}`;
    await create('events', {
      title: `Night ${number} at the ${number % 2 === 0 ? 'market' : 'quay'}`,
      start_date: `${day} ${String(number % 24).padStart(2, '0')}:00:00`,
      end_date: `${day} 23:00:00`,
      status: number % 7 === 0 ? 'draft' : 'publish',
      featured: number % 3 === 0,
      categories: [['Music'], ['Jazz'], ['Markets', 'Music']][number % 3],
      tags: number % 4 === 0 ? ['free', 'one, two'] : [],
      venue: [{ venue: ['Town Hall', 'The Barn', 'Quay'][number % 3] }],
      organizer: number % 5 === 0 ? [{ organizer: 'Ann' }, { organizer: 'Ben' }] : [],
    });
  }
}

/** The items of all pages, found by links only. */
async function walked({ get, below }: Lists, key: string, first: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  let total = -1;
  for (let next: string | undefined = first, before: string | undefined; next !== undefined;) {
    const { status, body, headers } = await get(next);
    expect(status).toBe(200);
    if (total === -1) ({ total } = body);
    expect(body.total).toBe(total);
    expect(headers.get('x-tec-total')).toBe(String(total));
    expect(headers.get('x-tec-totalpages')).toBe(String(body.total_pages));
    expect(body.previous_rest_url === undefined).toBe(before === undefined);
    items.push(...(body[key] as readonly Item[]));
    before = next;
    const link: string | undefined = body.next_rest_url;
    next = link === undefined ? undefined : below(link);
  }
  expect(items.length).toBe(total);
  return items;
}

describe('lists', () => {
  const maybe = (name: string, ...values: readonly string[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...values).map((value) => [`${name}=${value}`]),
      },
    );
  const filters = {
    events: fc.tuple(
      maybe('start_date', '2026-03-05', 'today', '2025-12-01 10:00:00', '1770000000'),
      maybe('ends_before', '2026-06-01', '%2B4%20months'),
      maybe('strict_dates', 'true', '1'),
      maybe('search', 'market', 'night%20quay', '%22the%20market%22'),
      maybe('categories', 'music', 'jazz,markets', '1'),
      maybe('categories[]', 'markets'),
      maybe('tags', 'free', 'one-two'),
      maybe('featured', 'true', '0'),
      maybe('status', 'publish', 'draft', 'draft,publish'),
      maybe('include', '10,12,14,15,20,30,31'),
    ),
    venues: fc.tuple(
      maybe('has_events', 'yes', '0'),
      maybe('only_with_upcoming', '1'),
      maybe('search', 'hall', 'e'),
    ),
    organizers: fc.tuple(maybe('has_events', '1', 'no'), maybe('search', 'n')),
    categories: fc.tuple(
      maybe('hide_empty', 'false'),
      maybe('order', 'desc'),
      maybe('orderby', 'count', 'id', 'slug'),
      maybe('exclude', '1'),
    ),
    tags: fc.tuple(maybe('hide_empty', '0'), maybe('search', 'o'), maybe('orderby', 'id')),
  };

  it.for(Object.entries(filters))(
    'of %s have each item once and in order, along their next links',
    async ([key, asked], { lists: { get, below } }) => {
      const size = fc.integer({ min: 1, max: 9 });
      const parameters = asked as fc.Arbitrary<readonly string[][]>;
      let seen = 0;
      await fc.assert(
        fc.asyncProperty(parameters, size, async (parts, perPage) => {
          const query = parts.flat().join('&');
          const whole = await get(`/${key}?per_page=50&${query}`);
          expect(whole.status).toBe(200);
          const more =
            whole.body.next_rest_url === undefined
              ? []
              : await get(below(whole.body.next_rest_url)).then(
                  ({ body }) => body[key] as readonly Item[],
                );
          const expected = [...(whole.body[key] as readonly Item[]), ...more];
          const items = await walked({ get, below }, key, `/${key}?per_page=${perPage}&${query}`);
          expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
          seen += items.length;
        }),
        runs(25, firstCases({ seed: 30, count: 9 }, parameters, size)),
      );
      expect(seen).toBeGreaterThan(20);
    },
  );

  it('repeat effective bounds, and `status=publish` for anonymous callers', async ({
    lists: { get },
  }) => {
    const { body } = await get(`/events?categories=jazz&page=2`);
    const asked = new URL(body.rest_url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      page: '2',
      per_page: '10',
      start_date: expect.stringMatching(/^\d{4}-\d\d-\d\d 00:00:00$/),
      end_date: expect.stringMatching(/^\d{4}-\d\d-\d\d 23:59:59$/),
      categories: 'jazz',
    });
    expect(body.rest_url).toContain('%20');
    expect(new URL(body.previous_rest_url ?? '').searchParams.get('page')).toBeNull();
  });

  it('answer 404 after the last page, or an empty page for lists of terms', async ({
    lists: { get },
  }) => {
    for (const key of ['events', 'venues', 'organizers']) {
      expect(await get(`/${key}?page=99`)).toMatchObject({
        status: 404,
        body: { code: `${key.slice(0, -1)}-archive-page-not-found` },
      });
    }
    for (const key of ['categories', 'tags']) {
      const { status, body } = await get(`/${key}?page=99`);
      expect([status, body[key]]).toEqual([200, []]);
      expect(body.previous_rest_url).toContain('page=98');
    }
  });

  /** Each filter once, with the number of items and the first one. */
  it.for([
    ['events', 60, 8],
    ['events?start_date=2026-03-05', 43, 46],
    ['events?end_date=2026-03-05', 17, 8],
    ['events?starts_before=2026-02-10', 10, 8],
    ['events?starts_after=2026-03-03', 43, 46],
    ['events?starts_after=2026-03-03 01:00&strict_dates=true', 44, 10],
    ['events?ends_before=2026-04-07', 24, 8],
    ['events?ends_after=2026-05-05', 29, 48],
    ['events?search=market', 30, 8],
    ['events?categories=jazz', 20, 36],
    ['events?tags=free', 15, 8],
    ['events?venue=1', 20, 8],
    ['events?organizer=5', 12, 8],
    ['events?featured=true', 20, 8],
    ['events?status=draft', 9, 8],
    ['events?include=10,12', 2, 10],
    ['events?post_parent=10', 0, undefined],
    ['venues', 4, 4],
    ['venues?search=hall', 1, 1],
    ['venues?event=10', 1, 3],
    ['venues?has_events=no', 1, 4],
    ['venues?only_with_upcoming=1', 3, 3],
    ['venues?status=draft', 0, undefined],
    ['organizers', 3, 7],
    ['organizers?search=ann', 1, 5],
    ['organizers?has_events=no', 1, 7],
    ['categories', 3, 2],
    ['categories?search=jazz', 1, 2],
    ['categories?include=2', 1, 2],
    ['categories?exclude=1', 2, 2],
    ['categories?parent=1', 1, 2],
    ['categories?event=9', 1, 2],
    ['categories?post=10', 2, 6],
    ['categories?slug=jazz', 1, 2],
    ['categories?order=desc', 3, 1],
    ['categories?orderby=id', 3, 1],
    ['tags', 2, 4],
    ['tags?hide_empty=false', 3, 3],
    ['tags?post=9', 0, undefined],
  ] as const)(
    'have the items of the filter: %s',
    async ([path, total, first], { lists: { get } }) => {
      const { body } = await get(`/${path}`);
      const [key = ''] = path.split('?');
      const [item] = body[key] as readonly Item[];
      expect([body.total, item?.id]).toEqual([total, first]);
    },
  );

  it.for([
    ['events?start_date=whenever', 'start_date'],
    ['events?ticketed=true', 'ticketed'],
    ['events?page=0', 'page'],
    ['venues?event=1', 'event'],
    ['categories?orderby=', 'orderby'],
    ['tags?post=999', 'post'],
  ])('refuse %s', async ([path, parameter], { lists: { get } }) => {
    const { status, body } = await get(`/${path}`);
    expect([status, body['code']]).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys((body['data'] as { params: object }).params)).toEqual([parameter]);
  });
});
