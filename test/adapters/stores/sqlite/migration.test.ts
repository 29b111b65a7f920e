// Files of earlier schemas are migrated completely, or not changed.

import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
import { applicationId, schemaVersion } from '../../../../adapters/stores/sqlite/schema.ts';
import {
  canonical,
  openEngine,
  type JournalEntry,
  type WorldRecord,
} from '../../../../core/index.ts';
import {
  append,
  baseOf,
  expectJournal,
  nextEntries,
  createWorld,
} from '../../../contract/event-store-forks.contract.ts';
import { recordOf } from '../../../contract/event-store.contract.ts';
import { sessionOf } from '../../../support/arbitraries/session.ts';
import { hash } from '../../../support/engine/pure-world.ts';
import { sessionRecord } from '../../../support/engine/stored-snapshots.ts';
import { testFolder } from '../../../support/runner/temporary-folder.ts';
import { allWorlds } from '../../../support/store/all-worlds.ts';

let folder = '';
let file = '';

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'worlds.sqlite');
});

const host = { hash, monotonicMs: () => 0, defer: setImmediate };

/** The tables of schema 1, as earlier versions created them. */
const schemaOf1 = `
  CREATE TABLE worlds (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL,
    -- The number of the last input and its seal.
    inputs INTEGER NOT NULL,
    seal TEXT NOT NULL
  ) STRICT;

  CREATE TABLE inputs (
    key INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    first_event INTEGER NOT NULL,
    events INTEGER NOT NULL,
    digest TEXT NOT NULL,
    seal TEXT NOT NULL
  ) STRICT;

  CREATE TABLE events (
    key INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    aside TEXT,
    type TEXT GENERATED ALWAYS AS (json_extract(text, '$.type')) VIRTUAL,
    stream TEXT GENERATED ALWAYS AS (json_extract(text, '$.stream')) VIRTUAL
  ) STRICT;
`;

const sealed = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

/** Writes a file of schema 1: worlds with their journals under a chain of seals. */
function writeFileOf1(worlds: readonly (readonly [WorldRecord, readonly JournalEntry[]])[]): void {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.exec(schemaOf1);
  database.pragma(`application_id = ${applicationId}`);
  database.pragma('user_version = 1');
  for (const [index, [record, entries]] of worlds.entries()) {
    const id = index + 1;
    const base = id * 2 ** 36;
    let seal = sealed('record', canonical(record));
    for (const { input, events, digest } of entries) {
      const rows = events.map(({ position, text, event: { aside } }) => {
        return { key: base + position, text, aside: aside === undefined ? null : canonical(aside) };
      });
      const text = canonical(input);
      seal = sealed(seal, text, digest, ...rows.flatMap((row) => [row.text, row.aside ?? '']));
      database
        .prepare('INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?)')
        .run(base + input.n, text, events[0]?.position ?? 0, events.length, digest, seal);
      for (const row of rows) {
        const insert = 'INSERT INTO events (key, text, aside) VALUES (?, ?, ?)';
        database.prepare(insert).run(row.key, row.text, row.aside);
      }
    }
    database
      .prepare('INSERT INTO worlds VALUES (?, ?, ?, ?, ?)')
      .run(id, record.name, canonical(record), entries.length, seal);
  }
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

/** The whole content of the file by table, with its version and its schema. */
function dumped(): unknown {
  const database = new Database(file, { readonly: true });
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  const dump = {
    version: database.pragma('user_version', { simple: true }),
    schema: database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all(),
    rows: names.map((name) => database.prepare(`SELECT * FROM ${name}`).all()),
  };
  database.close();
  return dump;
}

function execute(statement: string): void {
  const database = new Database(file);
  database.exec(statement);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

const journal = nextEntries([], 12);

describe('a file of schema 1', () => {
  it('is migrated completely, accepts appends, and supports forks and removal', async () => {
    const names = ['b', 'a', "c'; --"];
    writeFileOf1(
      names.map((name, index) => [recordOf(name), journal.slice(0, index * 6)] as const),
    );
    let store = openSqliteStore({ file });
    expect(await allWorlds(store)).toEqual(['a', 'b', "c'; --"].map(recordOf));
    await expectJournal(store, 'b', []);
    await expectJournal(store, 'a', journal.slice(0, 6));
    await expectJournal(store, "c'; --", journal);
    await append(store, 'b', 0, journal.slice(0, 2));
    await append(store, 'a', 6, journal.slice(6));
    await createWorld(
      store,
      'fork',
      nextEntries(journal.slice(0, 3), 2),
      baseOf('a', journal.slice(0, 3)),
    );
    await store.remove("c'; --");
    await store.close();
    expect(dumped()).toMatchObject({ version: schemaVersion });
    store = openSqliteStore({ file });
    expect(await allWorlds(store)).toEqual(['a', 'b', 'fork'].map(recordOf));
    await expectJournal(store, 'a', journal);
    await expectJournal(store, 'b', journal.slice(0, 2));
    const shared = journal.slice(0, 3);
    await expectJournal(store, 'fork', [...shared, ...nextEntries(shared, 2)]);
    await store.close();
  });

  it('has exactly the schema of a new file afterwards', async () => {
    writeFileOf1([[recordOf('a'), journal]]);
    await openSqliteStore({ file }).close();
    const schemaOf = () => (dumped() as { readonly schema: unknown }).schema;
    const migrated = schemaOf();
    rmSync(file);
    await openSqliteStore({ file }).close();
    expect(migrated).toEqual(schemaOf());
  });

  it('resumes its worlds at their digests', async () => {
    const { entries, state } = sessionOf([
      { do: 'burst', from: 0, count: 3 },
      { do: 'pass', ms: 60_000 },
    ]);
    writeFileOf1([[sessionRecord('w'), entries]]);
    const engine = await openEngine({ store: openSqliteStore({ file }), host });
    expect((await engine.world('w')?.describe())?.digest).toBe(state.digest);
    expect((await engine.replay('w')).divergence).toBeUndefined();
    await engine.close();
  });

  it('is refused with name and place if it was edited before, as soon as a world is claimed', async () => {
    writeFileOf1([[recordOf('a'), journal]]);
    execute("UPDATE inputs SET digest = 'x' WHERE key % 100 = (SELECT min(key % 100) FROM inputs)");
    const store = openSqliteStore({ file });
    const damage = "The log of world 'a' is damaged: input 1";
    await expect(store.claim('a')).rejects.toThrow(damage);
    expect((await store.defects()).map(({ message }) => message)).toEqual([
      expect.stringContaining(damage),
    ]);
    await store.close();
  });

  it('is refused at a read of an edited event', async () => {
    writeFileOf1([[recordOf('a'), journal]]);
    execute(
      'UPDATE events SET text = replace(text, \'"note"\', \'"nota"\') WHERE key = (SELECT max(key) FROM events)',
    );
    const store = openSqliteStore({ file });
    await expect(store.read('a', 1, 100)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(/'a' is damaged: input \d+ or its events were edited/),
    });
    await store.close();
  });

  it.each([
    ['the first new table is there already', 'CREATE TABLE worlds_of_2 (x)'],
    ['the last new table is there already', 'CREATE TABLE pages (x)'],
    ['an old table is missing', 'DROP TABLE worlds'],
    ['an index has the name of a new one', 'CREATE INDEX forks ON inputs (digest)'],
  ])('is not changed by a byte if %s', (_case, statement) => {
    writeFileOf1([[recordOf('a'), journal]]);
    execute(statement);
    const [before, bytes] = [dumped(), readFileSync(file)];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(() => openSqliteStore({ file })).toThrow(
        expect.objectContaining({ name: 'StoreError', message: expect.stringContaining(file) }),
      );
      expect(dumped()).toEqual(before);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    }
  });

  it('is migrated once the obstacle is removed', async () => {
    writeFileOf1([[recordOf('a'), journal]]);
    execute('CREATE TABLE pages (x)');
    expect(() => openSqliteStore({ file })).toThrow(/pages/);
    execute('DROP TABLE pages');
    const store = openSqliteStore({ file });
    await expectJournal(store, 'a', journal);
    await store.close();
  });
});

/** Reverts schema 9. */
const tablesOf8 = `
  DROP TABLE recordings;
  PRAGMA user_version = 8;
`;

/** Reverts schemas 9 and 8. */
const tablesOf7 = `
  ${tablesOf8}
  DROP TABLE uses;
  DROP TABLE tenants;
  PRAGMA user_version = 7;
`;

/** Reverts schemas 9 to 7. */
const columnsOf6 = `
  ${tablesOf7}
  DROP INDEX wakes;
  ALTER TABLE worlds DROP COLUMN sleep;
  ALTER TABLE worlds DROP COLUMN wake_after;
  DROP TABLE removed_names;
  PRAGMA user_version = 6;
`;

/** Reverts schemas 9 to 6. */
const tablesOf5 = `
  ${columnsOf6}
  DROP TABLE attachments;
  ALTER TABLE census DROP COLUMN attachment_bytes;
  PRAGMA user_version = 5;
`;

/** Reverts schemas 9 to 5, and restores the columns that schema 3 removed. */
const columnsOf2 = `
  ${tablesOf5}
  ALTER TABLE census DROP COLUMN openings;
  ALTER TABLE events ADD COLUMN type TEXT GENERATED ALWAYS AS (json_extract(text, '$.type')) VIRTUAL;
  ALTER TABLE events ADD COLUMN stream TEXT GENERATED ALWAYS AS (json_extract(text, '$.stream')) VIRTUAL;
  PRAGMA user_version = 2;
`;

describe.each([
  [2, columnsOf2],
  [5, tablesOf5],
  [6, columnsOf6],
  [7, tablesOf7],
  [8, tablesOf8],
])('a file of schema %d', (version, statements) => {
  it('is migrated completely, and has the schema of a new file afterwards', async () => {
    let store = openSqliteStore({ file });
    await createWorld(store, 'a', journal);
    await createWorld(
      store,
      'fork',
      nextEntries(journal.slice(0, 3), 2),
      baseOf('a', journal.slice(0, 3)),
    );
    await store.close();
    execute('UPDATE worlds SET wake_after = 0'); // an earlier version did not say when: they wake once
    const before = dumped();
    execute(statements);
    expect(dumped()).toMatchObject({ version });
    store = openSqliteStore({ file });
    await expectJournal(store, 'a', journal);
    expect(await store.wakes({ limit: 10 })).toEqual([
      { world: 'a', afterMs: 0 },
      { world: 'fork', afterMs: 0 },
    ]);
    await store.close();
    expect(dumped()).toEqual(before);
  });
});

describe('a file of a later schema', () => {
  it('is refused, and not changed', () => {
    writeFileOf1([[recordOf('a'), journal]]);
    execute(`PRAGMA user_version = ${schemaVersion + 1}`);
    const bytes = readFileSync(file);
    expect(() => openSqliteStore({ file })).toThrow(/has schema \d+, this version reads/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
});
