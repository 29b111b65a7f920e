// The suite of running recordings for the stores in memory and on SQLite; event-store-postgres.test.ts has that on PostgreSQL.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { recordOf } from './event-store.contract.ts';
import { describeRecordings, recordingOf } from './running-recordings.contract.ts';

const newFile = () => join(testFolder(), 'worlds.sqlite');

describeRecordings('memory', createMemoryStore);
describeRecordings('sqlite', () => openSqliteStore({ file: newFile() }));

it('a sqlite file has them after it is reopened', async () => {
  const file = newFile();
  const first = openSqliteStore({ file });
  await first.create(recordOf('a'));
  await first.recordings?.begin(recordingOf('a'));
  await first.close();
  const second = openSqliteStore({ file });
  expect(await second.recordings?.find('a')).toEqual(recordingOf('a'));
  await second.close();
});
