// One process for one store file. The lock is SQLite's own, on an empty database beside the file, so that it goes with the
// process however that ends, and other programs can still read the store. The file itself is probed too, which finds a
// process that has it open under another name or whose lock file was removed.

import Database from 'better-sqlite3';
import { StoreError } from '../../core/index.ts';
import { hintFor, reason } from './database.ts';
import { createPrivately, makePrivate, statsOf } from './store-file.ts';

/** How long a predecessor may take to let go. */
const patienceMs = 500;

export interface FileLock {
  /** Whether the lock file was there before. */
  readonly wasThere: boolean;
  /** Throws StoreError 'unavailable' if a process has the store file open, whatever its name for it. */
  readonly probe: () => void;
  /** Throws StoreError 'unavailable' if the lock file is not the one that was locked any more. */
  readonly confirm: () => void;
  readonly release: () => void;
}

const noLock: FileLock = {
  wasThere: false,
  probe: () => undefined,
  confirm: () => undefined,
  release: () => undefined,
};

/** Takes the lock of a store file. Throws StoreError 'unavailable' if another process has it, or it cannot be created. */
export function lockFile(file: string, complain: (message: string) => void): FileLock {
  if (file === ':memory:') return noLock;
  const path = `${file}-lock`;
  const isNew = createPrivately(path);
  makePrivate(path, complain);
  let lock: Database.Database | undefined;
  try {
    lock = new Database(path, { timeout: patienceMs });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (isBusy(error)) throw inUse(file, error);
    throw new StoreError('unavailable', `Cannot open ${file}: ${reason(error)}.${hintFor(error)}`, {
      cause: error,
    });
  }
  const held = lock;
  const locked = statsOf(path);
  return {
    wasThere: !isNew,
    probe: () => probe(file),
    confirm() {
      const now = statsOf(path);
      if (now === undefined || now.ino !== locked?.ino || now.dev !== locked.dev) throw inUse(file);
    },
    release: () => void held.close(),
  };
}

/**
 * SQLite locks the file itself, not its name: each connection to a store shares a lock on it for as long as it is open, so an
 * exclusive one cannot be had beside any.
 */
function probe(file: string): void {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { timeout: patienceMs });
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
  } catch (error) {
    if (isBusy(error)) throw inUse(file, error);
    // Whatever else is wrong with the file is found, and told, when it is opened.
  } finally {
    database?.close();
  }
}

function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}

function inUse(file: string, cause?: unknown): StoreError {
  const message = `${file} is in use by another process; stop it first.`;
  return new StoreError('unavailable', message, { cause });
}
