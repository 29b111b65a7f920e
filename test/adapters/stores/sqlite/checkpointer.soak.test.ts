// Checkpoints of the write-ahead log in a thread, which limit its length; without the thread SQLite runs them.

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createCheckpointer,
  type Checkpointer,
  type CheckpointerOptions,
} from '../../../../adapters/stores/sqlite/checkpointer.ts';
import { openDatabase } from '../../../../adapters/stores/sqlite/database.ts';
import { waitUntil } from '../../../support/server/requests.ts';
import { testFolder } from '../../../support/runner/temporary-folder.ts';

const module = new URL('../../../support/workers/checkpoint.mjs', import.meta.url);
const pageBytes = 4_096;

let folder = '';
let file = '';
let database: Database.Database;
let checkpointer: Checkpointer | undefined;

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'worlds.sqlite');
  database = openDatabase(file, 'normal');
  database.pragma('wal_autocheckpoint = 0'); // only the thread runs checkpoints
  database.exec('CREATE TABLE filling (text TEXT)');
});

afterEach(async () => {
  await checkpointer?.close();
  database.close();
});

const autocheckpoint = () => database.pragma('wal_autocheckpoint', { simple: true });
const bytesOf = (path: string) => statSync(path).size;

function headerOf(path: string): Buffer {
  const [descriptor, header] = [openSync(path, 'r'), Buffer.alloc(32)];
  readSync(descriptor, header);
  closeSync(descriptor);
  return header;
}

/** The number of restarts of the log, from its header (https://sqlite.org/fileformat2.html#walformat). */
const logRestarts = () => headerOf(`${file}-wal`).readUInt32BE(12);

function begin(options: Partial<CheckpointerOptions>): Checkpointer {
  checkpointer = createCheckpointer(database, { file, durability: 'normal', module, ...options });
  return checkpointer;
}

/** Commits so many pages, and reports them to the checkpointer. */
function write(pages: number): void {
  const text = 'x'.repeat(pages * pageBytes);
  database.prepare('INSERT INTO filling VALUES (?)').run(text);
  checkpointer?.committed(text.length);
}

describe('a checkpointer', () => {
  it('runs a checkpoint after enough written bytes', async () => {
    begin({ everyBytes: 40 * pageBytes });
    const before = bytesOf(file);
    write(30);
    write(30);
    await waitUntil('the file has grown', () => bytesOf(file) > before + 60 * pageBytes);
    expect(database.prepare('SELECT count(*) FROM filling').pluck().get()).toBe(2);
  });

  it('runs no checkpoint before', () => {
    begin({ everyBytes: 40 * pageBytes });
    write(30);
    expect(autocheckpoint()).toBe(0); // no thread was started either
  });

  it('restarts a long log during further writes, so that its length is limited', async () => {
    begin({ everyBytes: 100 * pageBytes, logPagesMax: 200 });
    write(10);
    const first = logRestarts();
    let written = 1;
    for (; logRestarts() === first && written < 10_000; written += 1) {
      write(10);
      await new Promise(setImmediate);
    }
    expect(written).toBeLessThan(10_000);
  });

  it('leaves checkpoints to SQLite if the thread cannot start', async () => {
    begin({ everyBytes: 1, module: new URL('missing.mjs', import.meta.url) });
    write(1);
    await waitUntil('it has given up', () => autocheckpoint() === 1_000);
    write(1_200);
    expect(bytesOf(file)).toBeGreaterThan(1_000 * pageBytes);
  });

  it('leaves checkpoints to SQLite if the thread cannot open the file', async () => {
    begin({ everyBytes: 1, file: join(folder, 'other.sqlite') });
    write(1);
    await waitUntil('it has given up', () => autocheckpoint() === 1_000);
  });

  it.each([
    ['may not be made', 'https://example.org/thread.mjs'],
    ['ends by itself', 'data:text/javascript,'],
  ])('leaves checkpoints to SQLite if the thread %s', async (_case, url) => {
    begin({ everyBytes: 1, module: new URL(url) });
    write(1);
    await waitUntil('it has given up', () => autocheckpoint() === 1_000);
    write(1);
    expect(database.prepare('SELECT count(*) FROM filling').pluck().get()).toBe(2);
  });

  it('ends its thread, busy or not, and runs no more checkpoints', async () => {
    const { close, committed } = begin({ everyBytes: 1 });
    write(500);
    await close();
    committed(1_000_000);
    await close();
    expect(database.pragma('wal_checkpoint(TRUNCATE)')).toEqual([
      { busy: 0, log: 0, checkpointed: 0 },
    ]);
  });

  it('does nothing for a database in memory', () => {
    const memory = new Database(':memory:');
    createCheckpointer(memory, { file: ':memory:', durability: 'normal', module }).committed(1e9);
    expect(memory.pragma('wal_autocheckpoint', { simple: true })).toBe(1_000);
    memory.close();
  });
});
