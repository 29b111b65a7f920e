// Permissions by role (reference/calendar.md section 1.5).

import { beforeEach, describe, expect, it } from 'vitest';
import { walkLinks } from '../../support/calendar/clients/importer.ts';
import { openPublisher } from '../../support/calendar/clients/publisher.ts';
import {
  openSite,
  refusal,
  type EventRecord,
  type Site,
} from '../../support/calendar/clients/site.ts';
import {
  loginOf,
  sampleCalendar,
  type SampleRole,
} from '../../support/calendar/clients/sample-site.ts';
import { serverForEach } from '../../support/server/requests.ts';

type RequestRole = SampleRole | 'anonymous';

/** Responses by role: the status of a refusal, or the result. */
interface Rights {
  readonly who: RequestRole;
  readonly create: string | number;
  readonly ownUnpublished: number;
  readonly ownPublished: number;
  readonly others: number;
  readonly terms: number;
  readonly seesDrafts: boolean;
}

const table: readonly Rights[] = [
  {
    who: 'administrator',
    create: 'publish',
    ownUnpublished: 200,
    ownPublished: 200,
    others: 200,
    terms: 201,
    seesDrafts: true,
  },
  {
    who: 'editor',
    create: 'publish',
    ownUnpublished: 200,
    ownPublished: 200,
    others: 200,
    terms: 201,
    seesDrafts: true,
  },
  {
    who: 'author',
    create: 'publish',
    ownUnpublished: 200,
    ownPublished: 200,
    others: 403,
    terms: 403,
    seesDrafts: true,
  },
  {
    who: 'contributor',
    create: 'pending',
    ownUnpublished: 200,
    ownPublished: 403,
    others: 403,
    terms: 403,
    seesDrafts: true,
  },
  {
    who: 'subscriber',
    create: 403,
    ownUnpublished: 403,
    ownPublished: 403,
    others: 403,
    terms: 403,
    seesDrafts: false,
  },
  {
    who: 'anonymous',
    create: 401,
    ownUnpublished: 401,
    ownPublished: 401,
    others: 401,
    terms: 401,
    seesDrafts: false,
  },
];

const dates = { start_date: '2026-02-01 10:00', end_date: '2026-02-01 11:00' };
const userIds = {
  administrator: 1,
  editor: 2,
  author: 3,
  contributor: 4,
  subscriber: 5,
  anonymous: 1,
};

describe('the calendar of a site with users', () => {
  const server = serverForEach({ defaults: { config: { calendar: sampleCalendar } } });
  let mayor: Site;

  beforeEach(async () => {
    mayor = await openSite(server().url, loginOf('administrator'));
  });

  const siteOf = (who: RequestRole) =>
    openSite(server().url, who === 'anonymous' ? undefined : loginOf(who));

  /** Creates an event for an author, as the administrator. */
  async function eventBy(who: RequestRole, status: string): Promise<number> {
    const fields = { title: `${who} ${status}`, ...dates, status, author: userIds[who] };
    return ((await mayor.on('events').create(fields)) as EventRecord).id;
  }

  /** Returns `done`, or the status of `rest_forbidden`. */
  async function told(doing: PromiseLike<unknown>, done = 200): Promise<number> {
    const outcome = await doing.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (outcome === undefined) return done;
    const { code, data } = await refusal(Promise.reject(outcome));
    expect(code).toBe('rest_forbidden');
    return data.status;
  }

  it.each(table)('grants $who the rights of the table', async (rights) => {
    const { who } = rights;
    const site = await siteOf(who);
    const publisher = openPublisher(site);
    const wish = { title: 'Mine', ...dates, status: 'publish' };
    if (typeof rights.create === 'string') {
      expect((await publisher.announce(wish)).status).toBe(rights.create);
      expect(await site.on('venues').create({ venue: 'Hall', status: 'publish' })).toMatchObject({
        status: rights.create,
      });
    } else {
      expect(await told(publisher.announce(wish))).toBe(rights.create);
      expect(await told(site.on('venues').create({ venue: 'Hall' }))).toBe(rights.create);
      expect(await told(site.on('organizers').create({ organizer: 'Us' }))).toBe(rights.create);
    }

    for (const [status, expected] of [
      ['draft', rights.ownUnpublished],
      ['publish', rights.ownPublished],
    ] as const) {
      const own = await eventBy(who, status);
      expect(await told(publisher.change(own, { title: 'Changed' }))).toBe(expected);
      expect(await told(publisher.withdraw(own))).toBe(expected);
    }

    const other = await eventBy(who === 'editor' ? 'administrator' : 'editor', 'publish');
    expect(await told(publisher.change(other, { title: 'Changed' }))).toBe(rights.others);
    expect(await told(publisher.withdraw(other))).toBe(rights.others);

    const term = { name: `Of ${who}` };
    expect(await told(site.on('categories').create(term), 201)).toBe(rights.terms);
    expect(await told(site.on('tags').create(term), 201)).toBe(rights.terms);
    const tag = (await mayor.on('tags').create({ name: 'Shared' })) as { id: number };
    const done = rights.terms === 201 ? 200 : rights.terms;
    expect(await told(site.on('tags').id(tag.id).update({ name: 'Renamed' }))).toBe(done);
    expect(await told(site.on('tags').id(tag.id).delete())).toBe(done);
  });

  it.each(table)('shows $who the unpublished posts of the table', async (rights) => {
    const { who, seesDrafts } = rights;
    const drafted = await eventBy('administrator', 'draft');
    const out = await eventBy('administrator', 'publish');
    const site = await siteOf(who);
    const listed = await walkLinks(site, 'events', { start_date: '2026-01-01' });
    const ids = listed.map(({ id }) => id).sort((one, other) => one - other);
    expect(ids).toEqual(seesDrafts ? [drafted, out] : [out]);
    expect(await site.on('events').id(out)).toMatchObject({ status: 'publish' });
    const read = site.on('events').id(drafted);
    const isEditor = who === 'administrator' || who === 'editor';
    if (isEditor) expect(await read).toMatchObject({ status: 'draft' });
    else
      expect(await refusal(read)).toMatchObject({
        code: 'event-not-accessible',
        data: { status: 403 },
      });
    if (!seesDrafts) {
      const asked = site.on('events').param({ status: 'draft' });
      expect(await refusal(asked)).toMatchObject({ data: { status: 400 } });
    }
  });

  it('reports invalid parameters to anonymous callers, before credentials', async () => {
    const nobody = await siteOf('anonymous');
    const missing = nobody.on('events').create({});
    expect(await refusal(missing)).toMatchObject({ code: 'rest_missing_callback_param' });
    const unknown = nobody.on('venues').id(99).delete();
    expect(await refusal(unknown)).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400 },
    });
    expect(await refusal(nobody.on('events').id(99).delete())).toMatchObject({
      code: 'rest_forbidden',
      data: { status: 401 },
    });
  });

  it('refuses image URLs of contributors', async () => {
    const site = await siteOf('contributor');
    const wish = { title: 'x', ...dates, image: 'https://pictures.example/a.jpg' };
    expect(await refusal(site.on('events').create(wish))).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400, params: { image: expect.any(String) } },
    });
  });
});
