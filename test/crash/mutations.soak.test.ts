// Damages store files at random. Opening one is refused by name and place, or yields exactly the stored content, or a whole
// earlier state if the write-ahead log was cut. MUTATIONS sets the number of damages; MUTATION_SEED repeats them.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { StoreError } from '../../core/index.ts';
import { seededRandom, seedOf, type SeededRandom } from '../support/arbitraries/seeded-random.ts';
import { longMs } from '../support/runner/timeouts.ts';
import {
  contentDigest,
  copyStore,
  frozenRecord,
  sendToEachWorld,
  tryOpen,
  createRamFolder,
  storeSessions,
} from '../support/store/store-file.ts';
import { rounds } from '../support/runner/soak.ts';
import { allWorlds } from '../support/store/all-worlds.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const mutations = rounds('MUTATIONS', 60, 2_000);
const seed = seedOf('MUTATION_SEED');

let folder = '';
/** Closed in order: one file, no write-ahead log. */
let tidy = '';
/** Left by a crash: half of it is in the write-ahead log. */
let torn = '';
/** The copy that is damaged. */
let file = '';
let content = '';
/** The stored content after each commit, in order. */
const contents: string[] = [];
let worldCount = 0;
let journals = '';

beforeAll(async () => {
  folder = createRamFolder('mutations');
  [tidy, torn, file] = ['tidy.db', 'torn.db', 'damaged.db'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const made = join(folder, 'made.db');
  const store = openSqliteStore({ file: made });
  contents.push(await contentDigest(store));
  await storeSessions(store, 7, async () => {
    contents.push(await contentDigest(store));
    if (contents.length !== 12) return;
    const other = new Database(made);
    other.pragma('wal_checkpoint(PASSIVE)'); // later commits overwrite the log from its beginning
    other.close();
  });
  worldCount = (await allWorlds(store)).length;
  journals = await contentDigest(store, 'journals');
  copyStore(made, torn);
  await store.close();
  copyStore(made, tidy);
  content = contents.at(-1) ?? '';
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Value = string | number | bigint | Buffer | null;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
  readonly isNullable: boolean;
}

interface Table {
  readonly name: string;
  readonly key: string;
  readonly columns: readonly Column[];
  readonly keys: readonly number[];
}

function tablesOf(database: Database.Database): readonly [Table, ...Table[]] {
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  const tables = names.map((name) => {
    const rows = database.pragma(`table_info(${name})`) as {
      name: string;
      type: string;
      pk: number;
      notnull: number;
    }[];
    const columns = rows.map((row) => ({
      name: row.name,
      type: row.type,
      isKey: row.pk === 1,
      isNullable: row.notnull === 0 && row.pk === 0,
    }));
    const key = columns.find(({ isKey }) => isKey)?.name ?? 'rowid';
    const keys = database
      .prepare(`SELECT ${key} FROM ${name} ORDER BY 1`)
      .pluck()
      .all() as number[];
    return { name, key, columns, keys };
  });
  return tables.filter(({ keys }) => keys.length > 0) as unknown as readonly [Table, ...Table[]];
}

interface Place {
  readonly database: Database.Database;
  readonly table: Table;
  readonly chance: SeededRandom;
}

const keyAt = ({ table, chance }: Place) => chance.of(table.keys) ?? 0;

function columnAt({ table, chance }: Place, fits: (column: Column) => boolean): Column | undefined {
  return chance.of(table.columns.filter((column) => !column.isKey && fits(column)));
}

const valueAt = ({ database, table }: Place, column: string, key: number) =>
  database
    .prepare(`SELECT ${column} FROM ${table.name} WHERE ${table.key} = ?`)
    .pluck()
    .get(key) as Value;

function put({ database, table }: Place, column: string, key: number, value: Value): void {
  const isText = table.columns.some(({ name, type }) => name === column && type === 'TEXT');
  const placeholder = isText && Buffer.isBuffer(value) ? 'CAST(? AS TEXT)' : '?';
  database
    .prepare(`UPDATE ${table.name} SET ${column} = ${placeholder} WHERE ${table.key} = ?`)
    .run(value, key);
}

function swap(
  place: Place,
  columns: readonly string[],
  [one, other]: readonly [number, number],
): void {
  for (const column of columns) {
    const [left, right] = [valueAt(place, column, one), valueAt(place, column, other)];
    if (typeof left === 'string') put(place, column, one, `swapped ${left}`); // names are unique
    put(place, column, other, left);
    put(place, column, one, right);
  }
}

/** Each mutation damages rows and describes the damage; undefined if it found nothing to damage. */
const rowMutations: Readonly<Record<string, (place: Place) => string | undefined>> = {
  'a byte is flipped'(place) {
    const isBytes = ({ type }: Column) => type === 'TEXT' || type === 'BLOB';
    const [key, column] = [keyAt(place), columnAt(place, isBytes)];
    if (column === undefined) return undefined;
    const value = valueAt(place, column.name, key) as string | Buffer | null;
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value ?? '');
    if (bytes.length === 0) return undefined;
    const at = place.chance.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << place.chance.below(8));
    put(place, column.name, key, bytes);
    return `${column.name} of ${key} at ${at}`;
  },
  'a text is another'(place) {
    const [key, column] = [keyAt(place), columnAt(place, ({ type }) => type === 'TEXT')];
    if (column === undefined) return undefined;
    const texts = ['', 'null', '{}', '[]', '0', '"', '{"', '\u0000', 'x'.repeat(100_000)] as const;
    const text = place.chance.pick(texts);
    put(place, column.name, key, text);
    return `${column.name} of ${key} is ${text.slice(0, 10)}`;
  },
  'a text is written otherwise'(place) {
    const [key, column] = [keyAt(place), columnAt(place, ({ type }) => type === 'TEXT')];
    if (column === undefined) return undefined;
    const text = valueAt(place, column.name, key) as string | null;
    if (text === null) return undefined;
    put(place, column.name, key, ` ${text}`);
    return `${column.name} of ${key} begins with a blank`;
  },
  'a row is gone'(place) {
    const key = keyAt(place);
    place.database.prepare(`DELETE FROM ${place.table.name} WHERE ${place.table.key} = ?`).run(key);
    return `${key}`;
  },
  'two rows are swapped'(place) {
    const keys = [keyAt(place), keyAt(place)] as const;
    swap(
      place,
      place.table.columns.filter(({ isKey }) => !isKey).map(({ name }) => name),
      keys,
    );
    return keys.join(' and ');
  },
  'two values are swapped'(place) {
    const [keys, column] = [[keyAt(place), keyAt(place)] as const, columnAt(place, () => true)];
    if (column === undefined) return undefined;
    swap(place, [column.name], keys);
    return `${column.name} of ${keys.join(' and ')}`;
  },
  'a key is another'(place) {
    const key = keyAt(place);
    const by = place.chance.pick([1, -1, 2, 1_000, 2 ** 36, -(2 ** 36), 2 ** 36 - 1, 2 ** 52]);
    put(place, place.table.key, key, key + by);
    return `${key} by ${by}`;
  },
  'a number is another'(place) {
    const [key, column] = [keyAt(place), columnAt(place, ({ type }) => type === 'INTEGER')];
    if (column === undefined) return undefined;
    const before = Number(valueAt(place, column.name, key));
    const value = place.chance.pick([
      BigInt(before + 1),
      BigInt(before - 1),
      BigInt(before + 1_000),
      0n,
      -1n,
      2n ** 32n,
      2n ** 53n,
      2n ** 62n,
      -(2n ** 62n),
    ]);
    put(place, column.name, key, value);
    return `${column.name} of ${key} from ${before} to ${value}`;
  },
  'a tail is cut off'(place) {
    const key = keyAt(place);
    const { name, key: keyColumn } = place.table;
    place.database
      .prepare(`DELETE FROM ${name} WHERE ${keyColumn} >= ? AND ${keyColumn} < ?`)
      .run(key, (Math.floor(key / 2 ** 36) + 1) * 2 ** 36);
    return `from ${key}`;
  },
  'a value is null'(place) {
    const [key, column] = [keyAt(place), columnAt(place, ({ isNullable }) => isNullable)];
    if (column === undefined) return undefined;
    put(place, column.name, key, null);
    return `${column.name} of ${key}`;
  },
  'a row is added'(place) {
    const { database, table, chance } = place;
    const key = keyAt(place);
    const end = (Math.floor(key / 2 ** 36) + 1) * 2 ** 36;
    const last = table.keys.filter((one) => one < end).at(-1) ?? key;
    const added = chance.pick([last + 1, last + 2, end - 1, end]);
    const columns = table.columns.filter(({ isKey, name }) => !isKey && name !== 'name');
    const names = columns.map(({ name }) => name).join(', ');
    const isNamed = table.columns.some(({ name }) => name === 'name');
    database
      .prepare(
        `INSERT INTO ${table.name} (${table.key}, ${isNamed ? 'name, ' : ''}${names})` +
          ` SELECT ?, ${isNamed ? "'added', " : ''}${names} FROM ${table.name} WHERE ${table.key} = ?`,
      )
      .run(added, key);
    return `${added} like ${key}`;
  },
};

/** Describes a wrong outcome of opening a damaged file; undefined if the outcome is right. */
async function complaint(allowed: readonly string[], isNamed: RegExp): Promise<string | undefined> {
  const startMs = performance.now();
  const opened = await tryOpen(file);
  const tookMs = performance.now() - startMs;
  if (tookMs > 5_000) return `took ${tookMs} ms`;
  if (opened.is === 'refused') {
    const { by } = opened;
    if (!(by instanceof StoreError)) return `refused by ${String(by)}`;
    if (by.code !== 'damaged' && by.code !== 'unavailable')
      return `refused as ${by.code}: ${by.message}`;
    if (!isNamed.test(by.message)) return `refused without a place: ${by.code} ${by.message}`;
    // The file is released, so that it can be repaired and opened in the same process.
    const again = await tryOpen(file);
    if (again.is === 'opened') {
      await again.engine.close();
      return 'refused at first, then opened';
    }
    if (String(again.by) !== String(by))
      return `refused first by ${by.message}, then by ${String(again.by)}`;
    return undefined;
  }
  try {
    if (!allowed.includes(opened.content)) {
      const isShort = opened.engine.worlds().length < worldCount;
      if (isShort) return 'opened without some of its worlds';
      const isWhole = (await contentDigest(opened.engine.store, 'journals')) === journals;
      return isWhole ? 'opened, and lists other events' : 'opened with other content';
    }
    await sendToEachWorld(opened.engine);
  } catch (error) {
    return `opened, and does not go on: ${String(error)}`;
  } finally {
    await opened.engine.close();
  }
  const again = await tryOpen(file);
  if (again.is === 'refused') return `went on, and is refused then: ${String(again.by)}`;
  await again.engine.close();
  return undefined;
}

describe('a store file with damaged rows', () => {
  const chance = seededRandom(seed);
  const share = Math.ceil(mutations / 2 / Object.keys(rowMutations).length);

  it.each(Object.entries(rowMutations))(
    `is refused by name and place, or opens unchanged, where %s (MUTATION_SEED=${seed})`,
    { timeout: 600_000 },
    async (name, mutate) => {
      const complaints: string[] = [];
      for (let count = 0; count < share; count += 1) {
        copyStore(tidy, file);
        const database = new Database(file);
        const table = chance.pick(tablesOf(database));
        let what: string | undefined;
        try {
          what = mutate({ database, table, chance });
        } catch (error) {
          if (!(error instanceof Database.SqliteError)) throw error; // the schema forbids it
        }
        database.close();
        if (what === undefined) continue;
        const wrong = await complaint(
          [content],
          /world '.*' is damaged: .*(input|event) -?\d+|damaged: its (record|parent)|damaged: it (has|is)|damaged: world -?\d+|forked from/,
        );
        if (wrong !== undefined) complaints.push(`${name}: ${table.name}, ${what}: ${wrong}`);
      }
      expect(complaints).toEqual([]);
    },
  );
});

/** Each mutation damages the bytes of a file and describes where. */
const fileMutations: Readonly<
  Record<string, (bytes: Buffer, chance: SeededRandom) => readonly [Buffer, string]>
> = {
  'bytes are flipped'(bytes, chance) {
    const at = Array.from({ length: 1 + chance.below(4) }, () => chance.below(bytes.length));
    for (const place of at) bytes[place] = (bytes[place] ?? 0) ^ (1 << chance.below(8));
    return [bytes, at.join(', ')];
  },
  'bytes are zeroed'(bytes, chance) {
    const from = chance.below(bytes.length);
    const to = Math.min(bytes.length, from + 1 + chance.below(6_000));
    return [bytes.fill(0, from, to), `${from} to ${to}`];
  },
  'the end is cut off'(bytes, chance) {
    // An empty file would be a new store, so some bytes remain.
    const pages = 1 + chance.below(Math.floor(bytes.length / 4_096));
    const length = chance.below(3) === 0 ? 4_096 * pages : 1 + chance.below(bytes.length);
    return [bytes.subarray(0, length), `behind ${length}`];
  },
  'garbage is appended'(bytes, chance) {
    const garbage = Buffer.from(
      Array.from({ length: chance.below(9_000) }, () => chance.below(256)),
    );
    return [Buffer.concat([bytes, garbage]), `${garbage.length} bytes`];
  },
  'garbage lies over it'(bytes, chance) {
    const from = chance.below(bytes.length);
    const to = Math.min(bytes.length, from + 1 + chance.below(600));
    for (let at = from; at < to; at += 1) bytes[at] = chance.below(256);
    return [bytes, `${from} to ${to}`];
  },
};

describe.each([
  ['the database of a tidy file', '', () => tidy, () => [content]],
  ['the database of a file with a write-ahead log', '', () => torn, () => contents],
  ['the write-ahead log', '-wal', () => torn, () => contents],
] as const)('damage to %s', (_name, part, from, allowed) => {
  const chance = seededRandom(seed);
  const share = Math.ceil(mutations / 2 / 3 / Object.keys(fileMutations).length);

  it.each(Object.entries(fileMutations))(
    `is found, or harmless, or yields a whole earlier state, where %s (MUTATION_SEED=${seed})`,
    { timeout: 600_000 },
    async (name, mutate) => {
      const complaints: string[] = [];
      for (let count = 0; count < share; count += 1) {
        copyStore(from(), file);
        const [bytes, where] = mutate(readFileSync(file + part), chance);
        writeFileSync(file + part, bytes);
        const wrong = await complaint(allowed(), /damaged\.db|world '.*'/);
        if (wrong !== undefined) complaints.push(`${name}: ${where}: ${wrong}`);
      }
      expect(complaints).toEqual([]);
    },
  );
});

describe('a store file', () => {
  /** Executes statements on a copy of the file and opens it. */
  async function openedAfter(...statements: readonly string[]) {
    copyStore(tidy, file);
    const database = new Database(file);
    for (const statement of statements) database.exec(statement);
    database.close();
    const opened = await tryOpen(file);
    if (opened.is === 'opened') close = opened.engine.close;
    return opened;
  }

  let close: () => Promise<void> = async () => undefined;
  afterEach(() => close());

  const recount = 'UPDATE census SET (worlds, named) = (SELECT count(*), count(name) FROM worlds)';

  const damaged = { is: 'refused', by: { name: 'StoreError', code: 'damaged' } };

  it('is refused if two worlds have swapped their names', async () => {
    const opened = await openedAfter(
      "UPDATE worlds SET name = 'x' WHERE id = 1",
      "UPDATE worlds SET name = 'harbour' WHERE id = 2",
      "UPDATE worlds SET name = 'meadow' WHERE id = 1",
    );
    expect(opened).toMatchObject(damaged);
  });

  it('is refused as damaged if a world has another name', async () => {
    expect(await openedAfter("UPDATE worlds SET name = 'x' WHERE id = 1")).toMatchObject(damaged);
  });

  it('is refused as damaged if a record has another name', async () => {
    const edit = "UPDATE worlds SET record = replace(record, 'harbour', 'harbor') WHERE id = 1";
    expect(await openedAfter(edit)).toMatchObject(damaged);
  });

  it('is refused as damaged if a record is null', async () => {
    expect(await openedAfter("UPDATE worlds SET record = 'null' WHERE id = 1")).toMatchObject(
      damaged,
    );
  });

  it('is refused if a world is gone, but not its inputs', async () => {
    expect(await openedAfter('DELETE FROM worlds WHERE id = 1')).toMatchObject(damaged);
  });

  it('is refused if the last worlds are gone, but not their inputs', async () => {
    const opened = await openedAfter('DELETE FROM worlds WHERE id >= 3', recount);
    expect(opened).toMatchObject({
      is: 'refused',
      by: { code: 'damaged', message: expect.stringContaining('the log of world number 3') },
    });
  });

  it('accepts a new world if the last worlds are gone with all of their rows', async () => {
    const opened = await openedAfter(
      'DELETE FROM worlds WHERE id >= 3',
      'DELETE FROM inputs WHERE key >= 3 * (1 << 36)',
      'DELETE FROM events WHERE key >= 3 * (1 << 36)',
      'DELETE FROM attachments WHERE key >= 3 * (1 << 36)',
      'UPDATE census SET attachment_bytes = (SELECT sum(length(bytes)) FROM attachments)',
      recount,
    );
    if (opened.is === 'refused') throw opened.by;
    await opened.engine.create(frozenRecord('new', 'new'));
    await sendToEachWorld(opened.engine);
    expect(opened.engine.worlds()).toHaveLength(3);
  });

  it('is refused if it has an event without an input', async () => {
    const like = 'SELECT max(key) + 1, text, aside FROM events WHERE key < 2 * (1 << 36)';
    const opened = await openedAfter(`INSERT INTO events (key, text, aside) ${like}`);
    expect(opened).toMatchObject(damaged);
  });

  it('is refused if a world counts fewer inputs than it has', async () => {
    const opened = await openedAfter('UPDATE worlds SET inputs = inputs - 1 WHERE id = 1');
    expect(opened).toMatchObject(damaged);
  });

  it('is refused as damaged if an input counts more events than can exist', async () => {
    const last = '(SELECT max(key) FROM inputs)';
    const opened = await openedAfter(`UPDATE inputs SET events = 1 << 40 WHERE key = ${last}`);
    expect(opened).toMatchObject(damaged);
  });

  it('is refused if a world has a number that is too high', async () => {
    expect(await openedAfter('UPDATE worlds SET id = 1 << 52 WHERE id = 4')).toMatchObject(damaged);
  });

  it('is refused if the schema was edited', async () => {
    copyStore(tidy, file);
    const database = new Database(file).unsafeMode();
    database.pragma('writable_schema = ON');
    database.exec("UPDATE sqlite_schema SET sql = replace(sql, 'aside TEXT', 'aside BLOB')");
    database.close();
    const opened = await tryOpen(file);
    if (opened.is === 'opened') close = opened.engine.close;
    expect(opened).toMatchObject(damaged);
  });

  it('is refused, or continues and opens again, if the path to a row is damaged', async () => {
    const complaints: (string | undefined)[] = [];
    const { at, bytes } = inputKeysIn(tidy);
    for (const place of at) {
      for (let bit = 0; bit < 8; bit += 1) {
        copyStore(tidy, file);
        const damagedBytes = Buffer.from(bytes);
        damagedBytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        writeFileSync(file, damagedBytes);
        complaints.push(await complaint([content], /damaged\.db|world '.*'/));
      }
    }
    expect(complaints.filter((one) => one !== undefined)).toEqual([]);
  });

  /** Offsets of the last bytes of the keys in the root page of the inputs (SQLite's file format, section 1.6). */
  function inputKeysIn(store: string): { readonly at: readonly number[]; readonly bytes: Buffer } {
    const database = new Database(store);
    const root = database
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'inputs'")
      .pluck()
      .get() as number;
    database.close();
    const bytes = readFileSync(store);
    const page = bytes.subarray(4_096 * (root - 1), 4_096 * root);
    if (page[0] !== 5) throw new Error('The inputs fit into one page.');
    const at = Array.from({ length: page.readUInt16BE(3) }, (_, index) => {
      let key = page.readUInt16BE(12 + 2 * index) + 4;
      while ((page[key] ?? 0) > 127) key += 1; // the key's length varies; its last byte is below 128
      return 4_096 * (root - 1) + key;
    });
    return { at, bytes };
  }

  it('is refused and released if the list of worlds cannot be read', async () => {
    copyStore(tidy, file);
    const database = new Database(file);
    const page = database
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'worlds'")
      .pluck();
    const bytes = readFileSync(file);
    const from = 4_096 * (Number(page.get()) - 1);
    database.close();
    writeFileSync(file, bytes.fill(0xff, from, from + 4_096));
    expect(await tryOpen(file)).toMatchObject(damaged);
    expect(await tryOpen(file)).toMatchObject(damaged); // not: is in use by another process
  });
});
