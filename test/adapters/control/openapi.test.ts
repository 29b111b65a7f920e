import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { describeRoutes } from '../../../adapters/control/openapi.ts';
import { controlRoutes } from '../../../adapters/control/routes.ts';
import type { Answered } from '../../support/server/server.ts';
import { expectControlError, serverForEach } from '../../support/server/requests.ts';

/** The document, as it is sent. */
function written(): Answered {
  const place = { version: '1.2.3', baseUrl: 'http://localhost:4600/__reprise' };
  return JSON.parse(JSON.stringify(describeRoutes(controlRoutes, place)));
}

const operations = (document: Answered): readonly [string, Answered][] =>
  Object.entries<Answered>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Answered>(methods).map(([method, operation]): [string, Answered] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

const operationNamed = (name: string): Answered => Object.fromEntries(operations(written()))[name];

describe('the OpenAPI document', () => {
  const server = serverForEach();

  it('is what a public validator takes for one', async () => {
    expect(await new Validator().validate(written())).toEqual({ valid: true });
  });

  it('has every route and nothing else', () => {
    const routes = controlRoutes.map(
      ({ methods: [method], path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(operations(written()).map(([name]) => name)).toEqual(expect.arrayContaining(routes));
    expect(operations(written())).toHaveLength(routes.length);
    const ids = operations(written()).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(routes.length);
    const groups = operations(written()).map(([, { tags }]) => tags);
    expect(new Set(groups.flat())).toEqual(
      new Set([
        'worlds',
        'clock',
        'events',
        'sessions',
        'recordings',
        'wallet',
        'calendar',
        'documents',
      ]),
    );
  });

  it('names each parameter of a path once, and describes none that there is not', () => {
    for (const { path, params = {} } of controlRoutes) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining(Object.keys(params)));
    }
  });

  it('asks for the token everywhere but for health', () => {
    expect(written().security).toEqual([{ token: [] }]);
    const open = operations(written()).filter(([, { security }]) => security !== undefined);
    expect(open.map(([name, { security }]) => [name, security])).toEqual([['GET /health', []]]);
  });

  it('says what zod alone does not know: durations, instants, decimals, one of several', () => {
    const advance = operationNamed('POST /worlds/{w}/clock/advance').requestBody;
    const { properties, oneOf } = advance.content['application/json'].schema;
    expect(properties.by.anyOf.map(({ type }: { type: string }) => type)).toEqual([
      'integer',
      'string',
    ]);
    expect(properties.to).toMatchObject({
      type: 'string',
      description: expect.stringContaining('ISO-8601'),
    });
    expect(oneOf).toEqual([
      { required: ['by'] },
      { required: ['to'] },
      { required: ['untilIdle'] },
    ]);
    const chain = operationNamed('PATCH /worlds/{w}/wallet/chains/{blockchain}').requestBody;
    expect(chain.content['application/json'].schema.properties.congestion.anyOf).toHaveLength(2);
    expect(operationNamed('POST /worlds').requestBody.required).toBe(true);
    expect(advance.required).toBe(false);
  });

  it('has no schema that says nothing', () => {
    const empty: string[] = [];
    const look = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return;
      const isSchema = /\/(schema|properties\/[^/]+)$/.test(place);
      if (isSchema && Object.keys(value).length === 0) empty.push(place);
      for (const [key, inner] of Object.entries(value)) look(inner, `${place}/${key}`);
    };
    look(written(), '');
    expect(empty).toEqual([]);
  });

  it('is served to those who have the token, and says where it is', async () => {
    const { status, body } = await server().control('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.servers).toEqual([{ url: `${server().url}/__reprise` }]);
    expect(body.info.version).toBe('0.0.0-test');
    expect({ ...body, servers: [], info: {} }).toEqual({ ...written(), servers: [], info: {} });
    const refused = await fetch(`${server().url}/__reprise/openapi.json`);
    expectControlError({ status: refused.status, body: await refused.json() }, 401);
  });
});
