// The event store on SQLite: one file for many worlds, one transaction for each append.

import type { Database } from 'better-sqlite3';
import {
  StoreError,
  type EventStore,
  type JournalEntry,
  type WorldRecord,
} from '../../core/index.ts';
import { createCheckpointer } from './checkpointer.ts';
import { openDatabase, reason, type Durability } from './database.ts';
import { appendEntries, readEntries, readEvents } from './journal-rows.ts';
import { lockFile, type FileLock } from './lock.ts';
import { beginSnapshot, storedSnapshots } from './snapshot-rows.ts';
import { prepareStatements, type Statements } from './statements.ts';
import { prepareFile, realPath } from './store-file.ts';
import { verifyStore } from './verify.ts';
import { watchFiles } from './watch.ts';
import { insertWorld, recordIn, removeWorld, sweep } from './world-rows.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly durability?: Durability;
  /** Told once if the file or its log was removed, replaced or cut from outside; nothing is stored from then on. */
  readonly onLost?: (error: StoreError) => void;
  /** Told what the operator should know of a file that is opened all the same. */
  readonly complain?: (message: string) => void;
}

/** What a commit writes to the log besides its texts: each page that it touches as a whole, mostly three. */
const commitBytes = 3 * 4_096;
/** What a piece of a sweep writes, about. */
const sweepBytes = 2 * 1024 * 1024;

/** Opens or creates the file. Throws StoreError if that cannot be done, or it holds something else. */
export function openSqliteStore(options: SqliteOptions): EventStore {
  const { durability = 'normal', onLost, complain = () => undefined } = options;
  const file = options.file === ':memory:' ? options.file : realPath(options.file);
  const lock = lockFile(file, complain);
  const { database, statements } = opened(file, durability, lock, complain);
  let lost: StoreError | undefined;
  const watch = database.memory
    ? undefined
    : watchFiles(database, file, (message) => {
        lost = new StoreError('damaged', message);
        onLost?.(lost);
      });
  const checkpointer = createCheckpointer(database, { file, durability });
  const inTransaction = database.transaction((work: () => unknown) => work());
  const reading = <T>(work: () => T): T => guarded('read', file, work);
  const writing = <T>(work: () => T, bytes = 0): T => {
    if (lost !== undefined) throw new StoreError('unavailable', lost.message);
    const done = guarded('write to', file, () => inTransaction.immediate(work) as T);
    checkpointer.committed(commitBytes + bytes);
    return done;
  };

  /** Deletes what was removed, a little at a time, until nothing is left or the store is closed. */
  function sweepOn(): void {
    setImmediate(() => {
      if (!database.open) return;
      let isMore = false;
      try {
        isMore = writing(() => sweep(statements), sweepBytes);
      } catch {
        return; // the next start tries again
      }
      if (isMore) sweepOn();
    });
  }

  /** The first own entries of a world that has just been made. */
  function begin(
    { name }: WorldRecord,
    expectedInput: number,
    entries: readonly JournalEntry[],
  ): void {
    if (entries.length > 0) appendEntries(statements, { world: name, expectedInput, entries });
  }

  if (reading(() => statements.nameless.all()).length > 0) sweepOn();

  return {
    countOpening: async () => writing(() => statements.countOpening.get()?.openings ?? 0),
    worlds: async () =>
      reading(() => statements.worlds.all().map((row) => recordIn(row, row.name ?? ''))),
    journals: async () =>
      reading(() =>
        statements.lineage.all().map(({ id, name, parent, inputs }) => ({
          id,
          ...(name === null ? {} : { world: name }),
          ...(parent === null ? {} : { base: { id: parent, inputs } }),
        })),
      ),
    create: async (record, base, entries = []) =>
      writing(() => {
        insertWorld(statements, record, base);
        begin(record, base?.inputs ?? 0, entries);
      }),
    async reset(record, entries = []) {
      writing(() => {
        removeWorld(statements, record.name);
        insertWorld(statements, record);
        begin(record, 0, entries);
      });
      sweepOn();
    },
    async remove(world) {
      writing(() => removeWorld(statements, world));
      sweepOn();
    },
    async append(batch) {
      const length = writing(() =>
        batch.reduce((sum, append) => sum + appendEntries(statements, append), 0),
      );
      checkpointer.committed(length);
    },
    read: async (world, fromInput, limit) =>
      reading(() => readEntries(statements, world, fromInput, limit)),
    events: async (world, query) => reading(() => readEvents(statements, world, query)),
    snapshot: async (world, inputs) => beginSnapshot(statements, writing, world, inputs),
    snapshots: async (world) => reading(() => storedSnapshots(statements, reading, world)),
    async close() {
      watch?.stop();
      await checkpointer.close();
      guarded('close', file, () => {
        closeDatabase(database);
        lock.release();
      });
    },
  };
}

/** The database and its statements; lets go of the lock where that fails. */
function opened(
  file: string,
  durability: Durability,
  lock: FileLock,
  complain: (message: string) => void,
): { readonly database: Database; readonly statements: Statements } {
  let database: Database | undefined;
  try {
    if (file !== ':memory:') prepareFile(file, lock.wasThere, complain);
    lock.probe();
    database = openDatabase(file, durability);
    const statements = prepareStatements(database);
    verifyStore(database, statements, file);
    lock.confirm();
    return { database, statements };
  } catch (error) {
    database?.close();
    lock.release();
    if (error instanceof StoreError) throw error;
    // A file of ours that lacks one of our tables, or cannot be read, has been tampered with.
    throw new StoreError('damaged', `${file} is damaged: ${reason(error)}.`, { cause: error });
  }
}

/** What the database refuses becomes a StoreError; what we refuse already is one. */
function guarded<T>(doing: string, file: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if ((error as { code?: unknown }).code === 'SQLITE_CORRUPT') {
      throw new StoreError('damaged', `${file} is damaged: ${reason(error)}.`, { cause: error });
    }
    throw new StoreError('unavailable', `Cannot ${doing} ${file}: ${reason(error)}.`, {
      cause: error,
    });
  }
}

/** Leaves one tidy file behind: the write-ahead log goes into it. */
function closeDatabase(database: Database): void {
  if (!database.open) return;
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // Without room for it the log stays beside the file; nothing is lost.
  }
  database.close();
}
