import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../../core/index.ts';
import { loadSqlite, openConnection } from '../../../../adapters/stores/sqlite/connection.ts';

const failing = (message: string) => () => {
  throw new Error(message);
};

/** The package without a loadable native binding: it throws at the first connection. */
const withoutBinding = (message: string) => () =>
  function () {
    throw new Error(message);
  };

describe('SQLite', () => {
  it.each([
    ["Cannot find module 'better-sqlite3'\nRequire stack:\n- /a", failing, 'is not installed'],
    ['Could not locate the bindings file. Tried:\n → /a\n → /b', withoutBinding, 'is not built'],
    [
      "The module '/a.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 127.",
      withoutBinding,
      'is built for another version of Node',
    ],
    [
      '/lib/libm.so.6: not found\n(a)',
      withoutBinding,
      'cannot be loaded (/lib/libm.so.6: not found)',
    ],
  ])('that fails with %j is refused in one sentence', (message, failure, defect) => {
    const load = () => loadSqlite(failure(message));
    expect(load).toThrow(StoreError);
    expect(load).toThrow(
      `SQLite ${defect}: run \`npm rebuild better-sqlite3\` with the Node that runs Reprise, or store in memory (serve --memory, createMemoryStore).`,
    );
  });

  it('opens connections', () => {
    const database = openConnection(':memory:');
    expect(database.prepare('SELECT 1 + 1').pluck().get()).toBe(2);
    database.close();
  });
});
