// The descriptions of the API, checked by a public validator, against the routes and against real responses.

import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { routes } from '../../../../adapters/services/calendar/routes.ts';
import { schemas } from '../../../../adapters/services/calendar/wire/schemas.ts';
import { createAnswerCheck } from '../../../support/openapi/answer-check.ts';
import type { JsonBody } from '../../../support/server/server.ts';
import { serverForEach } from '../../../support/server/requests.ts';

const server = serverForEach();
const base = '/wp-json/tribe/events/v1';

async function got(path: string): Promise<JsonBody> {
  const { status, body } = await server().request('GET', base + path);
  expect(status).toBe(200);
  return body;
}

const template = (path: string) => path.replace(/:(\w+)/g, '{$1}') || '/';

describe('the OpenAPI document', () => {
  it('passes a public validator', async () => {
    const document = await got('/doc');
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    expect(document).toMatchObject({
      openapi: '3.0.0',
      info: { version: '1.0.0' },
      servers: [{ url: `${server().url + base}/` }],
    });
    expect(Object.keys(document.components.schemas)).toEqual([
      'CostDetails',
      'DateDetails',
      'Error',
      'Event',
      'Image',
      'ImageSize',
      'Organizer',
      'Term',
      'Venue',
    ]);
  });

  it('has every route with its methods, and refers to existing schemas', async () => {
    const document = await got('/doc');
    const told = Object.entries<JsonBody>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const there = routes.flatMap(({ path, methods }) =>
      methods.map((method) => `${method} ${template(path)}`),
    );
    expect(told.toSorted()).toEqual(there.toSorted());
    const ids = Object.values<JsonBody>(document.paths)
      .flatMap((operations) => Object.values<JsonBody>(operations))
      .map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(told.length);
    expect(ids).toEqual(expect.arrayContaining(['listEvents', 'updateEventBySlugWithPatch']));
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)];
    const names = references.map(([, reference]) =>
      reference?.replace('#/components/schemas/', ''),
    );
    expect(new Set(names)).toEqual(new Set([...Object.keys(schemas), 'Error']));
  });

  it('matches real responses exactly', async () => {
    const post = async (path: string, body: object, code = 201) => {
      const answer = await server().request('POST', base + path, body);
      expect(answer.status).toBe(code);
      return answer.body;
    };
    const image = 'http://pictures.test/fair.png';
    const parent = await post('/categories', { name: 'Music' });
    const category = await post('/categories', {
      name: 'Jazz',
      parent: parent.id,
      description: 'x',
    });
    const tag = await post('/tags', { name: 'free' });
    const event = await post('/events', {
      title: 'Fair',
      start_date: '2031-01-10 09:00',
      end_date: '2031-01-10 11:00',
      timezone: 'America/New_York',
      description: 'Stalls',
      excerpt: 'x',
      image,
      cost: ['20$', '5$'],
      website: 'http://fair.test',
      categories: [category.id],
      tags: 'free',
      venue: {
        venue: 'Hall',
        description: 'x',
        address: 'x',
        city: 'x',
        country: 'x',
        province: 'x',
        state: 'x',
        zip: 'x',
        phone: 'x',
        website: 'http://hall.test',
        stateprovince: 'x',
        image,
      },
      organizer: [
        {
          organizer: 'Ann',
          description: 'x',
          phone: 'x',
          email: 'x',
          website: 'http://a.test',
          image,
        },
      ],
    });
    const plain = await post('/events', {
      title: 'Bare',
      start_date: '2031-01-10',
      end_date: '2031-01-10',
    });
    const single = await got(`/events/${event.id}`);
    expect(single.json_ld).toMatchObject({ '@type': 'Event' });
    for (const one of [event, plain, single]) expect(schemas.Event.parse(one)).toEqual(one);
    const venue = await got(`/venues/${event.venue.id}`);
    const organizer = await got(`/organizers/${event.organizer[0].id}`);
    expect(schemas.Venue.parse(venue)).toEqual(venue);
    expect(schemas.Organizer.parse(organizer)).toEqual(organizer);
    for (const one of [parent, category, tag]) expect(schemas.Term.parse(one)).toEqual(one);
    const { components } = await got('/doc');
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'doc', components });
    const holds = (name: string, value: unknown) =>
      ajv.validate({ $ref: `doc#/components/schemas/${name}` }, value);
    expect([
      holds('Event', single),
      holds('Venue', venue),
      holds('Organizer', organizer),
      holds('Term', tag),
    ]).toEqual([true, true, true, true]);
    expect(holds('Event', { ...single, title: 5 })).toBe(false);
    expect(holds('Event', { ...single, other: 5 })).toBe(false);
  });
});

describe('a session through the interface', () => {
  it('is answered as described, errors too', async () => {
    const check = createAnswerCheck(await got('/doc'));
    const answered = new Set<string>();
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await server().request(method, base + path, body);
      const operation = check.expectDocumented(method, path === '' ? '/' : path, answer);
      if (answer.status < 300) answered.add(operation);
      return answer;
    };
    const day = { start_date: '2031-01-10', end_date: '2031-01-10' };
    const kinds = [
      ['events', 'Event', { title: 'Fair', ...day }],
      ['venues', 'Venue', { venue: 'Hall' }],
      ['organizers', 'Organizer', { organizer: 'Ann' }],
    ] as const;
    for (const [collection, name, fields] of kinds) {
      await ask('POST', `/${collection}`, {});
      const { id, slug } = (await ask('POST', `/${collection}`, fields)).body;
      for (const at of [`/${collection}/${id}`, `/${collection}/by-slug/${slug}`]) {
        await ask('GET', at);
        for (const method of ['POST', 'PUT', 'PATCH'])
          await ask(method, at, { website: 'http://a.test' });
      }
      await ask('GET', `/${collection}`);
      await ask('GET', `/${collection}?page=99`);
      await ask('GET', `/${collection}?per_page=x`);
      await ask('DELETE', `/${collection}/by-slug/${slug}`);
      expect((await ask('DELETE', `/${collection}/${id}`)).status).toBe(410);
      const other = (await ask('POST', `/${collection}`, fields)).body;
      await ask('DELETE', `/${collection}/${other.id}`);
      expect((await ask('GET', `/${collection}/99999`)).status).toBeGreaterThanOrEqual(400);
      expect([...answered]).toEqual(
        expect.arrayContaining([
          `update${name}BySlugWithPut`,
          `trash${name}`,
          `trash${name}BySlug`,
        ]),
      );
    }
    for (const collection of ['categories', 'tags']) {
      const { id } = (await ask('POST', `/${collection}`, { name: 'Jazz' })).body;
      await ask('POST', `/${collection}`, { name: 'Jazz' });
      await ask('GET', `/${collection}/${id}`);
      await ask('GET', `/${collection}?hide_empty=false`);
      for (const method of ['POST', 'PUT', 'PATCH']) {
        await ask(method, `/${collection}/${id}`, { description: 'x' });
      }
      await ask('DELETE', `/${collection}/${id}`);
      await ask('GET', `/${collection}/${id}`);
    }
    const undescribed = ['getIndex', 'getDescription']; // their bodies have no schema
    expect([...answered, ...undescribed].toSorted()).toEqual(check.operations.toSorted());
  });
});

describe('the index', () => {
  it('has every route by its pattern, with the parameters of the OpenAPI document', async () => {
    const index = await got('');
    const keys = routes.map(({ path }) => {
      const pattern = path.replace(':id', '(?P<id>\\d+)').replace(':slug', '(?P<slug>[^/]+)');
      return `/tribe/events/v1${pattern}`;
    });
    expect(new Set(Object.keys(index.routes))).toEqual(new Set(keys));
    const single = index.routes['/tribe/events/v1/events/(?P<id>\\d+)'];
    expect(single._links).toBeUndefined();
    expect(single.methods.toSorted()).toEqual(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']);
    expect(single.endpoints[1].args).toMatchObject({
      id: { type: 'integer', required: true },
      title: { type: 'string', required: false },
      featured: { type: 'boolean', required: false },
    });
    const list = index.routes['/tribe/events/v1/events'];
    expect(list._links.self).toEqual([{ href: `${server().url + base}/events` }]);
    const listing = list.endpoints.find(({ methods }: JsonBody) => methods.includes('GET'));
    expect(listing.args).toMatchObject({
      page: { default: 1, type: 'integer', required: false },
      per_page: { default: 10 },
      start_date: { default: '2025-12-31 00:00:00' },
      end_date: { default: '2028-01-01 23:59:59' },
      strict_dates: { default: false },
    });
    const creation = list.endpoints.find(({ methods }: JsonBody) => methods.includes('POST'));
    expect(creation.args.title).toMatchObject({ required: true });
    expect(creation.args.all_day).toMatchObject({ default: false });
    expect(index.routes['/tribe/events/v1/doc'].endpoints).toEqual([
      { methods: ['GET'], args: [] },
    ]);
  });
});
