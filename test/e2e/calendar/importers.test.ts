// Importers that were written for the original service: each reads to the end of a list, and all find the same.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countPages,
  mirror,
  untilNotFound,
  walkLinks,
} from '../../support/calendar/clients/importer.ts';
import { openPublisher } from '../../support/calendar/clients/publisher.ts';
import {
  openSite,
  expectRefusal,
  type Page,
  type Site,
} from '../../support/calendar/clients/site.ts';
import { noticesOf } from '../../support/calendar/clients/sample-site.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

const notices = noticesOf(57);
let server: TestServer;
let site: Site;

beforeAll(async () => {
  server = await startServer();
  site = await openSite(server.url);
  const publisher = openPublisher(site);
  const { id: venue } = await publisher.venueCalled('Town Hall', { city: 'Springfield' });
  const { id: organizer } = await publisher.organizerCalled('Town Board', { phone: '555-1234' });
  for (const [index, notice] of notices.entries()) {
    const place = index % 2 === 0 ? { venue, organizer } : {};
    await publisher.announce({ ...notice, ...place });
  }
});
afterAll(() => server.close());

const titles = (events: readonly { readonly title: string }[]) => events.map(({ title }) => title);

/** Titles of notices as in responses. */
const shown = notices.map(({ title }) => title.replace('&', '&amp;'));

describe('importers', () => {
  const query = { start_date: '2026-01-01', end_date: '2027-01-01', status: 'publish' };

  it.each([5, 7, 10, 50, 57, 100])('find the same with %s events to a page', async (perPage) => {
    const paged = { ...query, per_page: perPage };
    const walked = titles(await walkLinks(site, 'events', paged));
    expect(walked).toEqual(shown);
    expect(titles(await countPages(site, paged, 'body'))).toEqual(walked);
    expect(titles(await countPages(site, paged, 'header'))).toEqual(walked);
    expect(titles(await untilNotFound(site, paged))).toEqual(walked);
  });

  it('come to the end of an empty list at once', async () => {
    const none = { start_date: '2030-01-01' };
    expect(await walkLinks(site, 'events', none)).toEqual([]);
    expect(await countPages(site, none)).toEqual([]);
    expect(await countPages(site, none, 'header')).toEqual([]);
    expect(await untilNotFound(site, none)).toEqual([]);
  });

  it('use the same filters on each page', async () => {
    const filters = { ...query, per_page: 3, tags: 'free', categories: 'market,concert' };
    const wanted = notices.filter((_notice, index) => index % 3 === 0 && index % 5 < 2);
    expect(titles(await walkLinks(site, 'events', filters))).toEqual(titles(wanted));
    const [venue] = await walkLinks(site, 'venues');
    const there = await walkLinks(site, 'events', {
      ...query,
      per_page: 10,
      venue: venue?.id ?? 0,
    });
    expect(there).toHaveLength(29);
    const featured = await walkLinks(site, 'events', { ...query, per_page: 4, featured: true });
    expect(titles(featured)).toEqual(titles(notices.filter(({ featured: is }) => is === true)));
    expect(
      await walkLinks(site, 'events', { ...query, search: 'council', per_page: 2 }),
    ).toHaveLength(11);
  });

  it('find the same totals in body and headers', async () => {
    const asked = site.on('events').param({ ...query, per_page: 100 });
    const page = (await asked) as Page<'events'>;
    expect(page.events).toHaveLength(50);
    expect(page).toMatchObject({ total: 57, total_pages: 2 });
    const headers = await site
      .on('events')
      .param({ ...query, per_page: 100 })
      .headers();
    expect(headers).toMatchObject({ 'x-tec-total': '57', 'x-tec-totalpages': '2' });
    expect(page.next_rest_url).toContain(`${server.url}/wp-json/tribe/events/v1/events/?`);
  });
});

describe('the page of one event', () => {
  it('is built from the event of a slug', async () => {
    const response = await fetch(`${site.root}/events/by-slug/council-coffee-4`);
    expect(await response.json()).toMatchObject({
      title: 'Council &amp; coffee 4',
      start_date_details: { year: '2026', month: '02', day: '04', hour: '18' },
      utc_start_date: '2026-02-04 23:00:00',
      timezone_abbr: 'EST',
      image: false,
      venue: [],
      organizer: [],
      cost: '',
      url: `${server.url}/event/council-coffee-4/`,
      json_ld: { '@type': 'Event' },
    });
    const unknown = await fetch(`${site.root}/events/by-slug/nothing-at-all`);
    expect(unknown.status).toBe(400);
    await expectRefusal(site.on('events').id(9_999), 404, 'rest-event-not-found');
  });

  it('shows venue and organizer', async () => {
    const [first] = await walkLinks(site, 'events', { search: 'Market 1', per_page: 1 });
    expect(first).toMatchObject({
      venue: { venue: 'Town Hall', city: 'Springfield' },
      organizer: [{ organizer: 'Town Board', phone: '555-1234' }],
      categories: [{ name: 'Market', slug: 'market', taxonomy: 'tribe_events_cat' }],
    });
  });
});

describe('a mirror', () => {
  it('has each record once', async () => {
    const all = await mirror(site);
    expect(titles(all.events)).toEqual(shown);
    expect(all.venues.map(({ venue }) => venue)).toEqual(['Town Hall']);
    expect(all.organizers.map(({ organizer }) => organizer)).toEqual(['Town Board']);
    expect(all.categories.map(({ name, count }) => [name, count])).toEqual([
      ['Concert', 12],
      ['Council & coffee', 11],
      ['Market', 12],
      ['Run', 11],
      ['Story hour', 11],
    ]);
    expect(all.tags.map(({ slug }) => slug)).toEqual(['free', 'indoors', 'outdoors']);
    const ids = [...all.events, ...all.venues, ...all.organizers].map(({ id }) => id);
    expect(new Set(ids).size).toBe(59);
  });

  it('is the same under the neutral path, with other links', async () => {
    const there = await fetch(`${server.url}/calendar/events/v1/events?per_page=3`);
    const { events, next_rest_url: next } = (await there.json()) as Page<'events'>;
    const { events: same } = (await site.on('events').param({ per_page: 3 })) as Page<'events'>;
    expect(titles(events)).toEqual(titles(same));
    expect(next).toContain(`${server.url}/calendar/events/v1/events/?`);
    expect(events[0]?.rest_url).toBe(`${server.url}/calendar/events/v1/events/${same[0]?.id}`);
  });
});
