import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../adapters/stores/sqlite/database.ts';
import { applicationId, schemaVersion } from '../../../../adapters/stores/sqlite/schema.ts';
import { StoreError } from '../../../../core/index.ts';
import { testFolder } from '../../../support/runner/temporary-folder.ts';

let folder = '';
let file = '';

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'worlds.sqlite');
});

afterEach(() => {
  chmodSync(folder, 0o700);
});

const simple = (database: Database.Database, name: string) =>
  database.pragma(name, { simple: true });

/** Runs statements on the file with the plain library. */
function prepared(...statements: readonly string[]): void {
  const database = new Database(file);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** The error of opening a file, which must fail. */
function refusal(of = file): StoreError {
  try {
    openDatabase(of, 'normal').close();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return error as StoreError;
  }
  throw new Error('It was opened.');
}

/** Runs a task without root privileges: root may write everywhere. */
function withoutPrivileges<T>(task: () => T): T {
  if (process.geteuid?.() !== 0) return task();
  process.seteuid?.(65_534);
  try {
    return task();
  } finally {
    process.seteuid?.(0);
  }
}

describe('openDatabase', () => {
  it('refuses a read-only file in a writable folder', () => {
    openDatabase(file, 'normal').close();
    chmodSync(file, 0o444);
    chmodSync(dirname(file), 0o777);
    const { code, message } = withoutPrivileges(refusal);
    expect(code).toBe('unavailable');
    expect(message).toContain(file);
  });

  it('creates a file with the application id of Reprise', () => {
    const database = openDatabase(file, 'normal');
    expect(simple(database, 'application_id')).toBe(applicationId);
    expect(simple(database, 'user_version')).toBe(schemaVersion);
    database.close();
    expect(existsSync(file)).toBe(true);
  });

  it('accepts an empty file as a new one', () => {
    writeFileSync(file, '');
    const database = openDatabase(file, 'normal');
    expect(simple(database, 'user_version')).toBe(schemaVersion);
    database.close();
  });

  it('reopens its own file with the stored rows', () => {
    const first = openDatabase(file, 'normal');
    first
      .prepare("INSERT INTO worlds (id, name, record, inputs, seal) VALUES (1, 'a', '{}', 0, '')")
      .run();
    first.close();
    const second = openDatabase(file, 'normal');
    expect(second.prepare('SELECT name FROM worlds').pluck().all()).toEqual(['a']);
    second.close();
  });

  it('uses a write-ahead log, and syncs by the durability', () => {
    for (const [durability, level] of [
      ['normal', 1],
      ['full', 2],
    ] as const) {
      const database = openDatabase(file, durability);
      expect(simple(database, 'journal_mode')).toBe('wal');
      expect(simple(database, 'synchronous')).toBe(level);
      database.close();
    }
  });

  it('refuses a database of another program', () => {
    prepared('CREATE TABLE notes (text TEXT)', "INSERT INTO notes VALUES ('mine')");
    const { code, message } = refusal();
    expect(code).toBe('damaged');
    expect(message).toBe(`${file} is a database of another program; choose another file.`);
  });

  it('refuses an empty database with the application id of another program', () => {
    prepared('PRAGMA application_id = 7');
    expect(refusal().message).toContain('a database of another program');
  });

  it('does not change a byte of a database of another program', () => {
    prepared('CREATE TABLE notes (text TEXT)', "INSERT INTO notes VALUES ('mine')");
    const before = readFileSync(file);
    refusal();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['worlds.sqlite']);
  });

  it('refuses a file of a later schema and names both versions', () => {
    openDatabase(file, 'normal').close();
    prepared(`PRAGMA user_version = ${schemaVersion + 1}`);
    const { code, message } = refusal();
    expect(code).toBe('damaged');
    expect(message).toBe(
      `${file} has schema ${schemaVersion + 1}, this version reads ${schemaVersion} and earlier ones; use the version of Reprise that wrote it.`,
    );
  });

  it('refuses a file that is not a database, and does not change it', () => {
    const text = 'This is a letter, and a long one. '.repeat(100);
    writeFileSync(file, text);
    const { code, message } = refusal();
    expect(code).toBe('damaged');
    expect(message).toBe(`${file} is not a database; choose another file.`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('refuses a file that was cut short', () => {
    openDatabase(file, 'normal').close();
    writeFileSync(file, readFileSync(file).subarray(0, 5_000));
    expect(refusal().message).toContain(file);
  });

  it('refuses a directory in place of the file, and a missing directory', () => {
    mkdirSync(file);
    expect(refusal()).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`Cannot open ${file}`),
    });
    const nowhere = join(folder, 'no such directory', 'worlds.sqlite');
    expect(refusal(nowhere)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`Cannot open ${nowhere}`),
    });
  });

  it('refuses a new file in a directory that cannot be written', () => {
    chmodSync(folder, 0o555);
    expect(withoutPrivileges(refusal)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`Cannot open ${file}`),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses its own read-only file in a read-only directory', () => {
    openDatabase(file, 'normal').close();
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    expect(withoutPrivileges(refusal).code).toBe('unavailable');
  });
});
