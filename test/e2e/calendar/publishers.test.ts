// A publisher for a calendar with users: application passwords and the WordPress client for node.

import { expect } from 'vitest';
import { walkLinks } from '../../support/calendar/clients/importer.ts';
import { openPublisher } from '../../support/calendar/clients/publisher.ts';
import { openSite } from '../../support/calendar/clients/site.ts';
import { loginOf, sampleCalendar } from '../../support/calendar/clients/sample-site.ts';
import { serverTest } from '../../support/runner/server-test.ts';

const it = serverTest({ defaults: { config: { calendar: sampleCalendar } } });

const fair = {
  title: 'Winter Fair',
  start_date: '2026-02-10 9am',
  end_date: '2026-02-10 11:30',
  timezone: 'America/New_York',
  description: 'Stalls and music.\n\nBring the children.',
  image: 'https://pictures.example.org/fair.jpg',
  website: 'https://fair.example.org/',
  cost: '$5',
  categories: ['Music', 'Market'],
  tags: ['outdoors'],
} as const;

it('a publisher finds its venue and organizer again, and announces an event at them', async ({
  server,
}) => {
  const publisher = openPublisher(await openSite(server.url, loginOf('editor')));
  const reader = await openSite(server.url);
  const venue = await publisher.venueCalled('Town Hall', { address: '1 Main St', zip: '12345' });
  const organizer = await publisher.organizerCalled('Fair Board', { email: 'fair@example.org' });
  expect((await publisher.venueCalled('Town Hall')).id).toBe(venue.id);
  expect((await publisher.organizerCalled('Fair Board')).id).toBe(organizer.id);
  const event = await publisher.announce({ ...fair, venue: venue.id, organizer: [organizer.id] });
  expect(event).toMatchObject({
    status: 'publish',
    author: '2',
    slug: 'winter-fair',
    start_date: '2026-02-10 09:00:00',
    utc_start_date: '2026-02-10 14:00:00',
    description: '<p>Stalls and music.</p>\n<p>Bring the children.</p>',
    image: {
      url: expect.stringMatching(/\/wp-content\/uploads\/fair.*\.jpg$/),
      extension: 'jpg',
    },
    cost: '$5',
    cost_details: { values: ['5'], currency_symbol: '$', currency_position: 'prefix' },
    venue: { id: venue.id, address: '1 Main St' },
    organizer: [{ id: organizer.id, email: 'fair@example.org' }],
    categories: [{ name: 'Market' }, { name: 'Music' }],
  });
  expect(await walkLinks(reader, 'events', { start_date: '2026-01-01' })).toMatchObject([
    { id: event.id, global_id: event.global_id },
  ]);
});
