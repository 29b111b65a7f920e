import { describe, expect, it } from 'vitest';
import { createApp } from '../../../adapters/protocol/app.ts';
import { json, type RawRequest } from '../../../adapters/protocol/messages.ts';
import type { Frame } from '../../../adapters/protocol/channel.ts';
import { urlCharsMax } from '../../../adapters/protocol/limits.ts';
import type { Service } from '../../../adapters/protocol/service.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { StoreError, type EventStore, type World } from '../../../core/index.ts';
import { testKey, token } from '../../support/server/server.ts';
import {
  expectError,
  createWalletSet,
  rawRequest,
  serverForEach,
  uuidV4,
} from '../../support/server/requests.ts';
import { serverTest } from '../../support/runner/server-test.ts';

/** Echoes its requests. */
const echo: Service = {
  name: 'echo',
  isInWorld: true,
  owns: (path) => path === '/echo' || path.startsWith('/echo/'),
  answer: async ({ path, query, baseUrl, worldName }, world) =>
    json(200, {
      path,
      query: query.toString(),
      baseUrl,
      worldName,
      found: world?.record.name ?? null,
    }),
  refuse: (_request, status, message) => json(status, { code: status, message }),
};

const known = ['default', 'alice', 'bob'];

async function dispatch(url: string, headers: Record<string, string> = {}) {
  const lookups: string[] = [];
  const calls: string[] = [];
  const app = createApp({
    services: [echo],
    worldNamed: async (name) => {
      lookups.push(name);
      return known.includes(name) ? ({ record: { name } } as World) : undefined;
    },
    onRequest: (world) => {
      calls.push(world.record.name);
      return () => undefined;
    },
  });
  const raw: RawRequest = {
    method: 'GET',
    url,
    headers,
    body: Buffer.alloc(0),
    origin: 'http://host:1',
  };
  const response = await app.handle(raw);
  return { status: response.status, body: JSON.parse(response.body ?? 'null'), lookups, calls };
}

describe('queues', () => {
  const app = createApp({
    services: [echo],
    worldNamed: () => undefined,
    loadedWorld: (name) => (known.includes(name) ? ({ record: { name } } as World) : undefined),
  });
  const queue = (url: string, headers: Record<string, string> = {}) =>
    app.queueOf?.({ url, headers });

  it('are those of loaded worlds, named by prefix, control path or header', () => {
    expect(queue('/w/alice/echo')).toBe('alice');
    expect(queue('/__reprise/worlds/alice/clock')).toBe('alice');
    expect(queue('/echo', { 'x-reprise-world': 'bob' })).toBe('bob');
    expect(queue('/echo')).toBe('default');
  });

  it('do not grow by requests to unknown worlds', () => {
    const queues = Array.from({ length: 1_000 }, (_, index) => [
      queue(`/w/unknown-${index}/echo`),
      queue(`/__reprise/worlds/unknown-${index}`),
      queue('/echo', { 'x-reprise-world': `unknown-${index}` }),
    ]);
    expect(new Set(queues.flat()).size).toBe(1);
    expect(known).not.toContain(queues[0]?.[0]);
  });

  serverTest()('are added and removed with the worlds of an engine', async ({ server }) => {
    const queueOf = (url: string) => server.reprise.app.queueOf?.({ url, headers: {} });
    const shared = queueOf('/w/none/ping');
    expect(queueOf('/w/fresh/ping')).toBe(shared);
    await server.control('POST', '/worlds', { name: 'fresh' });
    expect(queueOf('/w/fresh/ping')).toBe('fresh');
    await server.control('DELETE', '/worlds/fresh');
    expect(queueOf('/w/fresh/ping')).toBe(shared);
  });
});

describe('the app', () => {
  it('uses the world default if a request names none', async () => {
    const { body } = await dispatch('/echo/a');
    expect(body).toMatchObject({ worldName: 'default', found: 'default', path: '/echo/a' });
    expect(body.baseUrl).toBe('http://host:1');
  });

  it('uses the world of the prefix, which stays in the base of links', async () => {
    const { body } = await dispatch('/w/alice/echo/a?x=1');
    expect(body).toEqual({
      path: '/echo/a',
      query: 'x=1',
      baseUrl: 'http://host:1/w/alice',
      worldName: 'alice',
      found: 'alice',
    });
  });

  it('uses the world of the header, without changing the base of links', async () => {
    const { body } = await dispatch('/echo', { 'x-reprise-world': 'bob' });
    expect(body).toMatchObject({ found: 'bob', baseUrl: 'http://host:1', path: '/echo' });
  });

  it('prefers the prefix to the header', async () => {
    const { body } = await dispatch('/w/alice/echo', { 'x-reprise-world': 'bob' });
    expect(body.found).toBe('alice');
  });

  it.each(['//echo/a', '////echo/a', '/w/alice//echo/a', '//w/alice///echo/a'])(
    'collapses the leading slashes of %s',
    async (url) => {
      const { body } = await dispatch(url);
      expect(body.path).toBe('/echo/a');
      expect(body.found).toBe(url.includes('alice') ? 'alice' : 'default');
    },
  );

  it('preserves slashes within a path', async () => {
    expect((await dispatch('/echo//a')).body.path).toBe('/echo//a');
  });

  it('ignores a world in the query', async () => {
    const { body } = await dispatch('/echo?next=/w/alice/echo');
    expect(body).toMatchObject({ found: 'default', query: 'next=%2Fw%2Falice%2Fecho' });
  });

  it('strips one prefix only', async () => {
    const { status } = await dispatch('/w/alice/w/bob/echo');
    expect(status).toBe(404);
  });

  it('answers 404 if no service owns the path, and lists the services', async () => {
    const { status, body, lookups } = await dispatch('/nothing/here');
    expect(status).toBe(404);
    expect(body.code).toBe(404);
    expect(body.message).toContain('GET /nothing/here');
    expect(body.message).toContain('echo');
    expect(lookups).toEqual([]);
  });

  it('passes no world to the service if it is unknown, and does not call onRequest', async () => {
    const { body, calls } = await dispatch('/w/carol/echo');
    expect(body).toMatchObject({ worldName: 'carol', found: null });
    expect(calls).toEqual([]);
  });

  it('calls onRequest for a request to a world', async () => {
    expect((await dispatch('/w/alice/echo')).calls).toEqual(['alice']);
  });

  it.each(['/w//echo', '/w/-x/echo', '/w/a%20b/echo', `/w/${'a'.repeat(65)}/echo`, '/w/../echo'])(
    'does not look up %s, which names no world that there could be',
    async (url) => {
      const { body, lookups } = await dispatch(url);
      expect(body.found).toBeNull();
      expect(lookups).toEqual([]);
    },
  );

  it('looks up a name of 64 characters', async () => {
    const name = `${'a'.repeat(62)}._`;
    expect((await dispatch(`/w/${name}/echo`)).lookups).toEqual([name]);
  });
});

describe('an upgrade to a WebSocket', () => {
  const peer = { send: () => undefined, close: () => undefined, drained: () => undefined };

  async function open(url: string, channelAt?: Service['channelAt']) {
    const calls: string[] = [];
    const app = createApp({
      services: [{ ...echo, ...(channelAt === undefined ? {} : { channelAt }) }],
      worldNamed: async (name) =>
        known.includes(name) ? ({ record: { name } } as World) : undefined,
      onRequest: (world) => {
        calls.push(world.record.name);
        return () => undefined;
      },
      onSocket: ({ record }) => {
        calls.push(`socket to ${record.name}`);
        return () => calls.push('gone');
      },
    });
    return { calls, opening: await app.open({ url, headers: {}, origin: 'http://host:1' }, peer) };
  }

  it('passes the request and its protocols to the channel', async () => {
    const received: unknown[] = [];
    const session = {
      receive: ({ kind }: Frame) => void received.push(kind),
      closed: (code: number, reason: string) => void received.push(code, reason),
    };
    const { calls, opening } = await open('/w/alice/echo/a?x=1', (path) => ({
      open: (request, world, given) => {
        received.push(path, request, world.record.name, given);
        return { kind: 'accepted', session };
      },
    }));
    expect(received).toMatchObject([
      '/echo/a',
      { path: '/echo/a', baseUrl: 'http://host:1/w/alice', worldName: 'alice', protocols: [] },
      'alice',
      peer,
    ]);
    expect(calls).toEqual(['alice', 'socket to alice']);
    if (opening.kind === 'refused') throw new Error('It was refused.');
    await opening.session.receive({ kind: 'text', text: 'hello' });
    await opening.session.closed(1000, 'done');
    expect(received.slice(4)).toEqual(['text', 1000, 'done']);
    expect(calls).toEqual(['alice', 'socket to alice', 'gone']);
  });

  it.each([
    ['/nothing/here', 'Nothing answers GET /nothing/here here. Services: echo.'],
    ['/echo/a', 'There is no WebSocket at /echo/a.'],
  ])('refuses %s with 404', async (url, message) => {
    const { calls, opening } = await open(url);
    expect(opening).toEqual({ kind: 'refused', response: json(404, { code: 404, message }) });
    expect(calls).toEqual([]);
  });

  it.each([
    { headers: { 'X-A': 'a\r\nX-B: b' } },
    { headers: { 'X A': 'a' } },
    { protocol: 'not-offered' },
  ])('refuses with 500 a session that answers %j, and closes it', async (answer) => {
    const closed: number[] = [];
    const { opening } = await open('/echo/a', () => ({
      open: () => ({
        kind: 'accepted',
        session: { ...answer, receive: () => undefined, closed: (code) => void closed.push(code) },
      }),
    }));
    expect(opening).toMatchObject({ kind: 'refused', response: { status: 500 } });
    expect(closed).toEqual([1006]);
  });
});

describe('worlds on the wire', () => {
  const server = serverForEach();

  it('share nothing', async () => {
    await server().control('POST', '/worlds', { name: 'alice' });
    const set = await createWalletSet(server(), {}, '/w/alice');
    const path = `/v1/w3s/walletSets/${set.id}`;
    expect((await server().request('GET', `/w/alice${path}`)).status).toBe(200);
    const byHeader = await server().request('GET', path, undefined, {
      'X-Reprise-World': 'alice',
    });
    expect(byHeader.body.data.walletSet).toEqual(set);
    expectError(await server().request('GET', path), 404, 156005);
  });

  it('are refused in the form of the service if they are unknown', async () => {
    const wallet = await server().request('GET', '/w/nowhere/v1/w3s/walletSets');
    expectError(wallet, 404, 404);
    expect(wallet.body.message).toContain('nowhere');
    expect(wallet.headers.get('x-request-id')).toMatch(uuidV4);
    const byHeader = { 'X-Reprise-World': 'nowhere' };
    expectError(await server().request('GET', '/ping', undefined, byHeader), 404, 404);
  });

  it('do not change the world of a control path', async () => {
    const { status, body } = await server().control('GET', '/health');
    expect({ status, state: body.status }).toEqual({ status: 200, state: 'ok' });
    const response = await fetch(`${server().url}/w/nowhere/__reprise/health`);
    expect(response.status).toBe(200);
  });

  it('have no service under other paths', async () => {
    for (const path of ['/x', '/v1', '/v1/w3sx', '/w/default/x', '/__reprisex', '/pingx']) {
      expectError(await server().request('GET', path), 404, 404);
    }
  });
});

describe('a service that throws', () => {
  const broken = (error: Error): Service => ({
    ...echo,
    answer: async () => {
      throw error;
    },
  });

  it.each([
    ['a bug', new Error('why'), 500],
    ['an unavailable store', new StoreError('unavailable', 'why'), 503],
  ])('answers for %s', async (_case, error, status) => {
    const world = { record: { name: 'default' } } as World;
    for (const worldNamed of [() => world, async () => world]) {
      const { handle } = createApp({ services: [broken(error)], worldNamed });
      const body = Buffer.alloc(0);
      const raw = { method: 'GET', url: '/echo', headers: {}, body, origin: 'http://host:1' };
      const answered = await handle(raw);
      expect([answered.status, JSON.parse(answered.body ?? '').message]).toEqual([status, 'why']);
    }
  });
});

describe('a URL that is too long', () => {
  const server = serverForEach();

  it('is refused in the form of its service', async () => {
    const long = 'x'.repeat(urlCharsMax);
    expectError(await server().request('GET', `/v1/w3s/wallets?refId=${long}`), 414, 414);
    const { status, body } = await server().control('GET', `/worlds/default/events?type=${long}`);
    expect([status, body.error.code]).toEqual([414, 'url-too-long']);
  });
});

describe('a URL of the maximum length', () => {
  const server = serverForEach();

  it('is accepted, and one character more is not', async () => {
    const url = (chars: number) => '/v1/w3s/wallets?refId='.padEnd(chars, 'x');
    expectError(await server().request('GET', url(urlCharsMax)), 400, 2);
    expectError(await server().request('GET', url(urlCharsMax + 1)), 414, 414);
  });
});

describe('worlds on demand', () => {
  const it = serverTest({ worldsOnDemand: true });

  it('are created at the first request, once, seeded by their name', async ({ server }) => {
    const path = '/w/fresh/v1/w3s/config/entity';
    const answers = await Promise.all([server.request('GET', path), server.request('GET', path)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await server.control('GET', '/worlds');
    expect(body.worlds.map((world: { name: string }) => world.name)).toEqual(['default', 'fresh']);
    expect(body.worlds[1].seed).toBe('fresh');
  });

  it('are created by requests to the control plane, but not to remove something from them', async ({
    server,
  }) => {
    const names = () => server.reprise.engine.worlds().map(({ record }) => record.name);
    const statuses = [
      (await server.control('DELETE', '/worlds/fresh')).status,
      (await server.control('DELETE', '/worlds/fresh/faults')).status,
      (await server.control('GET', '/worlds/no%20name/clock')).status,
      (await server.request('GET', '/__reprise/worlds/fresh/clock')).status, // without the token
    ];
    expect([statuses, names()]).toEqual([[404, 404, 404, 401], ['default']]);
    const fault = { kind: 'cut', route: '/v1/w3s/**' };
    const added = await Promise.all([
      server.control('POST', '/worlds/fresh/faults', fault),
      server.control('GET', '/worlds/fresh'),
    ]);
    expect(added.map(({ status }) => status)).toEqual([201, 200]);
    expect(added[1]?.body).toMatchObject({ name: 'fresh', seed: 'fresh' });
    expect(names()).toEqual(['default', 'fresh']);
  });

  it('are created for the users of a calendar', async ({ serve }) => {
    const config = { calendar: { mode: 'wordpress' } } as const;
    const server = await serve({ worldsOnDemand: true, defaults: { config } });
    const names = () => server.reprise.engine.worlds().map(({ record }) => record.name);
    const statusWith = async (credentials: string) => {
      const Authorization = credentials && `Basic ${btoa(credentials)}`;
      const path = '/w/fair/calendar/events/v1';
      return (await server.request('GET', path, undefined, { Authorization })).status;
    };
    for (const credentials of ['', 'admin:wrong', 'nobody:reprise-demo']) {
      expect(await statusWith(credentials)).toBe(404);
    }
    expect(names()).toEqual(['default']);
    expect(await statusWith('admin:reprise-demo')).toBe(200);
    expect(names()).toEqual(['default', 'fair']);
  });

  it('are not created for a page of another origin', async ({ server }) => {
    const createdCount = () => server.reprise.engine.worlds().length - 1;
    const path = '/w/page/calendar/events/v1/events';
    const fromPage = [
      { Origin: 'http://evil.example' },
      { Origin: 'null' },
      { Origin: 'http://localhost:5173' },
      { 'Sec-Fetch-Site': 'cross-site' }, // an image sends no Origin
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: server.url, 'Sec-Fetch-Site': 'cross-site' },
      { Referer: 'http://evil.example/page?of=127.0.0.1' },
      { Referer: 'about:blank' },
    ];
    for (const headers of fromPage) {
      for (const method of ['GET', 'POST']) {
        const { status } = await rawRequest(server.url + path, { method, headers });
        expect([headers, status, createdCount()]).toEqual([headers, 404, 0]);
      }
    }
    const own: readonly Record<string, string>[] = [
      {},
      { Origin: server.url },
      { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      { Referer: `${server.url}/w/any/page?of=http://evil.example` },
    ];
    for (const [index, headers] of own.entries()) {
      const url = server.url + path.replace('page', `own-${index}`);
      expect((await rawRequest(url, { headers })).status).toBe(200);
    }
    expect(createdCount()).toBe(own.length);
    // Pages may use an existing world.
    const url = server.url + path.replace('page', 'own-0');
    expect((await rawRequest(url, { headers: { Origin: 'http://a.example' } })).status).toBe(200);
  });

  it('are created neither without a key nor by the prefix of a path of the control plane', async ({
    server,
  }) => {
    const path = '/w/ghost/v1/w3s/walletSets';
    for (const Authorization of ['', 'Bearer x', 'Bearer TEST_API_KEY:reprise:other']) {
      const { status } = await server.request('GET', path, undefined, { Authorization });
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect((await fetch(server.url + path)).status).toBeGreaterThanOrEqual(400);
    expect((await fetch(`${server.url}/w/ghost/ping`)).status).toBe(404);
    for (const control of ['/health', '/worlds', '/worlds/default']) {
      const headers = { Authorization: `Bearer ${token}` };
      await fetch(`${server.url}/w/ghost/__reprise${control}`, { headers });
    }
    const names = () => server.reprise.engine.worlds().map(({ record }) => record.name);
    expect(names()).toEqual(['default']);
    expect((await server.request('GET', path)).status).toBe(200);
    expect(names()).toEqual(['default', 'ghost']);
  });

  it('are answered with 503 if they cannot be created', async ({ serve }) => {
    const memory = createMemoryStore();
    const store: EventStore = {
      ...memory,
      create: async (record) => {
        if (record.name !== 'default') throw new StoreError('unavailable', 'The disk is full.');
        return memory.create(record);
      },
    };
    const server = await serve({ store, worldsOnDemand: true });
    const headers = { Authorization: `Bearer ${testKey}` };
    const response = await fetch(`${server.url}/w/fresh/v1/w3s/walletSets`, { headers });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 503 });
  });
});
