// Operator fields of posts: their effect on clients, recordings without passwords, and replay.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { calendarTest } from '../../support/runner/calendar-test.ts';
import { expectEqual } from '../../support/recording/recordings.ts';
import { expectControlError, type Fields } from '../../support/server/requests.ts';

const api = '/calendar/events/v1';
const password = 'a-password-hard-to-guess';
/** Changes the fields of an operator. */
const it = calendarTest().extend(
  'setFields',
  ({ server }) =>
    (path: string, body: Fields) =>
      server.control('PATCH', `/worlds/default/calendar${path}`, body),
);

describe('an event that an operator changes', () => {
  it('requires its password', async ({ calendar, createFair, setFields }) => {
    await createFair();
    const { status, body } = await setFields('/events/3', { password });
    expect({ status, protected: body.protected }).toEqual({ status: 200, protected: true });
    expect(body.event).toMatchObject({ id: 3, description: '<p>Stalls and music.</p>' });
    const read = (query = '') => calendar.send('GET', `/events/3${query}`);
    expect((await read()).body.code).toBe('event-password-protected');
    expect((await read('?password=')).status).toBe(403);
    expect((await read('?password=another')).status).toBe(403);
    const fingerprint = createHash('sha256').update(password).digest('hex');
    expect((await read(`?password=${fingerprint}`)).status).toBe(403);
    expect((await read(`?password=${password}`)).body.title).toBe('Fair');
    expect((await setFields('/events/3', { password: null })).body.protected).toBe(false);
    expect((await read()).status).toBe(200);
  });

  it('is complete in lists with its password, which no link repeats', async ({
    calendar,
    createFair,
    setFields,
  }) => {
    await createFair();
    await setFields('/events/3', { password });
    const listed = async (query: string) =>
      (await calendar.send('GET', `/events?per_page=1${query}`)).body;
    for (const query of ['', '&password=', '&password=another']) {
      expect((await listed(query)).events).toMatchObject([{ title: 'Fair', description: '' }]);
    }
    await createFair({ title: 'Another', start_date: 'tomorrow 10am' });
    const { events, ...links } = await listed(`&password=${password}`);
    expect(events).toMatchObject([{ title: 'Fair', description: '<p>Stalls and music.</p>' }]);
    expect(links).toHaveProperty('next_rest_url');
    expect(JSON.stringify(links)).not.toContain('password');
  });

  it('has a parent, tickets, and the geodata of its venue', async ({
    calendar,
    createFair,
    setFields,
  }) => {
    await createFair();
    const child = await createFair({ title: 'Tombola', venue: 1, organizer: [2] });
    const given = { geodata: { latitude: 52.01, longitude: 4.36 }, ticketed: true, parent: 3 };
    const { body } = await setFields(`/events/${child}`, given);
    expect(body).toMatchObject({ ...given, protected: false });
    expect(body.event.venue).toMatchObject({ geo_lat: 52.01, geo_lng: 4.36 });
    expect((await calendar.send('GET', '/venues/1')).body).toMatchObject({ geo_lat: 52.01 });
    const children = await calendar.send('GET', '/events?post_parent=3');
    expect(children.body.events.map(({ id }: Fields) => id)).toEqual([child]);
    const freed = await setFields(`/events/${child}`, {
      parent: null,
      geodata: null,
      ticketed: false,
    });
    expect(freed.body).toMatchObject({ parent: null, geodata: null, ticketed: false });
  });

  it.for([
    ['/events/4', { ticketed: true }, 404, 'event-unknown', "There is no event '4';"],
    ['/events/x', {}, 404, 'event-unknown', "There is no event 'x';"],
    ['/events/1', { password }, 404, 'event-unknown', "There is no event '1';"],
    ['/venues/3', { password }, 404, 'venue-unknown', "There is no venue '3';"],
    ['/organizers/1', { password }, 404, 'organizer-unknown', "There is no organizer '1';"],
    [
      '/events/3',
      { parent: 3 },
      400,
      'invalid-request',
      'body.parent: must not be the event itself',
    ],
    [
      '/events/3',
      { parent: 77 },
      400,
      'invalid-request',
      'body.parent: must be the id of an event, not 77.',
    ],
    ['/events/3', { password: '' }, 400, 'invalid-request', 'body.password'],
    ['/venues/1', { geodata: { latitude: 91, longitude: 0 } }, 400, 'invalid-request', 'latitude'],
    ['/venues/1', { parent: 3 }, 400, 'invalid-request', 'parent'],
    ['/organizers/2', { geodata: null }, 400, 'invalid-request', 'geodata'],
  ] as const)(
    'names the problem: %s %j',
    async ([path, body, status, code, message], { server, createFair, setFields }) => {
      await createFair();
      const { digest } = (await server.control('GET', '/worlds/default')).body;
      const refused = await setFields(path, body);
      expectControlError(refused, status, code);
      expect(refused.body.error.message).toContain(message);
      expect((await server.control('GET', '/worlds/default')).body.digest).toBe(digest);
    },
  );

  it('has no geodata without a venue', async ({ createFair, setFields }) => {
    const id = await createFair({ venue: [], organizer: [] });
    const refused = await setFields(`/events/${id}`, { geodata: { latitude: 1, longitude: 1 } });
    expect(refused.body.error.message).toContain(
      'body.geodata: cannot be set: the event has no venue',
    );
  });
});

describe('venues and organizers with a password', () => {
  it('omit contact details', async ({ calendar, createFair, setFields }) => {
    await createFair();
    expect((await setFields('/venues/1', { password })).body.protected).toBe(true);
    expect((await setFields('/organizers/2', { password })).body.protected).toBe(true);
    expect((await calendar.send('GET', '/venues/1')).body).not.toHaveProperty('city');
    expect((await calendar.send('GET', '/organizers/2')).body).not.toHaveProperty('phone');
    await setFields('/organizers/2', { password: null });
    expect((await calendar.send('GET', '/organizers/2')).body.phone).toBe('015 123');
  });
});

describe('a world with a calendar', () => {
  it('counts records, and contains no password', async ({ server, createFair, setFields }) => {
    await createFair({ categories: ['Markets', 'Music'], tags: ['free'] });
    await setFields('/events/3', { password });
    const { body } = await server.control('GET', '/worlds/default');
    const counts = { events: 1, venues: 1, organizers: 1, categories: 2, tags: 1, images: 0 };
    expect(body.counts).toMatchObject(counts);
    const state = await server.control('GET', '/worlds/default/state');
    expect(state.body.tables['calendar/events'].count).toBe(1);
    const events = await server.control('GET', '/worlds/default/events');
    expect(JSON.stringify([body, state.body, events.body])).not.toContain(password);
  });

  it('is recorded without passwords, and replays equal', async ({
    server,
    calendar,
    createFair,
    setFields,
    record,
  }) => {
    await createFair();
    const { file, stop } = await record(server);
    await setFields('/events/3', { password });
    await setFields('/venues/1', { password, geodata: { latitude: 1, longitude: 2 } });
    const statuses = [
      await calendar.send('GET', `/events/3?password=${password}`),
      await calendar.send('GET', '/events/3?password=wrong-but-long-enough-too'),
      await calendar.send('GET', '/events/3'),
      await calendar.send('POST', '/events/3', { password, title: 'The Fair' }),
      await calendar.send('DELETE', `/events/3?password=${password}`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 403, 403, 200, 200]);
    const multipart = `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${password}\r\n--b--\r\n`;
    const bodies: readonly (readonly [type: string, body: string, override?: string])[] = [
      ['application/json', JSON.stringify({ password }), 'GET'],
      ['application/x-www-form-urlencoded', `password=${password}`],
      ['multipart/form-data; boundary=b', multipart],
    ];
    for (const [type, body, override = 'POST'] of bodies) {
      const headers = { 'Content-Type': type, 'X-HTTP-Method-Override': override };
      await fetch(`${server.url}${api}/events/3`, { method: 'POST', headers, body });
    }
    await stop();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(password);
    expect(text).not.toContain('wrong-but-long-enough-too');
    const { entries } = await expectEqual(file);
    const fingerprint = createHash('sha256').update(password).digest('hex');
    const known = entries.filter(
      (entry) => 'facts' in entry && entry.facts?.['password'] === fingerprint,
    );
    expect(known.map(({ kind }) => kind)).toEqual([
      'control',
      'control',
      'http.request',
      'http.request',
    ]);
  });
});
