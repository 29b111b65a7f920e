import {
  BaseResolver,
  createConfig,
  lintDocument,
  makeDocumentFromString,
} from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { describeRoutes } from '../../../adapters/control/openapi.ts';
import { controlRoutes } from '../../../adapters/control/routes.ts';
import { canonical } from '../../../core/index.ts';
import type { JsonBody } from '../../support/server/server.ts';
import { expectControlError, serverForEach } from '../../support/server/requests.ts';

/** The document, after a round trip through JSON. */
function sentDocument(): JsonBody {
  const place = { version: '1.2.3', baseUrl: 'http://localhost:4600/__reprise' };
  return JSON.parse(JSON.stringify(describeRoutes(controlRoutes, place)));
}

const operations = (document: JsonBody): readonly [string, JsonBody][] =>
  Object.entries<JsonBody>(document.paths).flatMap(([path, methods]) =>
    Object.entries<JsonBody>(methods).map(([method, operation]): [string, JsonBody] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

/** The problems that a public linter finds. */
async function findings(document: JsonBody) {
  const problems = await lintDocument({
    document: makeDocumentFromString(JSON.stringify(document), 'openapi.json'),
    config: await createConfig({
      extends: ['recommended-strict'],
      rules: { 'no-server-example.com': 'off' }, // the server is on this machine
    }),
    externalRefResolver: new BaseResolver(),
  });
  return problems.map(({ ruleId, message, location: [place] }) => ({
    ruleId,
    message,
    pointer: place?.pointer,
  }));
}

/** The places of equal objects with more than two members, which one name would print once. Descriptions do not count. */
function repeatedObjects(document: JsonBody): readonly (readonly string[])[] {
  const places = new Map<string, string[]>();
  const visit = (value: JsonBody, place: string) => {
    if (typeof value !== 'object' || value === null) return;
    if (value.type === 'object' && Object.keys(value.properties ?? {}).length > 2) {
      const text = canonical(withoutDescriptions(value));
      places.set(text, [...(places.get(text) ?? []), place]);
    }
    for (const [name, inner] of Object.entries<JsonBody>(value)) visit(inner, `${place}/${name}`);
  };
  visit(document, '');
  return [...places.values()].filter(({ length }) => length > 1);
}

function withoutDescriptions(schema: JsonBody): JsonBody {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'description' && typeof value === 'string' ? undefined : value,
  );
}

const operationNamed = (name: string): JsonBody =>
  Object.fromEntries(operations(sentDocument()))[name];

describe('the OpenAPI document', () => {
  const server = serverForEach();

  it('names the codes of a session that takes no frames', () => {
    const { responses } = operationNamed('POST /worlds/{w}/sessions/{id}/frames');
    expect(responses['409'].description).toMatch(/`session-attached`.*`audio-dropped`/);
  });

  it('passes a public validator', async () => {
    expect(await new Validator().validate(sentDocument())).toEqual({ valid: true });
  });

  it('has no findings by a public linter', async () => {
    expect(await findings(sentDocument())).toEqual([]);
  });

  it('has findings by the linter if it is edited to be invalid', async () => {
    const { paths, ...rest } = sentDocument();
    const { operationId: _id, ...health } = paths['/health'].get;
    const faulty = { ...rest, paths: { ...paths, '/health': { get: health } } };
    expect((await findings(faulty)).map(({ ruleId }) => ruleId)).toEqual(['operation-operationId']);
  });

  it('prints equal objects once, under one name', () => {
    expect(repeatedObjects(sentDocument())).toEqual([]);
  });

  it('finds an object that is printed inline, or under a second name', () => {
    const { components, ...rest } = sentDocument();
    const { Clock, ...others } = components.schemas;
    const world = { ...others.World, properties: { ...others.World.properties, clock: Clock } };
    const again = { description: 'The same.', ...Clock };
    const schemas = { ...others, Clock, World: world, OtherClock: again };
    expect(repeatedObjects({ ...rest, components: { ...components, schemas } })).toEqual([
      [
        '/components/schemas/World/properties/clock',
        '/components/schemas/Clock',
        '/components/schemas/OtherClock',
      ],
    ]);
  });

  it('names the schemas of requests and answers', () => {
    const { schemas } = sentDocument().components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['World', 'Clock', 'Transaction', 'Wallet', 'Event', 'Fixture']),
    );
    const refs = [...JSON.stringify(sentDocument()).matchAll(/"\$ref":"([^"]*)"/g)];
    for (const [, target = ''] of refs) {
      expect(schemas).toHaveProperty([target.replace('#/components/schemas/', '')]);
    }
  });

  it('has no body for empty answers, and files as binary text', () => {
    expect(operationNamed('DELETE /worlds/{w}').responses['204']).not.toHaveProperty('content');
    const recording = operationNamed('GET /worlds/{w}/recording').responses['200'].content;
    expect(recording).toEqual({
      'application/x-ndjson': { schema: expect.objectContaining({ format: 'binary' }) },
    });
    const events = operationNamed('GET /worlds/{w}/events').responses['200'].content;
    expect(Object.keys(events)).toEqual(['application/json', 'text/event-stream']);
    const metrics = operationNamed('GET /metrics').responses['200'].content;
    expect(Object.keys(metrics)).toEqual(['text/plain']);
  });

  it('describes every route exactly once', () => {
    const routes = controlRoutes.map(
      ({ methods: [method], path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(operations(sentDocument()).map(([name]) => name)).toEqual(
      expect.arrayContaining(routes),
    );
    expect(operations(sentDocument())).toHaveLength(routes.length);
    const ids = operations(sentDocument()).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(routes.length);
    const groups = operations(sentDocument()).map(([, { tags }]) => tags);
    expect(new Set(groups.flat())).toEqual(
      new Set([
        'worlds',
        'nodes',
        'tenants',
        'clock',
        'events',
        'sessions',
        'faults',
        'recordings',
        'requests',
        'wallet',
        'calendar',
        'speech',
        'documents',
      ]),
    );
  });

  it('names each path parameter once, and describes no unknown ones', () => {
    for (const { path, params = {} } of controlRoutes) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining(Object.keys(params)));
    }
  });

  it('requires the token on every route but health, readiness and metrics', () => {
    expect(sentDocument().security).toEqual([{ token: [] }]);
    const open = operations(sentDocument()).filter(([, { security }]) => security !== undefined);
    expect(open.map(([name, { security }]) => [name, security])).toEqual([
      ['GET /health', []],
      ['GET /ready', []],
      ['GET /metrics', []],
    ]);
  });

  it('describes durations, instants, decimals and alternatives, which zod alone does not', () => {
    const advance = operationNamed('POST /worlds/{w}/clock/advance').requestBody;
    const { Advance, ChainChange } = sentDocument().components.schemas;
    expect(advance.content['application/json'].schema.$ref).toBe('#/components/schemas/Advance');
    const { properties, oneOf } = Advance;
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
    expect(ChainChange.properties.congestion.anyOf).toHaveLength(2);
    expect(operationNamed('POST /worlds').requestBody.required).toBe(true);
    expect(advance.required).toBe(false);
  });

  it('has no empty schema', () => {
    const empty: string[] = [];
    const visit = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return;
      const isSchema = /\/(schema|properties\/[^/]+)$/.test(place);
      if (isSchema && Object.keys(value).length === 0) empty.push(place);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${place}/${key}`);
    };
    visit(sentDocument(), '');
    expect(empty).toEqual([]);
  });

  it('is served with the token, and contains its own address', async () => {
    const { status, body } = await server().control('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.servers).toEqual([{ url: `${server().url}/__reprise` }]);
    expect(body.info.version).toBe('0.0.0-test');
    expect({ ...body, servers: [], info: {} }).toEqual({
      ...sentDocument(),
      servers: [],
      info: {},
    });
    const refused = await fetch(`${server().url}/__reprise/openapi.json`);
    expectControlError({ status: refused.status, body: await refused.json() }, 401);
  });
});
