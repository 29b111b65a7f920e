// The event store on SQLite: one file for many worlds, one transaction for each append.

import type { Database, Transaction } from 'better-sqlite3';
import { z } from 'zod';
import {
  StoreError,
  type Append,
  type EventStore,
  type JournalEntry,
  type RefusedAppend,
  type RunningRecordings,
  type StoreCounts,
  type Tenants,
  type WakeDelay,
  type WorldRecord,
  type WorldUses,
  noSuchWorld,
} from '../../../core/index.ts';
import { callable, checkedOptions } from '../../checked-options.ts';
import { readAttachment } from './attachment-rows.ts';
import { createCheckpointer, type Checkpointer } from './checkpointer.ts';
import { sqlite } from './connection.ts';
import { createCounts } from './count-rows.ts';
import { reason } from '../damage.ts';
import { openDatabase, openDatabaseToRead } from './database.ts';
import type { Durability } from '../durability.ts';
import type { StoreReader } from '../store-reader.ts';
import { appendEntries, readEntries, readEvents, rowAt } from './journal-rows.ts';
import { verifyLog } from './log-guard.ts';
import { lockFile, type FileLock } from './lock.ts';
import { createRecordings } from './recording-rows.ts';
import { beginSnapshot, storedSnapshots } from './snapshot-rows.ts';
import { prepareStatements, type Statements } from './statements.ts';
import { checkFile, prepareFile, realPath, refuseOtherFile } from './store-file.ts';
import { createTenants } from './tenant-rows.ts';
import { createUses } from './use-rows.ts';
import { checkWorld, defectsOf, verifyFile } from './verify.ts';
import { watchFiles, type FileWatch } from './watch.ts';
import {
  rememberName,
  checkFree,
  insertWorld,
  listedIn,
  partsOf,
  recordIn,
  deleteOrphans,
  removeWorld,
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
  sqlite(); // before any file is created
  return new SqliteStore(options);
}

/**
 * Opens a file to read it: nothing of its content is changed. SQLite itself moves a log that a crash has left into the file. Throws
 * StoreError if there is no store, or one of another version.
 */
export function openSqliteReader(
  options: Required<Pick<SqliteOptions, 'file' | 'onWarning'>>,
): StoreReader {
  sqlite();
  return new SqliteStore(options, true);
}

/** Its members are bound: programs pass them on, and replace some of them. */
class SqliteStore implements EventStore {
  readonly #attachmentBytesMax: number;
  readonly #file: string;
  readonly #lock: FileLock;
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #watch: FileWatch | undefined;
  readonly #checkpointer: Checkpointer;
  readonly #inTransaction: Transaction<(work: () => unknown) => unknown>;
  readonly counts: StoreCounts;
  readonly tenants: Tenants;
  readonly uses: WorldUses;
  readonly recordings: RunningRecordings;
  #lost: StoreError | undefined;

  constructor(options: SqliteOptions, isReading = false) {
    const { durability = 'normal', onLost, onWarning = () => undefined } = options;
    this.#attachmentBytesMax = options.attachmentBytesMax ?? attachmentBytesMaxDefault;
    const file = options.file === ':memory:' ? options.file : realPath(options.file);
    this.#file = file;
    if (file !== ':memory:') guarded('open', file, () => refuseOtherFile(file));
    this.#lock = lockFile(file, onWarning);
    const { database, statements } = isReading
      ? openedToRead(file, this.#lock, onWarning)
      : opened(file, durability, this.#lock, onWarning);
    this.#database = database;
    this.#statements = statements;
    this.#watch =
      database.memory || isReading
        ? undefined
        : watchFiles(database, file, (message) => {
            this.#lost = new StoreError('damaged', message);
            onLost?.(this.#lost);
          });
    this.#checkpointer = createCheckpointer(database, { file, durability });
    this.#inTransaction = database.transaction((work: () => unknown) => work());
    const work = [
      <T>(reads: () => T) => this.#reading(reads),
      <T>(writes: () => T) => this.#writing(writes),
    ] as const;
    this.counts = createCounts(statements, ...work);
    this.tenants = createTenants(statements, ...work);
    this.uses = createUses(statements, ...work);
    this.recordings = createRecordings(statements, ...work);
    if (isReading) return;
    if (this.#reading(() => statements.unnamedWorlds.all()).length > 0) this.#deleteInBackground();
  }

  readonly worlds: EventStore['worlds'] = async ({ after = '', limit }) =>
    this.#reading(() => this.#statements.worlds.all(after, limit).map(listedIn));

  readonly find: EventStore['find'] = async (world) =>
    this.#reading(() => {
      const row = this.#statements.worldNamed.get(world);
      return row && recordIn(row, world);
    });

  readonly claim: EventStore['claim'] = async (world) =>
    this.#reading(() => {
      const row = this.#statements.worldNamed.get(world);
      if (row === undefined) return undefined;
      checkWorld(this.#statements, row, world);
      const record = recordIn(row, world);
      return row.sleep === null ? { record } : { record, sleep: row.sleep };
    });

  readonly wakes: EventStore['wakes'] = async ({ after = '', limit }) =>
    this.#reading(() => this.#statements.wakes.all(after, limit));

  readonly sleep: EventStore['sleep'] = async (world, { inputs, wakeAfterMs, state }) =>
    this.#writing(() => {
      const { id } = rowAt(this.#statements, world, inputs);
      this.#statements.sleep.run(wakeAfterMs, state, id);
    });

  readonly lineage: EventStore['lineage'] = async (world) =>
    this.#reading(() => partsOf(this.#statements, world));

  readonly create: EventStore['create'] = async (
    record,
    base,
    entries = [],
    wakeAfterMs = null,
    begun = Number.POSITIVE_INFINITY,
  ) =>
    this.#writing(() => {
      checkFree(this.#statements, record.name, begun);
      insertWorld(this.#statements, record, base, wakeAfterMs);
      this.#appendFirst(record, base?.inputs ?? 0, entries, wakeAfterMs);
    });

  readonly reset: EventStore['reset'] = async (record, entries = [], wakeAfterMs = null) => {
    this.#writing(() => {
      removeWorld(this.#statements, record.name);
      insertWorld(this.#statements, record, undefined, wakeAfterMs);
      this.#appendFirst(record, 0, entries, wakeAfterMs);
    });
    this.#deleteInBackground();
  };

  readonly remove: EventStore['remove'] = async (world) => {
    this.#writing(() => rememberName(this.#statements, removeWorld(this.#statements, world)));
    this.#deleteInBackground();
  };

  readonly append: EventStore['append'] = async (batch) => {
    const { length, refused } = this.#writing(() => this.#append(batch));
    this.#checkpointer.committed(length);
    return refused;
  };

  readonly read: EventStore['read'] = async (world, fromInput, limit) => {
    const { id } = this.#reading(() => worldRow(this.#statements, world));
    const pieces = readEntries(this.#statements, world, fromInput, limit);
    return inPieces(() =>
      this.#reading(() => {
        // Of a world that was removed meanwhile, rows are missing.
        if (worldRow(this.#statements, world).id !== id) throw noSuchWorld(world);
        return pieces.next();
      }),
    );
  };

  readonly attachment: EventStore['attachment'] = async (world, input) =>
    this.#reading(() => readAttachment(this.#statements, world, input));

  readonly events: EventStore['events'] = async (world, query) =>
    this.#reading(() => readEvents(this.#statements, world, query));

  readonly snapshot: EventStore['snapshot'] = async (world, inputs) =>
    beginSnapshot(this.#statements, (work, bytes) => this.#writing(work, bytes), world, inputs);

  readonly snapshots: EventStore['snapshots'] = async (world) =>
    this.#reading(() => storedSnapshots(this.#statements, (work) => this.#reading(work), world));

  readonly defects: EventStore['defects'] = async () =>
    this.#reading(() => defectsOf(this.#database, this.#statements, this.#file));

  readonly close: EventStore['close'] = async () => {
    if (!this.#database.open || leftOpen.has(this.#database)) return;
    const watch = this.#watch;
    watch?.stop();
    await this.#checkpointer.close();
    watch?.checkLog();
    if (watch?.isLogDamaged() === true) return void leftOpen.add(this.#database);
    guarded('close', this.#file, () => {
      closeDatabase(this.#database);
      watch?.close();
      this.#lock.release();
    });
  };

  #reading<T>(work: () => T): T {
    return guarded('read', this.#file, work);
  }

  #writing<T>(work: () => T, bytes = 0): T {
    this.#checkFiles();
    const write = () => this.#inTransaction.immediate(work) as T;
    const done = guarded('write to', this.#file, write);
    this.#checkFiles();
    this.#checkpointer.committed(commitBytes + bytes);
    return done;
  }

  #checkFiles(): void {
    this.#watch?.checkLog();
    if (this.#lost !== undefined) throw new StoreError('unavailable', this.#lost.message);
  }

  /** Appends what fits, each world completely or not at all. Returns the length of what was stored. */
  #append(batch: readonly Append[]): { length: number; refused: readonly RefusedAppend[] } {
    let length = 0;
    const refused: RefusedAppend[] = [];
    for (const append of batch) {
      try {
        length += appendEntries(this.#statements, append, this.#attachmentBytesMax);
      } catch (error) {
        if (!isRefusal(error)) throw error; // the whole transaction is undone
        refused.push({ world: append.world, error });
      }
    }
    return { length, refused };
  }

  /** Stores the first own entries of a new world. */
  #appendFirst(
    { name }: WorldRecord,
    expectedInput: number,
    entries: readonly JournalEntry[],
    wakeAfterMs: WakeDelay,
  ): void {
    if (entries.length === 0) return;
    const append = { world: name, expectedInput, entries, wakeAfterMs };
    appendEntries(this.#statements, append, this.#attachmentBytesMax);
  }

  /** Deletes the rows of removed worlds in pieces, until none are left or the store is closed. */
  #deleteInBackground(): void {
    setImmediate(() => {
      if (!this.#database.open) return;
      let isMore = false;
      try {
        isMore = this.#writing(() => deleteOrphans(this.#statements), deletionBytes);
      } catch {
        return; // the next start tries again
      }
      if (isMore) this.#deleteInBackground();
    });
  }
}

/** Whether an append was refused before anything of it was written. */
function isRefusal(error: unknown): error is StoreError {
  return (
    error instanceof StoreError && (error.code === 'conflict' || error.code === 'unknown-world')
  );
}

interface OpenedFile {
  readonly database: Database;
  readonly statements: Statements;
}

/** Opens the database and verifies it; releases the lock if that fails. */
function opened(
  file: string,
  durability: Durability,
  lock: FileLock,
  onWarning: (message: string) => void,
): OpenedFile {
  return verified(file, lock, () => {
    if (file !== ':memory:') prepareFile(file, lock.existed, onWarning);
    if (file !== ':memory:') verifyLog(file);
    lock.probe();
    return openDatabase(file, durability);
  });
}

/** As `opened`, for an existing file that is only read. */
function openedToRead(
  file: string,
  lock: FileLock,
  onWarning: (message: string) => void,
): OpenedFile {
  return verified(file, lock, () => {
    checkFile(file, lock.existed, onWarning);
    verifyLog(file);
    lock.probe();
    return openDatabaseToRead(file);
  });
}

function verified(file: string, lock: FileLock, open: () => Database): OpenedFile {
  let database: Database | undefined;
  try {
    database = open();
    const statements = prepareStatements(database);
    verifyFile(database, statements, file);
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
