// Opens a store file: creates a new one, migrates one of an earlier version, refuses other databases and later versions.

import type { Database } from 'better-sqlite3';
import { StoreError } from '../../../core/index.ts';
import { openConnection } from './connection.ts';
import { reason } from '../damage.ts';
import type { Durability } from '../durability.ts';
import { applicationId, migrations, schemaVersion } from './schema.ts';

/** How long to wait for another process that has locked the file. */
const busyMs = 2_000;

export function openDatabase(file: string, durability: Durability): Database {
  return inSentences(file, (database) => {
    const version = versionOf(database, file); // before any change: the file may belong to another program
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${durability}`);
    if (version < schemaVersion) {
      migrate(database, version);
      database.pragma('wal_checkpoint(TRUNCATE)'); // marks the file itself, not only its log
    }
    // Refuses a file that is not writable now rather than later.
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${schemaVersion}; ROLLBACK`);
  });
}

/** Refuses a file of an earlier version, and all changes. */
export function openDatabaseToRead(file: string): Database {
  return inSentences(file, (database) => {
    const version = versionOf(database, file);
    if (version < schemaVersion) {
      const message = `${file} has schema ${version}, and only schema ${schemaVersion} can be read without a change: start \`reprise serve --data\` with it once to migrate it.`;
      throw new StoreError('unavailable', message);
    }
    database.pragma('query_only = ON');
  });
}

/** Opens a file and prepares it. Throws StoreError if that fails. */
function inSentences(file: string, prepare: (database: Database) => void): Database {
  let database: Database | undefined;
  try {
    database = openConnection(file, { timeout: busyMs });
    prepare(database);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StoreError) throw error;
    if ((error as { code?: unknown }).code === 'SQLITE_NOTADB') {
      throw new StoreError('damaged', `${file} is not a database; choose another file.`, {
        cause: error,
      });
    }
    if ((error as { code?: unknown }).code === 'SQLITE_CORRUPT') {
      throw new StoreError('damaged', `${file} is damaged: ${reason(error)}.`, { cause: error });
    }
    throw new StoreError('unavailable', `Cannot open ${file}: ${reason(error)}.${hintFor(error)}`, {
      cause: error,
    });
  }
}

/** What to check, for errors whose reason does not say it. */
export function hintFor(error: unknown): string {
  // The package throws a TypeError for a missing folder.
  const isUnopened =
    (error as { code?: unknown }).code === 'SQLITE_CANTOPEN' || error instanceof TypeError;
  return isUnopened ? ' Check that the folder exists and is writable.' : '';
}

/** The schema version of the file; 0 if it is empty. Throws StoreError if it is not a store, or of a later version. */
function versionOf(database: Database, file: string): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  const application = database.pragma('application_id', { simple: true });
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (version === 0 && application === 0 && tables === 0) return 0;
  if (application !== applicationId) {
    throw new StoreError(
      'damaged',
      `${file} is a database of another program; choose another file.`,
    );
  }
  if (version < 1 || version > schemaVersion) {
    const message = `${file} has schema ${version}, this version reads ${schemaVersion} and earlier ones; use the version of Reprise that wrote it.`;
    throw new StoreError('damaged', message);
  }
  return version;
}

/** Atomic. */
function migrate(database: Database, from: number): void {
  database.transaction(() => {
    for (const migration of migrations.slice(from)) database.exec(migration);
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${schemaVersion}`);
  })();
}
