// PostgreSQL without disk space: appends are refused wholly, reads work, and the store goes on once there is space.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import { StoreError, type JournalEntry } from '../../core/index.ts';
import { entriesOf, recordOf } from '../contract/event-store.contract.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const all = 1_000;
const mebibyte = 1024 * 1024;
const appendsMax = 500;

/** A small file system that PostgreSQL may write to; undefined where this user may mount none. */
function mountSmall(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const place = mkdtempSync(join(tmpdir(), 'reprise-small-'));
  const id = (flag: string) => execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim();
  const options = `size=12m,mode=700,uid=${id('-u')},gid=${id('-g')}`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status === 0) return place;
  rmSync(place, { recursive: true });
  return undefined;
}

describePostgres('PostgreSQL without disk space', () => {
  const { newUrl, run } = testServer(['fsync=off']);
  const place = mountSmall();

  afterAll(() => {
    if (place === undefined) return;
    spawnSync('umount', ['-l', place]); // the server, which uses it, is stopped after this
    rmSync(place, { recursive: true });
  });

  it.skipIf(place === undefined)(
    'refuses appends wholly, and goes on once there is space',
    async () => {
      const [ballast, folder] = [join(place ?? '', 'ballast'), join(place ?? '', 'tables')];
      writeFileSync(ballast, Buffer.alloc(4 * mebibyte));
      mkdirSync(folder);
      execFileSync('chown', ['postgres:', folder]);
      await run(`CREATE TABLESPACE small LOCATION '${folder}'`);
      const url = await newUrl();
      const role = new URL(url).username;
      await run(`GRANT CREATE ON TABLESPACE small TO ${role}`);
      await run(`ALTER ROLE ${role} SET default_tablespace = small`);
      const store = await openPostgresStore({ url });
      for (const name of ['a', 'b']) await store.create(recordOf(name));

      let stored: readonly JournalEntry[] = [];
      /** Appends many events to both worlds. */
      async function append(): Promise<void> {
        const events = Array.from({ length: 200 }, () => ({ type: 'ThingMade', stream: 'stream' }));
        const position = stored.flatMap((entry) => entry.events).length;
        const entries = entriesOf([events], { inputs: stored.length, position });
        const batch = ['a', 'b'].map((world) => ({ world, expectedInput: stored.length, entries }));
        expect(await store.append(batch)).toEqual([]);
        stored = [...stored, ...entries];
      }

      let refusal: unknown;
      for (let count = 0; refusal === undefined && count < appendsMax; count += 1) {
        refusal = await append().catch((error: unknown) => error);
      }
      expect(refusal).toBeInstanceOf(StoreError);
      expect(refusal).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('No space left on device'),
      });
      await expect(append()).rejects.toMatchObject({ code: 'unavailable' });
      for (const name of ['a', 'b']) expect(await store.read(name, 1, all)).toEqual(stored);
      rmSync(ballast);
      await append();
      for (const name of ['a', 'b']) expect(await store.read(name, 1, all)).toEqual(stored);
      expect(await store.defects()).toEqual([]);
      await store.close();
    },
  );
});
