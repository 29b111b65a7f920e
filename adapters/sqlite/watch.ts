// Notices that the files of an open store were removed, replaced or cut from outside: SQLite would go on writing to files
// that no later start opens.

import type { Stats } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { reason } from './database.ts';
import { statsOf } from './store-file.ts';

/** How often the files are looked at. */
const everyMs = 300;

/** The header of SQLite's write-ahead log, and that of each page in it. */
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

export interface FileWatch {
  readonly stop: () => void;
}

/** Calls `onLost` once, with a sentence, when the files are not those that were opened any more. */
export function watchFiles(
  database: Database,
  file: string,
  onLost: (message: string) => void,
): FileWatch {
  const opened = { store: statsOf(file), log: statsOf(`${file}-wal`) };
  const pageBytes = Number(database.pragma('page_size', { simple: true }));
  let storeBytes = opened.store?.size ?? 0;

  /** How long the log must be at least for what it holds. Asks SQLite without moving anything. */
  function logBytes(): number {
    const [row] = database.pragma('wal_checkpoint(NOOP)') as readonly { readonly log: number }[];
    const frames = Math.max(0, row?.log ?? 0);
    return frames === 0 ? 0 : logHeaderBytes + frames * (frameHeaderBytes + pageBytes);
  }

  /** Whether a file that became smaller has less than all pages; VACUUM by another program leaves it whole. */
  function isCut(bytes: number): boolean {
    if (bytes >= storeBytes) return false;
    const pages = Number(database.pragma('page_count', { simple: true }));
    return bytes === 0 || bytes < pages * pageBytes;
  }

  function flaw(): string | undefined {
    const store = statsOf(file);
    if (!isSame(store, opened.store)) return `${file} was removed, renamed or replaced`;
    if (isCut(store.size)) return `${file} was cut`;
    storeBytes = store.size;
    const log = statsOf(`${file}-wal`);
    if (!isSame(log, opened.log)) return `${file}-wal was removed, renamed or replaced`;
    if (log.size < logBytes()) return `${file}-wal was cut`;
    return undefined;
  }

  const timer = setInterval(() => {
    if (!database.open) return clearInterval(timer);
    let found: string | undefined;
    try {
      found = flaw();
    } catch (error) {
      found = `${file} cannot be looked at any more (${reason(error)})`;
    }
    if (found === undefined) return;
    clearInterval(timer);
    onLost(`${found} while the server ran.`);
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function isSame(now: Stats | undefined, before: Stats | undefined): now is Stats {
  return now !== undefined && now.ino === before?.ino && now.dev === before.dev;
}
