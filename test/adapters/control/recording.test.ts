// Recordings of running worlds, started and stopped through the control plane: each file is complete and can be replayed.

import fs, { readdirSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../adapters/recording/replay/replay.ts';
import type { RecordingStatus } from '../../../adapters/contracts/recording-control.ts';
import { openSqliteStore } from '../../../adapters/stores/sqlite/event-store.ts';
import { StoreError, type EventStore } from '../../../core/index.ts';
import { expectComplete, expectEqual, inputsIn } from '../../support/recording/recordings.ts';
import { serverTest } from '../../support/runner/server-test.ts';
import { eventReader } from '../../support/server/event-stream-reader.ts';
import { testKey, token, type TestServer } from '../../support/server/server.ts';
import {
  advance,
  expectControlError,
  fund,
  createFundedWallets,
  createWalletSet,
  createWallets,
  settle,
  startTransfer,
  steer,
  transactionOf,
  waitUntil,
} from '../../support/server/requests.ts';

/** The reports of recordings that ended without a stop request. */
const ended: RecordingStatus[] = [];
beforeEach(() => void ended.splice(0));

const it = serverTest({
  allowHosts: ['elsewhere'],
  onRecordingEnded: (status) => ended.push(status),
});

const fetchText = (server: TestServer, world = 'default') =>
  fetch(`${server.url}/__reprise/worlds/${world}/recording`, {
    headers: { Authorization: `Bearer ${token}` },
  });

/** Sequential requests of every kind. */
async function session(server: TestServer): Promise<void> {
  const { from } = await createFundedWallets(server);
  const id = await startTransfer(server, { walletId: from.id });
  await transactionOf(server, id);
  await advance(server, '3s');
  await steer(server, id, 'stick');
  await server.request('GET', '/v1/w3s/transactions?pageSize=5');
  await server.request('GET', '/v1/w3s/wallets', undefined, { Authorization: 'Bearer none' });
  await server.request('POST', '/v1/w3s/developer/walletSets', '{"broken');
  await server.control('PATCH', '/worlds/default/wallet/chains/ETH-SEPOLIA', { congestion: 3 });
  await server.control('PATCH', '/worlds/default/config', { ids: 'idempotency-key' });
  await server.control('PATCH', '/worlds/default/clock', { mode: 'skip' });
  await transactionOf(server, id);
  await server.control('PATCH', '/worlds/default/clock', { mode: 'frozen' });
  await server.control('GET', '/worlds/default');
  await server.control('GET', '/worlds/default/events?limit=5');
  await server.control('GET', '/worlds/default/state?at=3');
  await settle(server);
  await createWalletSet(server);
}

/** Concurrent requests. */
async function burst(server: TestServer, count = 20, world = 'default'): Promise<void> {
  const prefix = world === 'default' ? '' : `/w/${world}`;
  const chain = `/worlds/${world}/wallet/chains/ETH-SEPOLIA`;
  await Promise.all(
    Array.from({ length: count }, async (_one, index) => {
      if (index % 4 === 0) await createWalletSet(server, {}, prefix);
      if (index % 4 === 1) await server.control('PATCH', chain, { congestion: 1 + index });
      if (index % 4 === 2) await server.request('GET', `${prefix}/v1/w3s/walletSets`);
      if (index % 4 === 3) {
        await server.control('POST', `/worlds/${world}/clock/advance`, { by: index });
      }
    }),
  );
}

describe('a recording', () => {
  it('contains all requests and responses between start and stop', async ({ server, record }) => {
    const { file, stop } = await record(server);
    await session(server);
    const stopped = await stop();
    await createWalletSet(server); // after the stop: not recorded
    const { header, entries, ending, replay } = await expectEqual(file);
    expect(stopped).toEqual({
      world: 'default',
      file,
      state: 'complete',
      entries: entries.length,
      base: { inputs: 0, position: 0, digest: '0'.repeat(64) },
      digest: replay.digest,
      seal: ending.kind === 'whole' ? ending.end.seal : '',
    });
    expect(header).toMatchObject({
      engine: 'reprise 0.0.0-test',
      source: 'world',
      seed: 'reprise',
    });
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['http.request', 'http.answer', 'control', 'clock', 'event']),
    );
    await expectComplete({ header, entries, ending }, server.reprise.engine.store);
    expect(ended).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('can be fetched while running, in whole lines, and after its stop', async ({
    server,
    record,
    folder,
  }) => {
    const { file, stop } = await record(server);
    await createWalletSet(server);
    const fetched = await fetchText(server);
    expect(fetched.headers.get('content-type')).toBe('application/x-ndjson');
    const text = await fetched.text();
    expect(text).toMatch(/\}\n$/);
    const copy = join(folder, 'fetched.jsonl');
    fs.writeFileSync(copy, text);
    const { entries } = await expectEqual(copy, 'cut');
    expect(inputsIn(entries)).toEqual([1]);
    await stop();
    expect(await (await fetchText(server)).text()).toBe(fs.readFileSync(file, 'utf8'));
  });

  it('is fetched in whole lines during concurrent writes', async ({ server, record, folder }) => {
    await record(server);
    await createFundedWallets(server);
    const concurrent = burst(server, 60);
    for (let count = 0; count < 10; count += 1) {
      const copy = join(folder, 'under-way.jsonl');
      fs.writeFileSync(copy, await (await fetchText(server)).text());
      expect(fs.readFileSync(copy, 'utf8')).toMatch(/\}\n$/);
      await expectEqual(copy, 'cut');
    }
    await concurrent;
  });

  it('starts once and stops once', async ({ server }) => {
    expectControlError(await server.control('POST', '/worlds/default/recording/stop'), 409);
    const missing = await fetchText(server);
    expectControlError({ status: missing.status, body: await missing.json() }, 404, 'not-found');
    const [first, second] = await Promise.all(
      [1, 2].map(() => server.control('POST', '/worlds/default/recording/start')),
    );
    expect(new Set([first?.status, second?.status])).toEqual(new Set([201, 409]));
    expectControlError(
      await server.control('POST', '/worlds/default/recording/start'),
      409,
      'recording',
    );
    expect((await server.control('POST', '/worlds/default/recording/stop')).status).toBe(200);
    expectControlError(
      await server.control('POST', '/worlds/default/recording/stop'),
      409,
      'not-recording',
    );
    for (const action of ['start', 'stop']) {
      const answer = await server.control('POST', `/worlds/nowhere/recording/${action}`);
      expectControlError(answer, 404, 'world-unknown');
    }
  });

  it('can start again, in another file', async ({ server, record }) => {
    const files: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { file, stop } = await record(server);
      await createWalletSet(server);
      await stop();
      files.push(file);
      expect((await expectEqual(file)).header.base.inputs).toBe(count);
    }
    expect(new Set(files).size).toBe(2);
  });

  it('answers 404 if its file is deleted', async ({ server, record }) => {
    const { file, stop } = await record(server);
    await stop();
    rmSync(file);
    const answer = await fetchText(server);
    expectControlError({ status: answer.status, body: await answer.json() }, 404, 'not-found');
    expect((await server.control('GET', '/health')).status).toBe(200);
  });
});

describe('a recording that starts in a running world', () => {
  it('contains all earlier inputs, also beyond one read of the store', async ({
    server,
    record,
  }) => {
    const { from } = await createFundedWallets(server);
    await startTransfer(server, { walletId: from.id });
    for (let count = 0; count < 600; count += 60) {
      await Promise.all(Array.from({ length: 60 }, () => advance(server, 1)));
    }
    const before = await server.reprise.engine.world('default')?.describe();
    const { file, stop } = await record(server);
    await session(server);
    await stop();
    const { header, entries, ending } = await expectEqual(file);
    expect(before?.inputs).toBeGreaterThan(600);
    const { inputs, position, digest } = before ?? {};
    expect(header.base).toEqual({ inputs, position, digest });
    expect(entries.slice(0, inputs).every(({ kind }) => kind === 'input')).toBe(true);
    await expectComplete({ header, entries, ending }, server.reprise.engine.store);
  });

  it('loses no request in progress at its start or stop', async ({ server, record }) => {
    const { from } = await createFundedWallets(server);
    await startTransfer(server, { walletId: from.id });
    for (let round = 0; round < 6; round += 1) {
      const before = burst(server, 30);
      await new Promise((resolve) => setTimeout(resolve, round * 3));
      const { file, stop } = await record(server);
      const during = burst(server, 30);
      await Promise.race([during, new Promise((resolve) => setTimeout(resolve, 15 + round * 7))]);
      await stop();
      await Promise.all([before, during]);
      await expectComplete(await expectEqual(file), server.reprise.engine.store);
    }
  });

  it('loses nothing when settings change during requests', async ({ server, record }) => {
    const { file, stop } = await record(server);
    const keys = [testKey, 'TEST_API_KEY:another:key'];
    for (let round = 0; round < 10; round += 1) {
      const walletKeys = [keys[round % 2]];
      await Promise.all(
        Array.from({ length: 12 }, (_one, index) =>
          index % 4 === 1
            ? server.control('PATCH', '/worlds/default/config', { walletKeys })
            : server.request('GET', '/v1/w3s/wallets'),
        ),
      );
    }
    await stop();
    await expectComplete(await expectEqual(file), server.reprise.engine.store);
  });

  it('records which uncommitted settings authorized or refused each request', async ({
    server,
    record,
  }) => {
    const { file, stop } = await record(server);
    const handle = (url: string, method: string, key: string, text = '') =>
      server.reprise.app.handle({
        method,
        url,
        origin: 'http://localhost',
        headers: { authorization: `Bearer ${key}`, host: 'localhost' },
        body: Buffer.from(text),
      });
    const other = 'TEST_API_KEY:another:key';
    const path = '/__reprise/worlds/default/config';
    for (const [oldKey, newKey] of [
      [testKey, other],
      [other, testKey],
    ] as const) {
      const changed = handle(path, 'PATCH', token, JSON.stringify({ walletKeys: [newKey] }));
      await Promise.resolve();
      const answers = await Promise.all(
        [oldKey, newKey, oldKey].map((key) => handle('/v1/w3s/wallets', 'GET', key)),
      );
      expect((await changed).status).toBe(200);
      expect(answers.map(({ status }) => status)).toEqual([401, 200, 401]);
    }
    await stop();
    await expectComplete(await expectEqual(file), server.reprise.engine.store);
  });

  it('works in a world that was loaded from a file', async ({ serve, record, folder }) => {
    const store = join(folder, 'resumed.db');
    const first = await serve({ store: openSqliteStore({ file: store }) });
    await session(first);
    await first.close();
    const server = await serve({ store: openSqliteStore({ file: store }) });
    const { file, stop } = await record(server);
    await session(server);
    await burst(server);
    await stop();
    const recording = await expectEqual(file);
    expect(recording.header.base.inputs).toBeGreaterThan(5);
    await expectComplete(recording, server.reprise.engine.store);
  });

  it('works in a fork, and contains the past shared with its parent', async ({
    server,
    record,
  }) => {
    await session(server);
    const { body: transactions } = await server.request('GET', '/v1/w3s/transactions');
    const { position } = (await server.reprise.engine.world('default')?.describe()) ?? {};
    const [id] = transactions.data.transactions.map((one: { id: string }) => one.id);
    const events = await server.reprise.engine.store.events('default', { from: 1, limit: 1_000 });
    const instants = events.map(({ atMs }) => new Date(atMs).toISOString());
    for (const at of [position, 5, instants.at(-3), undefined]) {
      const name = `fork-${String(at).replace(/\W/g, '')}`;
      expect((await server.control('POST', '/worlds/default/fork', { name, at })).status).toBe(201);
      const { file, stop } = await record(server, name);
      await server.request('GET', `/w/${name}/v1/w3s/transactions/${id}`);
      await createWalletSet(server, {}, `/w/${name}`);
      await burst(server, 8, name);
      await stop();
      const recording = await expectEqual(file);
      expect(recording.header.world).toMatchObject({ name, forkedFrom: { world: 'default' } });
      await expectComplete(recording, server.reprise.engine.store);
    }
  });

  it.for([5_000, 86_400_000])(
    'works with a running clock, %i times as fast',
    async (rate, { serve, record }) => {
      const server = await serve({ defaults: { clock: { mode: 'real', rate } } });
      const { from } = await createFundedWallets(server);
      const id = await startTransfer(server, { walletId: from.id });
      const { file, stop } = await record(server);
      for (let count = 0; count < 20; count += 1) {
        await transactionOf(server, id);
        await burst(server, 4);
        if (count % 5 === 0) await startTransfer(server, { walletId: from.id });
        if (count % 9 === 0) {
          const name = `f${count}`;
          expect((await server.control('POST', '/worlds/default/fork', { name })).status).toBe(201);
          expect((await server.control('POST', '/worlds/default/fork', { name })).status).toBe(409);
        }
      }
      await stop();
      await expectComplete(await expectEqual(file), server.reprise.engine.store);
    },
  );
});

describe('a recording of a stream of events', () => {
  it('contains the request, and time that passed without requests as separate inputs', async ({
    serve,
    record,
  }) => {
    const server = await serve({ defaults: { clock: { mode: 'real', rate: 2_000 } } });
    const { from } = await createFundedWallets(server);
    const { file, stop } = await record(server);
    for (let count = 0; count < 4; count += 1) {
      await startTransfer(server, { walletId: from.id });
      const gone = new AbortController();
      const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
      const url = `${server.url}/__reprise/worlds/default/events`;
      const response = await fetch(url, { headers, signal: gone.signal });
      await eventReader(response).read(5);
      gone.abort();
    }
    await stop();
    const recording = await expectEqual(file);
    expect(
      recording.entries.filter((entry) => 'stream' in entry && entry.stream === true),
    ).toHaveLength(4);
    await expectComplete(recording, server.reprise.engine.store);
  });
});

describe('two recordings at once', () => {
  it('have separate files', async ({ server, record }) => {
    await server.control('POST', '/worlds', { name: 'side', seed: 'side', clock: 'frozen' });
    const recordings = [await record(server), await record(server, 'side')] as const;
    await Promise.all([burst(server), burst(server, 20, 'side')]);
    await recordings[0].stop();
    await burst(server, 8, 'side');
    await recordings[1].stop();
    for (const [index, name] of ['default', 'side'].entries()) {
      const recording = await expectEqual(recordings[index]?.file ?? '');
      expect(recording.header.world.name).toBe(name);
      await expectComplete(recording, server.reprise.engine.store);
    }
  });
});

describe('a world that is removed or reset during its recording', () => {
  it.for(['remove', 'reset'])('completes its file: %s', async (how, { server, record }) => {
    await server.control('POST', '/worlds', { name: 'brief', clock: 'frozen' });
    const { file } = await record(server, 'brief');
    await burst(server, 12, 'brief');
    const concurrent = burst(server, 12, 'brief').catch(() => undefined);
    const { store } = server.reprise.engine;
    const gone =
      how === 'remove'
        ? server.control('DELETE', '/worlds/brief')
        : server.control('POST', '/worlds/brief/reset');
    expect((await gone).status).toBeLessThan(300);
    await concurrent;
    expect(ended).toMatchObject([{ world: 'brief', file, state: 'complete' }]);
    expect(ended[0]?.reason).toMatch(/removed or reset/);
    const { entries } = await expectEqual(file);
    expect(inputsIn(entries)).toEqual(inputsIn(entries).map((_one, index) => index + 1));
    if (how === 'remove') return;
    expect(await (await fetchText(server, 'brief')).text()).toBe(fs.readFileSync(file, 'utf8'));
    const next = await record(server, 'brief');
    await burst(server, 8, 'brief');
    await next.stop();
    await expectComplete(await expectEqual(next.file), store);
  });

  it('has a failed recording if removed during its start', async ({ serve, folder }) => {
    const inMemory = createMemoryStore();
    let openGate: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (openGate = resolve));
    const read: EventStore['read'] = async (name, from, limit) => {
      if (limit === 250) await gate;
      return inMemory.read(name, from, limit);
    };
    const server = await serve({ store: { ...inMemory, read } });
    await server.control('POST', '/worlds', { name: 'brief', clock: 'frozen' });
    await burst(server, 12, 'brief');
    const starting = server.control('POST', '/worlds/brief/recording/start');
    await waitUntil('the file exists', () => readdirSync(folder).length > 0);
    expect((await server.control('DELETE', '/worlds/brief')).status).toBe(204);
    openGate();
    expectControlError(await starting, 404, 'world-unknown');
    const [file] = readdirSync(folder);
    expect(ended).toMatchObject([{ world: 'brief', state: 'failed' }]);
    await expectEqual(join(folder, file ?? ''), 'cut');
  });

  it.for([0, 12])(
    'does not block its name if reset before the file exists',
    async (count, { serve, record }) => {
      let openGate: () => void = () => undefined;
      let isStarting = false;
      const gate = new Promise<void>((resolve) => (openGate = resolve));
      const inMemory = createMemoryStore();
      // Before the file exists, one entry is read to check the state after the fixture.
      const read: EventStore['read'] = async (name, from, limit) => {
        if (limit === 1 && !isStarting) {
          isStarting = true;
          await gate;
        }
        return inMemory.read(name, from, limit);
      };
      const server = await serve({ store: { ...inMemory, read } });
      const fixture = { version: 1, wallet: { walletSets: [{ name: 'first' }] } };
      const brief = { name: 'brief', clock: 'frozen', fixture };
      expect((await server.control('POST', '/worlds', brief)).status).toBe(201);
      await burst(server, count, 'brief');
      const starting = server.control('POST', '/worlds/brief/recording/start');
      await waitUntil('the start is in progress', () => isStarting);
      expect((await server.control('POST', '/worlds/brief/reset')).status).toBe(200);
      openGate();
      expectControlError(await starting, 503, 'unavailable');
      expect(ended).toMatchObject([{ world: 'brief', state: 'failed' }]);
      await burst(server, 8, 'brief');
      const { file, stop } = await record(server, 'brief');
      await burst(server, 8, 'brief');
      await stop();
      await expectComplete(await expectEqual(file), server.reprise.engine.store);
    },
  );
});

describe('a server that stops', () => {
  it('ends its recordings', async ({ server, record }) => {
    const { file } = await record(server);
    await burst(server);
    await server.close();
    await expectEqual(file);
    expect(ended).toEqual([]);
  });
});

describe('a recording that cannot be written', () => {
  const { writeSync } = fs;
  afterEach(() => failWith(undefined));

  /** Lets writes fail after some bytes; without a code, restores them. */
  function failWith(code: string | undefined, bytes = 0): void {
    let left = bytes;
    const failing = ((descriptor: number, buffer: Buffer, offset: number) => {
      if (left > 0) {
        const written = writeSync(
          descriptor,
          buffer,
          offset,
          Math.min(left, buffer.length - offset),
        );
        left -= written;
        return written;
      }
      throw Object.assign(new Error(`${code}: no space left on device, write`), { code });
    }) as typeof writeSync;
    fs.writeSync = code === undefined ? writeSync : failing;
    syncBuiltinESMExports();
  }

  it('fails, informs the operator, and disturbs no request', async ({ server, record }) => {
    const { file } = await record(server);
    await burst(server, 8);
    failWith('ENOSPC', 300);
    await burst(server, 8);
    failWith(undefined);
    expect(ended).toMatchObject([{ world: 'default', file, state: 'failed' }]);
    expect(ended[0]?.reason).toMatch(/ENOSPC/);
    expectControlError(await server.control('POST', '/worlds/default/recording/stop'), 409);
    const { body } = await server.control('GET', '/worlds/default/recording/status');
    expect(body).toEqual(ended[0]);
    await expectEqual(file, 'cut'); // its lines are valid
    const next = await record(server);
    await burst(server, 8);
    await next.stop();
    await expectComplete(await expectEqual(next.file), server.reprise.engine.store);
  });

  it('fails if its last line is missing', async ({ server, record }) => {
    const { file, stop } = await record(server);
    await burst(server, 8);
    await fetchText(server).then((answer) => answer.text()); // flushes all lines so far
    failWith('ENOSPC');
    const stopped = await stop();
    failWith(undefined);
    expect(stopped).toMatchObject({ state: 'failed', reason: expect.stringMatching(/ENOSPC/) });
    expect(stopped.seal).toBeUndefined();
    expect(ended).toMatchObject([{ state: 'failed' }]);
    await expectEqual(file, 'cut');
  });

  it('does not start if its first line cannot be written', async ({ server, record, folder }) => {
    failWith('ENOSPC');
    const answer = await server.control('POST', '/worlds/default/recording/start');
    failWith(undefined);
    expectControlError(answer, 500, 'internal');
    expect(answer.body.error.message).toMatch(/ENOSPC/);
    expect(readdirSync(folder)).toEqual([]);
    expect(ended).toEqual([]);
    await record(server);
  });

  it('does not start if its folder is missing', async ({ serve, folder }) => {
    const server = await serve({ newRecordingFile: () => join(folder, 'no', 'where.jsonl') });
    const answer = await server.control('POST', '/worlds/default/recording/start');
    expectControlError(answer, 500, 'internal');
    expect(answer.body.error.message).toMatch(/ENOENT/);
  });
});

describe('a recording of a world with failing commits', () => {
  it.for([
    { mode: 'frozen', rate: 1 },
    { mode: 'skip', rate: 1 },
    { mode: 'real', rate: 1_000 },
  ] as const)('contains committed inputs only: $mode', async (clock, { serve, record }) => {
    const inMemory = createMemoryStore();
    let appends = 0;
    let isUnreliable = false;
    const append: EventStore['append'] = async (batch) => {
      appends += 1;
      if (isUnreliable && appends % 3 === 0) throw new StoreError('unavailable', 'disk full');
      return inMemory.append(batch);
    };
    const server = await serve({ store: { ...inMemory, append }, defaults: { clock } });
    const { from } = await createFundedWallets(server);
    await startTransfer(server, { walletId: from.id });
    const { file, stop } = await record(server);
    isUnreliable = true;
    const statuses: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(
        Array.from({ length: 9 }, async (_one, index) => {
          const path = `/worlds/default/wallet/wallets/${from.id}/fund`;
          const amounts = { native: `0.${round}${index}1` };
          const answer =
            index % 3 === 0
              ? await server.control('POST', path, amounts)
              : index % 3 === 1
                ? await server.request('GET', '/v1/w3s/transactions')
                : await server.control('POST', '/worlds/default/clock/advance', { by: 5 });
          statuses.push(answer.status);
        }),
      );
    }
    isUnreliable = false;
    await fund(server, from.id, { native: '1' });
    await stop();
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    await expectComplete(await expectEqual(file), inMemory);
  });
});

describe('a recorded session', () => {
  it('replays equal under another host name', async ({ server, record }) => {
    const { file, stop } = await record(server);
    await createWallets(server, { count: 3 });
    await server.request('GET', '/v1/w3s/wallets?pageSize=1', undefined, { Host: 'elsewhere:1' });
    await stop();
    const recording = await readRecording(file);
    expect(await replayRecording('renamed.jsonl', recording)).not.toHaveProperty('divergence');
  });

  it.for([
    ['contains control requests with an allowed Host and Origin', 'elsewhere', 200, 1],
    ['omits control requests with a refused Origin', 'evil.example', 403, 0],
  ] as const)('%s, and replays equal', async ([_what, name, status, count], { server, record }) => {
    const { file, stop } = await record(server);
    const answer = await server.request(
      'POST',
      '/__reprise/worlds/default/clock/advance',
      { by: '1s' },
      { Host: 'elsewhere:1', Origin: `http://${name}`, Authorization: `Bearer ${token}` },
    );
    expect(answer.status).toBe(status);
    await stop();
    const { entries } = await expectEqual(file);
    expect(entries.filter((entry) => 'method' in entry)).toHaveLength(count);
  });
});
