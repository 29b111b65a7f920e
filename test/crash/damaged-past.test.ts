// Damage in log entries before the snapshot, which startup skips, is found soon after the start and reported with its place.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nodeHost } from '../../adapters/reprise.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { openEngine, type Engine, type StoreError, type World } from '../../core/index.ts';
import { waitUntil } from '../support/server/requests.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { epochMs } from '../support/engine/pure-world.ts';
import { createWalletSet } from '../support/wallet/commands.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const folder = mkdtempSync(join(tmpdir(), 'reprise-past-'));
const file = join(folder, 'past.db');
const clock = { mode: 'frozen', rate: 1 } as const;
const record = { name: 'w', seed: 's', epochMs, ids: 'ordinal', clock, config: {} } as const;

const open = (onDamaged?: (error: StoreError) => void): Promise<Engine> => {
  const options = { store: openSqliteStore({ file }), host: nodeHost, snapshotEvents: 20 };
  return openEngine(onDamaged === undefined ? options : { ...options, onDamaged });
};

const act = (world: World | undefined) =>
  world?.send({
    domain: 'wallet',
    prepare: () => ({ command: createWalletSet() }),
    respond: (outcome) => outcome.ok,
  });

describe('a world that starts from a snapshot', () => {
  beforeAll(async () => {
    const engine = await open();
    const world = await engine.create(record);
    for (let index = 0; index < 60; index += 1) await act(world);
    await waitUntil('there is a snapshot', async () => {
      return (await engine.store.snapshots('w')).length > 0;
    });
    await engine.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('continues if its past is undamaged', async () => {
    const damage: StoreError[] = [];
    const engine = await open((error) => damage.push(error));
    expect(await act(engine.world('w'))).toBe(true);
    await engine.close();
    expect(damage).toEqual([]);
  });

  it('refuses requests once damage in its past is found, and names the place', async () => {
    const database = new Database(file);
    const edit = "UPDATE events SET text = replace(text, 'WalletSetCreated', 'WalletSetCrested')";
    expect(
      database.prepare(`${edit} WHERE key = (SELECT min(key) FROM events) + 4`).run().changes,
    ).toBe(1);
    database.close();
    const found = new Promise<StoreError>((resolve) => void open(resolve).then(check));
    let checked: Promise<void> = Promise.resolve();
    function check(engine: Engine): void {
      checked = found.then(async () => {
        await expect(act(engine.world('w'))).rejects.toMatchObject({ code: 'damaged' });
        await engine.close();
      });
    }
    expect(await found).toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(
        /world 'w' is damaged: the events of input \d+ do not fit its digest/,
      ),
    });
    await checked;
  });
});
