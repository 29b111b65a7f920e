// What a tenant is answered does not depend on the worlds of others: the same requests to every control route, against a server with
// such worlds and one without, have the same answers to the byte, and change nothing of others.

import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { controlRoutes } from '../../adapters/control/routes.ts';
import { createTwin } from '../../adapters/hosts/in-process/twin.ts';
import { openReprise, type Reprise } from '../../adapters/reprise.ts';
import { requestFields } from '../support/arbitraries/request-fields.ts';
import { runs } from '../support/runner/runs.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { token } from '../support/server/server.ts';

const ownNames = ['acme.', 'acme.a', 'acme.b', 'acme.c'];
/** Worlds of another tenant and of the operator, near to those of the tenant by name. */
const foreignNames = ['acm', 'acme', 'acme-', 'acme-.a', 'acmea.a', 'acme_.a', 'other.a', 'zoo'];
const names = [...ownNames, ...foreignNames, 'default', 'none', '..'];

/** A server with the tenant's first two worlds. */
async function openServer(foreign: readonly string[]) {
  const folder = testFolder();
  const recordings = new Map<string, number>();
  const reprise = await openReprise({
    token,
    isPaced: false,
    defaults: { clock: 'frozen' },
    newRecordingFile(world) {
      const number = (recordings.get(world) ?? 0) + 1;
      recordings.set(world, number);
      return `${folder}/${world}-${number}.jsonl`;
    },
  });
  const { fetch } = createTwin(reprise.app);
  const send = async (bearer: string, method: string, path: string, body?: object) => {
    const response = await fetch(`/__reprise${path}`, {
      method,
      headers: { Authorization: `Bearer ${bearer}` },
      ...(body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, text: await response.text() };
  };
  const create = async (name: string) =>
    expect((await send(token, 'POST', '/worlds', { name })).status).toBe(201);
  for (const name of foreign.slice(0, foreign.length / 2)) await create(name);
  const put = await send(token, 'PUT', '/tenants/acme', {});
  for (const name of ownNames.slice(0, 2)) await create(name);
  for (const name of foreign.slice(foreign.length / 2)) await create(name);
  const tenant = (JSON.parse(put.text) as { readonly token: string }).token;
  return {
    reprise,
    asTenant: (method: string, path: string, body: object) => send(tenant, method, path, body),
  };
}

const open: Reprise[] = [];
afterAll(async () => {
  for (const reprise of open) await reprise.close();
});

const aName = fc.constantFrom(...names);
const fields = requestFields({
  fitting: {
    name: aName,
    with: aName,
    after: aName,
    seed: fc.constant('x'),
    at: fc.constantFrom(0, 1, 3),
    limit: fc.constantFrom(1, 2, 100),
    mode: fc.constantFrom('frozen', 'skip'),
    by: fc.constantFrom('1s', 1_000),
    worlds: fc.constantFrom<unknown>('remove', 0, 5),
    kind: fc.constant('slow'),
    delay: fc.constant('1s'),
    userId: fc.constant('user-1'),
  },
  junk: fc.oneof(fc.jsonValue(), aName),
  weight: 8,
  count: { maxLength: 4 },
});

/** Those of metrics are numbers of the whole server, for whoever may reach it. */
const routes = controlRoutes.filter(({ name }) => name !== 'getMetrics');

const request = fc.record({
  route: fc.constantFrom(...routes),
  world: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ownNames) }, aName),
  id: fc.constantFrom('acme', 'other', '1', 'f', '00000000-0000-4000-8000-000000000000'),
  given: fields,
});

/** The path of a request; its fields are in its query, too. */
function pathOf({ route, world, id, given }: Parameters<Parameters<typeof request.map>[0]>[0]) {
  const path = route.path
    .replace(':w', () => encodeURIComponent(world))
    .replaceAll(/:[a-z]+/gi, () => encodeURIComponent(id));
  const query = Object.entries(given)
    .filter((field): field is [string, string | number] =>
      ['string', 'number'].includes(typeof field[1]),
    )
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return route.methods[0] === 'GET' || route.methods[0] === 'DELETE'
    ? `${path}?${query.join('&')}`
    : path;
}

/** Recordings have the instant of their start and a random salt, which their seals and redacted secrets depend on. */
function withoutChance(text: string): string {
  return text.replaceAll(
    /(\\?"(?:h|seal|salt|recordedAt|authorization)\\?":\\?")[^"\\]*/g,
    (_all, member: string) => member,
  );
}

/** What the operator sees of the worlds of others. */
async function foreignDigests({ engine }: Reprise): Promise<readonly string[]> {
  const found = await Promise.all(
    ['default', ...foreignNames].map(async (name) => engine.open(name)),
  );
  return Promise.all(found.map(async (world) => (await world?.describe())?.digest ?? 'none'));
}

it('the answers of a tenant do not depend on the worlds of others, which it does not change', async () => {
  const [full, empty] = [await openServer(foreignNames), await openServer([])];
  open.push(full.reprise, empty.reprise);
  const before = await foreignDigests(full.reprise);
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
      for (const sent of requests) {
        const path = pathOf(sent);
        const [method = 'GET'] = sent.route.methods;
        const answers = [];
        for (const { asTenant } of [full, empty]) {
          const answer = await asTenant(method, path, sent.given);
          answers.push({ ...answer, text: withoutChance(answer.text) });
        }
        const [seen, expected] = answers;
        expect(seen).toEqual(expected);
        expect(seen?.status).toBeLessThan(500);
        statuses.add(seen?.status ?? 0);
        for (const name of ['zoo', 'other.a', 'acme-.a']) {
          const isOfRequests = /\/(recording|requests)\b/.test(path); // which the tenant has sent before
          const isEcho = isOfRequests || `${path}${JSON.stringify(sent.given)}`.includes(name);
          if (!isEcho) expect(seen?.text).not.toContain(name);
        }
      }
    }),
    runs(250),
  );
  expect(await foreignDigests(full.reprise)).toEqual(before);
  for (const status of [200, 400, 403, 404]) expect(statuses).toContain(status);
});

it('every control route answers a tenant for a world of others as for one that does not exist', async () => {
  const { reprise, asTenant } = await openServer(foreignNames);
  open.push(reprise);
  const named = (text: string, name: string) => text.replaceAll(name, '<name>');
  for (const {
    methods: [method = 'GET'],
    path,
  } of controlRoutes) {
    if (!path.includes(':w')) continue;
    const answers = [];
    for (const name of ['other.a', 'other.z']) {
      const place = path.replace(':w', name).replaceAll(/:[a-z]+/gi, 'x');
      const { status, headers, text } = await asTenant(method, place, {});
      answers.push({ status, headers, text: named(text, name) });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect([method, path, answers[0]?.status]).toEqual([method, path, 404]);
  }
});
