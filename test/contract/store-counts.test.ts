// The suite of counts for the stores in memory and on SQLite; event-store-postgres.test.ts has that on PostgreSQL.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { removedNamesMax } from '../../core/index.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { describeCounts } from './store-counts.contract.ts';

it('a sqlite file forgets no removed name that is added again', async () => {
  const { counts, ...store } = openSqliteStore({ file: join(testFolder(), 'worlds.sqlite') });
  const names = Array.from({ length: removedNamesMax }, (_, index) => ({
    name: `w-${index}`,
    begun: 1,
  }));
  for (let copies = 0; copies < 2; copies += 1) await counts.addRemovedNames(names);
  await counts.addRemovedNames([{ name: 'another', begun: 1 }]);
  expect(await counts.begun('w-0')).toBe(0); // the oldest one made room
  expect(await counts.begun('w-1')).toBe(1);
  expect(await counts.removedNames(removedNamesMax - 1, 9)).toEqual([
    { name: 'another', begun: 1 },
  ]);
  await store.close();
});

describeCounts('memory', createMemoryStore);
describeCounts('sqlite', () => openSqliteStore({ file: join(testFolder(), 'worlds.sqlite') }));
