// A publisher for a calendar with users: application passwords and the WordPress client for node.

import { beforeEach, describe, expect, it } from 'vitest';
import { mirror, walkLinks } from '../../support/calendar/clients/importer.ts';
import {
  openPublisher,
  type BodyForm,
  type Publisher,
} from '../../support/calendar/clients/publisher.ts';
import {
  openSite,
  expectRefusal,
  type EventRecord,
  type Site,
} from '../../support/calendar/clients/site.ts';
import { loginOf, sampleCalendar } from '../../support/calendar/clients/sample-site.ts';
import { serverForEach } from '../../support/server/requests.ts';

const server = serverForEach({ defaults: { config: { calendar: sampleCalendar } } });
let site: Site;
let reader: Site;
let publisher: Publisher;

beforeEach(async () => {
  site = await openSite(server().url, loginOf('editor'));
  reader = await openSite(server().url);
  publisher = openPublisher(site);
});

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

describe('a publisher', () => {
  it('finds its venue and organizer again, and announces an event at them', async () => {
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

  it('creates the same event from each of the three body formats', async () => {
    const events: EventRecord[] = [];
    for (const form of ['json', 'form', 'multipart'] satisfies BodyForm[]) {
      events.push(await publisher.announce({ ...fair, all_day: false, sticky: true }, form));
    }
    const told = events.map(({ id, ...event }) =>
      JSON.stringify(event)
        .replaceAll(`id=${id}`, 'id')
        .replaceAll(`/events/${id}"`, '/events/id"')
        .replace(/winter-fair(-\d)?/g, 'fair')
        .replace(/"count":\d/g, '"count":0'),
    );
    const [json, ...others] = told.map((text) => JSON.parse(text) as object);
    expect(others).toEqual([json, json]);
    expect(events.map(({ slug }) => slug)).toEqual([
      'winter-fair',
      'winter-fair-2',
      'winter-fair-3',
    ]);
  });

  it('updates the sent fields, leaves the others, and changes `modified_utc`', async () => {
    const event = await publisher.announce({ ...fair, venue: '', featured: true });
    await server().control('POST', '/worlds/default/clock/advance', { by: '1h' });
    const changed = await publisher.change(event.id, { title: 'Spring Fair', cost: ['0$', '10$'] });
    expect(changed).toMatchObject({
      title: 'Spring Fair',
      cost: 'Free – 10$',
      featured: true,
      date: event.date,
      slug: 'winter-fair',
      website: fair.website,
    });
    expect(changed.modified_utc > event.modified_utc).toBe(true);
    const moved = await publisher.change(event.id, {
      start_date: '2026-03-08 02:30',
      end_date: '2026-03-08 04:00',
    });
    expect(moved.start_date).toMatch(/^2026-03-08 0[23]:30:00$/);
  });

  it('withdraws an event once, and restores it', async () => {
    const event = await publisher.announce(fair);
    expect(await publisher.withdraw(event.id)).toMatchObject({ status: 'trash' });
    await expectRefusal(publisher.withdraw(event.id), 410, 'event-is-in-trash');
    await expectRefusal(reader.on('events').id(event.id), 403, 'event-no-longer-available');
    expect((await mirror(reader)).events).toEqual([]);
    await publisher.change(event.id, { status: 'publish' });
    expect((await mirror(reader)).events).toMatchObject([{ id: event.id, status: 'publish' }]);
  });

  it('receives all errors before anything is created', async () => {
    const wrong = { ...fair, start_date: 'soon', venue: { venue: 'New' }, categories: ['New'] };
    await expectRefusal(site.on('events').create(wrong), 400, 'rest_invalid_param');
    await expectRefusal(
      site.on('events').create({ title: 'x' }),
      400,
      'rest_missing_callback_param',
    );
    const all = await mirror(reader);
    expect([all.venues, all.categories]).toEqual([[], []]);
    await site.on('tags').create({ name: 'Free' });
    await expectRefusal(site.on('tags').create({ name: 'Free' }), 400, 'term_exists');
  });

  it('schedules an event, which is published at its date', async () => {
    const wish = { ...fair, status: 'publish', date: '+2 hours' };
    const event = await publisher.announce(wish);
    expect(event.status).toBe('future');
    await expectRefusal(reader.on('events').id(event.id), 403, 'event-not-accessible');
    const pass = (by: string) => server().control('POST', '/worlds/default/clock/advance', { by });
    await pass('119m');
    expect((await mirror(reader)).events).toEqual([]);
    await pass('1m');
    expect(await reader.on('events').id(event.id)).toMatchObject({
      status: 'publish',
      date: event.date,
    });
  });
});

describe('credentials', () => {
  it('are refused everywhere if they are wrong, also where none are needed', async () => {
    const login = loginOf('editor');
    const headers = (text: string) => ({ Authorization: `Basic ${btoa(text)}` });
    const ask = async (text: string) => {
      const answer = await fetch(`${site.root}/events`, { headers: headers(text) });
      return [answer.status, ((await answer.json()) as { code?: string }).code];
    };
    expect(await ask(`${login.username}:${login.password}`)).toEqual([200, undefined]);
    expect(await ask(`${login.username}:${login.password.replaceAll(' ', '')}`)).toEqual([
      200,
      undefined,
    ]);
    expect(await ask(`${login.username}:wrong`)).toEqual([401, 'incorrect_password']);
    expect(await ask(`nobody:${login.password}`)).toEqual([401, 'invalid_username']);
  });
});
