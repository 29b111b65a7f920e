import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import type { EventStore } from '../../core/index.ts';
import {
  attachmentsOf,
  bytesOf,
  describeAttachments,
  entriesWith,
} from './event-store-attachments.contract.ts';
import { append, baseOf, nextEntries, createWorld } from './event-store-forks.contract.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

let folder = '';
let file = '';
let files = 0;

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'worlds.sqlite');
});

const limited = (attachmentBytesMax?: number) =>
  attachmentBytesMax === undefined ? {} : { attachmentBytesMax };

describeAttachments('memory', { open: (max) => createMemoryStore(limited(max)) });
describeAttachments('sqlite', {
  open: (max) => {
    file = join(folder, `${(files += 1)}.sqlite`);
    return openSqliteStore({ file, ...limited(max) });
  },
  async reopen(store) {
    await store.close();
    return openSqliteStore({ file });
  },
});

/** Executes a statement on the file while no store has it open. */
function execute(statement: string): number {
  const database = new Database(file);
  const { changes } = database.prepare(statement).run();
  database.close();
  return changes;
}

function valueOf(query: string): unknown {
  const database = new Database(file, { readonly: true });
  const value = database.prepare(query).pluck().get();
  database.close();
  return value;
}

/** Lets an open store work in the background until the query has this value. */
async function expectValue(query: string, value: unknown): Promise<void> {
  for (let turns = 0; turns < 500 && valueOf(query) !== value; turns += 1) {
    await new Promise<void>((done) => setImmediate(done));
  }
  expect(valueOf(query)).toBe(value);
}

const rowCount = 'SELECT count(*) FROM attachments';
const byteCount = 'SELECT attachment_bytes FROM census';

describe('a sqlite file with attachments', () => {
  it('has none of them left after the last fork is gone, restarted or not', async () => {
    const parent = entriesWith([], [10, undefined, 20, 30]);
    let store = openSqliteStore({ file });
    await createWorld(store, 'parent', parent);
    const shared = parent.slice(0, 3);
    await createWorld(store, 'fork', entriesWith(shared, [40]), baseOf('parent', shared));
    expect([valueOf(rowCount), valueOf(byteCount)]).toEqual([4, 100]);
    await store.remove('parent');
    await expectValue(rowCount, 3);
    expect(valueOf(byteCount)).toBe(70);
    await store.remove('fork');
    await store.close(); // before the store deletes rows
    expect(valueOf(rowCount)).toBe(3);
    store = openSqliteStore({ file });
    await expectValue(rowCount, 0);
    expect(valueOf(byteCount)).toBe(0);
    await store.close();
  });

  it('deletes them in batches', async () => {
    const store = openSqliteStore({ file });
    await createWorld(
      store,
      'w',
      entriesWith(
        [],
        Array.from({ length: 600 }, () => 1),
      ),
    );
    await store.remove('w');
    await expectValue(rowCount, 350);
    expect(valueOf(byteCount)).toBe(350);
    await expectValue(rowCount, 0);
    await store.close();
  });

  it('applies a lower limit with the next attachment', async () => {
    let store = openSqliteStore({ file });
    await createWorld(store, 'a', entriesWith([], [30, 30, 30]));
    await store.close();
    store = openSqliteStore({ file, attachmentBytesMax: 50 });
    await append(store, 'a', 3, entriesWith(nextEntries([], 3), [undefined]));
    expect(await attachmentsOf(store, 'a', 1)).toEqual([
      Buffer.from(bytesOf(30)),
      expect.anything(),
    ]);
    await append(store, 'a', 4, entriesWith(nextEntries([], 4), [20]));
    const read = await attachmentsOf(store, 'a', 5);
    expect(read.map((it) => (it instanceof Uint8Array ? it.length : it))).toEqual([
      'dropped',
      'dropped',
      30,
      undefined,
      20,
      undefined,
    ]);
    expect(valueOf(byteCount)).toBe(50);
    await store.close();
  });
});

describe('a sqlite file whose attachments were damaged', () => {
  /** A world with attachments of inputs 1 and 3, after a statement is executed on its file. */
  async function damaged(statement: string): Promise<EventStore> {
    const store = openSqliteStore({ file });
    await createWorld(store, 'harbour', entriesWith([], [10, undefined, 10]));
    await store.close();
    expect(execute(statement)).toBe(1);
    return openSqliteStore({ file });
  }

  const last = '(SELECT max(key) FROM attachments)';

  it.each([
    [
      'a byte was flipped',
      `UPDATE attachments SET bytes = x'00010203040506070809' WHERE key = ${last}`,
      'the attachment of input 3 was edited',
    ],
    [
      'the row is that of another input',
      `UPDATE attachments SET key = key - 1 WHERE key = ${last}`,
      'the attachment of input 3 is missing',
    ],
    [
      'its hash was edited',
      `UPDATE inputs SET text = replace(text, '"attachment":"', '"attachment":"0') WHERE key = ${last}`,
      'the attachment of input 3 was edited',
    ],
  ])('refuses a read by its input where %s', async (_case, statement, reason) => {
    const store = await damaged(statement);
    expect(await store.attachment('harbour', 1)).toEqual(Buffer.from(bytesOf(10)));
    await expect(store.attachment('harbour', 3)).rejects.toMatchObject({
      code: 'damaged',
      message: `The log of world 'harbour' is damaged: ${reason}.`,
    });
    await store.close();
  });

  it.each([
    [
      'a row is gone',
      `DELETE FROM attachments WHERE key = ${last}`,
      'it has 10 bytes of attachments instead of 20',
    ],
    [
      'bytes were cleared',
      `UPDATE attachments SET ordinal = NULL, bytes = NULL WHERE key = ${last}`,
      'it has 10 bytes of attachments instead of 20',
    ],
    [
      'the count was edited',
      'UPDATE census SET attachment_bytes = 21',
      'it has 20 bytes of attachments instead of 21',
    ],
    [
      'a row belongs to no world',
      `UPDATE attachments SET key = key + ${2 ** 37} WHERE key = ${last}`,
      'it has the log of world number 3 but not the world',
    ],
  ])('is refused at its opening where %s', async (_case, statement, reason) => {
    await expect(damaged(statement)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining(reason),
    });
  });

  it.each([
    [
      'a row belongs to no input',
      `UPDATE attachments SET key = key + 1 WHERE key = ${last}`,
      'the attachment of input 4 belongs to no input',
    ],
  ])('has a defect where %s', async (_case, statement, reason) => {
    const store = await damaged(statement);
    expect(await store.defects()).toMatchObject([
      { code: 'damaged', message: expect.stringContaining(reason) },
    ]);
    await store.close();
  });

  it('refuses an append if the rows do not match the count', async () => {
    const store = openSqliteStore({ file, attachmentBytesMax: 100 });
    await createWorld(store, 'a', entriesWith([], [10]));
    execute('UPDATE census SET attachment_bytes = 1000');
    const more = append(store, 'a', 1, entriesWith(nextEntries([], 1), [10]));
    await expect(more).rejects.toMatchObject({ code: 'damaged' });
    expect(await store.read('a', 2, 1)).toEqual([]);
    await store.close();
  });
});
