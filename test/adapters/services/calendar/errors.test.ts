// Error responses, and the order of checks (reference/calendar.md sections 1.1 and 1.4).

import { describe, expect } from 'vitest';
import { calendarTest } from '../../../support/runner/calendar-test.ts';

const dates = { start_date: '2031-01-10', end_date: '2031-01-11' };

describe('a request to an open calendar', () => {
  const it = calendarTest().extend(
    'post',
    ({ calendar: { send } }) =>
      (path: string, body: unknown) =>
        send('POST', path, body),
  );

  it('is answered with all missing parameters, before invalid ones', async ({ post }) => {
    const { status, body } = await post('/events', { title: null, author: 'foo' });
    expect([status, body]).toEqual([
      400,
      {
        code: 'rest_missing_callback_param',
        message: 'Missing parameter(s): title, start_date, end_date',
        data: { status: 400, params: ['title', 'start_date', 'end_date'] },
      },
    ]);
  });

  it('is answered with all invalid parameters, before mistyped ones', async ({ post }) => {
    const sent = { ...dates, title: 5, website: 'none', slug: '', all_day: 'maybe' };
    expect((await post('/events', sent)).body).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): title, slug, website',
      data: {
        status: 400,
        params: {
          title: 'Invalid parameter.',
          slug: 'Invalid parameter.',
          website: 'Invalid parameter.',
        },
        details: [],
      },
    });
  });

  it('is answered with all mistyped parameters and details', async ({ post }) => {
    const sent = { ...dates, title: 'Fair', all_day: 'maybe', excerpt: null };
    const type = (name: string, kind: string) => `${name} is not of type ${kind}.`;
    expect((await post('/events', sent)).body).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): excerpt, all_day',
      data: {
        status: 400,
        params: { excerpt: type('excerpt', 'string'), all_day: type('all_day', 'boolean') },
        details: {
          excerpt: {
            code: 'rest_invalid_type',
            message: type('excerpt', 'string'),
            data: { param: 'excerpt' },
          },
          all_day: {
            code: 'rest_invalid_type',
            message: type('all_day', 'boolean'),
            data: { param: 'all_day' },
          },
        },
      },
    });
  });

  it('is answered with invalid dates, zones and ids last', async ({ post }) => {
    const sent = {
      ...dates,
      title: 'Fair',
      start_date: 'one day',
      timezone: 'Mars/Base',
      venue: 99,
    };
    const { status, body } = await post('/events', sent);
    expect([status, body.code, body.data.details]).toEqual([400, 'rest_invalid_param', []]);
    expect(Object.keys(body.data.params).toSorted()).toEqual(['start_date', 'timezone', 'venue']);
  });

  it('treats null as absent for untyped parameters', async ({ post }) => {
    const nothing = { website: null, cost: null, categories: null, tags: null, venue: null };
    const sent = { ...dates, title: 'Fair', ...nothing, organizer: null };
    const { status, body } = await post('/events', sent);
    expect([status, body.cost, body.venue, body.organizer]).toEqual([201, '', [], []]);
  });

  it('selects its record by the path, not by an id in the body', async ({ calendar, post }) => {
    const one = (await post('/events', { ...dates, title: 'One' })).body;
    const two = (await post('/events', { ...dates, title: 'Two' })).body;
    const renamed = await post(`/events/${one.id}?id=${two.id}`, { id: two.id, title: 'Uno' });
    expect([renamed.body.id, renamed.body.title]).toEqual([one.id, 'Uno']);
    const moved = await calendar.send('PATCH', `/events/by-slug/two`, { slug: 'zwei' });
    expect([moved.body.id, moved.body.slug]).toEqual([two.id, 'zwei']);
  });

  it.for([
    '/events/foo',
    '/events/by-slug/',
    '/events/by-slug',
    '/events/1/2',
    '/nothing',
    '/events/-1',
  ])('has no route at %s', async (path, { calendar }) => {
    const { status, body } = await calendar.send('GET', path);
    expect([status, body.code, body.data]).toEqual([404, 'rest_no_route', { status: 404 }]);
  });

  it('is refused with the id of an existing term', async ({ post }) => {
    const { body: made } = await post('/categories', { name: 'Music' });
    expect((await post('/categories', { name: 'Music' })).body).toMatchObject({
      code: 'term_exists',
      data: { status: 400, term_id: made.id },
    });
  });
});

describe('a request to a calendar with users', () => {
  const users = [
    { id: 1, login: 'admin', password: 'a', role: 'administrator' },
    { id: 5, login: 'sue', password: 's', role: 'subscriber' },
  ] as const;
  const config = { calendar: { mode: 'wordpress', users } } as const;
  const it = calendarTest({ defaults: { config } });
  const as = (credentials: string) => ({
    Authorization: credentials === '' ? '' : `Basic ${btoa(credentials)}`,
  });

  it.for<[string, object, number, string | undefined]>([
    ['', {}, 400, 'rest_missing_callback_param'],
    ['', { title: '', ...dates }, 400, 'rest_invalid_param'],
    ['', { title: 'Fair', ...dates, start_date: 'one day' }, 400, 'rest_invalid_param'],
    ['', { title: 'Fair', ...dates }, 401, 'rest_forbidden'],
    ['sue:s', { title: 'Fair', ...dates }, 403, 'rest_forbidden'],
    ['sue:x', {}, 401, 'incorrect_password'],
    ['eve:x', {}, 401, 'invalid_username'],
    ['admin:a', { title: 'Fair', ...dates }, 201, undefined],
  ])('of %j with %j is answered %i %s', async ([credentials, body, status, code], { calendar }) => {
    const answer = await calendar.send('POST', '/events', body, as(credentials));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('to delete an unknown record is 400, not 401 or 403', async ({ calendar }) => {
    const answer = await calendar.send('DELETE', `/venues/99`, undefined, as(''));
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
  });
});
