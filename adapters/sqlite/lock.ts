// One process for one store file. The lock is SQLite's own, on an empty database beside the file, so that it goes with the
// process however that ends, and other programs can still read the store.

import Database from 'better-sqlite3';
import { StoreError } from '../../core/index.ts';
import { hintFor, reason } from './database.ts';

/** How long a predecessor may take to let go. */
const patienceMs = 500;

/**
 * Takes the lock of a store file until the returned function is called. Throws StoreError 'unavailable' if somebody else
 * has it, or it cannot be made.
 */
export function lockFile(file: string): () => void {
  if (file === ':memory:') return () => undefined;
  let lock: Database.Database | undefined;
  try {
    lock = new Database(`${file}-lock`, { timeout: patienceMs });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const isTaken = (error as { code?: unknown }).code === 'SQLITE_BUSY';
    const message = isTaken
      ? `${file} is in use by another process; stop it first.`
      : `Cannot open ${file}: ${reason(error)}.${hintFor(error)}`;
    throw new StoreError('unavailable', message, { cause: error });
  }
  const held = lock;
  return () => void held.close();
}
