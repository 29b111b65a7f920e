// A store in PostgreSQL contains what one in SQLite does, to the seal of each input, and engines resume both at the digest of the run.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { openEngine, type EventStore } from '../../core/index.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { epochMs, hash } from '../support/engine/pure-world.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { runs } from '../support/runner/runs.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const host = { hash, monotonicMs: () => 0, defer: (task: () => void) => void setImmediate(task) };
const record = {
  name: 'law',
  seed: 'session',
  epochMs,
  ids: 'ordinal' as const,
  clock: { mode: 'frozen' as const, rate: 1 },
  config: {},
};

describePostgres('stores in PostgreSQL and SQLite', () => {
  const { newUrl, run } = testServer(['fsync=off']);

  it('contain the same, and resume at the digest of the run', async () => {
    const folder = testFolder();
    let files = 0;
    const batches = fc.integer({ min: 1, max: 7 });
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, batches, fc.nat(), async (actions, batch, base) => {
        const { entries, state } = sessionOf(actions);
        const file = join(folder, `${(files += 1)}.db`);
        const url = await newUrl();
        const [sqlite, postgres] = [openSqliteStore({ file }), await openPostgresStore({ url })];
        const shared = entries.slice(0, base % (entries.length + 1));
        const position = shared.flatMap(({ events }) => events).length;
        for (const store of [sqlite, postgres]) {
          await store.create(record);
          for (let from = 0; from < entries.length; from += batch) {
            const some = entries.slice(from, from + batch);
            const append = { world: 'law', expectedInput: from, entries: some };
            expect(await store.append([append])).toEqual([]);
          }
          const fork = { world: 'law', inputs: shared.length, position };
          await store.create({ ...record, name: 'fork' }, fork, entries.slice(shared.length));
        }
        for (const name of ['law', 'fork']) {
          expect(await postgres.read(name, 1, 10_000)).toEqual(await sqlite.read(name, 1, 10_000));
          const query = { from: 1, limit: 10_000 };
          expect(await postgres.events(name, query)).toEqual(await sqlite.events(name, query));
        }
        await sqlite.close();
        const seals = `SELECT seal FROM reprise_inputs ORDER BY world, n`;
        expect((await run(seals, url)).map(({ seal }) => seal)).toEqual(sealsIn(file));
        await postgres.close();
        for (const store of [openSqliteStore({ file }), await openPostgresStore({ url })]) {
          expect(await digests(store)).toEqual([state.digest, state.digest]);
        }
      }),
      runs(25),
    );
  });
});

function sealsIn(file: string): readonly unknown[] {
  const database = new Database(file, { readonly: true });
  const seals = database.prepare('SELECT seal FROM inputs ORDER BY key').pluck().all();
  database.close();
  return seals;
}

async function digests(store: EventStore): Promise<readonly (string | undefined)[]> {
  const engine = await openEngine({ store, host });
  const found: (string | undefined)[] = [];
  for (const name of ['law', 'fork']) found.push((await engine.world(name)?.describe())?.digest);
  await engine.close();
  return found;
}
