// Worlds other than `default` after a start: listed without being loaded, loaded by the first request, and run without a
// request if timers or webhooks are pending.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import type { EventStore } from '../../core/index.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/server/webhook-receiver.ts';
import {
  createFundedWallets,
  createWalletSet,
  startTransfer,
  waitUntil,
  type TargetServer,
} from '../support/server/requests.ts';

let store: EventStore;
let server: TestServer;

beforeEach(async () => {
  store = { ...createMemoryStore(), close: async () => undefined };
  server = await startServer({ store, outboundWaitMs: 20 });
});
afterEach(() => server.close());

async function restart(): Promise<void> {
  await server.close();
  server = await startServer({ store, outboundWaitMs: 30_000 });
}

/** The server, for clients of another world. */
const inWorld = (name: string): TargetServer => ({
  ...server,
  request: (method, path, ...rest) => server.request(method, `/w/${name}${path}`, ...rest),
  control: (method, path, body) =>
    server.control(method, path.replace('/worlds/default', `/worlds/${name}`), body),
});

async function createWorld(name: string): Promise<void> {
  const { status } = await server.control('POST', '/worlds', { name });
  expect(status).toBe(201);
}

interface Listed {
  readonly name: string;
}

const isLoaded = (name: string) => server.reprise.engine.world(name) !== undefined;

describe('a world without requests since the start', () => {
  it('is listed with few members, and loaded by any request to it', async () => {
    const names = ['by-control', 'by-wallet', 'by-calendar', 'by-fork', 'by-events'];
    for (const name of names) {
      await createWorld(name);
      await createWalletSet(inWorld(name));
    }
    const { worlds: before } = (await server.control('GET', '/worlds')).body;
    await restart();
    const { worlds } = (await server.control('GET', '/worlds')).body;
    expect(worlds.map(({ name }: Listed) => name)).toEqual([...names, 'default'].sort());
    const byName = (list: readonly Listed[], name: string) => list.find((one) => one.name === name);
    expect(byName(worlds, 'default')).toEqual(byName(before, 'default'));
    for (const name of names) {
      expect(isLoaded(name)).toBe(false);
      const { seed, epoch, outbound, forkedFrom } = before[0];
      const short = { name, seed, epoch, outbound, forkedFrom, isLoaded: false };
      expect(byName(worlds, name)).toEqual(short);
    }
    expect((await server.control('GET', '/worlds/by-control')).status).toBe(200);
    expect((await server.request('GET', '/w/by-wallet/v1/w3s/walletSets')).status).toBe(200);
    expect((await server.request('GET', '/w/by-calendar/calendar/events/v1/events')).status).toBe(
      200,
    );
    const fork = { name: 'child' };
    expect((await server.control('POST', '/worlds/by-fork/fork', fork)).status).toBe(201);
    expect((await server.control('GET', '/worlds/by-events/events')).status).toBe(200);
    for (const name of names) expect(isLoaded(name)).toBe(true);
    const { worlds: after } = (await server.control('GET', '/worlds')).body;
    expect(after.filter(({ name }: Listed) => name !== 'child')).toEqual(before);
  });

  it('reserves its name, and is listed in the error for an unknown world', async () => {
    await createWorld('kept');
    await restart();
    expect((await server.control('POST', '/worlds', { name: 'kept' })).status).toBe(409);
    const { status, body } = await server.control('GET', '/worlds/other');
    expect([status, body.error.message]).toEqual([
      404,
      "There is no world 'other'; there are: default, kept.",
    ]);
    expect((await server.request('GET', '/w/other/v1/w3s/walletSets')).status).toBe(404);
    expect(isLoaded('kept')).toBe(false);
    expect((await server.control('DELETE', '/worlds/kept')).status).toBe(204);
    expect((await server.control('POST', '/worlds', { name: 'kept' })).status).toBe(201);
  });

  it('runs by itself if its clock is real and something is due', async () => {
    await createWorld('real');
    const real = inWorld('real');
    const { from } = await createFundedWallets(real);
    const id = await startTransfer(real, { walletId: from.id });
    const completed = async () =>
      (await store.events('real', { from: 1, limit: 10, type: 'TransactionCompleted' })).map(
        ({ event }) => (event as { readonly transactionId?: string }).transactionId,
      );
    expect(await completed()).not.toContain(id);
    await real.control('PATCH', '/worlds/default/clock', { mode: 'real', rate: 60 });
    await restart();
    await waitUntil('the transfer is complete', async () => (await completed()).includes(id));
    expect((await completed()).filter((completedId) => completedId === id)).toHaveLength(1);
  });
});

describe('a webhook of a world without requests', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => void (receiver = await receiveWebhooks()));
  afterEach(() => receiver.close());

  it('is sent again after the start', async () => {
    await createWorld('sending');
    receiver.answerWith = 'nothing';
    const path = '/w/sending/v2/notifications/subscriptions';
    expect((await server.request('POST', path, { endpoint: receiver.url })).status).toBe(200);
    await server.control('POST', '/worlds/sending/clock/advance', { by: 0 });
    await waitUntil('it was sent', () => receiver.received.length === 1);
    receiver.answerWith = 200;
    await restart();
    await waitUntil('it was sent again', () => receiver.received.length === 2);
    const [first, again] = receiver.received;
    expect(again?.text).toBe(first?.text);
  });
});
