import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  isPostgresUrl,
  isSamePlace,
  openStore,
  shownPlace,
} from '../../../adapters/stores/open-store.ts';
import { recordOf } from '../../contract/event-store.contract.ts';
import { testFolder } from '../../support/runner/temporary-folder.ts';

const onWarning = () => undefined;

it('opens a file, and creates it unless it must exist', async () => {
  const file = join(testFolder(), 'a.db');
  const absent = { code: 'unavailable', message: `There is no store ${file}.` };
  await expect(openStore(file, { mustExist: true, onWarning })).rejects.toMatchObject(absent);
  expect(existsSync(file)).toBe(false);
  const created = await openStore(file, { onWarning });
  await created.create(recordOf('a'));
  await created.close();
  const opened = await openStore(file, { mustExist: true, onWarning });
  expect(await opened.find('a')).toEqual(recordOf('a'));
  await opened.close();
});

it('creates nothing in an empty file that must be a store', async () => {
  const file = join(testFolder(), 'empty.db');
  writeFileSync(file, '');
  await expect(openStore(file, { mustExist: true, onWarning })).rejects.toMatchObject({
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

it('knows the same file by its other name', () => {
  const folder = testFolder();
  const [file, link] = [join(folder, 'a.db'), join(folder, 'b.db')];
  writeFileSync(file, '');
  symlinkSync(file, link);
  expect(isSamePlace(file, link)).toBe(true);
  expect(isSamePlace(file, join(folder, 'c.db'))).toBe(false);
  expect(isSamePlace('postgres://db/a', 'postgres://db/a')).toBe(true);
  expect(isSamePlace('postgres://db/a', 'postgres://db/b')).toBe(false);
});
