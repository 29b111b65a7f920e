import { atOnce, inOnePiece } from '../../../../core/index.ts';
import { describe, expect, it } from 'vitest';
import {
  collection,
  filtersOf,
  printedItems as printingItems,
  refusedLinks,
} from '../../../../adapters/services/calendar/collection.ts';
import { pageCharsMax, urlCharsMax } from '../../../../adapters/protocol/limits.ts';
import { linksBelow, apiPathOf, type Links } from '../../../../adapters/services/calendar/links.ts';
import { eventList } from '../../../../adapters/services/calendar/parameters/events.ts';
import { readParameters } from '../../../../adapters/services/calendar/parameters/read.ts';
import { readSentFields } from '../../../../adapters/services/calendar/parameters.ts';
import { httpRequest, pages } from '../../../support/calendar/http-requests.ts';

const aliases = ['tribe/events/v1'];

function linksAt(path: string): Links {
  const place = apiPathOf({ path, baseUrl: 'http://reprise.test/w/a' }, aliases);
  if (place === undefined) throw new Error(`There is nothing at ${path}.`);
  return place.links;
}

function answered(query: string, total: number) {
  const answer = pageOf(query, total);
  return { headers: answer.headers, body: JSON.parse(answer.body ?? '') };
}

function pageOf(query: string, total: number) {
  const values = readParameters(eventList, readSentFields(httpRequest({ query }), 'GET'), pages);
  const filters = filtersOf(eventList, values, pages);
  const links = linksAt('/wp-json/tribe/events/v1/events/');
  return (
    refusedLinks('events', filters, links) ??
    collection({
      key: 'events',
      items: [],
      selection: true,
      total,
      page: values.page,
      perPage: values.per_page,
      filters,
      links,
    })
  );
}

function printedItems<Item>(items: readonly Item[], print: (item: Item) => string) {
  return atOnce(
    printingItems(
      items.map((item) => inOnePiece(() => item)),
      inOnePiece(print),
    ),
  );
}

describe('the path of a request', () => {
  it.each([
    ['/calendar/events/v1', '', '/', 'calendar/events/v1'],
    ['/calendar/events/v1/', '', '/', 'calendar/events/v1'],
    ['/calendar/events/v1/events/', '/events', '/', 'calendar/events/v1'],
    ['/wp-json/calendar/events/v1/events/5', '/events/5', '/wp-json/', 'calendar/events/v1'],
    ['/wp-json/tribe/events/v1/events', '/events', '/wp-json/', 'tribe/events/v1'],
  ])('%s below its namespace is %s', (path, below, root, namespace) => {
    const place = apiPathOf({ path, baseUrl: 'http://a' }, aliases);
    expect(place).toMatchObject({
      path: below,
      links: { site: 'http://a', root: `http://a${root}`, namespace },
    });
    expect(place?.links.to('/events/5')).toBe(`http://a${root}${namespace}/events/5`);
  });

  it.each(['', '/wp-json'])(
    'has links with a site name without scheme and port, below %j',
    (prefix) => {
      for (const site of ['http://a/w/b', 'https://a:81/w/b']) {
        const links = linksBelow(site, prefix, 'tribe/events/v1');
        expect(links).toMatchObject({ site, siteName: 'a/w/b', root: `${site}${prefix}/` });
      }
    },
  );

  it.each([
    '/wp-json',
    '/wp-json/',
    '/tribe/events/v1',
    '/wp-json/other/v1',
    '/calendar/events/v11',
  ])('is undefined for %s', (path) =>
    expect(apiPathOf({ path, baseUrl: 'http://a' }, aliases)).toBeUndefined(),
  );
});

describe('a page of a list', () => {
  const base = 'http://reprise.test/w/a/wp-json/tribe/events/v1/events/';

  it('links to itself and its neighbours with all filters', () => {
    const query =
      'page=2&categories[]=music&categories[]=7&start_date=2031-01-01+10:00&search=a%26b';
    const kept = 'per_page=10&start_date=2031-01-01%2010:00&search=a%26b&categories=music,7';
    expect(answered(query, 31).body).toEqual({
      events: [],
      rest_url: `${base}?page=2&${kept}`,
      next_rest_url: `${base}?${kept}&page=3`,
      previous_rest_url: `${base}?${kept}`,
      total: 31,
      total_pages: 4,
    });
    expect(answered('page=3', 31).body.previous_rest_url).toBe(`${base}?per_page=10&page=2`);
  });

  it('links to no missing page', () => {
    const { body, headers } = answered('', 0);
    expect(body).toEqual({
      events: [],
      rest_url: `${base}?page=1&per_page=10`,
      total: 0,
      total_pages: 0,
    });
    expect(headers).toMatchObject({ 'X-TEC-Total': '0', 'X-TEC-TotalPages': '0' });
  });

  it('repeats items that contain commas with brackets', () => {
    const { body } = answered('categories[]=a,b&categories[]=c', 11);
    expect(body.next_rest_url).toBe(`${base}?per_page=10&categories[]=a,b&categories[]=c&page=2`);
  });

  it('is refused on all pages if its links would be too long', () => {
    // A space has one character in a query, and three in a link.
    const blanks = (count: number) =>
      `tags=a${'+'.repeat(count / 2)}b,a${'+'.repeat(count - Math.floor(count / 2))}b`;
    const isGiven = (count: number, page = '1') =>
      pageOf(`${blanks(count)}&page=${page}`, 1e9).status === 200;
    const most =
      Array.from({ length: 1_200 }, (_, count) => count).findLast((count) => isGiven(count)) ?? 0;
    expect(most).toBeGreaterThan(900);
    expect(isGiven(most, '99999999')).toBe(true);
    const { body } = answered(`${blanks(most)}&page=99999999`, 1e9);
    for (const name of ['rest_url', 'next_rest_url', 'previous_rest_url']) {
      expect(body[name].length).toBeLessThanOrEqual(urlCharsMax);
    }
    const refused = pageOf(blanks(most + 1), 1);
    expect(refused).toMatchObject({ status: 414 });
    expect(JSON.parse(refused.body ?? '')).toMatchObject({ data: { status: 414 } });
  });

  it('is refused if it would be too long, unless it has a single item', () => {
    const printed: number[] = [];
    const print = (length: number) => {
      printed.push(length);
      return 'x'.repeat(length);
    };
    const half = pageCharsMax / 2;
    expect(printedItems([half, half], print)).toHaveLength(2);
    expect(printedItems([pageCharsMax + 1], print)).toHaveLength(1);
    expect(printed.splice(0)).toEqual([half, half, pageCharsMax + 1]);
    const refused = printedItems([half, half, 1, 1, 1], print);
    expect(refused).toMatchObject({ status: 400, body: expect.stringContaining('per_page') });
    expect(printed).toEqual([half, half, 1]); // no later item is printed
  });
});
