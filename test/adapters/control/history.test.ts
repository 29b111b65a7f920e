// Control routes of history: forks, resets, removals, past states, settings.

import { describe, expect, it } from 'vitest';
import { storedKey } from '../../../adapters/fingerprints.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { canonical, type EventStore, type WorldRecord } from '../../../core/index.ts';
import { startServer } from '../../support/server/server.ts';
import {
  createFundedWallets,
  serverForEach,
  startTransfer,
  type TargetServer,
} from '../../support/server/requests.ts';
import { allWorlds } from '../../support/store/all-worlds.ts';

/** A store that returns records with reordered members, as a store on disk does. */
function withReorderedRecords(store: EventStore): EventStore {
  const reordered = (record: WorldRecord) => JSON.parse(canonical(record)) as WorldRecord;
  return { ...store, worlds: async () => (await allWorlds(store)).map(reordered) };
}

describe('the past of a world', () => {
  const server = serverForEach();
  const control = async (method: string, path: string, body?: unknown) => {
    const answered = await server().control(method, path, body);
    return { status: answered.status, body: answered.body };
  };

  /** Creates a transfer, and completes it ten minutes later. */
  async function history() {
    const { from } = await createFundedWallets(server());
    const id = await startTransfer(server(), { walletId: from.id });
    const sent = (await control('GET', '/worlds/default')).body;
    await control('POST', '/worlds/default/clock/advance', { by: '10m' });
    const done = (await control('GET', '/worlds/default')).body;
    return { id, sent, done };
  }

  const stateOf = async (world: string, id: string): Promise<string> => {
    const { body } = await server().request('GET', `/w/${world}/v1/w3s/transactions/${id}`);
    return body.data.transaction.state;
  };

  it('shows webhook URLs without credentials', async () => {
    const host = '127.0.0.1:9/hook';
    for (const [endpoint, shown] of [
      [`http://me:hush-1@${host}?token=hush-2&n=hush-3`, `http://me:***@${host}?token=***&n=***`],
      [`http://hush-4@${host}`, `http://***@${host}`],
      [`http://${host}`, `http://${host}`],
    ] as const) {
      const created = await server().request('POST', '/v2/notifications/subscriptions', {
        endpoint,
      });
      expect(created.status).toBe(200);
      const table = 'wallet/subscriptions';
      for (const query of [`?table=${table}`, '', '?limit=1000']) {
        const { body } = await control('GET', `/worlds/default/state${query}`);
        expect(body.tables[table].rows.at(-1).endpoint).toBe(shown);
        expect(JSON.stringify(body)).not.toContain('hush');
      }
    }
  });

  it('can be forked now, at a position, and at an instant', async () => {
    const { id, sent, done } = await history();
    const now = await control('POST', '/worlds/default/fork', { name: 'now' });
    expect(now).toMatchObject({
      status: 201,
      body: {
        name: 'now',
        seed: done.seed,
        position: done.position,
        digest: done.digest,
        outbound: false,
        forkedFrom: { world: 'default', position: done.position },
      },
    });
    const at = sent.position;
    const early = await control('POST', '/worlds/default/fork', { name: 'early', at });
    expect(early.body).toMatchObject({ position: at, digest: sent.digest });
    const instant = sent.clock.now;
    const then = await control('POST', '/worlds/default/fork', { name: 'then', at: instant });
    expect(then.body).toMatchObject({ position: at, digest: sent.digest });
    expect(then.body.clock.now).toBe(instant);
    expect(await stateOf('now', id)).toBe('COMPLETE');
    expect(await stateOf('early', id)).toBe('INITIATED');
  });

  it('is compared with that of a fork: where they part, and why', async () => {
    const { id, sent } = await history();
    const at = sent.position;
    await control('POST', '/worlds/default/fork', { name: 'denied', at });
    const equal = await control('GET', '/worlds/denied/compare?with=denied');
    expect(equal.body).toEqual({ worlds: ['denied', 'denied'], position: at, difference: null });
    const ended = await control('GET', '/worlds/denied/compare?with=default');
    expect(ended.body.difference).not.toHaveProperty('left');
    expect(ended.body).toMatchObject({
      position: at,
      difference: {
        position: at + 1,
        fields: [],
        right: { event: { position: at + 1 } },
      },
    });
    await control('POST', `/worlds/denied/wallet/transactions/${id}/deny`);
    const { status, body } = await control('GET', '/worlds/default/compare?with=denied');
    expect(status).toBe(200);
    const { left, right, fields, position } = body.difference;
    expect(body.worlds).toEqual(['default', 'denied']);
    expect(position).toBe(at + 1);
    expect(fields[0]).toEqual({
      path: 'type',
      left: left.event.type,
      right: right.event.type,
    });
    expect(right).toMatchObject({
      event: { type: 'TransactionDenied' },
      input: { kind: 'command', domain: 'wallet', command: 'SteerTransaction' },
      causes: [{ input: { command: 'SteerTransaction' } }],
    });
    // It became due because of the request.
    expect(left.causes.at(-1)).toMatchObject({ input: { command: 'InitiateTransfer' } });
    const unknown = await control('GET', '/worlds/default/compare?with=nowhere');
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'world-unknown' } } });
  });

  it('continues in a fork with ids of its own, if the fork has a seed', async () => {
    const { from } = await createFundedWallets(server());
    for (const [name, seed] of [
      ['one', 'a'],
      ['two', 'b'],
      ['three', 'a'],
    ] as const) {
      const { body } = await control('POST', '/worlds/default/fork', { name, seed });
      expect(body).toMatchObject({ forkSeed: seed, forkedFrom: { world: 'default' } });
      await control('PATCH', `/worlds/${name}/config`, { walletCors: true });
      expect((await control('GET', `/worlds/${name}`)).body.forkSeed).toBe(seed);
    }
    const started = (world: string) => {
      const ask: TargetServer['request'] = (method, path, ...rest) =>
        server().request(method, `/w/${world}${path}`, ...rest);
      return startTransfer({ ...server(), request: ask }, { walletId: from.id });
    };
    const [one, two, three] = [await started('one'), await started('two'), await started('three')];
    expect(two).not.toBe(one);
    expect(three).toBe(one);
  });

  it('continues in a fork independently of the parent, with the same result', async () => {
    const { id, sent, done } = await history();
    await control('POST', '/worlds/default/fork', { name: 'again', at: sent.position });
    await control('POST', '/worlds/default/fork', { name: 'other', at: sent.position });
    await control('POST', `/worlds/other/wallet/transactions/${id}/deny`);
    for (const world of ['again', 'other']) {
      await control('POST', `/worlds/${world}/clock/advance`, { to: done.clock.now });
    }
    expect((await control('GET', '/worlds/again')).body.digest).toBe(done.digest);
    expect(await stateOf('other', id)).toBe('DENIED');
    expect(await stateOf('default', id)).toBe('COMPLETE');
  });

  it('remains in a fork after its parent is removed', async () => {
    const { id, done } = await history();
    await control('POST', '/worlds/default/fork', { name: 'child', outbound: true });
    expect((await control('DELETE', '/worlds/default')).status).toBe(204);
    expect((await control('GET', '/worlds/default')).body.error.code).toBe('world-unknown');
    expect(await stateOf('child', id)).toBe('COMPLETE');
    const { body } = await control('GET', '/worlds/child/events?limit=1000');
    expect(body.events).toHaveLength(done.position);
    expect((await control('GET', '/worlds/child')).body.outbound).toBe(true);
  });

  it('is shown at a position or an instant', async () => {
    const { id, sent } = await history();
    const of = async (query: string) =>
      (await control('GET', `/worlds/default/state?table=wallet/transactions${query}`)).body;
    const then = await of(`&at=${sent.position}`);
    expect(then).toMatchObject({ position: sent.position, digest: sent.digest });
    const rows: readonly { id: string }[] = then.tables['wallet/transactions'].rows;
    expect(rows.find((row) => row.id === id)).toMatchObject({ state: 'INITIATED' });
    expect(await of(`&at=${sent.clock.now}`)).toEqual(then);
    const now = await of('');
    const { count } = now.tables['wallet/transactions'];
    expect(now.tables['wallet/transactions']).toMatchObject({ next: null });
    expect(now.tables['wallet/transactions'].rows).toHaveLength(count);
    const first = await of('&limit=1');
    expect(first.tables['wallet/transactions']).toMatchObject({ count, next: 0 });
    const second = await of('&limit=1&after=0');
    expect(second.tables['wallet/transactions'].rows).toEqual([
      now.tables['wallet/transactions'].rows[1],
    ]);
  });

  it.each(['nothing', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'wallet'])(
    'has no table %s',
    async (table) => {
      const { status, body } = await control('GET', `/worlds/default/state?table=${table}`);
      expect([status, body.error?.code]).toEqual([404, 'not-found']);
      expect(body.error.message).toContain('wallet/transactions');
    },
  );

  it('is empty after a reset, and repeats equal', async () => {
    const { done } = await history();
    await control('PATCH', '/worlds/default/config', { ids: 'idempotency-key' });
    const reset = await control('POST', '/worlds/default/reset');
    expect(reset).toMatchObject({
      status: 200,
      body: { position: 0, inputs: 0, seed: done.seed, config: { ids: 'ordinal' } },
    });
    expect((await control('GET', '/worlds/default/events')).body.events).toEqual([]);
    const again = await history();
    expect(again.done.digest).toBe(done.digest);
  });

  it.each([
    ['a future position', { name: 'x', at: 1_000_000 }, 409, 'no-such-moment'],
    ['an instant before the beginning', { name: 'x', at: '2025-12-31' }, 409, 'no-such-moment'],
    ['a taken name', { name: 'default' }, 409, 'name-taken'],
    ['a fraction', { name: 'x', at: 1.5 }, 400, 'invalid-request'],
    ['a word', { name: 'x', at: 'then' }, 400, 'invalid-request'],
    ['no name', {}, 400, 'invalid-request'],
  ])('is not forked for %s', async (_case, body, status, code) => {
    const refused = await control('POST', '/worlds/default/fork', body);
    expect(refused).toMatchObject({ status, body: { error: { code } } });
    expect((await control('GET', '/worlds')).body.worlds).toHaveLength(1);
  });

  it('treats a future instant as the present', async () => {
    const { done } = await history();
    const fork = await control('POST', '/worlds/default/fork', { name: 'x', at: '2027-01-01' });
    expect(fork.body).toMatchObject({ digest: done.digest, clock: { now: done.clock.now } });
  });

  it('is shown with the same bytes after a restart', async () => {
    const store = createMemoryStore();
    const texts: string[] = [];
    const first = await startServer({ store: withReorderedRecords(store) });
    await first.control('POST', '/worlds/default/fork', { name: 'fork' });
    texts.push(JSON.stringify((await first.control('GET', '/worlds/fork')).body));
    await first.close();
    const second = await startServer({ store: withReorderedRecords(store) });
    texts.push(JSON.stringify((await second.control('GET', '/worlds/fork')).body));
    await second.close();
    expect(texts[1]).toBe(texts[0]);
  });

  it('is listed with an error for an unusable world', async () => {
    await control('POST', '/worlds', { name: 'sound' });
    const world = server().reprise.engine.world('default');
    const broken = world?.send({
      domain: 'wallet',
      prepare: () => {
        throw new Error('a bug');
      },
      respond: () => undefined,
    });
    await expect(broken).rejects.toThrow('a bug');
    const { status, body } = await control('GET', '/worlds');
    expect(status).toBe(200);
    expect(body.worlds).toMatchObject([
      { name: 'default', error: expect.stringContaining('a bug') },
      { name: 'sound', position: 0 },
    ]);
  });

  it('is shown in pages of at least one row', async () => {
    expect((await control('GET', '/worlds/default/state?limit=0')).status).toBe(400);
  });

  it('lists the tables when one is unknown', async () => {
    const refused = await control('GET', '/worlds/default/state?table=wallet/purses');
    expect(refused).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
    expect(refused.body.error.message).toContain('wallet/transactions');
  });
});

describe('the settings of a world', () => {
  const server = serverForEach();
  const key = 'TEST_API_KEY:other:secret';
  const stored = storedKey(key);

  it('apply immediately, and after a restart', async () => {
    const store = createMemoryStore();
    const first = await startServer({ store });
    const change = { walletKeys: [key] };
    expect(await first.control('PATCH', '/worlds/default/config', change)).toMatchObject({
      status: 200,
      body: { config: { ids: 'ordinal', walletKeys: [stored] } },
    });
    const authorized = { Authorization: `Bearer ${key}` };
    expect((await first.request('GET', '/v1/w3s/wallets')).status).toBe(401);
    expect((await first.request('GET', '/v1/w3s/wallets', undefined, authorized)).status).toBe(200);
    await first.close();
    const second = await startServer({ store });
    expect((await second.request('GET', '/v1/w3s/wallets', undefined, authorized)).status).toBe(
      200,
    );
    await second.control('PATCH', '/worlds/default/config', { ids: 'idempotency-key' });
    expect((await second.control('GET', '/worlds/default')).body.config).toEqual({
      ids: 'idempotency-key',
      walletKeys: [stored],
    });
    await second.close();
  });

  it('are the past ones in a fork of the past', async () => {
    const before = (await server().control('GET', '/worlds/default')).body;
    await server().control('POST', '/worlds/default/clock/advance', { by: 1_000 });
    await server().control('PATCH', '/worlds/default/config', { walletKeys: [key] });
    const at = before.clock.now;
    const fork = await server().control('POST', '/worlds/default/fork', { name: 'past', at });
    expect(fork.body.config).toEqual(before.config);
  });

  it('are refused when unknown', async () => {
    const refused = await server().control('PATCH', '/worlds/default/config', { colour: 'red' });
    expect(refused.body.error.code).toBe('invalid-request');
  });
});
