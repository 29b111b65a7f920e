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
const table = [
  // who, creates, changes own unpublished, own published, others', terms, sees drafts
  ['administrator', 'publish', 200, 200, 200, 201, true],
  ['editor', 'publish', 200, 200, 200, 201, true],
  ['author', 'publish', 200, 200, 403, 403, true],
  ['contributor', 'pending', 200, 403, 403, 403, true],
  ['subscriber', 403, 403, 403, 403, 403, false],
  ['anonymous', 401, 401, 401, 401, 401, false],
] as const;

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

  it.each(table)('grants the rights of the table: %s', async (who, creates, ...rights) => {
    const [ownUnpublished, ownPublished, others, terms] = rights;
    const site = await siteOf(who);
    const publisher = openPublisher(site);
    const wish = { title: 'Mine', ...dates, status: 'publish' };
    if (typeof creates === 'string') {
      expect((await publisher.announce(wish)).status).toBe(creates);
      expect(await site.on('venues').create({ venue: 'Hall', status: 'publish' })).toMatchObject({
        status: creates,
      });
    } else {
      expect(await told(publisher.announce(wish))).toBe(creates);
      expect(await told(site.on('venues').create({ venue: 'Hall' }))).toBe(creates);
      expect(await told(site.on('organizers').create({ organizer: 'Us' }))).toBe(creates);
    }

    for (const [status, expected] of [
      ['draft', ownUnpublished],
      ['publish', ownPublished],
    ] as const) {
      const own = await eventBy(who, status);
      expect(await told(publisher.change(own, { title: 'Changed' }))).toBe(expected);
      expect(await told(publisher.withdraw(own))).toBe(expected);
    }

    const other = await eventBy(who === 'editor' ? 'administrator' : 'editor', 'publish');
    expect(await told(publisher.change(other, { title: 'Changed' }))).toBe(others);
    expect(await told(publisher.withdraw(other))).toBe(others);

    const term = { name: `Of ${who}` };
    expect(await told(site.on('categories').create(term), 201)).toBe(terms);
    expect(await told(site.on('tags').create(term), 201)).toBe(terms);
    const tag = (await mayor.on('tags').create({ name: 'Shared' })) as { id: number };
    const done = terms === 201 ? 200 : terms;
    expect(await told(site.on('tags').id(tag.id).update({ name: 'Renamed' }))).toBe(done);
    expect(await told(site.on('tags').id(tag.id).delete())).toBe(done);
  });

  it.each(table)('shows unpublished posts by the table: %s', async (who, ...rights) => {
    const seesDrafts = rights[5];
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
