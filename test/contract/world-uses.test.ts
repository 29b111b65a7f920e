// The suite of uses for the stores in memory and on SQLite; event-store-postgres.test.ts has that on PostgreSQL.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { describeWorldUses } from './world-uses.contract.ts';

describeWorldUses('memory', () => {
  let nowMs = 0;
  const store = createMemoryStore({}, () => nowMs);
  return { store, pass: (ms) => (nowMs += ms) };
});

describeWorldUses('sqlite', () => {
  const file = join(testFolder(), 'worlds.sqlite');
  const store = openSqliteStore({ file });
  return {
    store,
    pass(ms) {
      const database = new Database(file);
      database.prepare('UPDATE uses SET used = used - ?').run(ms / 1_000);
      database.close();
    },
  };
});
