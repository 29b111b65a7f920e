// What clients get when a commit fails: 503 where nothing was done, no answer where that is not known.

import { expect, it, onTestFinished } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { StatementFailure, unavailable } from '../../../adapters/stores/postgres/failure.ts';
import { StoreError, type EventStore } from '../../../core/index.ts';
import { eventsPerSegment } from '../../../core/engine/world/time.ts';
import {
  createFundedWallets,
  idempotentFields,
  startTransfer,
} from '../../support/server/requests.ts';
import { startServer, token, worldOf, type TestServer } from '../../support/server/server.ts';

/** A server whose store refuses commits with an error, from the n-th on. */
async function failingServer() {
  const inner = createMemoryStore();
  const failing: { error?: StoreError | undefined; after: number } = { after: 0 };
  const store: EventStore = {
    ...inner,
    async append(batch) {
      const { error } = failing;
      if (error === undefined || failing.after > 0) {
        failing.after -= 1;
        return inner.append(batch);
      }
      return batch.map(({ world }) => ({ world, error }));
    },
  };
  const server = await startServer({ store });
  onTestFinished(() => server.close());
  return { server, failing };
}

const writes: readonly (readonly [string, (server: TestServer) => Promise<unknown>])[] = [
  [
    'wallet',
    async (server) => {
      const body = { ...(await idempotentFields(server)), name: 'set' };
      return server.request('POST', '/v1/w3s/developer/walletSets', body);
    },
  ],
  [
    'calendar',
    async (server) =>
      server.request('POST', '/calendar/events/v1/events', {
        title: 'Fair',
        start_date: 'tomorrow',
        end_date: 'tomorrow',
      }),
  ],
  ['control', async (server) => server.control('PATCH', '/worlds/default/clock', { rate: 2 })],
];

it.each(writes)('503 and Retry-After where nothing was done: %s', async (_service, write) => {
  const { server, failing } = await failingServer();
  failing.error = new StoreError('unavailable', 'The store is away.');
  const answer = (await write(server)) as Awaited<ReturnType<TestServer['request']>>;
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(JSON.stringify(answer.body)).toContain('Nothing was done; try again');
});

it('no address of the store, wherever the error comes from', async () => {
  const inner = createMemoryStore();
  let isAway = false;
  const away = async () => {
    throw unavailable('read', 'postgres://me@10.0.0.9/db', new StatementFailure('lost', 'cut'));
  };
  const find: EventStore['claim'] = async (name) => (isAway ? away() : inner.claim(name));
  const server = await startServer({ store: { ...inner, claim: find, find } as EventStore });
  onTestFinished(() => server.close());
  isAway = true;
  for (const path of ['/v1/w3s/wallets', '/calendar/events/v1/events', '/__reprise/worlds/w']) {
    const { status, body } = await server.request('GET', path, undefined, {
      'X-Reprise-World': 'w',
      ...(path.startsWith('/__reprise') ? { Authorization: `Bearer ${token}` } : {}),
    });
    expect([path, status]).toEqual([path, 503]);
    expect(JSON.stringify(body)).toContain('The store cannot be reached.');
    expect(JSON.stringify(body)).not.toContain('10.0.0.9');
  }
});

it.each(writes)('no answer where that is not known: %s', async (_service, write) => {
  const { server, failing } = await failingServer();
  failing.error = new StoreError('unavailable', 'The store is away.', { isUncertain: true });
  await expect(write(server)).rejects.toThrow('fetch failed');
});

it('an advance that was cut off says how far it came, and asks for no retry', async () => {
  const { server, failing } = await failingServer();
  const { from, to } = await createFundedWallets(server);
  const count = Math.ceil(eventsPerSegment / 5);
  for (let index = 0; index < count; index += 1) {
    const fields = { walletId: from.id, destinationAddress: to.address, amounts: ['0.01'] };
    await startTransfer(server, fields);
  }
  failing.after = 1;
  failing.error = new StoreError('unavailable', 'The store is away.');
  const { status, headers, body } = await server.request(
    'POST',
    '/__reprise/worlds/default/clock/advance',
    { by: '10m' },
    { Authorization: `Bearer ${token}` },
  );
  failing.error = undefined;
  const now = new Date((await worldOf(server.reprise).describe()).nowMs).toISOString();
  expect({ status, body, retryAfter: headers.get('retry-after') }).toEqual({
    status: 500,
    retryAfter: null,
    body: {
      error: {
        code: 'advance-cut-off',
        message: `The advance was cut off when it had come to ${now}: look at the clock, then advance the rest with 'to'.`,
      },
    },
  });
});
