// Detects that another program has removed, replaced or truncated the files of an open store: SQLite would continue to write to
// files that no later start opens.

import type { Stats } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { reason } from './damage.ts';
import { statsOf } from './store-file.ts';
import { setInterval, clearInterval } from '../host-timers.ts';

/** The interval of the checks. */
const everyMs = 300;

/** The sizes of the header of SQLite's write-ahead log, and of that of each page in it. */
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

export interface FileWatch {
  readonly stop: () => void;
}

/** Calls `onLost` once, with a sentence, when the files are no longer those that were opened. */
export function watchFiles(
  database: Database,
  file: string,
  onLost: (message: string) => void,
): FileWatch {
  const opened = { store: statsOf(file), log: statsOf(`${file}-wal`) };
  const pageBytes = Number(database.pragma('page_size', { simple: true }));
  let storeBytes = opened.store?.size ?? 0;

  /** The least size of the log file for its pages, from SQLite, which moves nothing here. */
  function logBytes(): number {
    const [row] = database.pragma('wal_checkpoint(NOOP)') as readonly { readonly log: number }[];
    const frames = Math.max(0, row?.log ?? 0);
    return frames === 0 ? 0 : logHeaderBytes + frames * (frameHeaderBytes + pageBytes);
  }

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
    if (log.size < logBytes()) return `${file}-wal was truncated`;
    return undefined;
  }

  const timer = setInterval(() => {
    if (!database.open) return clearInterval(timer);
    let defect: string | undefined;
    try {
      defect = findDefect();
    } catch (error) {
      defect = `${file} could not be checked any more (${reason(error)})`;
    }
    if (defect === undefined) return;
    clearInterval(timer);
    onLost(`${defect} while the server ran.`);
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function isSame(now: Stats | undefined, before: Stats | undefined): now is Stats {
  return now !== undefined && now.ino === before?.ino && now.dev === before.dev;
}
