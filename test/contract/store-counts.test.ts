// The suite of counts for the stores in memory and on SQLite; event-store-postgres.test.ts has that on PostgreSQL.

import { join } from 'node:path';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { describeCounts } from './store-counts.contract.ts';

describeCounts('memory', createMemoryStore);
describeCounts('sqlite', () => openSqliteStore({ file: join(testFolder(), 'worlds.sqlite') }));
