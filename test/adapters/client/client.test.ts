import fc from 'fast-check';
import { firstValueFrom, lastValueFrom, take, toArray } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, RepriseError, type Client } from '../../../adapters/client/index.ts';
import { finalStates } from '../../../adapters/client/streams.ts';
import { controlRoutes } from '../../../adapters/control/routes.ts';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openReprise, type Reprise } from '../../../adapters/reprise.ts';
import { wallet, type Envelope } from '../../../core/index.ts';
import { runs } from '../../support/runner/runs.ts';
import { startServer, token } from '../../support/server/server.ts';
import { unknownId } from '../../support/server/requests.ts';

let reprise: Reprise;
let client: Client;
beforeEach(async () => {
  const defaults = { clock: { mode: 'frozen', rate: 1 } } as const;
  reprise = await openReprise({ store: createMemoryStore(), token, defaults });
  const { fetch } = createTwin(reprise.app);
  client = createClient({ token, fetch, reconnection: { firstMs: 0 } });
});
afterEach(() => reprise.close());

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as RepriseError,
  );

describe('the client', () => {
  it('creates, forks, resets and removes worlds, in process', async () => {
    expect(await client.health()).toEqual({ status: 'ok', version: 'embedded' });
    expect(await client.ready()).toEqual({ status: 'ready' });
    expect(await client.nodes.list()).toEqual([]);
    expect(await client.metrics()).toMatch(/^reprise_worlds_awake 1$/m);
    const made = await client.worlds.create({ name: 'alice', seed: 'roses', clock: 'frozen' });
    expect(made).toMatchObject({ name: 'alice', seed: 'roses', clock: { mode: 'frozen' } });
    const alice = client.world('alice');
    expect(alice.url).toBe('http://127.0.0.1:4600/w/alice');
    expect(await alice.fork({ name: 'bob' })).toMatchObject({ forkedFrom: { world: 'alice' } });
    await alice.configure({ ids: 'idempotency-key' });
    expect((await alice.get()).config).toMatchObject({ ids: 'idempotency-key' });
    expect((await alice.reset()).config).toMatchObject({ ids: 'ordinal' });
    expect(await client.world('bob').remove()).toBeUndefined();
    const names = (await client.worlds.list()).map(({ name }) => name);
    expect(names).toEqual(['alice', 'default']);
  });

  it('adds, limits and removes tenants, whose clients have worlds of their own', async () => {
    const added = await client.tenants.put('acme', { worlds: 300 });
    expect(await client.tenants.put('acme', {})).not.toHaveProperty('token');
    const { fetch } = createTwin(reprise.app);
    const own = createClient({ token: await client.tenants.drawToken('acme'), fetch });
    const old = createClient({ token: added.token ?? '', fetch });
    expect(await refusal(old.worlds.list())).toMatchObject({ code: 'unauthorized' });
    await own.worlds.create({ name: 'acme.a' });
    await own.world('acme.a').fork({ name: 'acme.b' });
    await client.worlds.create({ name: 'acme-a' });
    expect((await own.worlds.list()).map(({ name }) => name)).toEqual(['acme.a', 'acme.b']);
    expect(await client.tenants.list()).toEqual([
      { id: 'acme', limits: {}, worlds: 2, awakeWorlds: 2 },
    ]);
    expect(await refusal(client.tenants.remove('acme'))).toMatchObject({
      code: 'tenant-has-worlds',
      status: 409,
    });
    await client.tenants.remove('acme', { withWorlds: true });
    expect(await client.tenants.list()).toEqual([]);
    const names = (await client.worlds.list()).map(({ name }) => name);
    expect(names).toEqual(['acme-a', 'default']);
  });

  it('lists the worlds of all pages', async () => {
    const pages = new Map([
      [null, { worlds: [{ name: 'a' }, { name: 'b' }], next: 'b' }],
      ['b', { worlds: [{ name: 'c' }], next: null }],
    ]);
    const paged = createClient({
      token,
      fetch: async (url) => Response.json(pages.get(new URL(url).searchParams.get('after'))),
    });
    expect((await paged.worlds.list()).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('moves time by text, by milliseconds, to an instant, and until nothing is in progress', async () => {
    const { clock } = client.world('default');
    expect((await clock.advance('10m')).now).toBe('2026-01-01T00:10:00.000Z');
    expect((await clock.advance(500)).now).toBe('2026-01-01T00:10:00.500Z');
    expect((await clock.advance({ to: '2026-01-01T01:00:00Z' })).fired).toBe(0);
    expect(await clock.untilIdle({ maxMs: 5 })).toMatchObject({ events: 0 });
    expect(await clock.set({ mode: 'skip', idle: false })).toMatchObject({ mode: 'skip' });
    expect(await clock.get()).toMatchObject({ mode: 'skip', idle: false });
  });

  it('reads the progress of a running advance', async () => {
    await client.worlds.create({ name: 'shop', clock: 'frozen', fixture: 'wallet/treasury' });
    const { wallet, clock, get } = client.world('shop');
    const [one] = await wallet.wallets.list({ limit: 1 });
    for (let count = 0; count < 60; count += 1) {
      await wallet.wallets.fund(one?.id ?? '', { native: '1' });
    }
    const { position } = await get();
    const advancing = clock.advance('1h');
    const seen = new Set<number>();
    let isDone = false;
    void advancing.then(() => (isDone = true));
    while (!isDone) {
      seen.add((await clock.progress()).position - position);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { events, now } = await advancing;
    expect([...seen].filter((count) => count > 0 && count < events)).not.toEqual([]);
    expect(await clock.progress()).toEqual({ now, position: position + events });
  });

  it('reads the log, the state and the recording, and steers services', async () => {
    await client.worlds.create({ name: 'shop', clock: 'frozen', fixture: 'wallet/treasury' });
    const shop = client.world('shop');
    await shop.recording.start();
    const { wallet, speech } = shop;
    expect((await shop.events({ limit: 2 })).next).toBe(3);
    const { tables } = await shop.state({ table: 'wallet/wallets', limit: 1 });
    const [walletId] = (tables['wallet/wallets']?.rows ?? []).map(({ id }) => String(id));
    expect(await wallet.wallets.freeze(walletId ?? '')).toMatchObject({ state: 'FROZEN' });
    expect(await wallet.wallets.unfreeze(walletId ?? '')).toMatchObject({ state: 'LIVE' });
    expect(await wallet.chains.change('ETH-SEPOLIA', { congestion: 2 })).toMatchObject({
      congestion: '2',
    });
    const set = await wallet.walletSets.create({ custodyType: 'DEVELOPER' });
    const [made] = await wallet.wallets.create({ walletSetId: set.id, blockchains: ['ETH'] });
    const balances = await wallet.wallets.fund(made?.id ?? '', { native: '1.5' });
    expect(balances).toMatchObject([{ amount: '1.5' }]);
    expect(await speech.script.set({ hear: [{ utterances: ['Hi.'] }] })).toHaveProperty('hear');
    expect(await speech.agents.set(unknownId, { greeting: 'Hi.' })).toMatchObject({
      id: unknownId,
    });
    await speech.agents.remove(unknownId);
    expect(await shop.sessions.list()).toEqual([]);
    const fault = { id: 'f', kind: 'slow', delay: 2_000 } as const;
    expect(await shop.faults.add(fault)).toEqual({ ...fault, tried: 0, struck: 0 });
    expect(await shop.faults.list()).toHaveLength(1);
    await shop.faults.remove('f');
    await shop.faults.removeAll();
    await shop.requests.clear();
    expect(await shop.requests.list({ limit: 1 })).toMatchObject({ requests: [] });
    expect(await client.strayRequests.list()).toMatchObject({ requests: [] });
    expect(await shop.recording.stop()).toMatchObject({ state: 'complete' });
    expect(await shop.recording.status()).toMatchObject({
      state: 'complete',
      entries: expect.any(Number),
    });
    const text = await shop.recording.text();
    expect(text.split('\n')[0]).toContain('"kind":"header"');
    expect(await new Response(await shop.recording.stream()).text()).toBe(text);
  });

  it('throws one error, with the code, status and message of the server', async () => {
    const error = await refusal(client.world('nobody').get());
    expect(error).toBeInstanceOf(RepriseError);
    expect(error).toMatchObject({
      name: 'RepriseError',
      code: 'world-unknown',
      status: 404,
      message: "There is no world 'nobody'; there are: default.",
    });
    const { advance } = client.world('default').clock;
    expect(await refusal(advance('soon'))).toMatchObject({ code: 'invalid-request', status: 400 });
    const stranger = createClient({ token: 'wrong', fetch: createTwin(reprise.app).fetch });
    expect(await refusal(stranger.worlds.list())).toMatchObject({ code: 'unauthorized' });
  });

  it.each(['.', '..', ''])(
    'sends nothing for a world named %j, which would change the path',
    async (name) => {
      expect(await refusal(client.world(name).remove())).toMatchObject({
        code: 'invalid-argument',
      });
    },
  );

  it('reports that no server answers, or another program', async () => {
    const broken = createClient({ token, fetch: () => Promise.reject(new TypeError('refused')) });
    expect(await refusal(broken.health())).toMatchObject({ code: 'unreachable', status: 0 });
    for (const status of [200, 502]) {
      for (const type of ['application/json', 'text/html']) {
        const headers = { 'content-type': type };
        const fetch = async () => new Response('<html>', { status, headers });
        const other = createClient({ token, fetch });
        const { history$, recording } = other.world('default');
        for (const answer of [other.health(), recording.stream(), firstValueFrom(history$())]) {
          expect(await refusal(answer)).toMatchObject({ code: 'not-reprise' });
        }
      }
    }
  });

  it('has a method for each operation', async () => {
    const sent = new Set<string>();
    const recording = createClient({
      token,
      async fetch(url, init) {
        sent.add(`${init?.method} ${new URL(url).pathname.replace('/__reprise', '')}`);
        return Response.json({ worlds: [], sessions: [] });
      },
    });
    const call = (value: unknown): void => {
      if (typeof value === 'function') {
        void Promise.resolve((value as (...args: unknown[]) => unknown)('x', {})).catch(
          () => undefined,
        );
      } else if (typeof value === 'object' && value !== null && !('subscribe' in value)) {
        for (const inner of Object.values(value)) call(inner);
      }
    };
    const { send: _send, world, ...rest } = recording;
    const { history$: _history, transactions$: _transactions, ...one } = world('x');
    call(rest);
    call(one);
    await new Promise((resolve) => setImmediate(resolve));
    const operations = controlRoutes
      .filter(({ tag }) => tag !== 'documents')
      .map(({ methods: [method], path }) => `${method} ${path}`);
    const reached = [...sent];
    const missing = operations.filter((operation) => {
      const pattern = new RegExp(`^${operation.replaceAll(/:\w+/g, '[^/]+')}$`);
      return !reached.some((target) => pattern.test(target));
    });
    expect(missing).toEqual([]);
  });
});

const typesOf = (envelopes: readonly Envelope[]) => envelopes.map(({ event }) => event.type);

describe('the streams of a world', () => {
  it('are those of the world in process, over HTTP too', async () => {
    const server = await startServer();
    const remote = createClient({ url: server.url, token }).world('default');
    const own = server.reprise.engine.world('default');
    await remote.wallet.chains.change('ETH-SEPOLIA', { congestion: 2 });
    await remote.wallet.chains.change('BASE-SEPOLIA', { congestion: 2 });
    const all = await lastValueFrom(remote.history$({ to: 2 }).pipe(toArray()));
    expect(all).toEqual(await lastValueFrom(own!.history$({ to: 2 }).pipe(toArray())));
    const stream = 'wallet/chain/BASE-SEPOLIA';
    expect(await firstValueFrom(remote.history$({ stream }))).toMatchObject({ position: 2 });
    await server.close();
  });

  it('begin with the next event, and complete when the world is removed or reset', async () => {
    const world = client.world('default');
    const { change } = world.wallet.chains;
    for (const end of [world.reset, world.remove]) {
      await change('ETH-SEPOLIA', { congestion: 2 });
      const ended = lastValueFrom(world.events$.pipe(toArray()));
      await change('ETH-SEPOLIA', { congestion: 3 });
      await end();
      expect(typesOf(await ended)).toEqual(['ChainChanged']);
    }
  });

  it('complete also before their first event, though the world goes on anew', async () => {
    const { fetch } = createTwin(reprise.app);
    let connections = 0;
    const counting = createClient({
      token,
      async fetch(url, init) {
        const response = await fetch(url, init);
        if (response.headers.get('content-type') === 'text/event-stream') connections += 1;
        return response;
      },
      reconnection: { firstMs: 0 },
    });
    const world = counting.world('default');
    const { change } = world.wallet.chains;
    const createAgain = async () => {
      await world.remove();
      await client.worlds.create({ name: 'default' });
    };
    for (const end of [world.reset, createAgain]) {
      connections = 0;
      const streams = [world.events$, world.history$({ from: 2 }), world.history$({ from: 9 })];
      const seen = streams.map((stream$) => lastValueFrom(stream$.pipe(take(1), toArray())));
      await vi.waitFor(() => expect(connections).toBe(3));
      await end();
      for (let congestion = 1; congestion <= 9; congestion += 1) {
        await change('ETH-SEPOLIA', { congestion });
      }
      expect(await Promise.all(seen)).toEqual([[], [], []]);
      await world.reset();
    }
  });

  it('fail with RepriseError if the world is unknown', async () => {
    const error = await refusal(firstValueFrom(client.world('nobody').events$));
    expect(error).toMatchObject({ name: 'RepriseError', code: 'world-unknown' });
  });

  it('close their connection without subscribers', async () => {
    let signal: AbortSignal | undefined;
    const { fetch } = createTwin(reprise.app);
    const watched = createClient({
      token,
      fetch(url, init) {
        signal = init?.signal ?? signal;
        return fetch(url, init);
      },
    }).world('default');
    await watched.wallet.chains.change('ETH-SEPOLIA', { congestion: 2 });
    await firstValueFrom(watched.history$());
    expect(signal?.aborted).toBe(true);
  });
});

describe('the stream of a transaction', () => {
  it('is that of the world in process, and completes at the final state', async () => {
    await client.worlds.create({ name: 'shop', clock: 'frozen', fixture: 'wallet/treasury' });
    const { wallet, clock, transactions$ } = client.world('shop');
    const [wealthy] = await wallet.wallets.list({ limit: 1 });
    await wallet.wallets.fund(wealthy?.id ?? '', { native: '2' });
    const { transactions } = await wallet.transactions.list({ limit: 1 });
    const id = transactions[0]?.id ?? '';
    const own$ = reprise.engine.world('shop')?.transactions$(id);
    const remote = lastValueFrom(transactions$(id).pipe(toArray()));
    const own = lastValueFrom(own$!.pipe(toArray()));
    await clock.untilIdle();
    expect(await remote).toEqual(await own);
    expect((await remote).at(-1)).toMatchObject({ state: 'COMPLETE' });
  });

  it('ends at every final state', () => {
    const states = Object.entries(wallet.transitions);
    const final = states.filter(([, next]) => next.length === 0).map(([state]) => state);
    expect([...finalStates].sort()).toEqual(final.sort());
  });
});

describe('a stream that is resumed', () => {
  it('has the same events as one without disconnects, for any cuts', async () => {
    const { change } = client.world('default').wallet.chains;
    for (let congestion = 1; congestion <= 6; congestion += 1) {
      await change('ETH-SEPOLIA', { congestion });
    }
    const { fetch } = createTwin(reprise.app);
    const whole = await lastValueFrom(client.world('default').history$().pipe(take(6), toArray()));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(900), { maxLength: 5 }), async (cuts) => {
        const pending = [...cuts];
        const cut = createClient({
          token,
          reconnection: { firstMs: 0 },
          async fetch(url, init) {
            const response = await fetch(url, init);
            const bytes = pending.shift();
            return bytes === undefined ? response : truncated(response, bytes);
          },
        });
        const seen$ = cut.world('default').history$().pipe(take(6), toArray());
        expect(await lastValueFrom(seen$)).toEqual(whole);
      }),
      runs(20),
    );
  });
});

/** The response with its body cut after `bytes`: an error after an odd number, a regular end after an even one. */
function truncated({ body, headers, status }: Response, bytes: number): Response {
  const reader = body?.getReader();
  let left = bytes;
  const cut = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value = new Uint8Array() } = (await reader?.read()) ?? {};
      controller.enqueue(value.slice(0, left));
      left -= value.length;
      if (left > 0) return;
      await reader?.cancel();
      if (bytes % 2 === 0) controller.close();
      else controller.error(new Error('The connection broke.'));
    },
  });
  return new Response(cut, { headers, status });
}
