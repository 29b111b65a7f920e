// An event that is scheduled, postponed and published at its date, and a feed that contains it from then on.

import { strict as assert } from 'node:assert';
import { walkLinks } from '../../support/calendar/clients/importer.ts';
import { openPublisher } from '../../support/calendar/clients/publisher.ts';
import { expectRefusal, type EventRecord } from '../../support/calendar/clients/site.ts';
import type { SampleSite } from '../sample-site.ts';

export async function scheduledPostGoesLive({
  url,
  siteFor,
  control,
  pass,
}: SampleSite): Promise<void> {
  const editor = await siteFor('editor');
  const reader = await siteFor();
  const publisher = openPublisher(editor);
  const event = await publisher.announce({
    title: 'Concert',
    start_date: '+1 week 8pm',
    end_date: '+1 week 10pm',
    date: '+2 hours',
  });
  assert.equal(event.status, 'future');
  const known = () => walkLinks(reader, 'events');
  const feed = async () => (await fetch(`${url}/calendar/events.ics`)).text();
  const published = async () => {
    const { events } = await control<{ events: object[] }>('GET', '/events?type=PostPublished');
    return events.length;
  };
  await expectRefusal(reader.on('events').id(event.id), 403, 'event-not-accessible');

  await pass('1h');
  const later = await publisher.change(event.id, { date: '+3 hours', status: 'future' });
  assert.ok(later.date > event.date);
  await pass('2h');
  assert.deepEqual([await known(), await published()], [[], 0], 'its first time has passed');
  await pass('3599s');
  assert.deepEqual(await known(), []);
  assert.ok(!(await feed()).includes('Concert'));
  await pass('1s');
  assert.deepEqual(
    (await known()).map(({ id, status }) => [id, status]),
    [[event.id, 'publish']],
  );
  assert.equal(await published(), 1);
  const live = (await reader.on('events').id(event.id)) as EventRecord;
  assert.equal(live.date, later.date);
  assert.ok((await feed()).includes('SUMMARY:Concert'));

  const second = await publisher.announce({
    title: 'Encore',
    start_date: '+2 weeks',
    end_date: '+2 weeks',
    date: '+1 day',
  });
  await publisher.withdraw(second.id);
  await control('POST', '/clock/advance', { untilIdle: true });
  assert.equal(await published(), 1, 'what is in the trash does not go live');
}
