// Opens connections to SQLite. Its native package is loaded with the first one: all else works where it is missing.

import { createRequire } from 'node:module';
import type { default as Sqlite, Database, Options } from 'better-sqlite3';
import { StoreError } from '../../../core/index.ts';
import { reason } from '../damage.ts';

/** Loads a package by its name. */
type Load = (name: string) => unknown;

const requireHere = createRequire(import.meta.url);

let loaded: typeof Sqlite | undefined;

/** Opens a file. Throws errors of SQLite, and StoreError 'unavailable' if SQLite itself cannot be loaded. */
export function openConnection(file: string, options: Options = {}): Database {
  return new (sqlite())(file, options);
}

/** The package, loaded once. Throws as `loadSqlite` does. */
export function sqlite(): typeof Sqlite {
  loaded ??= loadSqlite();
  return loaded;
}

/** The package with its binding. Throws StoreError 'unavailable' that says how to repair it. */
export function loadSqlite(load: Load = requireHere): typeof Sqlite {
  try {
    const Connection = load('better-sqlite3') as typeof Sqlite;
    new Connection(':memory:').close(); // the package loads its binding now
    return Connection;
  } catch (error) {
    throw new StoreError(
      'unavailable',
      `SQLite ${defectOf(error)}: run \`npm rebuild better-sqlite3\` with the Node that runs Reprise, or store in memory (serve --memory, createMemoryStore).`,
      { cause: error },
    );
  }
}

/** What is wrong with the binding: the reasons of Node and of its loader have many lines. */
function defectOf(error: unknown): string {
  const text = reason(error);
  if (/^Cannot find (module|package)/.test(text)) return 'is not installed';
  if (text.startsWith('Could not locate the bindings file')) return 'is not built';
  if (text.includes('NODE_MODULE_VERSION')) return 'is built for another version of Node';
  return `cannot be loaded (${text.split('\n')[0] ?? ''})`;
}
