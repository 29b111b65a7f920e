import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { nextLoopTurn } from '../../../adapters/host-timers.ts';
import {
  isSamePlace,
  openStore,
  openStoreReader,
  shownPlace,
} from '../../../adapters/stores/open-store.ts';
import { isPostgresUrl } from '../../../adapters/stores/postgres/url.ts';
import { applicationId, migrations } from '../../../adapters/stores/sqlite/schema.ts';
import type { EventStore } from '../../../core/index.ts';
import { recordOf } from '../../contract/event-store.contract.ts';
import { testFolder } from '../../support/runner/temporary-folder.ts';

const onWarning = () => undefined;

it('opens a file, and creates it unless it is only read', async () => {
  const file = join(testFolder(), 'a.db');
  const absent = { code: 'unavailable', message: `There is no store ${file}.` };
  await expect(openStoreReader(file, { onWarning })).rejects.toMatchObject(absent);
  expect(existsSync(file)).toBe(false);
  const created = await openStore(file, { onWarning });
  await created.create(recordOf('a'));
  await created.close();
  const opened = await openStoreReader(file, { onWarning });
  expect(await opened.find('a')).toEqual(recordOf('a'));
  await opened.close();
});

it('creates nothing in an empty file that is only read', async () => {
  const file = join(testFolder(), 'empty.db');
  writeFileSync(file, '');
  await expect(openStoreReader(file, { onWarning })).rejects.toMatchObject({
    code: 'unavailable',
  });
});

it('tells files from URLs of PostgreSQL, and shows no password', () => {
  const url = 'postgres://me:secret@db.example/bank';
  expect([url, 'postgresql:///bank', 'bank.db', './postgres'].map(isPostgresUrl)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(shownPlace(url)).toBe('postgres://me:***@db.example/bank');
  expect(shownPlace('me:secret@bank.db')).toBe('me:secret@bank.db');
});

it('knows the same file by its other name', async () => {
  const folder = testFolder();
  const [file, link] = [join(folder, 'a.db'), join(folder, 'b.db')];
  writeFileSync(file, '');
  symlinkSync(file, link);
  expect(await isSamePlace(file, link)).toBe(true);
  expect(await isSamePlace(file, join(folder, 'c.db'))).toBe(false);
  expect(await isSamePlace('postgres://db/a', 'postgres://db/a')).toBe(true);
  expect(await isSamePlace('postgres://127.0.0.1:1/a', 'postgres://127.0.0.1:1/b')).toBe(false);
  expect(await isSamePlace('postgres://db/a', file)).toBe(false);
});

it('reads a file without a change of its content, and leaves its access rights', async () => {
  const file = join(testFolder(), 'a.db');
  const store = await openStore(file, { onWarning });
  await store.create(recordOf('a'));
  await store.create(recordOf('b'));
  await store.remove('b'); // its rows are left for a later opening
  await store.close();
  chmodSync(file, 0o644);
  const before = readFileSync(file);
  const reader = await openStoreReader(file, { onWarning });
  expect(await reader.find('a')).toEqual(recordOf('a'));
  await nextLoopTurn();
  await expect((reader as EventStore).create(recordOf('c'))).rejects.toMatchObject({
    code: 'unavailable',
  });
  await reader.close();
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

it('refuses to read a file of an earlier version, and does not migrate it', async () => {
  const file = join(testFolder(), 'old.db');
  const database = new Database(file);
  database.exec(migrations[0] ?? '');
  database.pragma(`application_id = ${applicationId}`);
  database.pragma('user_version = 1');
  database.close();
  const before = readFileSync(file);
  await expect(openStoreReader(file, { onWarning })).rejects.toThrow(
    /has schema 1, and only schema \d+ can be read without a change: start `reprise serve --data`/,
  );
  expect(readFileSync(file).equals(before)).toBe(true);
});
