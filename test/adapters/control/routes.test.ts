import { describe, expect, it } from 'vitest';
import {
  expectControlError,
  createFundedWallets,
  createWalletSet,
  serverForEach,
  settle,
  startTransfer,
  transactionOf,
  type Fields,
} from '../../support/server/requests.ts';

const here = '/worlds/default';

describe('health', () => {
  const server = serverForEach();

  it('needs no token', async () => {
    const response = await fetch(`${server().url}/__reprise/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok', version: '0.0.0-test' });
  });
});

describe('worlds', () => {
  const server = serverForEach();

  it('start with the default one', async () => {
    const { status, body } = await server().control('GET', '/worlds');
    expect(status).toBe(200);
    expect(body).toEqual({
      worlds: [
        {
          name: 'default',
          seed: 'reprise',
          epoch: '2026-01-01T00:00:00.000Z',
          config: {
            ids: 'ordinal',
            walletKeys: ['TEST_API_KEY:reprise:demo', 'LIVE_API_KEY:reprise:demo'],
          },
          outbound: true,
          forkedFrom: null,
          position: 0,
          inputs: 0,
          digest: expect.stringMatching(/^[0-9a-f]{64}$/),
          clock: { now: '2026-01-01T00:00:00.000Z', mode: 'frozen', rate: 1, nextDue: null },
          counts: expect.objectContaining({ pendingDues: 0 }),
        },
      ],
      next: null,
    });
  });

  it('are created with the requested options, shown and listed', async () => {
    const request = {
      name: 'alice',
      seed: 's',
      epoch: '2030-05-01T00:00:00Z',
      config: { ids: 'idempotency-key' },
      clock: { mode: 'real', rate: 2 },
    };
    const created = await server().control('POST', '/worlds', request);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'alice',
      seed: 's',
      epoch: '2030-05-01T00:00:00.000Z',
      config: { ids: 'idempotency-key' },
      position: 0,
      clock: { mode: 'real', rate: 2 },
    });
    const shown = await server().control('GET', '/worlds/alice');
    expect([shown.status, shown.body.seed, shown.body.digest]).toEqual([
      200,
      's',
      created.body.digest,
    ]);
    const { body } = await server().control('GET', '/worlds');
    expect(body.worlds.map((world: { name: string }) => world.name)).toEqual(['alice', 'default']);
  });

  it('accept a mode as clock, and default to the options of the server', async () => {
    const { body } = await server().control('POST', '/worlds', { name: 'bob', clock: 'skip' });
    expect(body).toMatchObject({ seed: 'reprise', clock: { mode: 'skip', rate: 1 } });
  });

  it('have unique names', async () => {
    expect((await server().control('POST', '/worlds', { name: 'alice' })).status).toBe(201);
    const again = await server().control('POST', '/worlds', { name: 'alice', seed: 'other' });
    expectControlError(again, 409, 'name-taken');
    const both = await Promise.all([
      server().control('POST', '/worlds', { name: 'twice' }),
      server().control('POST', '/worlds', { name: 'twice' }),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });

  it('count events, inputs and records', async () => {
    const before = (await server().control('GET', here)).body;
    await createWalletSet(server());
    const { body } = await server().control('GET', here);
    expect(body.position).toBe(2); // the secret was adopted, the set created
    expect(body.inputs).toBe(1);
    expect(body.digest).not.toBe(before.digest);
    expect(body.counts.walletSets).toBe(1);
  });
});

describe('the clock', () => {
  const server = serverForEach();
  const clock = async () => (await server().control('GET', `${here}/clock`)).body;
  const move = (body: Fields) => server().control('POST', `${here}/clock/advance`, body);

  it('shows the next due', async () => {
    const { from } = await createFundedWallets(server());
    await settle(server());
    const { now, nextDue } = await clock();
    expect(nextDue).toBeNull();
    await startTransfer(server(), { walletId: from.id });
    const due = await clock();
    expect(Date.parse(due.nextDue)).toBe(Date.parse(now) + 200);
  });

  it('changes mode and rate separately', async () => {
    const set = async (change: Fields) => server().control('PATCH', `${here}/clock`, change);
    expect((await set({ mode: 'skip' })).body).toMatchObject({ mode: 'skip', rate: 1 });
    expect((await set({ rate: 60 })).body).toMatchObject({ mode: 'skip', rate: 60 });
    expect((await set({ mode: 'frozen', rate: 0.5 })).body).toMatchObject({
      mode: 'frozen',
      rate: 0.5,
    });
    expect(await clock()).toMatchObject({ mode: 'frozen', rate: 0.5 });
    const shown = await server().control('GET', here);
    expect(shown.body.clock).toEqual(await clock());
  });

  it.each<[unknown, string]>([
    [0, '2026-01-01T00:00:00.000Z'],
    [1_500, '2026-01-01T00:00:01.500Z'],
    ['250', '2026-01-01T00:00:00.250Z'],
    ['250ms', '2026-01-01T00:00:00.250Z'],
    ['1.5s', '2026-01-01T00:00:01.500Z'],
    ['10m', '2026-01-01T00:10:00.000Z'],
    ['1h30m', '2026-01-01T01:30:00.000Z'],
    ['2d', '2026-01-03T00:00:00.000Z'],
  ])('advances by %j', async (by, now) => {
    expect(await move({ by })).toEqual({
      status: 200,
      body: { now, fired: 0, events: 0 },
      headers: expect.anything(),
    });
    expect((await clock()).now).toBe(now);
  });

  it('advances to an instant', async () => {
    const { body } = await move({ to: '2026-02-01T10:00:00+01:00' });
    expect(body.now).toBe('2026-02-01T09:00:00.000Z');
  });

  it('runs everything due by then, in order, and counts it', async () => {
    const { from } = await createFundedWallets(server());
    const id = await startTransfer(server(), { walletId: from.id });
    const { body } = await move({ by: 400 });
    expect(body).toEqual({ now: '2026-01-01T00:00:00.400Z', fired: 2, events: 2 });
    expect((await transactionOf(server(), id)).state).toBe('QUEUED');
  });

  it('advances until nothing is in progress', async () => {
    const { from } = await createFundedWallets(server());
    const id = await startTransfer(server(), { walletId: from.id });
    const { body } = await move({ untilIdle: true });
    expect(body.fired).toBeGreaterThan(4);
    expect(Date.parse(body.now)).toBeLessThan(Date.parse('2026-01-01T01:00:00Z'));
    expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
    expect((await move({ untilIdle: true })).body).toEqual({ now: body.now, fired: 0, events: 0 });
  });

  it('stops at maxMs', async () => {
    const { from } = await createFundedWallets(server());
    await settle(server());
    const id = await startTransfer(server(), { walletId: from.id });
    const { body } = await move({ untilIdle: true, maxMs: 300 });
    expect(body.fired).toBe(1);
    expect((await transactionOf(server(), id)).state).toBe('CLEARED');
  });
});

describe('the events of a world', () => {
  const server = serverForEach();

  interface Shown {
    readonly position: number;
    readonly stream: string;
    readonly type: string;
    readonly version: number;
  }

  async function events(search = ''): Promise<{ events: Shown[]; next: number | null }> {
    const { status, body } = await server().control('GET', `${here}/events${search}`);
    expect(status).toBe(200);
    return body;
  }

  it('are ordered by position', async () => {
    const set = await createWalletSet(server(), { name: 'main' });
    const { events: all, next } = await events();
    expect(next).toBeNull();
    expect(all.map(({ position, type }) => [position, type])).toEqual([
      [1, 'EntitySecretAdopted'],
      [2, 'WalletSetCreated'],
    ]);
    expect(all[1]).toMatchObject({
      at: Date.UTC(2026, 0, 1),
      stream: `wallet/walletSet/${set.id}`,
      version: 1,
      data: { walletSetId: set.id, name: 'main' },
    });
  });

  it('are paged to the end', async () => {
    const { from } = await createFundedWallets(server());
    await startTransfer(server(), { walletId: from.id });
    await settle(server());
    const whole = (await events('?limit=1000')).events;
    expect(whole.length).toBeGreaterThan(10);
    const collected: Shown[] = [];
    let cursor: number | null = 1;
    while (cursor !== null) {
      const page = await events(`?from=${cursor}&limit=4`);
      expect(page.events.length).toBeLessThanOrEqual(4);
      collected.push(...page.events);
      cursor = page.next;
    }
    expect(collected).toEqual(whole);
    expect((await events('?from=3')).events).toEqual(whole.slice(2));
    expect(await events('?from=100000')).toEqual({ events: [], next: null });
  });

  it('are filtered by type and stream, and paged alike', async () => {
    const { from } = await createFundedWallets(server());
    const ids = [
      await startTransfer(server(), { walletId: from.id }),
      await startTransfer(server(), { walletId: from.id }),
    ];
    await settle(server());
    const sent = (await events('?type=TransactionSent')).events;
    expect(sent.map(({ stream }) => stream)).toEqual(ids.map((id) => `wallet/transaction/${id}`));
    const stream = `wallet/transaction/${ids[0]}`;
    const own = (await events(`?stream=${stream}`)).events;
    expect(own.map(({ version }) => version)).toEqual(own.map((_, index) => index + 1));
    expect(own[0]?.type).toBe('TransferInitiated');
    expect(new Set(own.map((event) => event.stream))).toEqual(new Set([stream]));
    const both = (await events(`?stream=${stream}&type=TransactionSent`)).events;
    expect(both).toEqual(sent.slice(0, 1));
    const first = await events('?type=TransactionSent&limit=1');
    const second = await events(`?type=TransactionSent&limit=1&from=${first.next}`);
    expect([...first.events, ...second.events]).toEqual(sent);
    expect((await events('?type=Nothing')).events).toEqual([]);
  });

  it('contain no idempotency key and no ciphertext', async () => {
    await createWalletSet(server());
    expect(JSON.stringify(await events())).not.toMatch(/idempotency|ciphertext/i);
  });
});
