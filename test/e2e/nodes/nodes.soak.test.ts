// Several `reprise serve` over one PostgreSQL: each answers for all worlds, and goes on with those of a node that is gone.

import { once } from 'node:events';
import { request } from 'node:http';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { seededRandom } from '../../support/arbitraries/seeded-random.ts';
import { describePostgres, testServer } from '../../support/postgres/databases.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';
import {
  expectStored,
  get,
  goOn as goOnWith,
  post,
  setsOf,
  startNode,
  takeoverMsMax,
  type Node,
} from '../../support/server/nodes.ts';
import { waitUntil } from '../../support/server/requests.ts';
import {
  createWalletSetLoad,
  isDone,
  type WalletSetLoad,
} from '../../support/server/wallet-set-load.ts';

vi.setConfig({ testTimeout: 2 * longMs, hookTimeout: longMs });

const worlds = ['harbour', 'meadow', 'brook', 'cove'] as const;
describePostgres('nodes that share a store', () => {
  const { newUrl, run } = testServer(['fsync=off']);
  const folder = temporaryFolder();

  const node = async (url: string) => startNode(url, folder);
  const goOn = async (of: Node, load: WalletSetLoad) => goOnWith(of, load, worlds);

  async function twoNodes(): Promise<{ url: string; one: Node; two: Node; load: WalletSetLoad }> {
    const url = await newUrl();
    const one = await node(url);
    const two = await node(url);
    return { url, one, two, load: createWalletSetLoad([...worlds], seededRandom(7)) };
  }

  it('answer for each other: every service, the control plane, streams and sockets', async () => {
    const { url, one, two, load } = await twoNodes();
    for (const world of worlds) {
      for (const { place } of [one, two, two, one]) {
        expect(isDone(await load.send(place, world))).toBe(true);
      }
      expect(await setsOf(one, world)).toEqual(await setsOf(two, world));
      expect(await setsOf(one, world)).toHaveLength(4);
    }
    expect((await get(two, '/__reprise/worlds/default')).body.isLoaded).not.toBe(false);
    expect((await get(one, '/__reprise/ready')).body).toEqual({ status: 'ready' });
    const { nodes } = (await get(two, '/__reprise/nodes')).body;
    const expected = [one, two].map(({ place: { url: address } }) => ({
      address,
      version: expect.any(String),
      worlds: expect.any(Number),
      load: expect.any(Number),
      isDraining: false,
      isSelf: address === two.place.url,
    }));
    expect(nodes).toEqual(expected.sort((a, b) => (a.address < b.address ? -1 : 1)));
    // One world is at the first node, the other at the second.
    await post(two, '/__reprise/worlds', { name: 'away', seed: 'another' });
    for (const asked of [one, two]) {
      const { status, body } = await get(asked, '/__reprise/worlds/cove/compare?with=away');
      expect([status, body.worlds]).toEqual([200, ['cove', 'away']]);
      expect(body.difference).not.toBeNull();
    }
    const fork = await post(two, '/__reprise/worlds/default/fork', { name: 'fork' });
    expect(fork.status).toBe(201);
    const stream = await fetch(`${two.place.url}/__reprise/worlds/harbour/events?from=1`, {
      headers: { Authorization: `Bearer ${two.place.token}`, Accept: 'text/event-stream' },
    });
    const reader = stream.body!.getReader();
    let streamed = '';
    while (!streamed.includes('"type":"WalletSetCreated"')) {
      const { value, done } = await reader.read();
      expect(done).toBe(false);
      streamed += Buffer.from(value ?? []).toString();
    }
    await reader.cancel();
    const socket = new WebSocket(`${two.place.url.replace('http', 'ws')}/v1/speak`, {
      headers: { Authorization: 'Token reprise-demo' },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'Speak', text: 'Hello.' }));
    socket.send(JSON.stringify({ type: 'Close' }));
    let bytes = 0;
    socket.on('message', (data: Buffer, isBinary) => (bytes += isBinary ? data.length : 0));
    const [code] = (await once(socket, 'close')) as [number];
    expect({ code, hasAudio: bytes > 1_000 }).toEqual({ code: 1000, hasAudio: true });
    await expectStored(url, load);
  });

  it('look alike, whichever is asked: under faults, and with a slash too many', async () => {
    const { one, two } = await twoNodes();
    const path = '/w/brook/v1/w3s/walletSets';
    const seen = async ({ place }: Node, of = path): Promise<unknown> =>
      new Promise((resolve) => {
        const headers = { Authorization: 'Bearer reprise-demo' };
        const sent = request(`${place.url}${of}`, { headers, agent: false });
        sent.on('error', ({ message }) => resolve(message));
        sent.once('response', (answer) => resolve(answer.resume().statusCode));
        sent.end();
      });
    await post(one, '/__reprise/worlds', { name: 'brook' });
    for (const [fault, expected] of [
      [{ kind: 'lose-request' }, 'read ECONNRESET'],
      [{ kind: 'refuse', status: 421 }, 421],
      [undefined, 401],
    ] as const) {
      if (fault !== undefined) {
        const added = { ...fault, when: { count: 2 } };
        const { status } = await post(one, '/__reprise/worlds/brook/faults', added);
        expect(status).toBe(201);
      }
      expect([fault, await seen(one), await seen(two)]).toEqual([fault, expected, expected]);
    }
    expect([await seen(one, `/${path}`), await seen(two, `/${path}`)]).toEqual([401, 401]);
    const encoded = '/__reprise/worlds/%62rook';
    expect([(await get(one, encoded)).status, (await get(two, encoded)).status]).toEqual([
      200, 200,
    ]);
  });

  it('refuse nothing of new worlds that are asked for at both at once', async () => {
    const { one, two } = await twoNodes();
    const event = { title: 'Fair', start_date: 'tomorrow', end_date: 'tomorrow' };
    const names = Array.from({ length: 20 }, (_, index) => `new-${index}`);
    const answers = await Promise.all(
      names.flatMap((name) => [
        post(one, `/w/${name}/calendar/events/v1/events`, event),
        post(two, `/w/${name}/calendar/events/v1/events`, event),
      ]),
    );
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([201]);
    const advances = await Promise.all(
      names.flatMap((name) =>
        [one, two].map(async (node) =>
          post(node, `/__reprise/worlds/other-${name}/clock/advance`, { by: '1s' }),
        ),
      ),
    );
    expect([...new Set(advances.map(({ status }) => status))]).toEqual([200]);
    const stranger = { ...one, place: { ...one.place, token: 'none' } };
    expect((await get(stranger, '/__reprise/worlds/strange')).status).toBe(401);
    expect((await get(one, '/__reprise/worlds?after=s')).body.worlds).toEqual([]);
  });

  it('go on with the worlds of a node that was killed', async () => {
    const { url, one, two, load } = await twoNodes();
    for (const world of worlds) expect(isDone(await load.send(one.place, world))).toBe(true);
    let isOver = false;
    const running = load.run(two.place, 2, () => isOver);
    await waitUntil('it is under load', () => load.answered() > 30, takeoverMsMax);
    one.child.kill('SIGKILL');
    await one.child.exited;
    await goOn(two, load);
    isOver = true;
    await running;
    for (const world of worlds) expect(await setsOf(two, world)).not.toEqual([]);
    await expectStored(url, load);
  });

  it('refuse a world alone that is damaged when they take it over', async () => {
    const { url, one, two, load } = await twoNodes();
    for (const world of worlds) expect(isDone(await load.send(one.place, world))).toBe(true);
    one.child.kill('SIGKILL');
    await one.child.exited;
    await run(
      "UPDATE reprise_inputs SET seal = 'x' WHERE world = (SELECT id FROM reprise_worlds WHERE name = 'meadow')",
      url,
    );
    const sound = worlds.filter((world) => world !== 'meadow');
    await goOnWith(two, load, sound);
    expect(await load.send(two.place, 'meadow')).toMatchObject({
      answer: { status: 500, body: { message: expect.stringContaining("'meadow' is damaged") } },
    });
    expect(two.child.complaint()).toContain("'meadow' is damaged");
    for (const world of sound) expect(await setsOf(two, world)).not.toEqual([]);
  });

  it('go on with the worlds of a node that stops, which answers what it has begun', async () => {
    const { url, one, two, load } = await twoNodes();
    for (const world of worlds) expect(isDone(await load.send(one.place, world))).toBe(true);
    one.child.kill('SIGTERM');
    expect(await one.child.exited).toBe(0);
    await goOn(two, load);
    expect(load.sent.every(isDone)).toBe(true); // without one refusal
    await expectStored(url, load);
  });

  it('cut the sockets of a node that was killed, and close all at a stop', async () => {
    const { url, one, two } = await twoNodes();
    const open = async ({ place }: Node) => {
      const socket = new WebSocket(`${place.url.replace('http', 'ws')}/v1/speak`, {
        headers: { Authorization: 'Token reprise-demo' },
      });
      await once(socket, 'open');
      return socket;
    };
    const cut = await open(two); // the first node has the world
    one.child.kill('SIGKILL');
    expect((await once(cut, 'close'))[0]).toBe(1006);
    expect((await get(two, '/__reprise/ready')).status).toBe(200);
    const goesOn = async () => (await get(two, '/__reprise/worlds/default')).status === 200;
    await waitUntil('the second node goes on', goesOn, takeoverMsMax);
    const own = await open(two);
    const three = await node(url);
    const forwarded = await open(three);
    three.child.kill('SIGTERM');
    expect((await once(forwarded, 'close'))[0]).toBe(1012);
    expect(await three.child.exited).toBe(0);
    two.child.kill('SIGTERM');
    expect((await once(own, 'close'))[0]).toBe(1012);
    expect(await two.child.exited).toBe(0);
  });

  it('read nothing old, and store nothing, after a suspension in which another took over', async () => {
    const { url, one, two, load } = await twoNodes();
    for (const world of worlds) expect(isDone(await load.send(one.place, world))).toBe(true);
    one.child.kill('SIGSTOP');
    await goOn(two, load);
    const expected = await Promise.all(worlds.map(async (world) => setsOf(two, world)));
    one.child.kill('SIGCONT');
    // The first requests may be answered before its clock is read for the first time: none may see an earlier state.
    for (const [index, world] of worlds.entries()) {
      const sent = async () => {
        const { status, body } = await get(one, `/w/${world}/v1/w3s/walletSets`);
        if (status !== 200) return false;
        const names = (body.data.walletSets as { name: string }[]).map(({ name }) => name);
        expect(names).toEqual(expected[index]);
        return true;
      };
      await waitUntil(`${world} is read`, sent, takeoverMsMax);
    }
    await goOn(one, load);
    await expectStored(url, load);
  });
});
