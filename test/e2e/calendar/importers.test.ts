// Importers that were written for the original service: each reads to the end of a list, and all find the same.

import { expect } from 'vitest';
import {
  countPages,
  mirror,
  untilNotFound,
  walkLinks,
} from '../../support/calendar/clients/importer.ts';
import { openPublisher } from '../../support/calendar/clients/publisher.ts';
import { openSite, type Site } from '../../support/calendar/clients/site.ts';
import { noticesOf } from '../../support/calendar/clients/sample-site.ts';
import { calendarTest } from '../../support/runner/calendar-test.ts';

const notices = noticesOf(57);

/** A site with the notices, of which every other one has a venue and an organizer. */
const it = calendarTest({ scope: 'file' }).extend<{ site: Site }>({
  site: [
    async ({ server }, use) => {
      const site = await openSite(server.url);
      const publisher = openPublisher(site);
      const { id: venue } = await publisher.venueCalled('Town Hall', { city: 'Springfield' });
      const { id: organizer } = await publisher.organizerCalled('Town Board');
      for (const [index, notice] of notices.entries()) {
        const place = index % 2 === 0 ? { venue, organizer } : {};
        await publisher.announce({ ...notice, ...place });
      }
      await use(site);
    },
    { scope: 'file' },
  ],
});

const titles = (events: readonly { readonly title: string }[]) => events.map(({ title }) => title);

/** Titles of notices as in responses. */
const shown = notices.map(({ title }) => title.replace('&', '&amp;'));

it.for([5, 7, 10, 50, 57, 100])(
  'importers find the same with %s events to a page',
  async (perPage, { site }) => {
    const paged = {
      start_date: '2026-01-01',
      end_date: '2027-01-01',
      status: 'publish',
      per_page: perPage,
    };
    expect(titles(await walkLinks(site, 'events', paged))).toEqual(shown);
    expect(titles(await countPages(site, paged, 'body'))).toEqual(shown);
    expect(titles(await countPages(site, paged, 'header'))).toEqual(shown);
    expect(titles(await untilNotFound(site, paged))).toEqual(shown);
  },
);

it('a mirror has each record once', async ({ site }) => {
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
