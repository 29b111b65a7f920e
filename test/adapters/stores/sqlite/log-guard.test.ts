// The write-ahead log of a store is damaged by another program: the store notices it at its next commit or close, and opens no such
// log.

import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
import type { EventStore, StoreError } from '../../../../core/index.ts';
import { recordOf } from '../../../support/engine/reopened-store.ts';
import { testFolder } from '../../../support/runner/temporary-folder.ts';
import { allWorlds } from '../../../support/store/all-worlds.ts';

let folder = '';
let file = '';
let stores: EventStore[] = [];
let lost: StoreError[] = [];

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'a.db');
  stores = [];
  lost = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
});

function open(name = file): EventStore {
  const store = openSqliteStore({ file: name, onLost: (error) => void lost.push(error) });
  stores.push(store);
  return store;
}

let worldCount = 0;

/** One commit. */
async function commit(store: EventStore): Promise<void> {
  worldCount += 1;
  await store.create(recordOf(`world-${worldCount}`));
}

async function storeWith(commits: number): Promise<EventStore> {
  const store = open();
  for (let count = 0; count < commits; count += 1) await commit(store);
  return store;
}

const log = () => `${file}-wal`;
const logBytes = () => statSync(log()).size;
const frameBytes = 4_096 + 24;

const damages: Readonly<Record<string, () => void>> = {
  'cut to nothing': () => truncateSync(log(), 0),
  'cut to 100 bytes': () => truncateSync(log(), 100),
  'cut to its half': () => truncateSync(log(), logBytes() >> 1),
  'cut by a frame': () => truncateSync(log(), logBytes() - frameBytes),
  'cut by a byte': () => truncateSync(log(), logBytes() - 1),
  'overwritten by an older copy': () => writeFileSync(log(), readFileSync(`${file}-old`)),
};
const damageNames = Object.keys(damages);

/** A store with commits, some of which an older copy of its log lacks. */
async function storeWithOldCopy(): Promise<EventStore> {
  const store = await storeWith(3);
  copyFileSync(log(), `${file}-old`);
  await commit(store);
  await commit(store);
  return store;
}

/** The files as a killed process would leave them. */
function leftFiles(): string {
  const left = join(folder, 'left.db');
  for (const part of ['', '-wal', '-shm']) {
    rmSync(left + part, { force: true });
    if (existsSync(file + part)) copyFileSync(file + part, left + part);
  }
  return left;
}

const refusal = /The log of .*left\.db is damaged: left\.db-wal has \d+ of \d+ pages; restore/;

describe('a log that is damaged while its store is open', () => {
  it.each(damageNames)('fails the next commit if it is %s, and no start opens it', async (name) => {
    const store = await storeWithOldCopy();
    damages[name]?.();
    await expect(commit(store)).rejects.toThrow(/a\.db-wal was truncated or replaced/);
    await expect(commit(store)).rejects.toThrow(/a\.db-wal was truncated or replaced/);
    expect(lost).toHaveLength(1);
    await store.close();
    await store.close(); // has no effect
    expect(() => open(leftFiles())).toThrow(refusal);
  });

  it.each(damageNames)('is found by the close if it is %s after the last commit', async (name) => {
    const store = await storeWithOldCopy();
    const before = readFileSync(file);
    damages[name]?.();
    await store.close();
    expect(lost.map(({ code }) => code)).toEqual(['damaged']);
    expect(readFileSync(file).equals(before), 'nothing is copied into the file').toBe(true);
    expect(() => open(leftFiles())).toThrow(refusal);
    expect(() => open(leftFiles()), 'nor by the next start').toThrow(refusal);
  });

  it('may be emptied by a program that has moved all of it into the file', async () => {
    const store = await storeWith(3);
    for (const mode of ['TRUNCATE', 'RESTART', 'PASSIVE']) {
      const other = new Database(file);
      other.pragma(`wal_checkpoint(${mode})`);
      other.close();
      await commit(store);
    }
    expect(lost).toEqual([]);
  });
});

describe('a start after a crash', () => {
  it('opens every log that a kill can leave', async () => {
    const store = open();
    const counts: number[] = [];
    for (let count = 1; count <= 10; count += 1) {
      await commit(store);
      const left = open(leftFiles());
      counts.push((await allWorlds(left)).length);
      await left.close();
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it.each(damageNames)('refuses a log that was %s before', async (name) => {
    const store = await storeWithOldCopy();
    const [left, was] = [leftFiles(), file];
    file = left;
    copyFileSync(`${was}-old`, `${left}-old`);
    damages[name]?.();
    expect(() => open(left)).toThrow(refusal);
    file = was;
    await store.close();
    expect(lost).toEqual([]);
  });

  it('refuses a store whose log is gone, until its index is removed', async () => {
    const store = await storeWith(3);
    const left = leftFiles();
    rmSync(`${left}-wal`);
    expect(() => open(left)).toThrow(/left\.db-wal is missing; .* or remove left\.db-shm to open/);
    rmSync(`${left}-shm`);
    expect(await allWorlds(open(left))).toEqual([]);
    await store.close();
  });

  it('does not compare an index from before the last start of the machine, whose end may be older', async () => {
    const store = await storeWith(3);
    const left = leftFiles();
    truncateSync(`${left}-wal`, logBytes() >> 1);
    const before = new Date(Date.now() - (uptime() + 60) * 1_000);
    utimesSync(`${left}-shm`, before, before);
    expect(await allWorlds(open(left))).not.toEqual([]);
    await store.close();
  });
});
