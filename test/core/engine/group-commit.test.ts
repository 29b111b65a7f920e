import { describe, expect, it } from 'vitest';
import { createCommitter, type Committed } from '../../../core/engine/group-commit.ts';
import type { JournalEntry } from '../../../core/kernel/input.ts';
import { StoreError, type Append, type EventStore } from '../../../core/ports/event-store.ts';
import { createMemoryStore } from '../../../adapters/memory/event-store.ts';

const turn = () => new Promise<void>((done) => setImmediate(done));

/** Enough turns of the event loop for everything that can happen to have happened. */
async function quiet(): Promise<void> {
  for (let index = 0; index < 5; index += 1) await turn();
}

const entry = (n: number): JournalEntry => ({
  input: { n, atMs: n, kind: 'time' },
  events: [],
  digest: `digest ${n}`,
});

/** A store whose appends end when, and how, the test says. */
function heldStore() {
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
  const held = heldStore();
  const log: string[] = [];
  const committer = createCommitter(held.store, setImmediate);
  const world = (name: string): Committed => ({
    name,
    stored: (entries) => log.push(`${name} stored ${entries.map(({ input }) => input.n).join()}`),
    lost: (error) => log.push(`${name} lost: ${(error as Error).message}`),
  });
  /** Writes down how the wait of this world ends. */
  const wait = (who: Committed, label = `${who.name} answered`) =>
    committer.settled(who).then(
      () => log.push(label),
      (error: Error) => log.push(`${label} with ${error.message}`),
    );
  return { ...held, log, committer, world, wait };
}

const disk = new StoreError('unavailable', 'disk full');

describe('createCommitter', () => {
  it('stores what all worlds did in one turn in one append', async () => {
    const { committer, batches, world } = setUp();
    const [a, b] = [world('a'), world('b')];
    committer.enqueue(a, entry(4));
    committer.enqueue(b, entry(1));
    committer.enqueue(a, entry(5));
    expect(batches).toEqual([]);
    await quiet();
    expect(batches).toEqual([
      [
        { world: 'a', expectedInput: 3, entries: [entry(4), entry(5)] },
        { world: 'b', expectedInput: 0, entries: [entry(1)] },
      ],
    ]);
  });

  it('tells the worlds what is stored, and only then lets answers go', async () => {
    const { committer, world, wait, log, succeed } = setUp();
    const a = world('a');
    committer.enqueue(a, entry(1));
    void wait(a);
    await quiet();
    expect(log).toEqual([]);
    succeed();
    await quiet();
    expect(log).toEqual(['a stored 1', 'a answered']);
  });

  it('gathers what comes during a write into the next one', async () => {
    const { committer, world, wait, log, succeed, batches } = setUp();
    const a = world('a');
    committer.enqueue(a, entry(1));
    void wait(a, 'first');
    await quiet();
    committer.enqueue(a, entry(2));
    void wait(a, 'second');
    committer.enqueue(a, entry(3));
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

  it('makes a world that did nothing new wait for what is being written of it', async () => {
    const { committer, world, wait, log, succeed } = setUp();
    const [a, b] = [world('a'), world('b')];
    committer.enqueue(a, entry(1));
    await quiet();
    committer.enqueue(b, entry(1));
    void wait(a);
    await quiet();
    expect(log).toEqual([]);
    succeed();
    await quiet();
    expect(log).toEqual(['a stored 1', 'a answered']);
  });

  it('lets a world with nothing under way go at once', async () => {
    const { committer, world, wait, log } = setUp();
    committer.enqueue(world('a'), entry(1));
    await wait(world('b'));
    expect(log).toEqual(['b answered']);
  });

  it('tells every world of a failed append that it is lost, and rejects who waits', async () => {
    const { committer, world, wait, log, fail } = setUp();
    const [a, b] = [world('a'), world('b')];
    committer.enqueue(a, entry(1));
    committer.enqueue(b, entry(1));
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

  it('loses what was gathered behind a failed append too, and tells each world once', async () => {
    const { committer, world, wait, log, fail, batches } = setUp();
    const [a, c] = [world('a'), world('c')];
    committer.enqueue(a, entry(1));
    await quiet();
    committer.enqueue(a, entry(2));
    committer.enqueue(c, entry(1));
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

  it('goes on after a failure', async () => {
    const { committer, world, wait, log, fail, succeed, batches } = setUp();
    const a = world('a');
    committer.enqueue(a, entry(1));
    await quiet();
    fail(disk);
    await quiet();
    committer.enqueue(a, entry(1));
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
    const committer = createCommitter(store, setImmediate);
    const a = { name: 'a', stored: () => log.push('stored'), lost: () => log.push('lost') };
    committer.enqueue(a, entry(1));
    await expect(committer.settled(a)).rejects.toBe(disk);
    expect(log).toEqual(['lost']);
  });

  it('is idle when the last write has ended, well or not', async () => {
    const { committer, world, log, succeed, fail } = setUp();
    const a = world('a');
    await committer.idle();
    committer.enqueue(a, entry(1));
    void committer.idle().then(() => log.push('idle'));
    await quiet();
    committer.enqueue(a, entry(2));
    succeed();
    await quiet();
    expect(log).toEqual(['a stored 1']);
    fail(disk);
    await quiet();
    expect(log).toEqual(['a stored 1', 'a lost: disk full', 'idle']);
  });
});
