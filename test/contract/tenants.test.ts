// The suite of tenants for the stores in memory and on SQLite; event-store-postgres.test.ts has that on PostgreSQL.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';
import { describeTenants } from './tenants.contract.ts';

const newFile = () => join(testFolder(), 'worlds.sqlite');

describeTenants('memory', createMemoryStore);
describeTenants('sqlite', () => openSqliteStore({ file: newFile() }));

it('a sqlite file has its tenants after it is reopened', async () => {
  const file = newFile();
  const acme = { id: 'acme', tokenHash: 'a'.repeat(64), limits: { worlds: 3 } };
  const first = openSqliteStore({ file });
  await first.tenants?.create(acme);
  await first.close();
  const second = openSqliteStore({ file });
  expect(await second.tenants?.list()).toEqual([acme]);
  await second.close();
});

it.each(['{', '{"worlds":-1}', '{"world":1}'])(
  'a tenant whose limits are %s is not served without them',
  async (limits) => {
    const file = newFile();
    const store = openSqliteStore({ file });
    await store.tenants?.create({ id: 'acme', tokenHash: 'a'.repeat(64), limits: {} });
    const database = new Database(file);
    database.prepare('UPDATE tenants SET limits = ?').run(limits);
    database.close();
    await expect(store.tenants?.list()).rejects.toMatchObject({
      code: 'damaged',
      message: "The limits of tenant 'acme' are not readable.",
    });
    await store.close();
  },
);
