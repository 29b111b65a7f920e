import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { openEngine, type EventStore } from '../../core/index.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { epochMs, hash } from '../support/engine/pure-world.ts';
import { runs } from '../support/runner/runs.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { appendAll } from '../support/store/append-all.ts';

const host = { hash, monotonicMs: () => 0, defer: (task: () => void) => void setImmediate(task) };
const record = {
  name: 'law',
  seed: 'session',
  epochMs,
  ids: 'ordinal' as const,
  clock: { mode: 'frozen' as const, rate: 1 },
  config: {},
};

it('the memory and SQLite stores contain the same worlds, and both resume at the digest of the run', async () => {
  const folder = testFolder();
  let files = 0;
  await fc.assert(
    fc.asyncProperty(sessionArbitrary, fc.integer({ min: 1, max: 7 }), async (actions, batch) => {
      const { entries, state } = sessionOf(actions);
      const file = join(folder, `${(files += 1)}.db`);
      const memory = createMemoryStore();
      const sqlite = openSqliteStore({ file });
      for (const store of [memory, sqlite]) {
        await store.create(record);
        for (let from = 0; from < entries.length; from += batch) {
          const some = entries.slice(from, from + batch);
          await appendAll(store, [{ world: 'law', expectedInput: from, entries: some }]);
        }
      }
      expect(await sqlite.read('law', 1, 10_000)).toEqual(await memory.read('law', 1, 10_000));
      await sqlite.close();
      for (const store of [memory, openSqliteStore({ file })]) {
        expect(await resumed(store)).toBe(state.digest);
      }
    }),
    runs(25),
  );
});

async function resumed(store: EventStore): Promise<string | undefined> {
  const engine = await openEngine({ store, host });
  const view = await engine.world('law')?.describe();
  await engine.close();
  return view?.digest;
}
