// Keys and passwords of settings in recordings: plain text of earlier versions, and fingerprints of this one.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { World } from '../../core/index.ts';
import { expectComplete, expectEqual, recordingFolder } from '../support/recording/recordings.ts';
import { startServer } from '../support/server/server.ts';

const folder = recordingFolder();
const old = fileURLToPath(new URL('../recordings/old/plain-settings.jsonl', import.meta.url));

const longKey = 'TEST_API_KEY:long:long-enough-for-a-token';
const shortKeys = ['TEST_API_KEY:short:one', 'LIVE_API_KEY:short:two', 'TEST_API_KEY:reprise:demo'];
const user = (id: number, password: string) =>
  ({ id, login: `user${id}`, password, role: 'editor' }) as const;
const users = [user(1, 'abcd EFGH ijkl MNOP qrst UVWX'), user(2, 'tiny!'), user(3, 'reprise-demo')];

describe('a recording of settings', () => {
  it('replays equal if an earlier version stored them in plain text', async () => {
    const { entries } = await expectEqual(old);
    const text = JSON.stringify(entries);
    expect(text).toMatch(/TEST_API_KEY:third:~[0-9a-f]{15}/);
    expect(text).not.toContain('fingerprints');
  });

  it.each([
    ['plain, as in a store of an earlier version', { walletKeys: [longKey, ...shortKeys] }],
    ['the default ones', undefined],
  ])('replays equal from settings that are %s, without fingerprints', async (name, config) => {
    const server = await startServer();
    const { engine, recordings } = server.reprise;
    const world: World =
      config === undefined
        ? (engine.world('default') as World)
        : await engine.create({
            name: 'plain',
            seed: 'plain',
            epochMs: 0,
            ids: 'ordinal',
            clock: { mode: 'frozen', rate: 1 },
            config: { ...config, calendar: { mode: 'wordpress', users } },
          });
    const path = `/worlds/${world.record.name}`;
    const file = join(folder, `${name.length}.jsonl`);
    await recordings.start(world, { file });
    await server.control('GET', path);
    await server.control('PATCH', `${path}/config`, { ids: 'idempotency-key' });
    await server.control('PATCH', `${path}/config`, { walletKeys: [longKey, ...shortKeys] });
    const change = { walletKeys: shortKeys, calendar: { mode: 'wordpress', users } };
    const changed = await server.control('PATCH', `${path}/config`, change);
    // A client may send the shown settings back.
    const { walletKeys, calendar } = changed.body.config;
    const again = await server.control('PATCH', `${path}/config`, { walletKeys, calendar });
    expect(again.body).toEqual({ ...changed.body, inputs: changed.body.inputs + 1 });
    const Authorization = `Basic ${btoa('user1:abcd EFGH ijkl MNOP qrst UVWX')}`;
    const tags = `/w/${world.record.name}/calendar/events/v1/tags`;
    const made = await server.request('POST', tags, { name: 'jazz' }, { Authorization });
    expect(made.status).toBe(201);
    await recordings.stop(world.record.name);
    await expectComplete(await expectEqual(file), engine.store);
    expect(readFileSync(file, 'utf8')).not.toMatch(/sha256\.[0-9a-f]/);
    await server.close();
  });
});
