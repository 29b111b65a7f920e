import { describe, expect, it } from 'vitest';
import { createGroupCommit, type CommitClient } from '../../../core/engine/group-commit.ts';
import type { JournalEntry } from '../../../core/kernel/input.ts';
import { StoreError, type Append, type EventStore } from '../../../core/ports/event-store.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';

const turn = () => new Promise<void>((done) => setImmediate(done));

/** Waits until the event loop has run all pending callbacks. */
async function quiet(): Promise<void> {
  for (let index = 0; index < 5; index += 1) await turn();
}

const entry = (n: number): JournalEntry => ({
  input: { n, atMs: n, kind: 'time' },
  events: [],
  digest: `digest ${n}`,
});

/** A store whose appends stay pending until the test lets them succeed or fail. */
function blockedStore() {
  const batches: (readonly Append[])[] = [];
  const waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  const store: EventStore = {
    ...createMemoryStore(),
    append: (batch) => {
      batches.push(batch);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  };
  return {
    store,
    batches,
    succeed: () => waiting.shift()?.resolve(),
    fail: (error: unknown) => waiting.shift()?.reject(error),
  };
}

function setUp() {
  const held = blockedStore();
  const log: string[] = [];
  const groupCommit = createGroupCommit(held.store, setImmediate);
  const world = (name: string): CommitClient => ({
    name,
    onStored: (entries) => log.push(`${name} stored ${entries.map(({ input }) => input.n).join()}`),
    onLost: (error) => log.push(`${name} lost: ${(error as Error).message}`),
  });
  /** Logs how `whenDurable` of this world ends. */
  const wait = (who: CommitClient, label = `${who.name} answered`) =>
    groupCommit.whenDurable(who).then(
      () => log.push(label),
      (error: Error) => log.push(`${label} with ${error.message}`),
    );
  return { ...held, log, groupCommit, world, wait };
}

const disk = new StoreError('unavailable', 'disk full');

describe('createGroupCommit', () => {
  it('stores the entries of all worlds in one turn of the event loop with one append', async () => {
    const { groupCommit, batches, world } = setUp();
    const [a, b] = [world('a'), world('b')];
    groupCommit.enqueue(a, entry(4));
    groupCommit.enqueue(b, entry(1));
    groupCommit.enqueue(a, entry(5));
    expect(batches).toEqual([]);
    await quiet();
    expect(batches).toEqual([
      [
        { world: 'a', expectedInput: 3, entries: [entry(4), entry(5)] },
        { world: 'b', expectedInput: 0, entries: [entry(1)] },
      ],
    ]);
  });

  it('calls onStored before it resolves whenDurable', async () => {
    const { groupCommit, world, wait, log, succeed } = setUp();
    const a = world('a');
    groupCommit.enqueue(a, entry(1));
    void wait(a);
    await quiet();
    expect(log).toEqual([]);
    succeed();
    await quiet();
    expect(log).toEqual(['a stored 1', 'a answered']);
  });

  it('collects entries during a write into the next batch', async () => {
    const { groupCommit, world, wait, log, succeed, batches } = setUp();
    const a = world('a');
    groupCommit.enqueue(a, entry(1));
    void wait(a, 'first');
    await quiet();
    groupCommit.enqueue(a, entry(2));
    void wait(a, 'second');
    groupCommit.enqueue(a, entry(3));
    await quiet();
    expect(batches.length).toBe(1); // one write at a time
    succeed();
    await quiet();
    expect(log).toEqual(['a stored 1', 'first']);
    expect(batches[1]).toEqual([{ world: 'a', expectedInput: 1, entries: [entry(2), entry(3)] }]);
    succeed();
    await quiet();
    expect(log).toEqual(['a stored 1', 'first', 'a stored 2,3', 'second']);
  });

  it('waits for a write in flight, even without new entries', async () => {
    const { groupCommit, world, wait, log, succeed } = setUp();
    const [a, b] = [world('a'), world('b')];
    groupCommit.enqueue(a, entry(1));
    await quiet();
    groupCommit.enqueue(b, entry(1));
    void wait(a);
    await quiet();
    expect(log).toEqual([]);
    succeed();
    await quiet();
    expect(log).toEqual(['a stored 1', 'a answered']);
  });

  it('resolves whenDurable at once for a world without uncommitted entries', async () => {
    const { groupCommit, world, wait, log } = setUp();
    groupCommit.enqueue(world('a'), entry(1));
    await wait(world('b'));
    expect(log).toEqual(['b answered']);
  });

  it('calls onLost for every world of a failed append, and rejects whenDurable', async () => {
    const { groupCommit, world, wait, log, fail } = setUp();
    const [a, b] = [world('a'), world('b')];
    groupCommit.enqueue(a, entry(1));
    groupCommit.enqueue(b, entry(1));
    void wait(a);
    void wait(b);
    await quiet();
    fail(disk);
    await quiet();
    expect(log).toEqual([
      'a lost: disk full',
      'b lost: disk full',
      'a answered with disk full',
      'b answered with disk full',
    ]);
  });

  it('loses the open batch, too, and calls onLost once for each world', async () => {
    const { groupCommit, world, wait, log, fail, batches } = setUp();
    const [a, c] = [world('a'), world('c')];
    groupCommit.enqueue(a, entry(1));
    await quiet();
    groupCommit.enqueue(a, entry(2));
    groupCommit.enqueue(c, entry(1));
    void wait(a);
    void wait(c);
    fail(disk);
    await quiet();
    expect(log).toEqual([
      'a lost: disk full',
      'c lost: disk full',
      'a answered with disk full',
      'c answered with disk full',
    ]);
    expect(batches.length).toBe(1);
  });

  it('stores further batches after a failure', async () => {
    const { groupCommit, world, wait, log, fail, succeed, batches } = setUp();
    const a = world('a');
    groupCommit.enqueue(a, entry(1));
    await quiet();
    fail(disk);
    await quiet();
    groupCommit.enqueue(a, entry(1));
    void wait(a);
    await quiet();
    succeed();
    await quiet();
    expect(batches.length).toBe(2);
    expect(log).toEqual(['a lost: disk full', 'a stored 1', 'a answered']);
  });

  it('treats a store that throws like one that rejects', async () => {
    const log: string[] = [];
    const store = {
      ...createMemoryStore(),
      append: () => {
        throw disk;
      },
    };
    const groupCommit = createGroupCommit(store, setImmediate);
    const a = { name: 'a', onStored: () => log.push('stored'), onLost: () => log.push('lost') };
    groupCommit.enqueue(a, entry(1));
    await expect(groupCommit.whenDurable(a)).rejects.toBe(disk);
    expect(log).toEqual(['lost']);
  });

  it('is idle when the last write has ended, well or not', async () => {
    const { groupCommit, world, log, succeed, fail } = setUp();
    const a = world('a');
    await groupCommit.whenIdle();
    groupCommit.enqueue(a, entry(1));
    void groupCommit.whenIdle().then(() => log.push('idle'));
    await quiet();
    groupCommit.enqueue(a, entry(2));
    succeed();
    await quiet();
    expect(log).toEqual(['a stored 1']);
    fail(disk);
    await quiet();
    expect(log).toEqual(['a stored 1', 'a lost: disk full', 'idle']);
  });
});
