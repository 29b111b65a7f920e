// The end of a log by its index and in the log itself, of files that SQLite has written.

import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hasEnd,
  isSameLog,
  readLogEnd,
  wholeFrames,
  type LogEnd,
} from '../../../../adapters/stores/sqlite/write-ahead-log.ts';
import { testFolder } from '../../../support/runner/temporary-folder.ts';

let folder = '';
let file = '';
let database: Database.Database;

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'a.db');
});
afterEach(() => {
  database.close();
});

function open(pageBytes = 4_096): void {
  database = new Database(file);
  database.pragma(`page_size = ${pageBytes}`);
  database.pragma('journal_mode = WAL');
  database.pragma('wal_autocheckpoint = 0');
  database.exec('CREATE TABLE filling (text TEXT)');
}

const commit = (bytes: number) =>
  database.prepare('INSERT INTO filling VALUES (?)').run('x'.repeat(bytes));

function withFile<T>(name: string, read: (descriptor: number) => T): T {
  const descriptor = openSync(name, 'r');
  try {
    return read(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const inLog = <T>(read: (descriptor: number) => T): T => withFile(`${file}-wal`, read);

function endNow(): LogEnd {
  const end = withFile(`${file}-shm`, readLogEnd);
  if (end === undefined) throw new Error('the index has no end');
  return end;
}

/** The frames that SQLite counts. */
const framesOfSqlite = () =>
  (database.pragma('wal_checkpoint(NOOP)') as readonly { readonly log: number }[])[0]?.log;

describe('the end of a log', () => {
  it.each([512, 4_096, 65_536])('is that of SQLite, with pages of %i bytes', (pageBytes) => {
    open(pageBytes);
    for (const bytes of [10, 10_000, 300, 100_000]) {
      commit(bytes);
      const end = endNow();
      expect(end).toMatchObject({ frames: framesOfSqlite(), pageBytes });
      expect(inLog((log) => [hasEnd(log, end), wholeFrames(log, end)])).toEqual([true, end.frames]);
    }
  });

  it('moves with each commit of one log, and is that of another log once this begins anew', () => {
    open();
    commit(10);
    const first = endNow();
    commit(10);
    const second = endNow();
    expect(second.seal).not.toEqual(first.seal);
    expect(isSameLog(first, second)).toBe(true);
    expect(inLog((log) => hasEnd(log, first))).toBe(true);
    database.pragma('wal_checkpoint(TRUNCATE)');
    expect(endNow()).toMatchObject({ frames: 0 });
    expect(inLog((log) => hasEnd(log, endNow()))).toBe(true);
    commit(10);
    expect(isSameLog(endNow(), second)).toBe(false);
    expect(inLog((log) => [hasEnd(log, second), wholeFrames(log, second)])).toEqual([false, 0]);
  });

  it('does not count what a rolled back transaction has written behind it', () => {
    open();
    commit(10);
    const before = endNow();
    database.pragma('cache_size = 1'); // pages are written before the commit
    database.exec('BEGIN');
    for (let count = 0; count < 50; count += 1) commit(4_000);
    database.exec('ROLLBACK');
    expect(endNow()).toEqual(before);
    expect(inLog((log) => wholeFrames(log, before))).toBe(before.frames);
  });

  it('is not found in a log with a changed byte anywhere before it, and the frames up to there are', () => {
    open();
    for (let count = 0; count < 5; count += 1) commit(10);
    const [end, whole] = [endNow(), readFileSync(`${file}-wal`)];
    const frameBytes = 4_096 + 24;
    const length = 32 + end.frames * frameBytes;
    for (let at = 0; at < length; at += 397) {
      const copy = join(folder, 'copy-wal');
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 4;
      writeFileSync(copy, bytes);
      const found = withFile(copy, (log) => wholeFrames(log, end));
      expect([at, found]).toEqual([at, Math.max(0, Math.floor((at - 32) / frameBytes))]);
    }
  });

  it('is unknown if the index was not written to its end', () => {
    open();
    commit(10);
    const [end, index] = [endNow(), readFileSync(`${file}-shm`)];
    const copy = join(folder, 'copy-shm');
    const readWith = (...changed: readonly number[]) => {
      const bytes = Buffer.from(index);
      for (const at of changed) bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(copy, bytes);
      return withFile(copy, readLogEnd);
    };
    for (let at = 0; at < 48; at += 5) {
      expect(readWith(at)).toEqual(end); // of two copies
      expect(readWith(at, at + 48)).toBeUndefined();
    }
    writeFileSync(copy, index.subarray(0, 90));
    expect(withFile(copy, readLogEnd)).toBeUndefined();
  });
});
