// An importer that copies all records of a site, in each of the three ways to read a list to its end.

import { strict as assert } from 'node:assert';
import { countPages, mirror, untilNotFound, walkLinks } from '../../support/calendar/clients/importer.ts';
import { openPublisher } from '../../support/calendar/clients/publisher.ts';
import { noticesOf } from '../../support/calendar/clients/sample-site.ts';
import { expectRefusal } from '../../support/calendar/clients/site.ts';
import type { SampleSite } from '../sample-site.ts';

export async function importersFullMirror({ siteFor }: SampleSite): Promise<void> {
  const editor = await siteFor('editor');
  const publisher = openPublisher(editor);
  const { id: venue } = await publisher.venueCalled('Town Hall', { city: 'Springfield' });
  const { id: organizer } = await publisher.organizerCalled('Town Board', { phone: '555-1234' });
  const notices = noticesOf(23);
  for (const [index, notice] of notices.entries()) {
    await publisher.announce(index % 2 === 0 ? { ...notice, venue, organizer } : notice);
  }
  const [first] = notices;
  assert.ok(first);
  await publisher.announce({ ...first, title: 'Not yet', status: 'draft' });

  const site = await siteFor();
  const everything = await mirror(site, { per_page: 10 });
  assert.deepEqual(
    everything.events.map(({ title }) => title),
    notices.map(({ title }) => title.replace('&', '&amp;')),
  );
  assert.deepEqual([everything.venues.length, everything.organizers.length], [1, 1]);
  assert.deepEqual([everything.categories.length, everything.tags.length], [5, 3]);

  const query = { start_date: '2026-01-01', end_date: '2027-01-01', per_page: 10 };
  const ids = everything.events.map(({ id }) => id);
  for (const found of [
    await countPages(site, query, 'body'),
    await countPages(site, query, 'header'),
    await untilNotFound(site, query),
  ]) {
    assert.deepEqual(
      found.map(({ id }) => id),
      ids,
    );
  }
  const free = await walkLinks(site, 'events', { ...query, tags: 'free', per_page: 3 });
  assert.equal(free.length, 8);
  await expectRefusal(site.on('events').param({ page: 'x' }), 400, 'rest_invalid_param');
  const own = await walkLinks(editor, 'events', { ...query, status: 'draft' });
  assert.deepEqual(
    own.map(({ title }) => title),
    ['Not yet'],
  );
}
