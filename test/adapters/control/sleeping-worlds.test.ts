// What requests of the control plane leave of worlds that sleep: nothing keeps one awake after its answer, and a detached session goes
// on where it was.

import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { nodeHost } from '../../../adapters/reprise.ts';
import type { RunningWorld } from '../../../core/engine/world/world.ts';
import {
  createFundedWallets,
  startTransfer,
  type TargetServer,
} from '../../support/server/requests.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer({ sleepAfterMs: 0 });
});
afterEach(() => server.close());

/** Puts all worlds to sleep that may; returns the names of the others. */
async function awakeAfterSleep(): Promise<readonly string[]> {
  await server.reprise.engine.sleepIdle();
  return server.reprise.engine.worlds().map(({ record }) => record.name);
}

it.each([
  ['GET', '/worlds/default/events?limit=0', undefined, 400],
  ['PATCH', '/worlds/default/config', { none: 1 }, 400],
  ['POST', '/worlds/default/fork', { name: '' }, 400],
  ['GET', '/worlds/default/compare?with=none', undefined, 404],
  ['GET', '/worlds/default', undefined, 200],
])('%s %s frees its world', async (method, path, body, status) => {
  expect((await server.control(method, path, body)).status).toBe(status);
  expect(await awakeAfterSleep()).toEqual([]);
});

it('a list is no use of its worlds', async () => {
  const { engine } = server.reprise;
  const world = (await engine.open('default')) as RunningWorld;
  const release = engine.keepAwake(world);
  const uses = world.uses();
  const { body } = await server.control('GET', '/worlds');
  expect(body.worlds).toMatchObject([{ name: 'default', position: expect.any(Number) }]); // it is awake
  expect(world.uses()).toBe(uses);
  release();
});

it('a world that sleeps is removed with its requests', async () => {
  const requests = async () =>
    (await server.control('GET', '/worlds/default/requests')).body.requests;
  await fetch(`${server.url}/v1/w3s/none`);
  expect(await requests()).toHaveLength(1);
  await vi.waitUntil(() => server.reprise.engine.world('default') === undefined);
  await server.control('DELETE', '/worlds/default');
  await server.control('POST', '/worlds', { name: 'default' });
  expect(await requests()).toEqual([]);
});

it('a world is removed without being woken', async () => {
  const { engine } = server.reprise;
  expect(await awakeAfterSleep()).toEqual([]);
  const started: string[] = [];
  engine.started$.subscribe(({ record }) => started.push(record.name));
  expect((await server.control('DELETE', '/worlds/default')).status).toBe(204);
  const { status, body } = await server.control('DELETE', '/worlds/default');
  expect([status, body.error.code]).toEqual([404, 'world-unknown']);
  expect(started).toEqual([]);
});

it('a detached session of a fork goes on after each sleep', async () => {
  const url = `${server.url.replace('http', 'ws')}/v1/speak?encoding=linear16&sample_rate=16000`;
  const socket = new WebSocket(url, { headers: { Authorization: 'Token reprise-demo' } });
  await once(socket, 'open');
  await server.control('POST', '/worlds/default/fork', { name: 'fork' });
  const { body } = await server.control('GET', '/worlds/fork/sessions');
  const frames = ['{"type":"Speak","text":"Hello."}', '{"type":"Flush"}'].map((text) => ({ text }));
  for (let times = 0; times < 3; times += 1) {
    expect(await awakeAfterSleep()).toEqual(['default']); // its socket is open
    const path = `/worlds/fork/sessions/${body.sessions[0].id}/frames`;
    const driven = await server.control('POST', path, { frames });
    expect(driven.body.closed).toBeNull();
    expect(driven.body.frames.length).toBeGreaterThan(1);
  }
  socket.close();
  await once(socket, 'close');
});

it('worlds whose webhooks wait for time to move make room, and send them again then', async () => {
  let hostMs = 0;
  const posts: string[] = [];
  const small = await startServer({
    worldsMax: 2,
    sleepAfterMs: 60_000,
    host: { ...nodeHost, monotonicMs: () => hostMs },
    defaults: { clock: { mode: 'frozen' } },
    post: async ({ url }) => {
      posts.push(url);
      return { kind: 'answered', status: 200 };
    },
  });
  onTestFinished(() => small.close());
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) {
    hostMs += 1_000;
    expect((await small.control('POST', '/worlds', { name })).status).toBe(201);
    const inWorld: TargetServer = {
      ...small,
      request: async (method, path, body) => small.request(method, `/w/${name}${path}`, body),
      control: async (method, path, body) =>
        small.control(method, path.replace('/worlds/default', `/worlds/${name}`), body),
    };
    const endpoint = `http://127.0.0.1:1/${name}`;
    await inWorld.request('POST', '/v2/notifications/subscriptions', { endpoint });
    const { from, to } = await createFundedWallets(inWorld);
    const fields = { walletId: from.id, destinationAddress: to.address };
    await startTransfer(inWorld, fields);
    await vi.waitUntil(() => posts.includes(endpoint)); // the outcome of the last one waits
    await small.reprise.engine.sleepIdle();
  }
  hostMs += 1_000;
  expect((await small.control('POST', '/worlds/a/clock/advance', { by: '1s' })).status).toBe(200);
  const { body } = await small.control('GET', '/worlds/a/events?type=WebhookDelivered');
  const { length: delivered } = body.events;
  expect(delivered).toBeGreaterThan(1);
  expect(posts.filter((url) => url.endsWith('/a')).length).toBeGreaterThan(delivered);
});
