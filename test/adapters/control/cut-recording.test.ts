// Recordings whose process has died, or has lost the world: the process that serves the world next says so.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect } from 'vitest';
import type { RecordingStatus } from '../../../adapters/contracts/recording-control.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../../adapters/stores/sqlite/event-store.ts';
import { StoreError, type EventStore } from '../../../core/index.ts';
import { expectEqual } from '../../support/recording/recordings.ts';
import { serverTest } from '../../support/runner/server-test.ts';
import { createWalletSet, expectControlError, waitUntil } from '../../support/server/requests.ts';
import type { TestServer } from '../../support/server/server.ts';

/** The reports of recordings that ended without a stop request. */
const ended: RecordingStatus[] = [];
beforeEach(() => void ended.splice(0));

const it = serverTest({ onRecordingEnded: (status) => ended.push(status) });

const base = { inputs: 0, position: 0, digest: '0'.repeat(64) };

const recordingOf = (server: TestServer, path = '/status', world = 'default') =>
  server.control('GET', `/worlds/${world}/recording${path}`);

const away = async () => {
  throw new StoreError('unavailable', 'The store is away.');
};

describe('a recording of a process that has died', () => {
  it('is said to be cut off', async ({ serve, record }) => {
    const store = createMemoryStore();
    const { file } = await record(await serve({ store }));
    const next = await serve({ store });
    expect(await recordingOf(next)).toMatchObject({
      status: 200,
      body: { world: 'default', file, state: 'cut', base },
    });
    const message = `The recording of world 'default' was cut off: its process died, or lost the world, and noted no end. Its file is ${file}; replay it with reprise replay --allow-cut. Start a new one with POST /__reprise/worlds/default/recording/start.`;
    const stopped = await next.control('POST', '/worlds/default/recording/stop');
    expectControlError(stopped, 409, 'not-recording');
    expect(stopped.body.error.message).toBe(message);
    const fetched = await recordingOf(next, '');
    expectControlError(fetched, 404, 'not-found');
    expect(fetched.body.error.message).toBe(message);
    const { body } = await recordingOf(next, '/exchanges');
    expect(body).toEqual({ exchanges: [], last: 0, isLast: true });
  });

  it('is named with the node that has its file', async ({ serve }) => {
    const store = createMemoryStore();
    const server = await serve({ store });
    const cut = { world: 'default', file: '/r/a.jsonl', node: 'http://10.0.0.5:4600', base };
    await store.recordings?.begin(cut);
    expect((await recordingOf(server)).body).toEqual({ ...cut, state: 'cut' });
    const { body } = await server.control('POST', '/worlds/default/recording/stop');
    expect(body.error.message).toContain(
      'Its file is /r/a.jsonl on the machine of node http://10.0.0.5:4600; replay',
    );
  });

  it('is forgotten by the next one', async ({ serve, record }) => {
    const store = createMemoryStore();
    await record(await serve({ store }));
    const next = await serve({ store });
    const { file, stop } = await record(next);
    expect((await recordingOf(next)).body).toMatchObject({ file, state: 'recording' });
    await stop();
    expect((await recordingOf(next)).body).toMatchObject({ file, state: 'complete' });
    expect((await recordingOf(await serve({ store }))).status).toBe(404);
  });

  it('is newer than one that another process has ended before', async ({ serve, record }) => {
    const store = createMemoryStore();
    const [one, two] = [await serve({ store }), await serve({ store })];
    await (await record(one)).stop();
    const { file } = await record(two);
    expect((await recordingOf(one)).body).toMatchObject({ file, state: 'cut' });
    expectControlError(await recordingOf(one, ''), 404);
  });

  it('is one of a killed server with a store file, too', async ({ serve, record, folder }) => {
    const file = join(folder, 'worlds.sqlite');
    const killed = openSqliteStore({ file });
    const server = await serve({ store: { ...killed, recordings: ending(killed, away) } });
    const recording = await record(server);
    await createWalletSet(server);
    await server.close();
    const store = openSqliteStore({ file });
    const body = { file: recording.file, state: 'cut' };
    expect((await recordingOf(await serve({ store }))).body).toMatchObject(body);
  });

  it('does not show a tenant where its file is', async ({ serve }) => {
    const store = createMemoryStore();
    const server = await serve({ store });
    const created = await server.control('PUT', '/tenants/acme', {});
    await server.control('POST', '/worlds', { name: 'acme.a' });
    await server.control('POST', '/worlds', { name: 'other' });
    for (const world of ['acme.a', 'other']) {
      await store.recordings?.begin({ world, file: '/r/a.jsonl', node: 'http://one', base });
    }
    const headers = { Authorization: `Bearer ${created.body.token}` };
    const at = `${server.url}/__reprise/worlds/acme.a/recording`;
    const status = await (await fetch(`${at}/status`, { headers })).json();
    expect(status).toEqual({ world: 'acme.a', file: 'a.jsonl', state: 'cut', base });
    const text = await (await fetch(at, { headers })).text();
    expect(text).toContain('Its file is a.jsonl; replay it');
  });
});

describe('a recording that has ended in order', () => {
  const ends: Record<string, (server: TestServer) => Promise<unknown>> = {
    'by a stop': (server) => server.control('POST', '/worlds/other/recording/stop'),
    'with the server': (server) => server.close(),
    'by a reset of its world': (server) => server.control('POST', '/worlds/other/reset'),
    'with its world': (server) => server.control('DELETE', '/worlds/other'),
  };

  for (const [how, end] of Object.entries(ends)) {
    it(`${how} is no cut one`, async ({ serve, record }) => {
      const store = createMemoryStore();
      const server = await serve({ store });
      await server.control('POST', '/worlds', { name: 'other' });
      await record(server, 'other');
      expect(await store.recordings?.find('other')).toBeDefined();
      await end(server);
      expect(await store.recordings?.find('other')).toBeUndefined();
    });
  }

  it('is forgotten where the removal of its world fails', async ({ serve, record }) => {
    const inner = createMemoryStore();
    const server = await serve({ store: { ...inner, remove: away } });
    await server.control('POST', '/worlds', { name: 'other' });
    const { file } = await record(server, 'other');
    expect((await server.control('DELETE', '/worlds/other')).status).toBe(503);
    expect((await recordingOf(server, '/status', 'other')).body).toMatchObject({
      file,
      state: 'complete',
    });
    expect(await inner.recordings?.find('other')).toBeUndefined();
  });

  it('while the store is away is complete here, and cut off for others', async ({
    serve,
    record,
  }) => {
    const inner = createMemoryStore();
    const server = await serve({ store: { ...inner, recordings: ending(inner, away) } });
    const { file, stop } = await record(server);
    expect(await stop()).toMatchObject({ state: 'complete' });
    expect((await recordingOf(server)).body).toMatchObject({ file, state: 'complete' });
    expect((await recordingOf(server, '/exchanges')).status).toBe(200);
    expect((await recordingOf(await serve({ store: inner }))).body).toMatchObject({
      file,
      state: 'cut',
    });
  });
});

describe('a recording whose process has lost the world', () => {
  it('is cut off for the one that has it, and has its end line', async ({ serve, record }) => {
    const store = createMemoryStore();
    const [one, two] = [await serve({ store }), await serve({ store })];
    const { file } = await record(one);
    await createWalletSet(one);
    one.reprise.engine.abandonAll(); // as a node does whose lease has ended
    await waitUntil('it has ended', async () => ended.length === 1);
    expect(ended[0]).toMatchObject({ file, state: 'complete' });
    await expectEqual(file);
    expect((await recordingOf(two)).body).toMatchObject({ file, state: 'cut' });
  });
});

describe('a recording that has failed', () => {
  it('is failed here, and cut off for others: its file has no end line', async ({
    serve,
    record,
  }) => {
    const store = createMemoryStore();
    const server = await serve({ store });
    const { file } = await record(server);
    await whileFull(async () => {
      await createWalletSet(server);
      await server.control('GET', '/worlds/default/recording');
    });
    expect((await recordingOf(server)).body).toMatchObject({ file, state: 'failed' });
    expectControlError(await server.control('POST', '/worlds/default/recording/stop'), 409);
    expect((await recordingOf(await serve({ store }))).body).toMatchObject({ file, state: 'cut' });
  });
});

/** Runs `act` while no file can be written. */
async function whileFull(act: () => Promise<unknown>): Promise<void> {
  const { writeSync } = fs;
  fs.writeSync = () => {
    throw new Error('ENOSPC: no space left on device, write');
  };
  syncBuiltinESMExports();
  try {
    await act();
  } finally {
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
  }
}

describe('a recording that cannot be noted', () => {
  it('does not start', async ({ serve }) => {
    const inner = createMemoryStore();
    const { recordings } = inner;
    if (recordings === undefined) throw new Error('It notes recordings.');
    const server = await serve({ store: { ...inner, recordings: { ...recordings, begin: away } } });
    const start = () => server.control('POST', '/worlds/default/recording/start');
    expect((await start()).status).toBe(503);
    expect((await recordingOf(server)).status).toBe(404);
    await createWalletSet(server);
    expect((await start()).status).toBe(503); // as before: it is not said to be running
  });

  it('is recorded as ever where the store notes none', async ({ serve, record }) => {
    const { recordings: _recordings, ...store } = createMemoryStore();
    const server = await serve({ store });
    const { stop } = await record(server);
    expect(await stop()).toMatchObject({ state: 'complete' });
    expect((await recordingOf(server)).body).toMatchObject({ state: 'complete' });
  });
});

/** The recordings of a store, with another way to forget one. */
function ending(store: EventStore, end: () => Promise<void>) {
  const { recordings } = store;
  if (recordings === undefined) throw new Error('It notes recordings.');
  return { ...recordings, end };
}
