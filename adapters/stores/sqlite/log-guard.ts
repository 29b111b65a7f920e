// Compares the write-ahead log with its index: while a store is open, where each commit has ended; before a store is opened, all of
// the log.

import { closeSync, openSync } from 'node:fs';
import { uptime } from 'node:os';
import { basename } from 'node:path';
import { StoreError } from '../../../core/index.ts';
import { statsOf } from './store-file.ts';
import { hasEnd, isSameLog, readLogEnd, wholeFrames, type LogEnd } from './write-ahead-log.ts';

export interface LogGuard {
  /**
   * Whether the log still has its end of the last call. Before a commit this prevents a hole in front of the commit; after it, it
   * finds one that was made in between.
   */
  readonly isWhole: () => boolean;
  /** Call after the database is closed: closing the index ends SQLite's locks on it. */
  readonly close: () => void;
}

/** Guards the log of an open database. */
export function guardLog(file: string): LogGuard {
  const log = openSync(`${file}-wal`, 'r');
  const index = openSync(`${file}-shm`, 'r');
  let end = readLogEnd(index);

  /** Whether the log begins anew, as it may once the file has all of it. */
  function isRestarted(before: LogEnd): boolean {
    const now = readLogEnd(index);
    return now === undefined || !isSameLog(now, before);
  }

  return {
    isWhole() {
      if (end !== undefined && !hasEnd(log, end) && !isRestarted(end)) return false;
      end = readLogEnd(index) ?? end;
      return true;
    },
    close() {
      closeSync(log);
      closeSync(index);
    },
  };
}

/**
 * Throws StoreError 'damaged' if a log that a crash has left is not what its index says. Call before the database is opened: SQLite
 * would write a new index.
 */
export function verifyLog(file: string): void {
  const end = crashedEnd(`${file}-shm`);
  if (end === undefined || end.frames === 0) return;
  const whole = statsOf(`${file}-wal`) === undefined ? undefined : wholeFramesIn(file, end);
  if (whole === end.frames) return;
  const now = crashedEnd(`${file}-shm`);
  if (now === undefined || !isSameLog(now, end)) return; // in use by another process
  const [store, log] = [basename(file), `${basename(file)}-wal`];
  const defect =
    whole === undefined ? `${log} is missing` : `${log} has ${whole} of ${end.frames} pages`;
  throw new StoreError(
    'damaged',
    `The log of ${file} is damaged: ${defect}; restore a backup in place of ${store}, ${log} and ${store}-shm, or remove ${store}-shm to open what is left.`,
  );
}

/** The number of whole frames of the log. */
function wholeFramesIn(file: string, end: LogEnd): number {
  const log = openSync(`${file}-wal`, 'r');
  try {
    return wholeFrames(log, end);
  } finally {
    closeSync(log);
  }
}

/** The end by the index of a process that was killed; undefined if there is none, or the machine has started since. */
function crashedEnd(path: string): LogEnd | undefined {
  const stats = statsOf(path);
  if (stats === undefined || stats.mtimeMs < Date.now() - uptime() * 1_000) return undefined;
  const index = openSync(path, 'r');
  try {
    return readLogEnd(index);
  } finally {
    closeSync(index);
  }
}
