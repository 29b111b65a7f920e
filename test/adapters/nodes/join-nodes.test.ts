// A process of a store that others share: what it does while its lease does not hold.

import { expect, it, onTestFinished } from 'vitest';
import { nodeHost, openReprise } from '../../../adapters/reprise.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { StoreError, type EventStore, type Leases } from '../../../core/index.ts';
import { drainEventLoop } from '../../support/engine/fake-oracle.ts';
import { gate } from '../../support/engine/sleepy-engine.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { startServer, worldOf } from '../../support/server/server.ts';

/** A store in memory with leases, which may be away; a test may delay its appends. */
function sharedStore() {
  const inner = createMemoryStore();
  const control: {
    isAway: boolean;
    appendGate?: Promise<void>;
    appends: number;
    addresses: string[];
  } = { isAway: false, appends: 0, addresses: [] };
  const leases: Leases = {
    secret: async () => 'secret',
    async begin({ address }) {
      control.addresses.push(address);
      return 'lease';
    },
    async renew() {
      if (control.isAway) throw new StoreError('unavailable', 'away');
      return { id: 'lease', isDraining: false };
    },
    drain: async () => false,
    ownerOf: async () => undefined,
    release: async () => undefined,
    list: async () => [],
    end: async () => false,
    leave: async () => undefined,
    beginAnew: async () => undefined,
  };
  const store: EventStore = {
    ...inner,
    leases,
    async append(batch) {
      control.appends += 1;
      await control.appendGate;
      return inner.append(batch);
    },
  };
  return { store, control };
}

it('answers nothing and sends nothing then, and goes on when the lease holds again', async () => {
  const { store, control } = sharedStore();
  let hostMs = 0;
  let posts = 0;
  const server = await startServer({
    store,
    node: { address: 'http://127.0.0.1:1' },
    host: { ...nodeHost, monotonicMs: () => hostMs },
    defaults: { clock: { mode: 'real' } },
    isPaced: false,
    post: async () => {
      posts += 1;
      return { kind: 'answered', status: 200 };
    },
  });
  onTestFinished(() => server.close());
  const path = '/v2/notifications/subscriptions';
  const world = worldOf(server.reprise);
  await server.request('POST', path, { endpoint: 'http://127.0.0.1:1/hook' });
  const { closed, release } = gate();
  const before = control.appends;
  control.appendGate = closed;
  const ticking = world.tick(); // the test message is due
  await waitUntil('it is being stored', () => control.appends > before);
  control.isAway = true;
  hostMs = 4_000;
  release();
  await ticking; // the store has taken it
  await drainEventLoop();
  expect(posts).toBe(0);
  const refused = await server.request('GET', path);
  expect(refused).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('has not reached its store') },
  });
  expect(refused.headers.get('retry-after')).toBe('1');
  control.isAway = false;
  await waitUntil('the test message is sent', () => posts === 1);
  expect((await server.request('GET', path)).status).toBe(200);
});

it('is refused a store for one process', async () => {
  const opening = openReprise({ node: { address: 'http://127.0.0.1:1' } });
  await expect(opening).rejects.toThrow('This store is for one process: omit the option `node`.');
});

it('has one address, however it is written', async () => {
  const { store, control } = sharedStore();
  const { close } = await openReprise({ store, node: { address: 'http://Node:4600/' } });
  onTestFinished(close);
  expect(control.addresses).toEqual(['http://node:4600']);
});
