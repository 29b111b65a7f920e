// The descriptions of the API, checked by a public validator, against the routes and against real responses.

import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect } from 'vitest';
import { routes } from '../../../../adapters/services/calendar/routes.ts';
import { schemas } from '../../../../adapters/services/calendar/wire/schemas.ts';
import { createAnswerCheck } from '../../../support/openapi/answer-check.ts';
import { serverTest } from '../../../support/runner/server-test.ts';
import type { JsonBody } from '../../../support/server/server.ts';

const base = '/wp-json/tribe/events/v1';

/** Reads what is at a path. */
const it = serverTest().extend('got', ({ server }) => async (path: string): Promise<JsonBody> => {
  const { status, body } = await server.request('GET', base + path);
  expect(status).toBe(200);
  return body;
});

const template = (path: string) => path.replace(/:(\w+)/g, '{$1}') || '/';

describe('the OpenAPI document', () => {
  it('passes a public validator', async ({ server, got }) => {
    const document = await got('/doc');
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    expect(document).toMatchObject({
      openapi: '3.0.0',
      info: { version: '1.0.0' },
      servers: [{ url: `${server.url + base}/` }],
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

  it('has every route with its methods, and refers to existing schemas', async ({ got }) => {
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
});

describe('a session through the interface', () => {
  const day = { start_date: '2031-01-10', end_date: '2031-01-10' };
  const image = 'http://pictures.test/fair.png';
  const texts = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, 'x']));
  const website = 'http://a.test';
  const hall = {
    ...texts('venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip'),
    ...texts('phone', 'stateprovince'),
    website,
    image,
  };
  const ann = { ...texts('organizer', 'description', 'phone', 'email'), website, image };
  const fair = {
    title: 'Fair',
    start_date: '2031-01-10 09:00',
    end_date: '2031-01-10 11:00',
    timezone: 'America/New_York',
    ...texts('description', 'excerpt'),
    cost: ['20$', '5$'],
    categories: ['Music'],
    tags: 'free',
    venue: hall,
    organizer: [ann],
    website,
    image,
  };

  it('is answered as described, errors too, with every member', async ({ server, got }) => {
    const check = createAnswerCheck(await got('/doc'));
    const answered = new Set<string>();
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await server.request(method, base + path, body);
      const operation = check.expectDocumented(method, path === '' ? '/' : path, answer);
      if (answer.status < 300) answered.add(operation);
      return answer;
    };
    const kinds = [
      ['events', { title: 'Bare', ...day }, fair],
      ['venues', { venue: 'Bare' }, hall],
      ['organizers', { organizer: 'Bare' }, ann],
    ] as const;
    for (const [collection, bare, whole] of kinds) {
      await ask('POST', `/${collection}`, {});
      const { id, slug } = (await ask('POST', `/${collection}`, whole)).body;
      for (const at of [`/${collection}/${id}`, `/${collection}/by-slug/${slug}`]) {
        await ask('GET', at);
        for (const method of ['POST', 'PUT', 'PATCH']) await ask(method, at, { website });
      }
      const read = await ask('GET', `/${collection}/${id}`);
      const body = { ...read.body, more: 1 };
      const documented = () => check.expectDocumented('GET', `/${collection}/1`, { ...read, body });
      expect(documented).toThrow();
      await ask('GET', `/${collection}`);
      await ask('GET', `/${collection}?page=99`);
      await ask('GET', `/${collection}?per_page=x`);
      await ask('DELETE', `/${collection}/by-slug/${slug}`);
      expect((await ask('DELETE', `/${collection}/${id}`)).status).toBe(410);
      const other = (await ask('POST', `/${collection}`, bare)).body;
      await ask('DELETE', `/${collection}/${other.id}`);
      expect((await ask('GET', `/${collection}/99999`)).status).toBeGreaterThanOrEqual(400);
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
    const missing = check.membersMissing().filter((member) => !member.startsWith('ImageSize.'));
    const byOperators = ['Event.ticketed', 'Venue.geo_lat', 'Venue.geo_lng'];
    const byNobody = ['Organizer.excerpt', 'Venue.excerpt']; // no request sets them
    expect(missing.toSorted()).toEqual([...byOperators, ...byNobody].toSorted());
  });
});

describe('the index', () => {
  it('has every route by its pattern, with the parameters of the OpenAPI document', async ({
    server,
    got,
  }) => {
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
    expect(list._links.self).toEqual([{ href: `${server.url + base}/events` }]);
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
