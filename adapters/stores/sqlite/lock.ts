// At most one process for each store file. The lock is SQLite's own, on an empty database beside the file: it ends with the
// process, and other programs can still read the store. A probe of the file itself finds a process that has opened it under
// another name, or whose lock file was removed.

import { rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { StoreError } from '../../../core/index.ts';
import { openConnection } from './connection.ts';
import { reason } from '../damage.ts';
import { hintFor } from './database.ts';
import { createPrivately, makePrivate, statsOf } from './store-file.ts';

/** How long to wait for a process that is just ending. */
const busyMsMax = 500;

export interface FileLock {
  /** Whether the lock file existed before. */
  readonly existed: boolean;
  /** Throws StoreError 'unavailable' if a process has opened the store file, under any name. */
  readonly probe: () => void;
  /** Throws StoreError 'unavailable' if the lock file was replaced after it was locked. */
  readonly confirm: () => void;
  readonly release: () => void;
}

const noLock: FileLock = {
  existed: false,
  probe: () => undefined,
  confirm: () => undefined,
  release: () => undefined,
};

/** Locks a store file. Throws StoreError 'unavailable' if another process has locked it, or the lock cannot be created. */
export function lockFile(file: string, onWarning: (message: string) => void): FileLock {
  if (file === ':memory:') return noLock;
  const path = `${file}-lock`;
  const isNew = createPrivately(path);
  makePrivate(path, onWarning);
  let lock: Database | undefined;
  try {
    lock = openConnection(path, { timeout: busyMsMax });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (isBusy(error)) throw inUse(file, error);
    throw new StoreError('unavailable', `Cannot open ${file}: ${reason(error)}.${hintFor(error)}`, {
      cause: error,
    });
  }
  const connection = lock;
  const locked = statsOf(path);
  return {
    existed: !isNew,
    probe: () => probe(file),
    confirm() {
      const now = statsOf(path);
      if (now === undefined || now.ino !== locked?.ino || now.dev !== locked.dev) throw inUse(file);
    },
    release: () => void connection.close(),
  };
}

/** SQLite locks the file, not its name: each open connection to a store shares a lock, which excludes an exclusive one. */
function probe(file: string): void {
  let database: Database | undefined;
  try {
    database = openConnection(file, { timeout: busyMsMax });
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    // No process uses the index of the log any more; closing this connection removes only the log.
    rmSync(`${file}-shm`, { force: true });
    database.exec('ROLLBACK');
  } catch (error) {
    if (isBusy(error)) throw inUse(file, error);
    // Opening the file reports all other problems.
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
