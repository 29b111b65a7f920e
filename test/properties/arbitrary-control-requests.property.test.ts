// Every request of an operator to the control plane gets a response in its own form, and changes no other world. Bodies are
// generated from the schemas of the routes and edited at random, so new routes are covered automatically.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { controlRoutes } from '../../adapters/control/routes.ts';
import { edited, junk } from '../support/arbitraries/json-edits.ts';
import { schemaValue, type JsonSchema } from '../support/arbitraries/schema-values.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';
import { startServer, type JsonBody, type TestServer } from '../support/server/server.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const fixture = {
  version: 1,
  wallet: { walletSets: [{ name: 'desk', wallets: [{ blockchains: ['ETH-SEPOLIA'] }] }] },
  calendar: { events: [{ title: 'Fair', start_date: 'tomorrow', end_date: 'tomorrow 3pm' }] },
};

let server: TestServer;
/** Ids that exist in the world of the requests. */
let ids: readonly string[] = [];
/** The initial responses of the other world. */
let bystander = '';

beforeAll(async () => {
  server = await startServer({ outboundWaitMs: 1, post: () => new Promise(() => undefined) });
  for (const name of ['target', 'bystander']) await create(name);
  const wallets = await server.request('GET', '/w/target/v1/w3s/wallets');
  ids = [wallets.body.data.wallets[0].id, wallets.body.data.wallets[0].walletSetId, '1', '2'];
  bystander = await seen('bystander');
});
afterAll(() => server.close());

async function create(name: string): Promise<void> {
  const { status, body } = await server.control('POST', '/worlds', { name, seed: 's', fixture });
  expect({ status, error: body?.error }).toEqual({ status: 201 });
}

/** The bytes of a world's responses: its description, state, events, clock and lists of both services. */
async function seen(world: string): Promise<string> {
  const answers: JsonBody[] = [];
  for (const path of ['', '/state', '/events?limit=1000', '/clock'])
    answers.push((await server.control('GET', `/worlds/${world}${path}`)).body);
  for (const path of ['/v1/w3s/wallets', '/calendar/events/v1/events?start_date=2000-01-01'])
    answers.push((await server.request('GET', `/w/${world}${path}`)).body);
  return JSON.stringify(answers);
}

/** The routes with valid values for body and query. Resets and removals are included. */
const calls = controlRoutes.map((route) => ({
  body: fittingOf(route.reads?.schemas.body, undefined),
  query: fittingOf(route.reads?.schemas.query, {}),
}));

function fittingOf(schema: z.ZodType | undefined, absent: unknown): fc.Arbitrary<unknown> {
  if (schema === undefined) return fc.constant(absent);
  const form = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return schemaValue(form as JsonSchema);
}

const request = fc.constantFrom(...calls.keys()).chain((index) => {
  const { body, query } = calls[index]!;
  return fc.record({
    route: fc.constant(`${controlRoutes[index]!.methods[0]} ${controlRoutes[index]!.path}`),
    body: fc.oneof(body, edited(body), edited(body), junk),
    query: fc.oneof(query, edited(query)),
    name: fc.nat(),
  });
});

function pathOf(path: string, number: number): string {
  const names = [
    ...ids,
    'stick',
    'fail',
    'ETH-SEPOLIA',
    '__proto__',
    '%00',
    '%zz',
    'x'.repeat(300),
  ];
  return path
    .replace(':w', number % 9 === 0 ? 'nowhere' : 'target')
    .replaceAll(/:(?:id|action|blockchain)/g, () => names[number % names.length] ?? '1');
}

function textOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '') : JSON.stringify(value),
  ]);
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? '' : `?${text.slice(0, 2_000)}`;
}

it('any request of an operator gets a response, and touches no other world', async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ route, body, query, name }) => {
      const [method = '', template = ''] = route.split(' ');
      const path = pathOf(template, name) + textOf(query);
      const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
      const response = await fetch(`${server.url}/__reprise${path}`, {
        method,
        headers: { Authorization: 'Bearer a-token-for-tests', 'Content-Type': 'application/json' },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      });
      const text = await response.text();
      statuses.add(response.status);
      if (response.status >= 500)
        expect({ status: response.status, text }).toEqual({ status: 503, text });
      if (response.status === 503) expect(response.headers.get('Retry-After')).not.toBe(null);
      if (response.status >= 400)
        expect(JSON.parse(text)).toEqual({
          error: { code: expect.any(String), message: expect.any(String) },
        });
      if (method !== 'GET') expect(await seen('bystander')).toBe(bystander);
      if (route === 'DELETE /worlds/:w' && response.status === 204) await create('target');
    }),
    runs(150),
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
});
