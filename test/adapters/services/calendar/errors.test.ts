// Error responses, and the order of checks (reference/calendar.md sections 1.1 and 1.4).

import { describe, expect } from 'vitest';
import { calendarTest } from '../../../support/runner/calendar-test.ts';
import type { Answer } from '../../../support/server/requests.ts';

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
});

/** Sends a request with the login of a user. */
type SendAs = (login: string, method: string, path: string, body?: object) => Promise<Answer>;

type Refusal = readonly [
  login: string,
  request: string,
  body: object | undefined,
  status: number,
  code?: string,
];

const users = [
  { id: 1, login: 'admin', password: 'a', role: 'administrator' },
  { id: 4, login: 'con', password: 'c', role: 'contributor' },
  { id: 5, login: 'sue', password: 's', role: 'subscriber' },
] as const;
const headersOf = (login: string) => ({
  Authorization: login === '' ? '' : `Basic ${btoa(login)}`,
});
const fair = { title: 'Fair', ...dates };
const posts = [
  ['/events', { ...fair, venue: { venue: 'Hall' }, organizer: { organizer: 'Ann' } }], // 3, at 1 and 2
  ['/events', { ...fair, status: 'draft' }],
  ['/events', { ...fair, status: 'trash' }],
  ['/venues', { venue: 'Barn', status: 'trash' }],
  ['/organizers', { organizer: 'Ben', status: 'trash' }],
  ['/categories', { name: 'Music' }],
  ['/categories', { name: 'Jazz' }],
] as const;
/** A calendar with the posts, and its users. */
const itWithUsers = calendarTest({
  scope: 'file',
  defaults: { config: { calendar: { mode: 'wordpress', users } } },
}).extend<{ sendAs: SendAs }>({
  sendAs: [
    async ({ calendar: { send } }, use) => {
      const sendAs: SendAs = (login, method, path, body) =>
        send(method, path, body, headersOf(login));
      for (const [path, fields] of posts) await sendAs('admin:a', 'POST', path, fields);
      await use(sendAs);
    },
    { scope: 'file' },
  ],
});

itWithUsers.for<Refusal>([
  ['', 'POST /events', {}, 400, 'rest_missing_callback_param'],
  ['', 'POST /events', { ...fair, title: '' }, 400, 'rest_invalid_param'],
  ['', 'POST /events', { ...fair, start_date: 'one day' }, 400, 'rest_invalid_param'],
  ['sue:x', 'POST /events', {}, 401, 'incorrect_password'],
  ['eve:x', 'POST /events', {}, 401, 'invalid_username'],
  ['', 'POST /events', fair, 401, 'rest_forbidden'],
  ['sue:s', 'POST /events', fair, 403, 'rest_forbidden'],
  ['con:c', 'PUT /events/3', { title: 'Mine' }, 403, 'rest_forbidden'],
  ['con:c', 'DELETE /events/3', undefined, 403, 'rest_forbidden'],
  ['', 'DELETE /events/99', undefined, 401, 'rest_forbidden'],
  ['sue:s', 'POST /venues', { venue: 'Quay' }, 403, 'rest_forbidden'],
  ['', 'PUT /venues/1', { venue: 'Quay' }, 401, 'rest_forbidden'],
  ['', 'DELETE /venues/99', undefined, 400, 'rest_invalid_param'],
  ['', 'POST /organizers', { organizer: 'Cem' }, 401, 'rest_forbidden'],
  ['con:c', 'DELETE /organizers/2', undefined, 403, 'rest_forbidden'],
  ['con:c', 'POST /categories', { name: 'Folk' }, 403, 'rest_forbidden'],
  ['con:c', 'PUT /categories/1', { name: 'Folk' }, 403, 'rest_forbidden'],
  ['', 'DELETE /categories/1', undefined, 401, 'rest_forbidden'],
  ['', 'POST /tags', { name: 'free' }, 401, 'rest_forbidden'],
  ['admin:a', 'POST /categories', { name: 'Music' }, 400, 'term_exists'],
  ['admin:a', 'PUT /categories/2', { slug: 'music' }, 400, 'duplicate_term_slug'],
  ['', 'GET /events?status=draft', undefined, 400, 'rest_invalid_param'],
  ['', 'GET /events/99', undefined, 404, 'rest-event-not-found'],
  ['', 'GET /events/by-slug/none', undefined, 400, 'rest_invalid_param'],
  ['', 'GET /events/1', undefined, 400, 'rest-invalid-event-id'],
  ['con:c', 'GET /events/4', undefined, 403, 'event-not-accessible'],
  ['admin:a', 'GET /events/4', undefined, 200],
  ['admin:a', 'GET /events/5', undefined, 403, 'event-no-longer-available'],
  ['admin:a', 'DELETE /events/5', undefined, 410, 'event-is-in-trash'],
  ['', 'GET /venues/6', undefined, 403, 'venue-not-accessible'],
  ['admin:a', 'DELETE /venues/6', undefined, 410, 'venue-is-in-trash'],
  ['', 'GET /organizers/7', undefined, 403, 'organizer-not-accessible'],
  ['admin:a', 'DELETE /organizers/7', undefined, 410, 'organizer-is-in-trash'],
])(
  'a request of %j: %s %j is answered %i %s',
  async ([login, request, sent, status, code], { sendAs }) => {
    const [method = '', path = ''] = request.split(' ');
    const { status: answered, body } = await sendAs(login, method, path, sent);
    expect([answered, body.code]).toEqual([status, code]);
    if (code !== undefined) expect(body.data.status).toBe(status);
    if (code === 'term_exists') expect(body.data.term_id).toBe(1);
  },
);
