// A day of publishers: events in all body formats, updated and deleted, by users with and without rights.

import { strict as assert } from 'node:assert';
import { walkLinks } from '../../support/calendar/clients/importer.ts';
import { openPublisher } from '../../support/calendar/clients/publisher.ts';
import { expectRefusal } from '../../support/calendar/clients/site.ts';
import type { SampleSite } from '../sample-site.ts';

const fair = {
  title: 'Winter Fair',
  start_date: '2026-02-10 9am',
  end_date: '2026-02-10 11:30',
  description: 'Stalls and music.\n\nBring the children.',
  categories: ['Market', 'Music'],
  tags: ['outdoors'],
  cost: '$5',
  website: 'https://fair.example.org/',
} as const;

export async function publishersDay({ siteFor, control, pass }: SampleSite): Promise<void> {
  const editor = await siteFor('editor');
  const publisher = openPublisher(editor);
  const venue = await publisher.venueCalled('Town Hall', { address: '1 Main St', zip: '12345' });
  const organizer = await publisher.organizerCalled('Fair Board', { email: 'fair@example.org' });
  assert.equal((await publisher.venueCalled('Town Hall')).id, venue.id);
  const image = 'https://pictures.example.org/fair.jpg';
  const event = await publisher.announce({ ...fair, image, venue: venue.id, organizer: [organizer.id] });
  assert.deepEqual([event.slug, event.timezone], ['winter-fair', 'America/New_York']);
  const form = await publisher.announce({ ...fair, title: 'Run', all_day: true }, 'form');
  const parts = await publisher.announce({ ...fair, title: 'Übung', timezone: 'UTC+2' }, 'multipart');
  assert.deepEqual(
    [form.start_date, form.end_date, parts.utc_start_date],
    ['2026-02-10 00:00:00', '2026-02-10 23:59:59', '2026-02-10 07:00:00'],
  );

  await pass('2h');
  const changed = await publisher.change(event.id, { title: 'Fair', end_date: '2026-02-10 1pm' });
  assert.ok(changed.modified_utc > event.modified_utc);
  await publisher.change(form.id, { categories: '', organizer: [organizer.id] });
  await control('PATCH', `/calendar/events/${parts.id}`, { password: 'open sesame, and quickly' });
  const reader = await siteFor();
  await expectRefusal(reader.on('events').id(parts.id), 403, 'event-password-protected');
  await reader.on('events').id(parts.id).param({ password: 'open sesame, and quickly' });

  const contributor = openPublisher(await siteFor('contributor'));
  const offered = await contributor.announce({ ...fair, title: 'Offered', status: 'publish' });
  assert.equal(offered.status, 'pending');
  await expectRefusal(contributor.change(event.id, { title: 'Mine' }), 403, 'rest_forbidden');
  await publisher.change(offered.id, { status: 'publish' });
  await expectRefusal(contributor.withdraw(offered.id), 403, 'rest_forbidden');
  await expectRefusal(openPublisher(await siteFor('subscriber')).announce(fair), 403, 'rest_forbidden');
  await expectRefusal(openPublisher(reader).announce(fair), 401, 'rest_forbidden');
  const author = await siteFor('author');
  await expectRefusal(author.on('categories').create({ name: 'Mine' }), 403, 'rest_forbidden');
  const wrong = { Authorization: `Basic ${btoa('edith:not her application password')}` };
  await expectRefusal(
    reader.on('events').setHeaders(wrong),
    401,
    'incorrect_password',
  );

  await pass('6h');
  await publisher.withdraw(form.id);
  await expectRefusal(publisher.withdraw(form.id), 410, 'event-is-in-trash');
  await expectRefusal(editor.on('venues').id(9_999).delete(), 400, 'rest_invalid_param');
  await editor.on('venues').id(venue.id).delete();
  const left = await walkLinks(reader, 'events', { start_date: '2026-01-01' });
  assert.deepEqual(
    left.map(({ title, venue: at }) => [title, at]),
    [
      ['Fair', []],
      ['Übung', []],
      ['Offered', []],
    ],
  );
}
