// Orphan rows are found when a file is opened, for any number of the missing world.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
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

/** Runs statements on a copy of the file, updates its census of worlds and attachments, and opens it. */
async function open(...statements: readonly string[]): Promise<void> {
  copyStore(whole, file);
  const database = new Database(file);
  for (const statement of [...statements, recount]) database.exec(statement);
  database.close();
  await openSqliteStore({ file }).close();
}

const without = (table: string, id: number) =>
  `DELETE FROM ${table} WHERE key >= ${id * rowsPerWorld} AND key < ${(id + 1) * rowsPerWorld}`;

it.each([
  ['the first world', () => [1, 1] as const],
  ['a world between others', () => [2, 2] as const],
  ['the last world', () => [last, last + 1] as const], // the last world has no inputs
] as const)('finds the rows of %s if it is missing', async (_name, span) => {
  const [from, to] = span();
  const removed = `DELETE FROM worlds WHERE id BETWEEN ${from} AND ${to}`;
  const found = `it has the log of world number ${from} but not the world`;
  await expect(open(removed)).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining(found),
  });
  const tables = ['inputs', 'events', 'attachments'];
  for (const left of tables) {
    const others = tables.filter((table) => table !== left);
    await expect(open(removed, ...others.map((table) => without(table, from)))).rejects.toThrow(
      found,
    );
  }
  await open(removed, ...tables.map((table) => without(table, from)));
});
