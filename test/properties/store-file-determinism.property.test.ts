import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import type { Input } from '../../core/kernel/input.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { engineOver, feed } from '../support/engine/engine-session.ts';
import { runs } from '../support/collections/forks.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { sessionRecord } from '../support/engine/stored-snapshots.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const folder = temporaryFolder();
let files = 0;

interface Run {
  readonly inputs: readonly Input[];
  readonly forkAt: number;
  /** The number of inputs between two restarts of the process. */
  readonly restartEvery: number;
  /** The number of events between two snapshots. */
  readonly snapshotEvents: number;
}

/** All rows of all journals in the file of a run, ordered by key. */
async function dumped({ inputs, forkAt, restartEvery, snapshotEvents }: Run): Promise<unknown> {
  const file = join(folder, `${(files += 1)}.db`);
  let engine = await engineOver(openSqliteStore({ file }), snapshotEvents);
  await engine.create(sessionRecord('law'));
  for (const [index, input] of inputs.entries()) {
    for (const name of ['law', 'fork']) {
      const world = engine.world(name);
      if (world !== undefined) await feed(world, input);
    }
    if (index === forkAt) await engine.fork('law', { name: 'fork' });
    if (index % restartEvery !== restartEvery - 1) continue;
    await engine.close();
    engine = await engineOver(openSqliteStore({ file }), snapshotEvents);
  }
  const { position = 0 } = (await engine.world('law')?.describe()) ?? {};
  await engine.fork('law', { name: 'past', at: { position: Math.floor(position / 2) } });
  await engine.close();
  const database = new Database(file, { readonly: true });
  const rows = (table: string, order: string) =>
    database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all();
  const dump = [rows('worlds', 'id'), rows('inputs', 'key'), rows('events', 'key')];
  database.close();
  return dump;
}

it('the same inputs leave the same rows in the file, with or without restarts and snapshots', async () => {
  await fc.assert(
    fc.asyncProperty(
      sessionArbitrary,
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 5, max: 30 }),
      async (actions, forkAt, restartEvery) => {
        const inputs = sessionOf(actions).entries.map(({ input }) => input);
        const calm = { inputs, forkAt, restartEvery: 1_000, snapshotEvents: 10_000 };
        const first = await dumped(calm);
        expect(await dumped(calm)).toEqual(first);
        expect(await dumped({ inputs, forkAt, restartEvery, snapshotEvents: 20 })).toEqual(first);
      },
    ),
    runs(4),
  );
});
