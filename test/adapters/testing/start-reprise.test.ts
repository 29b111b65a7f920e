// `reprise/testing`: a server, and a world for each test.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lastValueFrom, toArray } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startReprise,
  type TestReprise,
  type TestWorld,
  type TestWorldOptions,
} from '../../../adapters/testing/index.ts';
import { compareClients } from '../../../adapters/recording/diff/client-difference.ts';
import { readChunks } from '../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../adapters/recording/replay/replay.ts';
import { transferIn } from '../../support/server/in-process.ts';
import { realClient } from '../../support/server/server.ts';

const usdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';

let reprise: TestReprise;
beforeAll(async () => {
  reprise = await startReprise({ fixture: 'wallet/treasury' });
});
afterAll(() => reprise.close());

const create = (options?: TestWorldOptions) => reprise.createWorld(options);

describe('a world of a test', () => {
  it('serves the real client on its base URL, and its clock moves on request', async () => {
    const world = await create();
    const client = realClient(world.url, world.walletKey);
    const { data } = await client.createTransaction({
      walletId: world.wallet('operations', 'ETH-SEPOLIA').id,
      tokenId: usdc,
      destinationAddress: world.wallet('till').address,
      amount: ['1.25'],
      fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
    });
    const tx = world.tx(data?.id ?? '');
    await world.clock.advance('1s');
    expect((await tx.stick()).state).toBe('SENT');
    await world.clock.untilIdle();
    expect((await tx.get()).state).toBe('STUCK');
    await tx.unstick();
    await world.clock.advance(600_000);
    expect((await tx.get()).state).toBe('COMPLETE');
    expect(world.clock.now.getTime()).toBeGreaterThan(Date.UTC(2026, 0, 1, 0, 10));
    const stuck = await world.events('TransactionStuck');
    expect(stuck).toMatchObject([
      { type: 'TransactionStuck', stream: `wallet/transaction/${tx.id}` },
    ]);
    await world.dispose();
  });

  it('answers in process for any host of a URL, also over sockets', async () => {
    const world = await create({ name: 'in-process' });
    const headers = { Authorization: `Bearer ${world.walletKey}` };
    const url = 'https://api.circle.com/v1/w3s/wallets?refId=till';
    for (const given of [url, new URL(url), new Request(url)]) {
      const { data } = (await (await world.fetch(given, { headers })).json()) as {
        data: { wallets: { id: string }[] };
      };
      expect(data.wallets.map(({ id }) => id)).toEqual([world.wallet('till').id]);
    }
    const socket = new world.WebSocket('wss://api.deepgram.com/v1/speak', [
      'token',
      world.speechKey,
    ]);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    socket.close();
    await world.dispose();
    expect((await world.fetch(url, { headers })).status).toBe(404);
  });

  it('begins with the fixture, and lists only later events', async () => {
    const world = await create();
    expect(await world.events()).toEqual([]);
    expect((await world.state()).tables['wallet/wallets']?.count).toBe(5);
    await transferIn(world);
    expect((await world.events()).map(({ type }) => type)).toEqual([
      'EntitySecretAdopted',
      'TransferInitiated',
    ]);
    await world.wallet('till').fund({ usdc: '5' });
    await world.wallet('till').freeze();
    await world.wallet('till').unfreeze();
    await world.chain('ETH-SEPOLIA', { congestion: '8' });
    expect((await world.events('WalletFrozen')).map(({ data }) => data)).toEqual([
      { walletId: world.wallet('till').id },
    ]);
    await expect(world.events('WalletFroze' as never)).rejects.toThrow(
      /no event type 'WalletFroze'.*WalletFrozen/,
    );
    await world.dispose();
  });

  it('has ids derived from its seed, and the wallets of its fixture', async () => {
    const worlds = await Promise.all(
      ['a', 'b', 'a', undefined, undefined].map((seed) => create({ seed })),
    );
    const [one, other, again, plain, same] = await Promise.all(
      worlds.map((world) => transferIn(world)),
    );
    expect(again).toBe(one);
    expect(same).toBe(plain);
    expect(new Set([one, other, plain]).size).toBe(3);
    expect(new Set(worlds.map((world) => world.wallet('till').id)).size).toBe(1);
    expect(worlds.map(({ seed }) => seed)).toEqual(['a', 'b', 'a', 'reprise', 'reprise']);
  });

  it('names the existing wallets in its error', async () => {
    const world = await create();
    expect(() => world.wallet('till', 'SOL-DEVNET')).toThrow(
      "There is no wallet with name or refId 'till' on SOL-DEVNET; there are: 'operations' on ETH-SEPOLIA, 'operations' on BASE-SEPOLIA",
    );
    expect(() => world.wallet('operations')).toThrow(/^3 wallets have .* Give a blockchain/);
    expect(world.wallets('operations').map(({ blockchain }) => blockchain)).toEqual([
      'ETH-SEPOLIA',
      'BASE-SEPOLIA',
      'SOL-DEVNET',
    ]);
    expect(world.wallets()).toHaveLength(5);
  });

  it('leaves out repeated reads of a clock that moves by itself', async () => {
    const recorded = async (reads: number) => {
      const world = await create({ clock: 'real' });
      const headers = { Authorization: `Bearer ${world.walletKey}` };
      for (let read = 0; read < reads; read += 1) {
        await world.fetch('/v1/w3s/wallets?refId=till', { headers });
      }
      await transferIn(world);
      const file = await readChunks(bytesOf(await world.recording()), 'test');
      await world.dispose();
      return file;
    };
    const { isEqual, requests } = compareClients(await recorded(1), await recorded(3));
    expect({ isEqual, requests }).toEqual({ isEqual: true, requests: [] });
  });

  it.each<[string, (world: TestWorld) => unknown, string]>([
    ['tx()', (world) => world.tx(undefined as never), 'world.tx: id is missing'],
    ['tx(null)', (world) => world.tx(null as never), 'world.tx: id must be a text'],
    ["tx('')", (world) => world.tx(''), 'world.tx: id must not be empty'],
    ['wallet()', (world) => world.wallet(undefined as never), 'world.wallet: name is missing'],
    [
      'a blockchain',
      (world) => world.wallet('till', 'ETH-SEPOLI' as never),
      'world.wallet: blockchain must be one of',
    ],
    [
      'wallets(null)',
      (world) => world.wallets(null as never),
      'world.wallets: name must be a text',
    ],
    ['requests(null)', (world) => world.requests(null as never), 'world.requests: it must be an'],
    [
      'a member of requests()',
      (world) => world.requests({ unmatched: 5 as never }),
      'world.requests: unmatched must be true or false, not 5',
    ],
  ])('refuses invalid arguments of callers in JavaScript: %s', async (_name, call, message) => {
    const world = await create();
    const refusal = await Promise.resolve(world)
      .then(call)
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      name: 'OptionsError',
      message: expect.stringContaining(message),
    });
    await transferIn(world);
    await world.dispose();
  });

  it('sends webhooks, and waits for their answers when time moves', async () => {
    const types: string[] = [];
    const receiver = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += String(part)));
      request.on('end', () => {
        if (request.method === 'POST')
          types.push((JSON.parse(text) as { notificationType: string }).notificationType);
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const world = await create();
    const { port } = receiver.address() as AddressInfo;
    await world.fetch('/v2/notifications/subscriptions', {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.walletKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ endpoint: `http://127.0.0.1:${port}/hook` }),
    });
    await transferIn(world);
    await world.clock.advance('2s');
    expect(types).toContain('transactions.outbound');
    await world.dispose();
    receiver.close();
    receiver.closeAllConnections();
  });

  it('records its traffic, so that it replays equal', async () => {
    const world = await create({ seed: 'recorded' });
    const tx = world.tx(await transferIn(world));
    await world.clock.advance('1s');
    await tx.stick();
    await world.clock.advance('10m');
    const text = await world.recording();
    expect(text).not.toContain(world.entitySecret);
    const recording = await readChunks(bytesOf(text), 'test');
    expect(recording.ending.kind).toBe('whole');
    const { divergence } = await replayRecording('test', recording);
    expect(divergence).toBeUndefined();
    await world.dispose();
    const silent = await create({ name: world.name, record: false });
    await expect(silent.recording()).rejects.toThrow('This world is not recorded');
  });

  it('lists its requests, and strikes them with faults', async () => {
    const world = await create();
    const headers = { Authorization: `Bearer ${world.walletKey}` };
    const sent = async (path: string) => (await world.fetch(path, { headers })).status;
    await world.faults.add({ kind: 'refuse', status: 503, service: 'wallet', when: { count: 1 } });
    expect([await sent('/v1/w3s/wallets'), await sent('/v1/w3s/wallets')]).toEqual([503, 200]);
    expect(await sent('/v1/w3s/walets')).toBe(404);
    expect(await world.requests({ unmatched: true })).toMatchObject([
      { path: '/v1/w3s/walets', status: 404, nearest: 'GET /v1/w3s/wallets' },
    ]);
    expect(await world.requests({ service: 'wallet', status: 503 })).toHaveLength(1);
    expect(await world.requests()).toHaveLength(3); // requests of the operator do not count
    expect((await world.events('FaultStruck')).length).toBe(1);
    await world.faults.removeAll();
    await world.faults.add({ kind: 'stick', when: { json: { refId: 'R-7' }, count: 1 } });
    await world.faults.add({ kind: 'late-webhook', delay: '5s' });
    expect((await world.faults.list()).map(({ kind }) => kind)).toEqual(['stick', 'late-webhook']);
  });

  it('rejects invalid calls with the messages of the control plane', async () => {
    const world = await create();
    await expect(world.clock.advance('ten minutes')).rejects.toThrow(
      /body\.by: is no duration such as "10m"/,
    );
    await expect(world.clock.advance('10')).rejects.toThrow(
      "'10' has no unit: write '10s', '10m', '10h' or '10d'; milliseconds are a number",
    );
    await expect(world.tx('none').stick()).rejects.toMatchObject({
      name: 'RepriseError',
      status: 404,
    });
    await expect(world.tx('none').get()).rejects.toThrow("There is no transaction 'none'");
    await expect(world.clock.advanceTo('2020-01-01')).rejects.toThrow('is in the past');
  });

  it.each([
    [{ sede: 'a' }, /^createWorld: it must not have "sede"; allowed: seed, epoch, clock/],
    [{ clock: 'frosen' }, /clock must be one of real, frozen, skip, not 'frosen'/],
    [{ epoch: 'noon' }, /epoch must be an ISO-8601 instant/],
    [{ fixture: 'wallet/treasure' }, /There is no fixture 'wallet\/treasure'/],
    [{ name: 'a b' }, /name must be 1 to 64 letters/],
  ])('is not created from %j', async (options, message) => {
    await expect(create(options as never)).rejects.toThrow(message);
  });

  it('has the keys, the clock and the epoch of its options', async () => {
    const walletKeys = ['TEST_API_KEY:mine:hush-hush'];
    const world = await create({
      config: { walletKeys },
      clock: 'skip',
      epoch: '2027-05-06T07:08:09Z',
      fixture: { version: 1, config: { speechKeys: ['my-own-key'] } },
    });
    expect(world).toMatchObject({ walletKey: walletKeys[0], speechKey: 'my-own-key' });
    const headers = { Authorization: `Bearer ${world.walletKey}` };
    expect((await world.fetch('/v1/w3s/wallets', { headers })).status).toBe(200);
    expect([world.clock.mode, world.clock.now.toISOString()]).toEqual([
      'skip',
      '2027-05-06T07:08:09.000Z',
    ]);
    expect(await world.clock.nextDue()).toBeUndefined();
  });
});

describe('a server for tests', () => {
  it('has worlds that refuse a reset, and say when another client has reset them', async () => {
    const world = await create({ name: 'stale', seed: 'roses' });
    const tx = world.tx(await transferIn(world));
    await world.wallet('till').freeze();
    const refused = /^World 'stale' of a test cannot be reset: dispose of it, and create another/;
    await expect(world.operator.reset()).rejects.toThrow(refused);
    const events = lastValueFrom(world.events$.pipe(toArray()));
    const other = await reprise.reprise.worlds.reset('stale');
    expect(other.settings().forkSeed).toBe('roses');
    expect(await events).toEqual([]);
    const stale = "World 'stale' was reset or replaced: dispose of it, and create another";
    const { clock } = world;
    for (const read of [() => world.wallets(), () => world.wallet('till')]) {
      expect(read).toThrow(stale);
    }
    for (const read of [() => clock.now, () => clock.mode]) expect(read).toThrow(stale);
    for (const call of [clock.nextDue, tx.get]) await expect(call()).rejects.toThrow(stale);
    expect(await world.recording()).toContain('"kind":"end"');
    await world.dispose();
    expect(reprise.reprise.engine.world('stale')).toBeUndefined();
  });

  it('does not remove a world that has the name of an earlier one', async () => {
    const world = await create({ name: 'twice' });
    await world.operator.remove();
    const second = await create({ name: 'twice' });
    await world.dispose();
    expect(second.wallets()).toHaveLength(5);
    await second.dispose();
    expect(reprise.reprise.engine.world('twice')).toBeUndefined();
  });

  it('is closed once, with its worlds, after which it creates none', async () => {
    const own = await startReprise();
    const world = await own.createWorld();
    const wallets = `${world.url}/v1/w3s/wallets`;
    const headers = { Authorization: `Bearer ${world.walletKey}` };
    expect((await fetch(wallets, { headers })).status).toBe(200);
    await Promise.all([own.close(), own.close(), world.dispose()]);
    await expect(fetch(wallets)).rejects.toThrow();
    await expect(own.createWorld()).rejects.toThrow('Reprise is closed');
  });

  it('merges its settings with those of a world', async () => {
    await using own = await startReprise({ config: { calendar: { zone: 'UTC+1' } } });
    const { name } = await own.createWorld({ config: { calendar: { perPage: 3 } } });
    expect(own.reprise.engine.world(name)?.settings().config).toMatchObject({
      calendar: { zone: 'UTC+1', perPage: 3 },
    });
  });

  it('and its worlds are disposable', async () => {
    const own = await startReprise();
    const world = await own.createWorld();
    await world[Symbol.asyncDispose]();
    expect(own.reprise.engine.world(world.name)).toBeUndefined();
    await own[Symbol.asyncDispose]();
  });

  it.each([
    [{ port: 1 }, 'startReprise: it must not have "port"'],
    [{ fixture: 'wallet/treasure' }, /There is no fixture 'wallet\/treasure'.*wallet\/treasury/],
    [{ fixture: 5 }, /fixture: it must be an object/],
    [{ seed: 5 }, 'seed must be a text, not 5'],
    [{ clock: 'frosen' }, /clock must be one of real, frozen, skip, not 'frosen'/],
    [{ epoch: 'noon' }, /startReprise: epoch must be an ISO-8601 instant/],
    [{ epoch: new Date(0) }, 'epoch must be a text'],
    [{ record: 'yes' }, /record must be true or false/],
    ['frozen', 'startReprise: it must be an object'],
  ])('is not started with %j', async (options, message) => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap');
    await expect(startReprise(options as never)).rejects.toThrow(message);
    const after = process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap');
    expect(after).toEqual(before);
  });
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
