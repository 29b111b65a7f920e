// Limits of requests per second: on the virtual clock, and equal after a restart, in a fork and in a replay.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
import { expectEqual, recordingFolder } from '../../../support/recording/recordings.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import {
  advance,
  liveHeaders,
  idempotentFields,
  createWalletSet,
  serverForEach,
} from '../../../support/server/requests.ts';
import { temporaryFolder } from '../../../support/runner/temporary-folder.ts';

const folder = recordingFolder();
const server = serverForEach({ newRecordingFile: (world) => join(folder, `${world}.jsonl`) });

const limit = (rateLimits: unknown, of: TestServer = server()) =>
  of.control('PATCH', '/worlds/default/config', { rateLimits });

/** The statuses of `count` reads. */
async function reads(count: number, of: TestServer = server(), prefix = '', headers = {}) {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const path = `${prefix}/v1/w3s/walletSets`;
    statuses.push((await of.request('GET', path, undefined, headers)).status);
  }
  return statuses;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('a world that limits requests', () => {
  it('answers 429 to the 21st read of a second, until it is over', async () => {
    await limit(true);
    expect(await reads(22)).toEqual([...times(20, 200), 429, 429]);
    const refused = await server().request('GET', '/v1/w3s/wallets');
    expect(refused.body).toEqual({
      code: 429,
      message: expect.stringContaining('Too many requests'),
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    await advance(server(), '999ms');
    expect(await reads(1)).toEqual([429]);
    await advance(server(), '1ms');
    expect(await reads(21)).toEqual([...times(20, 200), 429]);
  });

  it('counts reads, signing requests and others separately, and each kind of key', async () => {
    const body = await idempotentFields(server());
    await limit({ get: 1, sign: 2, post: 1 });
    expect(await reads(2)).toEqual([200, 429]);
    expect(await reads(2, server(), '', liveHeaders)).toEqual([200, 429]);
    const isTooMany = async (method: string, path: string) =>
      (await server().request(method, `/v1/w3s/developer/${path}`, body)).status === 429;
    expect(await isTooMany('POST', 'wallets')).toBe(false);
    expect(await isTooMany('PUT', 'wallets/derive')).toBe(false);
    expect(await isTooMany('POST', 'wallets')).toBe(true);
    expect(await isTooMany('POST', 'walletSets')).toBe(false);
    expect(await isTooMany('POST', 'walletSets')).toBe(true);
  });

  it('counts no requests without a key, and none without limits', async () => {
    const shown = await limit({ get: 1 });
    expect(shown.body.config.rateLimits).toEqual({ get: 1, sign: 10, post: 5 });
    expect(await reads(2, server(), '', { Authorization: 'Bearer a:b:c' })).toEqual([401, 401]);
    expect(await reads(2)).toEqual([200, 429]);
    expect((await limit(false)).body.config).not.toHaveProperty('rateLimits');
    expect(await reads(30)).toEqual(times(30, 200));
  });

  it('does not execute a request that it refuses', async () => {
    await limit({ post: 1 });
    await createWalletSet(server());
    await expect(createWalletSet(server())).rejects.toThrow();
    await limit(false);
    const { body } = await server().request('GET', '/v1/w3s/walletSets');
    expect(body.data.walletSets).toHaveLength(1);
  });

  it('leads to an error with code 429 in the real client', async () => {
    await limit({ get: 1 });
    const client = server().client();
    await client.listWalletSets({});
    await expect(client.listWalletSets({})).rejects.toMatchObject({ code: 429, status: 429 });
  });

  it.each([0, 1_001, 1.5, '20'])('accepts no limit of %s', async (get) => {
    expect((await limit({ get })).status).toBe(400);
  });

  it('accepts limits of one and a thousand', async () => {
    expect((await limit({ get: 1, post: 1_000 })).status).toBe(200);
  });
});

describe('counted requests', () => {
  const home = temporaryFolder();

  it('are included in a fork, and after a restart', async () => {
    const open = () => startServer({ store: openSqliteStore({ file: join(home, 'store.db') }) });
    const first = await open();
    await limit({ get: 3 }, first);
    expect(await reads(2, first)).toEqual([200, 200]);
    await first.control('POST', '/worlds/default/fork', { name: 'fork' });
    expect(await reads(2, first, '/w/fork')).toEqual([200, 429]);
    await first.close();
    const second = await open();
    expect(await reads(2, second)).toEqual([200, 429]);
    expect(await reads(1, second, '/w/fork')).toEqual([429]);
    await second.close();
  });

  it('are counted again by a replay, also many concurrent ones', async () => {
    const body = await idempotentFields(server());
    await limit({ get: 5 });
    await server().control('POST', '/worlds/default/recording/start');
    const asked = await Promise.all(Array.from({ length: 9 }, () => reads(1)));
    expect(asked.flat().filter((status) => status === 200)).toHaveLength(5);
    const made = await server().request('POST', '/v1/w3s/developer/walletSets', body);
    expect(made.status).toBe(201);
    await advance(server(), '1s');
    expect(await reads(6)).toEqual([...times(5, 200), 429]);
    const stopped = await server().control('POST', '/worlds/default/recording/stop');
    await expectEqual(stopped.body.file);
  });
});
