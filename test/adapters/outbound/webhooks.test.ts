import { createPublicKey, createVerify } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { createPost } from '../../../adapters/outbound/post.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { StoreError, type EventStore } from '../../../core/index.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { serverTest } from '../../support/runner/server-test.ts';
import type { TestServer } from '../../support/server/server.ts';
import type { ReceivedRequest } from '../../support/server/webhook-receiver.ts';
import {
  advance,
  createFundedWallets,
  settle,
  startTransfer,
  steer,
  transactionOf,
  waitUntil,
} from '../../support/server/requests.ts';

const path = '/v2/notifications/subscriptions';
const retries = [1, 10, 30, 60, 15 * 60, 60 * 60];

const it = serverTest({ outboundWaitMs: 30_000 });

/** Subscribes an endpoint, whose test message is then sent. */
async function subscribe(server: TestServer, endpoint: string, fields: object = {}) {
  const answer = await server.request('POST', path, { endpoint, ...fields });
  expect(answer.status).toBe(200);
  await advance(server, 0);
  return answer.body.data.id as string;
}

async function eventsOf(server: TestServer, type: string, world = 'default') {
  const page = await server.control('GET', `/worlds/${world}/events?type=${type}&limit=1000`);
  return page.body.events;
}

describe('a subscription', () => {
  it('receives a test message when it is created', async ({ server, receiver }) => {
    const subscriptionId = await subscribe(server, receiver.url);
    expect(receiver.received.map(({ body }) => body)).toEqual([
      {
        subscriptionId,
        notificationId: expect.any(String),
        notificationType: 'webhooks.test',
        notification: { hello: 'world' },
        timestamp: '2026-01-01T00:00:00.000000000Z',
        version: 2,
      },
    ]);
    expect(await eventsOf(server, 'WebhookDelivered')).toMatchObject([{ data: { status: 200 } }]);
  });

  it('receives one HEAD request, before its test message', async ({ server, receiver }) => {
    await subscribe(server, receiver.url);
    await createFundedWallets(server);
    await settle(server);
    expect(receiver.received.length).toBeGreaterThan(1);
    expect(receiver.heads).toBe(1);
  });

  it.for([404, 405, 500])(
    'fails its test by %d for HEAD, and is tested again later',
    async (status, { server, receiver }) => {
      receiver.answerHeadWith = status;
      await subscribe(server, receiver.url);
      expect(receiver.received).toEqual([]);
      const failed = { attempt: 1, outcome: { kind: 'answered', status } };
      expect(await eventsOf(server, 'WebhookFailed')).toMatchObject([{ data: failed }]);
      await createFundedWallets(server);
      await advance(server, 0);
      expect(receiver.received[0]?.body.notification.state).toEqual(expect.any(String));
      receiver.answerHeadWith = 204;
      await advance(server, 1_000);
      expect(receiver.received.at(-1)?.body.notificationType).toBe('webhooks.test');
      expect(receiver.heads).toBe(2);
    },
  );

  it('receives each state of a transfer in order, equal to a poll', async ({
    server,
    receiver,
  }) => {
    await subscribe(server, receiver.url);
    const { from } = await createFundedWallets(server);
    const id = await startTransfer(server, { walletId: from.id });
    await settle(server);
    const notifications = receiver.received.filter(({ body }) => body.notification.id === id);
    expect(
      notifications.map(({ body }) => [body.notificationType, body.notification.state]),
    ).toEqual(
      ['QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE'].map((state) => ['transactions.outbound', state]),
    );
    expect(notifications.at(-1)?.body.notification).toEqual(await transactionOf(server, id));
  });

  it('receives only the subscribed notification types', async ({ server, receiver }) => {
    await subscribe(server, receiver.url, {
      notificationTypes: ['transactions.inbound', 'challenges.*'],
    });
    const { from, to } = await createFundedWallets(server);
    await startTransfer(server, { walletId: from.id, destinationAddress: to.address });
    await settle(server);
    const types = receiver.received.map(({ body }) => body.notificationType);
    expect(new Set(types)).toEqual(new Set(['webhooks.test', 'transactions.inbound']));
  });

  it('receives nothing while it is disabled, and after it was removed', async ({
    server,
    receiver,
  }) => {
    const id = await subscribe(server, receiver.url);
    const { from } = await createFundedWallets(server);
    await settle(server);
    const before = receiver.received.length;
    await server.request('PATCH', `${path}/${id}`, { name: 'off', enabled: false });
    await startTransfer(server, { walletId: from.id });
    await settle(server);
    await server.request('PATCH', `${path}/${id}`, { name: 'on', enabled: true });
    await settle(server);
    expect(receiver.received).toHaveLength(before);
    await server.request('DELETE', `${path}/${id}`);
    await startTransfer(server, { walletId: from.id });
    await settle(server);
    expect(receiver.received).toHaveLength(before);
  });
});

describe('a message', () => {
  it('is signed with the key that it names', async ({ server, receiver }) => {
    await subscribe(server, receiver.url);
    const [first] = receiver.received;
    const { headers, text }: Pick<ReceivedRequest, 'headers' | 'text'> = first ?? {
      headers: {},
      text: '',
    };
    const keyId = String(headers['x-circle-key-id']);
    const { data: key } = await server.client().getNotificationSignature(keyId);
    expect(key).toMatchObject({ id: keyId, algorithm: 'ECDSA_SHA_256' });
    const publicKey = createPublicKey({
      key: Buffer.from(key?.publicKey ?? '', 'base64'),
      format: 'der',
      type: 'spki',
    });
    expect(publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' });
    const signature = String(headers['x-circle-signature']);
    const verify = (signed: string) =>
      createVerify('sha256').update(signed).verify(publicKey, signature, 'base64');
    expect([verify(text), verify(`${text} `)]).toEqual([true, false]);
    expect(headers['content-type']).toBe('application/json');
  });
});

describe('an attempt that fails', () => {
  it('is retried on the virtual clock, with the same bytes, up to the last retry', async ({
    server,
    receiver,
  }) => {
    receiver.answerWith = 500;
    await subscribe(server, receiver.url);
    for (const [index, seconds] of retries.entries()) {
      expect(receiver.received).toHaveLength(index + 1);
      await advance(server, seconds * 1_000 - 1);
      expect(receiver.received).toHaveLength(index + 1);
      await advance(server, 1);
    }
    await advance(server, '1d');
    expect(receiver.received).toHaveLength(retries.length + 1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    const failed = await eventsOf(server, 'WebhookFailed');
    expect(failed.map(({ data }: { data: { attempt: number } }) => data.attempt)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(failed.at(-1).data).not.toHaveProperty('retryMs');
  });

  it('is retried at each of its instants within one advance', async ({ server, receiver }) => {
    receiver.answerWith = 301;
    await subscribe(server, receiver.url);
    await advance(server, '2h');
    expect(receiver.received).toHaveLength(retries.length + 1); // no redirect was followed
    const attempted = await eventsOf(server, 'WebhookAttempted');
    const seconds = attempted.map(({ at }: { at: number }) => (at - epochMs) / 1_000);
    expect(seconds).toEqual([0, 1, 11, 41, 101, 1_001, 4_601]);
  });

  it('is not retried after a success', async ({ server, receiver }) => {
    receiver.answerWith = 503;
    await subscribe(server, receiver.url);
    receiver.answerWith = 204;
    await advance(server, '2h');
    expect(receiver.received).toHaveLength(2);
    expect(await eventsOf(server, 'WebhookDelivered')).toMatchObject([
      { data: { attempt: 2, status: 204 } },
    ]);
  });

  it('reports that the endpoint refuses connections', async ({ server, receiver }) => {
    await receiver.close();
    await subscribe(server, receiver.url);
    expect(await eventsOf(server, 'WebhookFailed')).toMatchObject([
      { data: { outcome: { kind: 'refused' } } },
    ]);
  });

  it('is never sent to a host that is not allowed', async ({ server }) => {
    await subscribe(server, 'https://hooks.example/');
    expect(await eventsOf(server, 'WebhookFailed')).toMatchObject([
      { data: { outcome: { kind: 'forbidden' } } },
    ]);
  });
});

describe('an endpoint that never answers', () => {
  it('delays a move of time once, up to the configured wait, and never delays requests', async ({
    serve,
    receiver,
  }) => {
    const server = await serve({ outboundWaitMs: 20 });
    receiver.answerWith = 'nothing';
    await subscribe(server, receiver.url);
    const { from } = await createFundedWallets(server);
    const ids = [];
    for (let sent = 0; sent < 3; sent += 1) {
      ids.push(await startTransfer(server, { walletId: from.id }));
    }
    await settle(server);
    for (const id of ids)
      expect(await transactionOf(server, id)).toMatchObject({ state: 'COMPLETE' });
    expect(await eventsOf(server, 'WebhookDelivered')).toEqual([]);
  });

  it('has attempts that time out', async ({ serve, receiver }) => {
    const server = await serve({ post: createPost([], { timeoutMs: 50 }) });
    receiver.answerWith = 'nothing';
    await subscribe(server, receiver.url);
    expect(await eventsOf(server, 'WebhookFailed')).toMatchObject([
      { data: { outcome: { kind: 'timeout' } } },
    ]);
  });
});

describe('the outcome of a message that a request has caused', () => {
  it.for([0, 100])(
    'is stored in a frozen world before time moves, after a pause of the client of %i ms',
    async (clientMs, { serve, receiver }) => {
      const server = await serve({
        async post() {
          await wait(30);
          return { kind: 'answered', status: 500 };
        },
      });
      await server.request('POST', path, { endpoint: receiver.url });
      await server.request('POST', path, { endpoint: receiver.url }); // this input sends the test message of the first one
      await wait(clientMs);
      expect(await eventsOf(server, 'WebhookAttempted')).toHaveLength(1);
      expect(await eventsOf(server, 'WebhookFailed')).toEqual([]);
      await advance(server, '2h');
      const seconds = (await eventsOf(server, 'WebhookAttempted'))
        .filter(({ data }: { data: { ordinal: number } }) => data.ordinal === 0)
        .map(({ at }: { at: number }) => (at - epochMs) / 1_000);
      const everyInstant = [0, 1, 11, 41, 101, 1_001, 4_601];
      expect(seconds).toEqual(everyInstant.flatMap((second) => [second, second]));
    },
  );

  it('is stored at once when the clock is set to real', async ({ server, receiver }) => {
    await subscribe(server, receiver.url);
    await createFundedWallets(server);
    expect(await eventsOf(server, 'WebhookDelivered')).toHaveLength(1); // that of the test message
    await server.control('PATCH', '/worlds/default/clock', { mode: 'real' });
    await waitUntil(
      'outcomes are stored',
      async () => (await eventsOf(server, 'WebhookDelivered')).length > 1,
    );
    const outcomes: readonly { readonly notificationId: string }[] = (
      await eventsOf(server, 'WebhookDelivered')
    ).map(({ data }: { data: object }) => data);
    const ids = outcomes.map(({ notificationId }) => notificationId);
    expect(outcomes).toEqual(
      ids.map((notificationId) => ({ attempt: 1, notificationId, status: 200 })),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(receiver.received.map(({ body }) => body.notificationId)).toEqual(
      expect.arrayContaining(ids),
    );
    expect(await eventsOf(server, 'WebhookFailed')).toEqual([]);
  });
});

describe('a message without an outcome', () => {
  it('is sent again after a restart, under the same id', async ({ serve, receiver }) => {
    const store = createMemoryStore();
    const reopened = { ...store, close: async () => undefined };
    const first = await serve({ store: reopened, outboundWaitMs: 20 });
    receiver.answerWith = 'nothing';
    await subscribe(first, receiver.url);
    await waitUntil('it was sent', () => receiver.received.length === 1);
    await first.close();
    receiver.answerWith = 200;
    const server = await serve({ store: reopened });
    await waitUntil('it was sent again', () => receiver.received.length === 2);
    expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
    await advance(server, 0);
    expect(await eventsOf(server, 'WebhookDelivered')).toHaveLength(1);
    expect(await eventsOf(server, 'WebhookAttempted')).toHaveLength(1);
  });
});

it('a message is sent if the commit of its event only seemed to fail', async ({
  serve,
  receiver,
}) => {
  const store = createMemoryStore();
  let failure: StoreError | undefined;
  const append: EventStore['append'] = async (batch) => {
    const refused = await store.append(batch);
    if (failure !== undefined) throw failure;
    return refused;
  };
  const server = await serve({ store: { ...store, append } });
  await server.request('POST', path, { endpoint: receiver.url });
  failure = new StoreError('unavailable', 'busy');
  const advanced = await server.control('POST', '/worlds/default/clock/advance', { by: 0 });
  expect(advanced.status).toBe(503);
  failure = undefined;
  await advance(server, 0);
  expect(receiver.received).toHaveLength(1);
  expect(await eventsOf(server, 'WebhookDelivered')).toHaveLength(1);
});

describe('a fork', () => {
  it.for([
    [false, 0],
    [true, 1],
  ] as const)('with outbound %s', async ([outbound, more], { server, receiver }) => {
    await subscribe(server, receiver.url);
    const { from } = await createFundedWallets(server);
    await settle(server);
    const before = receiver.received.length;
    await server.control('POST', '/worlds/default/fork', { name: 'twin', outbound });
    const fund = { native: '1' };
    await server.control('POST', `/worlds/twin/wallet/wallets/${from.id}/fund`, fund);
    await server.control('POST', '/worlds/twin/clock/advance', { by: 0 });
    expect(receiver.received).toHaveLength(before + more);
    expect((await eventsOf(server, 'WebhookAttempted', 'twin')).length).toBe(before + 1);
  });
});

describe('an action of the operator', () => {
  it('leads to notifications, too', async ({ server, receiver }) => {
    await subscribe(server, receiver.url);
    const { from } = await createFundedWallets(server);
    const id = await startTransfer(server, { walletId: from.id });
    await steer(server, id, 'deny');
    await settle(server);
    const notifications = receiver.received.filter(({ body }) => body.notification.id === id);
    expect(notifications.map(({ body }) => body.notification.state)).toEqual(['DENIED']);
  });
});

describe('in a world that runs by itself', () => {
  it('messages arrive without a move of time', async ({ serve, receiver }) => {
    const server = await serve({ defaults: { clock: { mode: 'skip', rate: 1 } } });
    await server.request('POST', path, { endpoint: receiver.url });
    await waitUntil('the test message is there', () => receiver.received.length === 1);
    const { from } = await createFundedWallets(server);
    const id = await startTransfer(server, { walletId: from.id });
    const statesOfIt = () =>
      receiver.received
        .filter(({ body }) => body.notification.id === id)
        .map(({ body }) => body.notification.state);
    await waitUntil('its completion is delivered', () => statesOfIt().includes('COMPLETE'));
    expect(statesOfIt()).toEqual(expect.arrayContaining(['QUEUED', 'SENT', 'CONFIRMED']));
  });
});
