// Length limits of texts: every parameter, in every spelling, is refused if it is too long.

import { describe, expect } from 'vitest';
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
import { calendar as limits } from '../../../../core/index.ts';
import { contextWithoutWorld, pages } from '../../../support/calendar/http-requests.ts';
import { calendarTest } from '../../../support/runner/calendar-test.ts';

const it = calendarTest({ scope: 'file' });
const root = '/calendar/events/v1';
const longest = limits.htmlCharsMax;

const parameters = routes.flatMap(({ methods, path, reads }) =>
  Object.entries(reads?.table ?? {}).map(
    ([name, parameter]) => [`${methods.join(', ')} ${path} ${name}`, parameter] as const,
  ),
);

/** The limit of a parameter, by its name and, for descriptions, its route. */
function limitOf(place: string): number {
  const name = place.slice(place.lastIndexOf(' ') + 1);
  const isOf = (...names: readonly string[]) => names.includes(name);
  if (name === 'search') return limits.searchCharsMax;
  if (name === 'password') return limits.passwordCharsMax;
  if (name === 'cost') return limits.costCharsMax;
  if (name === 'description' && /\/(?:venues|organizers)/.test(place)) {
    return limits.shortHtmlCharsMax;
  }
  if (name === 'description' && /\/(?:categories|tags)/.test(place)) return limits.termHtmlCharsMax;
  if (isOf('description', 'excerpt')) return limits.htmlCharsMax;
  if (isOf('website', 'image')) return limits.websiteCharsMax;
  if (isOf('title', 'slug', 'name', 'categories', 'tags', 'parent')) return limits.nameCharsMax;
  if (isOf('phone', 'email', 'address', 'city', 'zip', 'country')) return limits.detailCharsMax;
  if (isOf('state', 'province', 'stateprovince')) return limits.detailCharsMax;
  if (/^(?:date|date_utc|(?:start|end)_date|(?:starts|ends)_(?:before|after))$/.test(name)) {
    return limits.dateCharsMax;
  }
  return limits.wordCharsMax;
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
    url: limits.websiteCharsMax,
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
  const times = { start_date: '2026-05-01', end_date: '2026-05-02' };

  it('a search is refused in a query and in a body', async ({ calendar: { send } }) => {
    const inBody = { 'X-HTTP-Method-Override': 'GET' };
    const most = limits.searchCharsMax;
    for (const [length, status] of [
      [most, 200],
      [most + 1, 400],
    ] as const) {
      const search = 'a'.repeat(length);
      const answers = [
        await send('GET', `/events?search=${search}`),
        await send('POST', '/events', { search }, inBody),
      ];
      expect(answers).toMatchObject([{ status }, { status }]);
    }
  });

  it.for<[path: string, fields: Record<string, string | string[]>, name: string, most: number]>([
    ['events', { ...times, title: 'a', tags: ['a'.repeat(1_001)] }, 'tags', 1_000],
    ['venues', { venue: 'a', phone: '1'.repeat(501) }, 'phone', 500],
    ['organizers', { organizer: 'a', description: 'a'.repeat(20_001) }, 'description', 20_000],
    ['tags', { name: 'a', description: 'a'.repeat(5_001) }, 'description', 5_000],
  ])('a post to %s is refused in JSON, forms and parts (%#)', async (row, { server }) => {
    const [path, fields, name, most] = row;
    const entries = Object.entries(fields).map(([key, value]): [string, string] =>
      typeof value === 'string' ? [key, value] : [`${key}[]`, value[0] ?? ''],
    );
    const parts = new FormData();
    for (const [key, value] of entries) parts.append(key, value);
    const bodies = [
      { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } },
      { body: new URLSearchParams(entries) },
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

  it('an organizer within an event is refused with the name of its field', async ({ calendar }) => {
    const organizer = [{ organizer: 'a', phone: '1'.repeat(501) }];
    expect(
      await calendar.send('POST', '/events', { ...times, title: 'a', organizer }),
    ).toMatchObject({
      status: 400,
      body: { data: { params: { organizer: 'phone must have at most 500 characters' } } },
    });
  });
});

describe('a list whose links would be too long', () => {
  it('is refused even if only default dates make them too long', async ({ calendar: { send } }) => {
    const statuses = Array.from({ length: 345 }, () => 'publish').join(',');
    const listed = (searched: number) =>
      send('GET', `/events?status=${statuses}&search=${'a'.repeat(searched)}`);
    let searched = limits.searchCharsMax;
    let answer = await listed(searched);
    while (answer.status === 414) answer = await listed((searched -= 1));
    expect(answer.status).toBe(200);
    expect(searched).toBeLessThan(limits.searchCharsMax);
    expect(answer.body.rest_url).toContain('&start_date=');
    expect(answer.body.rest_url.length).toBeLessThanOrEqual(urlCharsMax);
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
