// Tenants on the control plane: their management by the operator, and what their tokens may do.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { tenantsStaleMs } from '../../../adapters/tenants/tenant-book.ts';
import { nodeHost } from '../../../adapters/reprise.ts';
import { expectEqual, expectRewrittenEqual } from '../../support/recording/recordings.ts';
import { expectControlError, serverForEach } from '../../support/server/requests.ts';
import { startServer, token, type TestServer } from '../../support/server/server.ts';
import { addTenant, callerWith } from '../../support/server/tenants.ts';

const create = async (server: TestServer, name: string) =>
  expect((await server.control('POST', '/worlds', { name })).status).toBe(201);

describe('the operator', () => {
  const server = serverForEach();

  it('creates tenants, limits them, draws new tokens, and removes them', async () => {
    const first = await server().control('PUT', '/tenants/acme', { worlds: 2 });
    expect(first).toMatchObject({
      status: 201,
      body: {
        id: 'acme',
        limits: { worlds: 2 },
        worlds: 0,
        awakeWorlds: 0,
        token: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    await create(server(), 'acme.a');
    await create(server(), 'acmes');
    const changed = await server().control('PUT', '/tenants/acme', { requestsPerMinute: 9 });
    const shown = { id: 'acme', limits: { requestsPerMinute: 9 }, worlds: 1, awakeWorlds: 1 };
    expect(changed).toMatchObject({ status: 200, body: shown });
    expect((await server().control('GET', '/tenants')).body).toEqual({ tenants: [shown] });
    const oldToken = first.body.token;
    const drawn = await server().control('POST', '/tenants/acme/token');
    expect(drawn.body).toEqual({ id: 'acme', token: expect.stringMatching(/^[\w-]{43}$/) });
    const worlds = async (bearer: string) =>
      (await callerWith(server(), bearer)('GET', '/worlds')).status;
    expect([await worlds(oldToken), await worlds(drawn.body.token)]).toEqual([401, 200]);
    expectControlError(await server().control('DELETE', '/tenants/acme'), 409);
    const removed = await server().control('DELETE', '/tenants/acme?worlds=remove');
    expect(removed.status).toBe(204);
    expect(await worlds(drawn.body.token)).toBe(401);
    expect((await server().control('GET', '/tenants')).body).toEqual({ tenants: [] });
    const names = (await server().control('GET', '/worlds')).body.worlds.map(
      (world: { name: string }) => world.name,
    );
    expect(names).toEqual(['acmes', 'default']);
  });

  it('is refused ids that are none, and tenants that do not exist', async () => {
    for (const id of ['a.b', '-a', 'a_b', 'a'.repeat(33), '%20']) {
      expectControlError(await server().control('PUT', `/tenants/${id}`, {}), 400);
    }
    expect((await server().control('PUT', `/tenants/${'a'.repeat(32)}`, {})).status).toBe(201);
    for (const [method, path] of [
      ['POST', '/tenants/none/token'],
      ['DELETE', '/tenants/none'],
      ['DELETE', '/tenants/none?worlds=remove'],
    ] as const) {
      const refused = await server().control(method, path);
      expectControlError(refused, 404);
      expect(refused.body.error.code).toBe('tenant-unknown');
    }
    for (const limits of [{ worlds: -1 }, { worlds: 1.5 }, { colour: 1 }, { awakeWorlds: '1' }]) {
      expectControlError(await server().control('PUT', '/tenants/acme', limits), 400);
    }
  });

  it('does not give a tenant a world of another tenant, whose name it would see', async () => {
    await addTenant(server(), 'acme');
    await addTenant(server(), 'other');
    for (const name of ['acme.a', 'plain']) await create(server(), name);
    const fork = (from: string, name: string) =>
      server().control('POST', `/worlds/${from}/fork`, { name });
    const refused = await fork('acme.a', 'other.a');
    expectControlError(refused, 403);
    expect(refused.body.error.code).toBe('foreign-name');
    expect((await fork('acme.a', 'acme.b')).status).toBe(201);
    expect((await fork('acme.a', 'mine')).status).toBe(201);
    expect((await fork('plain', 'other.a')).status).toBe(201);
  });
});

describe('the token of a tenant', () => {
  const server = serverForEach();

  it('creates, lists, forks and removes worlds of its own, in pages', async () => {
    for (const name of ['acm', 'acme', 'acme-z', 'acmea', 'zoo']) await create(server(), name);
    const { control } = await addTenant(server(), 'acme');
    for (const name of ['acme.c', 'acme.a', 'acme.']) {
      expect((await control('POST', '/worlds', { name })).status).toBe(201);
    }
    expect((await control('POST', '/worlds/acme.a/fork', { name: 'acme.b' })).status).toBe(201);
    const names = async (query = '') => {
      const { body } = await control('GET', `/worlds${query}`);
      return [body.worlds.map((world: { name: string }) => world.name), body.next];
    };
    expect(await names()).toEqual([['acme.', 'acme.a', 'acme.b', 'acme.c'], null]);
    expect(await names('?limit=2')).toEqual([['acme.', 'acme.a'], 'acme.a']);
    expect(await names('?limit=2&after=acme.a')).toEqual([['acme.b', 'acme.c'], null]);
    expect(await names('?after=b')).toEqual([[], null]);
    expect(await names('?after=0')).toEqual([['acme.', 'acme.a', 'acme.b', 'acme.c'], null]);
    expect((await control('DELETE', '/worlds/acme.b')).status).toBe(204);
    expect((await control('POST', '/worlds', { name: 'acme.a' })).body.error.code).toBe(
      'name-taken',
    );
  });

  it('may not name other worlds, whether they exist or not', async () => {
    await create(server(), 'other.a');
    const { control } = await addTenant(server(), 'acme');
    await control('POST', '/worlds', { name: 'acme.a' });
    for (const name of ['other.a', 'other.b', 'acme', 'default']) {
      for (const path of ['/worlds', '/worlds/acme.a/fork']) {
        const refused = await control('POST', path, { name });
        expect([refused.status, refused.body.error]).toEqual([
          403,
          {
            code: 'foreign-name',
            message: "The names of the worlds of tenant 'acme' begin with 'acme.'.",
          },
        ]);
      }
    }
  });

  it('may do nothing that concerns the server', async () => {
    const { control } = await addTenant(server(), 'acme');
    for (const [method, path] of [
      ['GET', '/nodes'],
      ['GET', '/requests'],
      ['DELETE', '/requests'],
      ['GET', '/tenants'],
      ['PUT', '/tenants/acme'],
      ['POST', '/tenants/acme/token'],
      ['DELETE', '/tenants/acme'],
      ['POST', '/replay'],
    ] as const) {
      const refused = await control(method, path, method === 'GET' ? undefined : {});
      expect([method, path, refused.status, refused.body.error.code]).toEqual([
        method,
        path,
        403,
        'operator-only',
      ]);
    }
    for (const path of ['/health', '/ready', '/fixtures', '/openapi.json']) {
      expect((await control('GET', path)).status).toBe(200);
    }
    expect((await control('GET', '/nothing')).status).toBe(404);
  });

  it('records its worlds, without the folder of the server', async () => {
    const { control } = await addTenant(server(), 'acme');
    await control('POST', '/worlds', { name: 'acme.a' });
    const started = await control('POST', '/worlds/acme.a/recording/start');
    expect(started.body.file).toMatch(/^acme\.a-\d+\.jsonl$/);
    await control('GET', '/worlds/acme.a');
    await control('POST', '/worlds/acme.a/fork', { name: 'other.b' });
    await control('POST', '/worlds/acme.a/fork', { name: 'acme.b' });
    const stopped = await control('POST', '/worlds/acme.a/recording/stop');
    expect(stopped.body.file).toBe(started.body.file);
    const status = await control('GET', '/worlds/acme.a/recording/status');
    expect(status.body).toEqual(stopped.body);
  });

  it('is not in the recording of a world of others', async () => {
    await create(server(), 'other.a');
    const { control } = await addTenant(server(), 'acme');
    await server().control('POST', '/worlds/other.a/recording/start');
    const before = await server().control('GET', '/worlds/other.a/recording/status');
    await control('GET', '/worlds/other.a');
    await control('POST', '/worlds/other.a/clock/advance', { by: '1s' });
    expect((await server().control('GET', '/worlds/other.a/recording/status')).body).toEqual(
      before.body,
    );
  });
});

describe('a recorded fork that a tenant was refused', () => {
  it.each([
    ['by the name', {}, 'other.b', 403],
    ['by the limit of worlds', { worlds: 1 }, 'acme.b', 403],
    ['by the limit of worlds that are awake', { awakeWorlds: 1 }, 'acme.b', 429],
  ])('replays without a divergence: %s', async (_why, limits, name, status) => {
    const server = await startServer({ sleepAfterMs: 60_000 });
    const { control } = await addTenant(server, 'acme', limits);
    await control('POST', '/worlds', { name: 'acme.a' });
    await server.control('POST', '/worlds/acme.a/recording/start');
    const refused = await control('POST', '/worlds/acme.a/fork', { name });
    expect(refused.status).toBe(status);
    await control('POST', '/worlds/acme.a/clock/advance', { by: '1s' });
    await server.control('POST', '/worlds/acme.a/recording/stop');
    const { body } = await server.control('GET', '/worlds/acme.a/recording/status');
    const recording = await expectEqual(body.file);
    const answers = recording.entries.flatMap((entry) =>
      entry.kind === 'http.answer' ? [entry.status] : [],
    );
    expect(answers).toEqual([status, 200]);
    await expectRewrittenEqual(body.file, recording);
    await server.close();
  });
});

describe('limits on requests to the control plane', () => {
  it('answer 429 with Retry-After, for each tenant by itself, and never the operator', async () => {
    const host = { nowMs: 0 };
    const server = await startServer({
      host: { ...nodeHost, monotonicMs: () => host.nowMs },
      isPaced: false,
    });
    const one = await addTenant(server, 'one', { requestsPerMinute: 3 });
    const two = await addTenant(server, 'two', { bytesPerMinute: 400 });
    const statuses = async (control: typeof one.control, path: string, count: number) => {
      const all = [];
      for (let sent = 0; sent < count; sent += 1) all.push((await control('GET', path)).status);
      return all;
    };
    expect(await statuses(one.control, '/worlds/none', 4)).toEqual([404, 404, 404, 429]);
    host.nowMs = 20_000;
    const refused = await one.control('GET', '/worlds');
    expect([refused.status, refused.headers.get('retry-after'), refused.body.error]).toEqual([
      429,
      '40',
      {
        code: 'tenant-limit',
        message: expect.stringMatching(/3 requests a minute on this server; retry later\.$/),
      },
    ]);
    expect((await two.control('POST', '/worlds', { name: 'two.a' })).status).toBe(201);
    expect(await statuses(two.control, '/worlds', 2)).toEqual([429, 429]);
    expect((await server.control('GET', '/worlds/two.a')).status).toBe(200);
    host.nowMs = 60_000;
    expect(await statuses(one.control, '/worlds', 1)).toEqual([200]);
    await server.close();
  });
});

describe('a server whose tenants others change', () => {
  it('accepts a removed token for five seconds at most, and a new one at once', async () => {
    const host = { nowMs: 0 };
    const store = createMemoryStore();
    const options = { host: { ...nodeHost, monotonicMs: () => host.nowMs }, isPaced: false };
    const server = await startServer({ store, ...options });
    const { control } = await addTenant(server, 'acme');
    expect((await control('GET', '/worlds')).status).toBe(200);
    await store.tenants?.remove('acme');
    host.nowMs = tenantsStaleMs - 1;
    expect((await control('GET', '/worlds')).status).toBe(200);
    host.nowMs = tenantsStaleMs * 2 - 1;
    expect((await control('GET', '/worlds')).status).toBe(401);
    await server.close();
  });

  it('answers 503 for tokens while it cannot read the tenants, but not for its own', async () => {
    const store = createMemoryStore();
    const inner = store.tenants;
    if (inner === undefined) throw new Error('The store has no tenants.');
    let isAway = false;
    const tenants: typeof inner = {
      ...inner,
      list: async () => (isAway ? Promise.reject(new Error('away')) : inner.list()),
    };
    const server = await startServer({ store: { ...store, tenants } });
    isAway = true;
    const refused = await callerWith(server, 'x'.repeat(43))('GET', '/worlds');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await callerWith(server, token)('GET', '/worlds')).status).toBe(200);
    await server.close();
  });
});

it('a store without tenants says so', async () => {
  const { tenants: _none, ...store } = createMemoryStore();
  const server = await startServer({ store });
  expect((await server.control('GET', '/tenants')).body).toEqual({ tenants: [] });
  const refused = await server.control('PUT', '/tenants/acme', {});
  expect([refused.status, refused.body.error.code]).toEqual([409, 'no-tenants']);
  expect((await callerWith(server, 'x'.repeat(43))('GET', '/worlds')).status).toBe(401);
  await server.close();
});
