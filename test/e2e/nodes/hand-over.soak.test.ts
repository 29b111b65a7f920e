// Nodes that hand their worlds over: at a stop, when they are drained, and when they are full.

import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { seededRandom } from '../../support/arbitraries/seeded-random.ts';
import { describePostgres, testServer } from '../../support/postgres/databases.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';
import {
  expectStored,
  expectVerified,
  get,
  nodesOf,
  post,
  setsOf,
  startNode,
  takeoverMsMax,
  type Node,
} from '../../support/server/nodes.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { spawnServeForTest } from '../../support/server/serve-child.ts';
import { createWalletSetLoad, isDone } from '../../support/server/wallet-set-load.ts';

vi.setConfig({ testTimeout: 2 * longMs, hookTimeout: longMs });

const worlds = ['harbour', 'meadow', 'brook', 'cove'] as const;

/** A socket of the default world, which is open. */
async function speakingIn({ place }: Node): Promise<WebSocket> {
  const socket = new WebSocket(`${place.url.replace('http', 'ws')}/v1/speak`, {
    headers: { Authorization: 'Token reprise-demo' },
  });
  await once(socket, 'open');
  return socket;
}

describePostgres('nodes', () => {
  const { newUrl } = testServer(['fsync=off']);
  const folder = temporaryFolder();
  const node = async (url: string, flags: readonly string[] = []) => startNode(url, folder, flags);
  const newLoad = () => createWalletSetLoad([...worlds], seededRandom(8));
  const worldsAwake = async (asked: Node, of: Node) =>
    (await nodesOf(asked)).find(({ address }) => address === of.place.url)?.worlds;

  it('are replaced one by one, without a request that fails', async () => {
    const url = await newUrl();
    const load = newLoad();
    const front = await node(url); // what clients reach, as they would the proxy
    let back = await node(url);
    for (const world of worlds) expect(isDone(await load.send(back.place, world))).toBe(true);
    let isOver = false;
    const running = load.run(front.place, 4, () => isOver);
    for (let round = 0; round < 3; round += 1) {
      const before = load.answered();
      const next = await node(url);
      await waitUntil('it is under load', () => load.answered() > before + 20, takeoverMsMax);
      back.child.kill('SIGTERM');
      expect(await back.child.exited).toBe(0);
      for (const world of worlds) await load.send(next.place, world);
      back = next;
    }
    isOver = true;
    await running;
    expect(load.sent.filter((sent) => !isDone(sent))).toEqual([]);
    await expectStored(url, load);
  });

  it('hand all worlds over when they are drained, and go on answering', async () => {
    const url = await newUrl();
    const load = newLoad();
    const one = await node(url, ['--sleep-after', '200ms']);
    for (const world of worlds) expect(isDone(await load.send(one.place, world))).toBe(true);
    const two = await node(url);
    const socket = new WebSocket(`${one.place.url.replace('http', 'ws')}/v1/speak`, {
      headers: { Authorization: 'Token reprise-demo' },
    });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    const drained = await post(two, '/__reprise/nodes/drain', { address: one.place.url });
    expect(drained.status).toBe(200);
    expect((await closed)[0]).toBe(1012);
    await waitUntil('it has none', async () => (await worldsAwake(two, one)) === 0, takeoverMsMax);
    expect(await get(one, '/__reprise/ready')).toMatchObject({
      status: 503,
      body: { error: { message: 'The server hands its worlds over to others.' } },
    });
    for (const world of worlds) {
      expect(isDone(await load.send(one.place, world))).toBe(true);
      expect(await setsOf(one, world)).toEqual(await setsOf(two, world));
    }
    expect((await post(one, '/__reprise/worlds', { name: 'new' })).status).toBe(201);
    expect((await get(one, '/w/unmade/v1/w3s/walletSets')).status).toBe(200); // on demand
    expect(await worldsAwake(two, one)).toBe(0);
    expect(load.sent.every(isDone)).toBe(true);
    const unknown = await post(two, '/__reprise/nodes/drain', { address: 'http://none' });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'node-unknown' } } });
    await expectStored(url, load);
  });

  it('go on with a fork whose parent another node serves', async () => {
    const url = await newUrl();
    const load = newLoad();
    const one = await node(url, ['--sleep-after', '200ms']);
    for (const world of worlds) expect(isDone(await load.send(one.place, world))).toBe(true);
    const two = await node(url);
    const fork = async (name: string) =>
      (await post(two, '/__reprise/worlds/harbour/fork', { name })).status;
    expect(await fork('first')).toBe(201); // by the first node
    const before = await setsOf(two, 'first');
    await post(two, '/__reprise/nodes/drain', { address: one.place.url });
    await waitUntil('it has none', async () => (await worldsAwake(two, one)) === 0, takeoverMsMax);
    const three = await node(url);
    await post(three, '/__reprise/nodes/drain', { address: two.place.url });
    expect(isDone(await load.send(three.place, 'harbour'))).toBe(true);
    expect(await fork('second')).toBe(201);
    expect(await setsOf(three, 'first')).toEqual(before);
    expect(await setsOf(three, 'second')).toEqual(await setsOf(one, 'harbour'));
    expect((await get(three, '/__reprise/worlds/second')).body.forkedFrom).toMatchObject({
      world: 'harbour',
    });
    await expectVerified(url);
  });

  it('pass worlds on when they are full', async () => {
    const url = await newUrl();
    const one = await node(url, ['--worlds-max', '1']);
    const two = await node(url);
    const socket = await speakingIn(one); // the default world is in use
    const load = newLoad();
    const sentTo = (world: string) => async () => isDone(await load.send(one.place, world));
    await waitUntil('it has seen the other one', sentTo('harbour'), takeoverMsMax);
    for (const world of worlds) expect(await sentTo(world)()).toBe(true);
    expect((await post(one, '/__reprise/worlds', { name: 'new' })).status).toBe(201);
    const knowsAll = async () => (await worldsAwake(one, two)) === worlds.length + 1;
    await waitUntil('the second node has them', knowsAll, takeoverMsMax);
    two.child.kill('SIGKILL');
    await two.child.exited;
    const full = async () => (await get(one, '/w/harbour/v1/w3s/walletSets')).status === 503;
    await waitUntil('there is no room', full, takeoverMsMax);
    socket.close();
    await waitUntil('there is room again', sentTo('harbour'), takeoverMsMax);
    await expectStored(url, load);
  });

  it('hand a world that sleeps over when they are full, and its clock runs on', async () => {
    const url = await newUrl();
    const one = await node(url, ['--worlds-max', '1']);
    const clock = { mode: 'real' };
    expect((await post(one, '/__reprise/worlds', { name: 'harbour', clock })).status).toBe(201);
    const time = async () =>
      Date.parse((await get(one, '/__reprise/worlds/harbour/clock')).body.now as string);
    const startMs = await time();
    const readMs = performance.now();
    const isAwake = async () => (await get(one, '/__reprise/worlds/default')).status === 200;
    await waitUntil('the other one sleeps for it', isAwake, takeoverMsMax);
    const socket = await speakingIn(one);
    const two = await node(url);
    const passedMs = performance.now() - readMs;
    let nowMs = Number.NaN;
    const isAnswered = async () => !Number.isNaN((nowMs = await time()));
    await waitUntil('the other node is seen', isAnswered, takeoverMsMax);
    expect(nowMs).toBeGreaterThanOrEqual(startMs + Math.floor(passedMs) - 1); // in whole milliseconds
    const listed = (await get(one, '/__reprise/worlds')).body.worlds as object[];
    expect(listed).toContainEqual(
      expect.objectContaining({ name: 'harbour', node: two.place.url }),
    );
    socket.close();
    await expectVerified(url);
  });

  it('are refused an address that another one has', async () => {
    const url = await newUrl();
    const address = 'http://127.0.0.1:1';
    const one = await node(url, ['--advertise', address]);
    const flags = ['--store', url, '--advertise', address];
    const two = spawnServeForTest(flags, { cwd: folder });
    expect(await two.exited).toBe(1);
    expect(two.complaint()).toContain(`Another process of this store is reached at ${address}`);
    one.child.kill('SIGKILL');
    await one.child.exited;
    await node(url, ['--advertise', address]); // the other one has ended
  });
});
