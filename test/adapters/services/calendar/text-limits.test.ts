// The limits of texts: whatever a client sends for any parameter, in any spelling, is refused unread where it is too long.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refused } from '../../../../adapters/services/calendar/parameters/kinds.ts';
import { listRoutes } from '../../../../adapters/services/calendar/routes/lists.ts';
import { routes } from '../../../../adapters/services/calendar/routes.ts';
import { calendar } from '../../../../core/index.ts';
import { startServer, type TestServer } from '../../../support/server.ts';
import { callOfNoWorld, pages } from './asking.ts';

const root = '/calendar/events/v1';
const longest = calendar.htmlCharsMax;

const parameters = routes.flatMap(({ methods, path, parameters: table }) =>
  Object.entries(table).map(
    ([name, parameter]) => [`${methods.join(', ')} ${path} ${name}`, parameter] as const,
  ),
);

describe('every parameter of every route', () => {
  it.each(parameters)('%s refuses texts that are too long, also in lists', (_, parameter) => {
    const text = 'a'.repeat(longest + 1);
    for (const value of [text, [text], ['a', text], { 0: text }]) {
      const refused = parameter.read(value, pages);
      expect(refused).toBeInstanceOf(Refused);
      expect((refused as Refused).reason).toMatch(/^must have at most \d+ characters$/);
    }
  });

  it.each(parameters.filter(([, { form }]) => form['maxLength'] !== undefined))(
    '%s takes texts as long as it says',
    (_, parameter) => {
      const most = parameter.form['maxLength'] as number;
      expect(parameter.read('1'.repeat(most), pages)).not.toBeInstanceOf(Refused);
      expect(parameter.read('1'.repeat(most + 1), pages)).toBeInstanceOf(Refused);
    },
  );
});

describe('over HTTP', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  const times = { start_date: '2026-05-01', end_date: '2026-05-02' };

  it.each(['events', 'venues', 'organizers', 'categories', 'tags'])(
    'a search of %s is refused in a query and in a body',
    async (list) => {
      const most = calendar.searchCharsMax;
      const url = `${server.url}${root}/${list}`;
      const inQuery = (search: string) => fetch(`${url}?search=${search}`);
      const inBody = (search: string) =>
        fetch(url, {
          method: 'POST',
          headers: { 'X-HTTP-Method-Override': 'GET', 'Content-Type': 'application/json' },
          body: JSON.stringify({ search }),
        });
      for (const ask of [inQuery, inBody]) {
        expect((await ask('a'.repeat(most))).status).toBe(200);
        const refused = await ask('a'.repeat(most + 1));
        expect(refused.status).toBe(400);
        expect(await refused.json()).toMatchObject({
          data: { params: { search: `must have at most ${most} characters` } },
        });
      }
    },
  );

  it.each([
    ['events', { ...times, title: 'a'.repeat(1_001) }, 'title', 1_000],
    ['venues', { venue: 'a'.repeat(1_001) }, 'venue', 1_000],
    ['venues', { venue: 'a', phone: '1'.repeat(501) }, 'phone', 500],
    ['organizers', { organizer: 'a', email: 'a'.repeat(501) }, 'email', 500],
    ['organizers', { organizer: 'a', description: 'a'.repeat(20_001) }, 'description', 20_000],
    ['tags', { name: 'a', description: 'a'.repeat(5_001) }, 'description', 5_000],
    ['events', { ...times, title: 'a', tags: ['a'.repeat(1_001)] }, 'tags', 1_000],
  ])('a post to %s is refused in JSON, forms and parts (%#)', async (path, fields, name, most) => {
    const entries = Object.entries(fields).map(([key, value]) =>
      Array.isArray(value) ? ([`${key}[]`, String(value[0])] as const) : ([key, value] as const),
    );
    const parts = new FormData();
    for (const [key, value] of entries) parts.append(key, value);
    const bodies = [
      { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } },
      { body: new URLSearchParams(entries.map(([key, value]): [string, string] => [key, value])) },
      { body: parts },
    ];
    for (const init of bodies) {
      const answer = await fetch(`${server.url}${root}/${path}`, { method: 'POST', ...init });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { [name]: `must have at most ${most} characters` } },
      });
    }
  });

  it('an organizer within an event is refused with the name of its field', async () => {
    const { status, body } = await server.ask('POST', `${root}/events`, {
      ...times,
      title: 'a',
      organizer: [{ organizer: 'a', phone: '1'.repeat(501) }],
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      data: { params: { organizer: 'phone must have at most 500 characters' } },
    });
  });
});

describe('a list whose links would be too long', () => {
  it.each(listRoutes.map((route) => [route.path, route] as const))(
    '%s is refused before the world is looked at',
    async (_, route) => {
      // A name may have 1,000 characters, and each takes nine of a link.
      const many = '語'.repeat(400);
      const sent = { search: many.slice(0, 200), slug: many, status: many, tags: many };
      const answer = await route.handle(callOfNoWorld(sent), {});
      expect(answer).toMatchObject({ status: 414 });
    },
  );
});
