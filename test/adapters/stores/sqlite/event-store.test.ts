// Long entries of the SQLite store are read in pieces, between which other work runs.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
import type { EventStore, JournalEntry } from '../../../../core/index.ts';
import { entriesOf, recordOf } from '../../../contract/event-store.contract.ts';
import { testFolder } from '../../../support/runner/temporary-folder.ts';

/** An entry, and many entries, with so many events. */
const eventCount = 5_000;
const event = { type: 'ThingMade', stream: 'wallet/a' };
const shapes: Readonly<Record<string, readonly JournalEntry[]>> = {
  'one entry': entriesOf([Array.from({ length: eventCount }, () => event)]),
  'many entries': entriesOf(
    Array.from({ length: eventCount / 50 }, () => Array.from({ length: 50 }, () => event)),
  ),
};

let store: EventStore;

beforeEach(async () => {
  store = openSqliteStore({ file: ':memory:' });
  await store.create(recordOf('long'));
});
afterEach(() => store.close());

/** The turns of the event loop until a task is done. */
async function turnsOf(task: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  void task.finally(() => (isDone = true)).catch(() => undefined);
  for (; !isDone; turns += 1) await turn();
  return turns;
}

describe.each(Object.entries(shapes))('%s with thousands of events', (_name, entries) => {
  beforeEach(() => store.append([{ world: 'long', expectedInput: 0, entries }]));

  it('is read in pieces, as it was written', async () => {
    const reading = store.read('long', 1, 1_000);
    // In pieces of a thousand, first as rows, then parsed.
    expect(await turnsOf(reading)).toBeGreaterThanOrEqual(2 * (eventCount / 1_000) - 1);
    expect(await reading).toEqual(entries);
  });

  it.each(['removed', 'replaced'] as const)(
    'is unknown, not damaged, if its world is %s meanwhile',
    async (what) => {
      const reading = store.read('long', 1, 1_000);
      await turn();
      if (what === 'removed') await store.remove('long');
      else await store.reset(recordOf('long'));
      await expect(reading).rejects.toMatchObject({ code: 'unknown-world' });
    },
  );
});

it('leaves a file alone that is no database', () => {
  const folder = testFolder();
  const file = join(folder, 'letter.txt');
  writeFileSync(file, 'A letter.', { mode: 0o644 });
  expect(() => openSqliteStore({ file })).toThrow(
    `${file} is not a database; choose another file.`,
  );
  expect(readFileSync(file, 'utf8')).toBe('A letter.');
  expect(statSync(file).mode & 0o777).toBe(0o644);
  expect(readdirSync(folder)).toEqual(['letter.txt']);
});
