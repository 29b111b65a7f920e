// Orphan rows are found when the whole file is verified, for any number of the missing world; those of the last when it is opened.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
import type { StoreError } from '../../../../core/index.ts';
import { rowsPerWorld } from '../../../../adapters/stores/sqlite/schema.ts';
import { copyStore, createRamFolder, storeSessions } from '../../../support/store/store-file.ts';

let folder = '';
let whole = '';
let file = '';
/** The number of the last world that has inputs. */
let last = 0;

beforeAll(async () => {
  folder = createRamFolder('verify');
  [whole, file] = [join(folder, 'whole.db'), join(folder, 'file.db')];
  const store = openSqliteStore({ file: whole });
  await storeSessions(store, 7, async () => undefined);
  await store.close();
  const database = new Database(whole, { readonly: true });
  const key = database.prepare('SELECT max(key) FROM events').pluck().get() as number;
  last = Math.floor(key / rowsPerWorld);
  database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const recount = `
  UPDATE census SET (worlds, named) = (SELECT count(*), count(name) FROM worlds);
  UPDATE census SET attachment_bytes = (SELECT total(length(bytes)) FROM attachments);
`;

/** Runs statements on a copy of the file, updates its census of worlds and attachments, and lists its defects. */
async function defectsAfter(
  ...statements: readonly string[]
): Promise<readonly Pick<StoreError, 'code' | 'message'>[]> {
  copyStore(whole, file);
  const database = new Database(file);
  for (const statement of [...statements, recount]) database.exec(statement);
  database.close();
  const store = openSqliteStore({ file });
  const defects = await store.defects();
  await store.close();
  return defects.map(({ code, message }) => ({ code, message }));
}

/** As `defectsAfter`, for a file that is refused. */
async function refusalAfter(...statements: readonly string[]): ReturnType<typeof defectsAfter> {
  const error = await defectsAfter(...statements).then(
    () => undefined,
    (refusal: unknown) => refusal as StoreError,
  );
  return error === undefined ? [] : [{ code: error.code, message: error.message }];
}

const without = (table: string, id: number) =>
  `DELETE FROM ${table} WHERE key >= ${id * rowsPerWorld} AND key < ${(id + 1) * rowsPerWorld}`;

it.each([
  ['the first world', () => [1, 1] as const, defectsAfter],
  ['a world between others', () => [2, 2] as const, defectsAfter],
  // The last world has no inputs. The next one would get its number: the file is refused.
  ['the last world', () => [last, last + 1] as const, refusalAfter],
] as const)('finds the rows of %s if it is missing', async (_name, span, foundAfter) => {
  const [from, to] = span();
  const removed = `DELETE FROM worlds WHERE id BETWEEN ${from} AND ${to}`;
  const reason = `it has the log of world number ${from} but not the world`;
  const found = [{ code: 'damaged', message: `${file} is damaged: ${reason}.` }];
  expect(await foundAfter(removed)).toEqual(found);
  const tables = ['inputs', 'events', 'attachments'];
  for (const left of tables) {
    const others = tables.filter((table) => table !== left);
    const gone = others.map((table) => without(table, from));
    expect(await foundAfter(removed, ...gone)).toEqual(found);
  }
  expect(await defectsAfter(removed, ...tables.map((table) => without(table, from)))).toEqual([]);
});
