// The event store on SQLite: one file for many worlds, one transaction for each append.

import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  StoreError,
  type EventStore,
  type JournalEntry,
  type WorldRecord,
} from '../../../core/index.ts';
import { callable, checkedOptions } from '../../checked-options.ts';
import { readAttachment } from './attachment-rows.ts';
import { createCheckpointer } from './checkpointer.ts';
import { sqlite } from './connection.ts';
import { reason } from './damage.ts';
import { openDatabase } from './database.ts';
import type { Durability } from './durability.ts';
import { appendEntries, readEntries, readEvents } from './journal-rows.ts';
import { verifyLog } from './log-guard.ts';
import { lockFile, type FileLock } from './lock.ts';
import { beginSnapshot, storedSnapshots } from './snapshot-rows.ts';
import { prepareStatements, type Statements } from './statements.ts';
import { prepareFile, realPath } from './store-file.ts';
import { verifyStore } from './verify.ts';
import { watchFiles } from './watch.ts';
import {
  insertWorld,
  recordIn,
  deleteOrphans,
  removeWorld,
  unknownWorld,
  worldRow,
} from './world-rows.ts';
import { nextLoopTurn, setImmediate } from '../../host-timers.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly durability?: Durability;
  /** The most bytes of attachments; the oldest are dropped. Default: 1 GiB. */
  readonly attachmentBytesMax?: number;
  /** Called once if the file or its log is removed, replaced or truncated by another program; nothing is stored afterwards. */
  readonly onLost?: (error: StoreError) => void;
  /** Called with problems that do not prevent opening the file. */
  readonly onWarning?: (message: string) => void;
}

/** The bytes that a commit adds to the log besides its texts: mostly three whole pages. */
const commitBytes = 3 * 4_096;
const attachmentBytesMaxDefault = 1024 * 1024 * 1024;
/** The approximate number of bytes that a piece of a deletion adds to the log. */
const deletionBytes = 2 * 1024 * 1024;

/** Databases with a damaged log: a close, or a garbage collection, would copy what the log has now into the file. */
const leftOpen = new Set<Database>();

const optionsSchema = z.strictObject({
  file: z.string().min(1, 'must be the path of a file'),
  durability: z.enum(['normal', 'full']).exactOptional(),
  attachmentBytesMax: z.int().min(0).exactOptional(),
  onLost: callable(),
  onWarning: callable(),
});

/**
 * Opens or creates the file. Throws StoreError if that fails, or if the file is not a store; OptionsError if an option is wrong.
 */
export function openSqliteStore(options: SqliteOptions): EventStore {
  checkedOptions(optionsSchema, options, 'openSqliteStore');
  const { durability = 'normal', onLost, onWarning = () => undefined } = options;
  const { attachmentBytesMax = attachmentBytesMaxDefault } = options;
  sqlite(); // before any file is created
  const file = options.file === ':memory:' ? options.file : realPath(options.file);
  const lock = lockFile(file, onWarning);
  const { database, statements } = opened(file, durability, lock, onWarning);
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
  const checkFiles = () => {
    watch?.checkLog();
    if (lost !== undefined) throw new StoreError('unavailable', lost.message);
  };
  const writing = <T>(work: () => T, bytes = 0): T => {
    checkFiles();
    const done = guarded('write to', file, () => inTransaction.immediate(work) as T);
    checkFiles();
    checkpointer.committed(commitBytes + bytes);
    return done;
  };

  /** Deletes the rows of removed worlds in pieces, until none are left or the store is closed. */
  function deleteInBackground(): void {
    setImmediate(() => {
      if (!database.open) return;
      let isMore = false;
      try {
        isMore = writing(() => deleteOrphans(statements), deletionBytes);
      } catch {
        return; // the next start tries again
      }
      if (isMore) deleteInBackground();
    });
  }

  /** Stores the first own entries of a new world. */
  function appendFirst(
    { name }: WorldRecord,
    expectedInput: number,
    entries: readonly JournalEntry[],
  ): void {
    if (entries.length === 0) return;
    appendEntries(statements, { world: name, expectedInput, entries }, attachmentBytesMax);
  }

  if (reading(() => statements.unnamedWorlds.all()).length > 0) deleteInBackground();

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
        appendFirst(record, base?.inputs ?? 0, entries);
      }),
    async reset(record, entries = []) {
      writing(() => {
        removeWorld(statements, record.name);
        insertWorld(statements, record);
        appendFirst(record, 0, entries);
      });
      deleteInBackground();
    },
    async remove(world) {
      writing(() => removeWorld(statements, world));
      deleteInBackground();
    },
    async append(batch) {
      const length = writing(() =>
        batch.reduce(
          (sum, append) => sum + appendEntries(statements, append, attachmentBytesMax),
          0,
        ),
      );
      checkpointer.committed(length);
    },
    async read(world, fromInput, limit) {
      const { id } = reading(() => worldRow(statements, world));
      const pieces = readEntries(statements, world, fromInput, limit);
      return inPieces(() =>
        reading(() => {
          // Of a world that was removed meanwhile, rows are missing.
          if (worldRow(statements, world).id !== id) throw unknownWorld(world);
          return pieces.next();
        }),
      );
    },
    attachment: async (world, input) => reading(() => readAttachment(statements, world, input)),
    events: async (world, query) => reading(() => readEvents(statements, world, query)),
    snapshot: async (world, inputs) => beginSnapshot(statements, writing, world, inputs),
    snapshots: async (world) => reading(() => storedSnapshots(statements, reading, world)),
    async close() {
      if (!database.open || leftOpen.has(database)) return;
      watch?.stop();
      await checkpointer.close();
      watch?.checkLog();
      if (watch?.isLogDamaged() === true) return void leftOpen.add(database);
      guarded('close', file, () => {
        closeDatabase(database);
        watch?.close();
        lock.release();
      });
    },
  };
}

/** Opens the database and verifies it; releases the lock if that fails. */
function opened(
  file: string,
  durability: Durability,
  lock: FileLock,
  onWarning: (message: string) => void,
): { readonly database: Database; readonly statements: Statements } {
  let database: Database | undefined;
  try {
    if (file !== ':memory:') prepareFile(file, lock.existed, onWarning);
    if (file !== ':memory:') verifyLog(file);
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
    // A store that lacks a table or cannot be read was changed by another program.
    throw new StoreError('damaged', `${file} is damaged: ${reason(error)}.`, { cause: error });
  }
}

/** Runs long work; others run between its pieces. */
async function inPieces<T>(next: () => IteratorResult<undefined, T>): Promise<T> {
  for (;;) {
    const piece = next();
    if (piece.done === true) return piece.value;
    await nextLoopTurn();
  }
}

/** Turns errors of the database into StoreErrors. */
function guarded<T>(operation: string, file: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if ((error as { code?: unknown }).code === 'SQLITE_CORRUPT') {
      throw new StoreError('damaged', `${file} is damaged: ${reason(error)}.`, { cause: error });
    }
    throw new StoreError('unavailable', `Cannot ${operation} ${file}: ${reason(error)}.`, {
      cause: error,
    });
  }
}

/** Moves the write-ahead log into the file, so that a single file remains. */
function closeDatabase(database: Database): void {
  if (!database.open) return;
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // On a full disk the log stays as a second file; nothing is lost.
  }
  database.close();
}
