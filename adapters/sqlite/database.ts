// Opens a store file: creates it if it is new, brings it to this version if it is older, refuses what is not ours or of a
// later version.

import Database from 'better-sqlite3';
import { StoreError } from '../../core/index.ts';
import { applicationId, migrations, schemaVersion } from './schema.ts';

/** `normal` loses nothing when the process dies, `full` nothing when the machine does. */
export type Durability = 'normal' | 'full';

/** How long to wait for another process that holds the file. */
const busyMs = 2_000;

export function openDatabase(file: string, durability: Durability): Database.Database {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { timeout: busyMs });
    const version = versionOf(database, file); // before anything is changed in a file that may be somebody else's
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${durability}`);
    if (version < schemaVersion) {
      migrate(database, version);
      database.pragma('wal_checkpoint(TRUNCATE)'); // the file is one of ours from now on, also without its log
    }
    // A file that cannot be written to is refused now, not later.
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${schemaVersion}; ROLLBACK`);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StoreError) throw error;
    if ((error as { code?: unknown }).code === 'SQLITE_NOTADB') {
      throw new StoreError('damaged', `${file} is no database; name another file.`, {
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

/** The short reason of a database error. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}

/** What the operator may look at, where the reason does not say it. */
export function hintFor(error: unknown): string {
  if ((error as { code?: unknown }).code !== 'SQLITE_CANTOPEN') return '';
  return ' Look whether the folder is there and may be written to.';
}

/** The version of the file's tables, 0 where it has none yet. Throws StoreError if it is not ours, or of a later version. */
function versionOf(database: Database.Database, file: string): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  const application = database.pragma('application_id', { simple: true });
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (version === 0 && application === 0 && tables === 0) return 0;
  if (application !== applicationId) {
    throw new StoreError('damaged', `${file} is a database of something else; name another file.`);
  }
  if (version < 1 || version > schemaVersion) {
    const message = `${file} has schema ${version}, this version reads ${schemaVersion} and earlier ones; use the version of Reprise that wrote it.`;
    throw new StoreError('damaged', message);
  }
  return version;
}

/** All of it or nothing. */
function migrate(database: Database.Database, from: number): void {
  database.transaction(() => {
    for (const migration of migrations.slice(from)) database.exec(migration);
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${schemaVersion}`);
  })();
}
