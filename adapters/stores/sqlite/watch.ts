// Detects that another program has removed, replaced or truncated the files of an open store: SQLite would continue to write to
// files that no later start opens.

import type { Stats } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { reason } from '../damage.ts';
import { guardLog } from './log-guard.ts';
import { statsOf } from './store-file.ts';
import { setInterval, clearInterval } from '../../host-timers.ts';

/** The interval of the checks. */
const everyMs = 300;

export interface FileWatch {
  /** Checks the log. Call before and after each commit, and before a close: a damaged log must not be moved into the file. */
  readonly checkLog: () => void;
  readonly isLogDamaged: () => boolean;
  /** Ends the checks. */
  readonly stop: () => void;
  /** Call after the database is closed. */
  readonly close: () => void;
}

/** Calls `onLost` once, with a sentence, when the files are no longer those that were opened. */
export function watchFiles(
  database: Database,
  file: string,
  onLost: (message: string) => void,
): FileWatch {
  const opened = { store: statsOf(file), log: statsOf(`${file}-wal`) };
  const pageBytes = Number(database.pragma('page_size', { simple: true }));
  const guard = guardLog(file);
  let storeBytes = opened.store?.size ?? 0;
  let [isLost, isLogDamaged] = [false, false];

  /** Whether a smaller file lacks pages; a VACUUM by another program leaves it whole. */
  function isTruncated(bytes: number): boolean {
    if (bytes >= storeBytes) return false;
    const pages = Number(database.pragma('page_count', { simple: true }));
    return bytes === 0 || bytes < pages * pageBytes;
  }

  function findDefect(): string | undefined {
    const store = statsOf(file);
    if (!isSame(store, opened.store)) return `${file} was removed, renamed or replaced`;
    if (isTruncated(store.size)) return `${file} was truncated`;
    storeBytes = store.size;
    const log = statsOf(`${file}-wal`);
    if (!isSame(log, opened.log)) return `${file}-wal was removed, renamed or replaced`;
    return findLogDefect();
  }

  function findLogDefect(): string | undefined {
    isLogDamaged ||= !guard.isWhole();
    return isLogDamaged ? `${file}-wal was truncated or replaced` : undefined;
  }

  function check(find: () => string | undefined): void {
    if (isLost) return;
    let defect: string | undefined;
    try {
      defect = find();
    } catch (error) {
      defect = `${file} could not be checked any more (${reason(error)})`;
    }
    if (defect === undefined) return;
    isLost = true;
    clearInterval(timer);
    onLost(`${defect} while the server ran.`);
  }

  const timer = setInterval(() => check(findDefect), everyMs);
  timer.unref();
  return {
    checkLog: () => check(findLogDefect),
    isLogDamaged: () => isLogDamaged,
    stop: () => clearInterval(timer),
    close: guard.close,
  };
}

function isSame(now: Stats | undefined, before: Stats | undefined): now is Stats {
  return now !== undefined && now.ino === before?.ino && now.dev === before.dev;
}
