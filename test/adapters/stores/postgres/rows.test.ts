// How a store in PostgreSQL uses its rows: what no world needs is deleted, and appends do not grow indexes.

import { expect, it, vi } from 'vitest';
import type { Connections } from '../../../../adapters/stores/postgres/connection.ts';
import { openPostgresStore } from '../../../../adapters/stores/postgres/event-store.ts';
import { limitsDefault } from '../../../../adapters/stores/postgres/limits.ts';
import { createOwners } from '../../../../adapters/stores/postgres/owners.ts';
import { createSweep } from '../../../../adapters/stores/postgres/sweep.ts';
import { removedNamesMax } from '../../../../core/index.ts';
import {
  baseOf,
  createWorld,
  nextEntries,
  page,
  takeSnapshot,
} from '../../../contract/event-store-forks.contract.ts';
import { recordOf } from '../../../contract/event-store.contract.ts';
import { recordingOf } from '../../../contract/running-recordings.contract.ts';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { longMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** Rows are deleted in the background. */
const eventually = async (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 20_000 });

it('the sweep of rows does not hide a bug', async () => {
  const run = async () => Promise.reject(new TypeError('a bug'));
  const sweep = createSweep({
    owners: createOwners(),
    connections: { run } as unknown as Connections,
    limits: limitsDefault,
    place: 'postgres://host/db',
    isClosed: () => false,
  });
  sweep.all();
  await expect(sweep.stop()).rejects.toThrow('a bug');
});

describePostgres('the rows of a store in PostgreSQL', () => {
  const { newUrl, run } = testServer(['fsync=off']);
  const entries = nextEntries([], 12);

  /** The number of rows of each table. */
  async function counts(url: string): Promise<Record<string, number>> {
    const tables = ['worlds', 'inputs', 'events', 'snapshots', 'pages', 'attachments'];
    const columns = tables.map(
      (table) => `(SELECT count(*) FROM reprise_${table})::int AS ${table}`,
    );
    const [row] = await run(`SELECT ${columns.join(', ')}`, url);
    return row as Record<string, number>;
  }

  const nothing = { worlds: 0, inputs: 0, events: 0, snapshots: 0, pages: 0, attachments: 0 };

  it('are deleted once no fork needs them', async () => {
    const url = await newUrl();
    const store = await openPostgresStore({ url });
    await createWorld(store, 'a', entries);
    await takeSnapshot(store, 'a', 3, [page('c', 0, 'early'), page('c', 1, 'early')]);
    await takeSnapshot(store, 'a', 12, [page('c', 0, 'late')]);
    await createWorld(store, 'fork', [], baseOf('a', entries.slice(0, 4)));
    await createWorld(store, 'leaf', [], baseOf('fork', entries.slice(0, 2)));
    await store.remove('a');
    await eventually(async () =>
      expect(await counts(url)).toEqual({
        ...nothing,
        worlds: 3,
        inputs: 4,
        events: baseOf('a', entries.slice(0, 4)).position,
        snapshots: 1,
        pages: 2,
      }),
    );
    await store.remove('fork');
    await eventually(async () => expect(await counts(url)).toMatchObject({ worlds: 2, inputs: 2 }));
    await store.remove('leaf');
    await eventually(async () => expect(await counts(url)).toEqual(nothing));
    await store.close();
  });

  it('are deleted at the next opening if the store was closed before', async () => {
    const url = await newUrl();
    const first = await openPostgresStore({ url });
    await createWorld(first, 'a', entries);
    await first.remove('a');
    await first.close();
    const second = await openPostgresStore({ url });
    await createWorld(second, 'b', []);
    await eventually(async () => expect(await counts(url)).toEqual({ ...nothing, worlds: 1 }));
    await second.close();
  });

  it('are deleted later if the server refuses or is away', async () => {
    const url = await newUrl();
    const store = await openPostgresStore({ url }, { ...limitsDefault, sweepAgainMs: 100 });
    const role = new URL(url).username;
    await createWorld(store, 'a', entries);
    await run(`REVOKE DELETE ON reprise_inputs FROM ${role}`, url);
    await store.remove('a');
    const events = async () => (await counts(url))['events'];
    await eventually(async () => expect(await events()).toBe(0));
    expect(await counts(url)).toMatchObject({ worlds: 1, inputs: 12 });
    await run(`GRANT DELETE ON reprise_inputs TO ${role}`, url);
    await eventually(async () => expect(await counts(url)).toEqual(nothing));
    await store.close();
  });

  it('of running recordings go with their worlds', async () => {
    const url = await newUrl();
    const store = await openPostgresStore({ url });
    for (const world of ['a', 'b', 'c']) {
      await store.create(recordOf(world));
      await store.recordings?.begin(recordingOf(world));
    }
    await store.reset(recordOf('a'));
    await store.remove('b');
    await eventually(async () =>
      expect(await run('SELECT file FROM reprise_recordings', url)).toEqual([
        { file: recordingOf('c').file },
      ]),
    );
    await store.close();
  });

  it('of removed names are forgotten beyond a number', async () => {
    const url = await newUrl();
    const store = await openPostgresStore({ url });
    await run(
      `INSERT INTO reprise_removed_names (name, begun)
      SELECT 'old ' || n, 1 FROM generate_series(1, ${removedNamesMax}) n`,
      url,
    );
    for (const name of ['a', 'b', 'a']) {
      await store.create(recordOf(name));
      await store.remove(name);
    }
    await eventually(async () => expect(await store.counts.begun('old 2')).toBe(0));
    expect(await Promise.all(['old 1', 'old 3', 'a'].map(store.counts.begun))).toEqual([0, 1, 1]);
    await store.close();
  });

  it('are updated in their pages by appends, whether or not a world has something to do', async () => {
    const url = await newUrl();
    const store = await openPostgresStore({ url });
    await store.create(recordOf('a'), undefined, [], 5);
    await run('VACUUM reprise_worlds', url);
    const updates = async () => {
      const [row] = await run(
        `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables
        WHERE relid = 'reprise_worlds'::regclass`,
        url,
      );
      return row;
    };
    for (const [index, entry] of nextEntries([], 50).entries()) {
      await store.append([
        { world: 'a', expectedInput: index, entries: [entry], wakeAfterMs: 100 - index },
      ]);
    }
    await store.close(); // its connections report when they end
    await eventually(async () => expect(await updates()).toEqual({ all: 50, hot: 50 }));
  });
});
