// Length limits of texts: every parameter, in every spelling, is refused if it is too long.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  calendarSection,
  entryKeyCharsMax,
  eventZoneCharsMax,
} from '../../../../adapters/services/calendar/fixture/format.ts';
import { Refused } from '../../../../adapters/services/calendar/parameters/kinds.ts';
import { listRoutes } from '../../../../adapters/services/calendar/routes/lists.ts';
import { routes } from '../../../../adapters/services/calendar/routes.ts';
import { urlCharsMax } from '../../../../adapters/protocol/limits.ts';
import { handleBy } from '../../../../adapters/protocol/routes/route.ts';
import { calendar } from '../../../../core/index.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { contextWithoutWorld, pages } from '../../../support/calendar/http-requests.ts';

const root = '/calendar/events/v1';
const longest = calendar.htmlCharsMax;

const parameters = routes.flatMap(({ methods, path, reads }) =>
  Object.entries(reads?.table ?? {}).map(
    ([name, parameter]) => [`${methods.join(', ')} ${path} ${name}`, parameter] as const,
  ),
);

/** The limit of a parameter, by its name and, for descriptions, its route. */
function limitOf(place: string): number {
  const name = place.slice(place.lastIndexOf(' ') + 1);
  const isOf = (...names: readonly string[]) => names.includes(name);
  if (name === 'search') return calendar.searchCharsMax;
  if (name === 'password') return calendar.passwordCharsMax;
  if (name === 'cost') return calendar.costCharsMax;
  if (name === 'description' && /\/(?:venues|organizers)/.test(place)) {
    return calendar.shortHtmlCharsMax;
  }
  if (name === 'description' && /\/(?:categories|tags)/.test(place))
    return calendar.termHtmlCharsMax;
  if (isOf('description', 'excerpt')) return calendar.htmlCharsMax;
  if (isOf('website', 'image')) return calendar.websiteCharsMax;
  if (isOf('title', 'slug', 'name', 'categories', 'tags', 'parent')) return calendar.nameCharsMax;
  if (isOf('phone', 'email', 'address', 'city', 'zip', 'country')) return calendar.detailCharsMax;
  if (isOf('state', 'province', 'stateprovince')) return calendar.detailCharsMax;
  if (/^(?:date|date_utc|(?:start|end)_date|(?:starts|ends)_(?:before|after))$/.test(name)) {
    return calendar.dateCharsMax;
  }
  return calendar.wordCharsMax;
}

describe('every parameter of every route', () => {
  it.each(parameters)('%s refuses texts that are too long, also in lists', (_, parameter) => {
    const text = 'a'.repeat(longest + 1);
    for (const value of [text, [text], ['a', text], { 0: text }]) {
      const refused = parameter.read(value, pages);
      expect(refused).toBeInstanceOf(Refused);
      expect((refused as Refused).reason).toMatch(/^must have at most \d+ characters$/);
    }
  });

  it.each(parameters)('%s accepts texts up to its limit', (place, parameter) => {
    const most = limitOf(place);
    const reason = (length: number) => {
      const read = parameter.read('1'.repeat(length), pages);
      return read instanceof Refused ? read.reason : undefined;
    };
    expect([reason(most), reason(most + 1)]).toEqual([
      undefined,
      `must have at most ${most} characters`,
    ]);
    expect([undefined, most]).toContain(parameter.form['maxLength']);
  });
});

interface TextSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly items?: { readonly properties?: Readonly<Record<string, TextSchema>> } & TextSchema;
  readonly anyOf?: readonly TextSchema[];
}

/** The limits of all texts in a value; undefined for a text without a limit. */
function limitsIn({ items, anyOf = [], ...schema }: TextSchema): readonly (number | undefined)[] {
  const isFree = !('enum' in schema) && !('pattern' in schema);
  const isText = isFree && [schema.type].flat().includes('string');
  const inner = items === undefined ? anyOf : [items, ...anyOf];
  return [...(isText ? [schema.maxLength] : []), ...inner.flatMap(limitsIn)];
}

describe('every text of a fixture', () => {
  const form = z.toJSONSchema(calendarSection, { io: 'input', unrepresentable: 'any' });
  const lists = Object.entries(form.properties ?? {}) as [string, TextSchema][];
  const fields = lists.flatMap(([list, { items }]) =>
    Object.entries(items?.properties ?? {}).map(
      ([name, field]) => [`/${list} ${name}`, limitsIn(field)] as const,
    ),
  );
  const own: Readonly<Record<string, number>> = {
    key: entryKeyCharsMax,
    timezone: eventZoneCharsMax,
    url: calendar.websiteCharsMax,
  };

  it.each(fields.filter(([, limits]) => limits.length > 0))(
    '%s has the limit of the parameter, or a smaller one of its own',
    (place, limits) => {
      const name = place.slice(place.lastIndexOf(' ') + 1);
      expect(new Set(limits)).toEqual(new Set([own[name] ?? limitOf(place)]));
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
    const { status, body } = await server.request('POST', `${root}/events`, {
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
  it('is refused even if only default dates make them too long', async () => {
    const server = await startServer();
    const statuses = Array.from({ length: 345 }, () => 'publish').join(',');
    const listed = (searched: number) =>
      server.request('GET', `${root}/events?status=${statuses}&search=${'a'.repeat(searched)}`);
    let searched = calendar.searchCharsMax;
    let answer = await listed(searched);
    while (answer.status === 414) answer = await listed((searched -= 1));
    expect(answer.status).toBe(200);
    expect(searched).toBeLessThan(calendar.searchCharsMax);
    expect(answer.body.rest_url).toContain('&start_date=');
    expect(answer.body.rest_url.length).toBeLessThanOrEqual(urlCharsMax);
    await server.close();
  });

  it.each(listRoutes.map((route) => [route.path, route] as const))(
    '%s is refused before the world is looked at',
    async (_, route) => {
      // A name may have 1,000 characters, and each needs nine in a link.
      const many = '語'.repeat(400);
      const sent = { search: many.slice(0, 200), slug: many, status: many, tags: many };
      const answer = await handleBy(route, contextWithoutWorld(sent), {});
      expect(answer).toMatchObject({ status: 414 });
    },
  );
});
