import { describe, expect, it } from 'vitest';
import {
  createGroupCommit,
  uncommittedMax,
  type CommitClient,
} from '../../../core/engine/group-commit.ts';
import type { JournalEntry } from '../../../core/kernel/input.ts';
import {
  StoreError,
  type Append,
  type EventStore,
  type RefusedAppend,
  type WakeDelay,
} from '../../../core/ports/event-store.ts';
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

/** A store whose appends stay pending until the test lets them succeed, for all worlds but the refused ones, or fail. */
function blockedStore() {
  const batches: (readonly Append[])[] = [];
  const waiting: {
    resolve: (refused: readonly RefusedAppend[]) => void;
    reject: (error: unknown) => void;
  }[] = [];
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
    succeed: (...refused: readonly RefusedAppend[]) => waiting.shift()?.resolve(refused),
    fail: (error: unknown) => waiting.shift()?.reject(error),
  };
}

function setUp() {
  const held = blockedStore();
  const log: string[] = [];
  const groupCommit = createGroupCommit(held.store, setImmediate);
  const world = (name: string, wakeAfterMs: () => WakeDelay = () => null): CommitClient => ({
    name,
    wakeAfterMs,
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
        { world: 'a', expectedInput: 3, entries: [entry(4), entry(5)], wakeAfterMs: null },
        { world: 'b', expectedInput: 0, entries: [entry(1)], wakeAfterMs: null },
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
    expect(batches[1]).toEqual([
      { world: 'a', expectedInput: 1, entries: [entry(2), entry(3)], wakeAfterMs: null },
    ]);
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

  it('loses what a world of a failed append has enqueued since, and nothing of other worlds', async () => {
    const { groupCommit, world, wait, log, fail, succeed, batches } = setUp();
    const [a, b, c] = [world('a'), world('b'), world('c')];
    groupCommit.enqueue(a, entry(1));
    groupCommit.enqueue(b, entry(1));
    await quiet();
    void wait(a, 'first of a');
    groupCommit.enqueue(a, entry(2));
    groupCommit.enqueue(c, entry(1));
    void wait(a, 'second of a');
    void wait(b);
    void wait(c);
    fail(disk);
    await quiet();
    expect(log).toEqual([
      'a lost: disk full',
      'b lost: disk full',
      'first of a with disk full',
      'second of a with disk full',
      'b answered with disk full',
    ]);
    expect(batches[1]).toEqual([
      { world: 'c', expectedInput: 0, entries: [entry(1)], wakeAfterMs: null },
    ]);
    log.length = 0;
    succeed();
    await quiet();
    expect(log).toEqual(['c stored 1', 'c answered']);
    expect(batches.length).toBe(2);
  });

  it('writes nothing after a failed append if only its worlds have enqueued since', async () => {
    const { groupCommit, world, fail, batches } = setUp();
    const a = world('a');
    groupCommit.enqueue(a, entry(1));
    await quiet();
    groupCommit.enqueue(a, entry(2));
    fail(disk);
    await quiet();
    await groupCommit.whenIdle();
    expect(groupCommit.isDurable(a)).toBe(true);
    expect(batches.length).toBe(1);
  });

  it('stores when each world wakes, as of its last entry', async () => {
    const { groupCommit, world, batches, succeed } = setUp();
    let afterMs: WakeDelay = 7;
    const a = world('a', () => afterMs);
    groupCommit.enqueue(a, entry(1));
    afterMs = 5;
    groupCommit.enqueue(a, entry(2));
    groupCommit.enqueue(world('b'), entry(1));
    await quiet();
    afterMs = 3;
    groupCommit.enqueue(a, entry(3));
    succeed();
    await quiet();
    expect(
      batches.map((batch) => batch.map(({ world: name, wakeAfterMs }) => [name, wakeAfterMs])),
    ).toEqual([
      [
        ['a', 5],
        ['b', null],
      ],
      [['a', 3]],
    ]);
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
    const a: CommitClient = {
      name: 'a',
      wakeAfterMs: () => null,
      onStored: () => log.push('stored'),
      onLost: () => log.push('lost'),
    };
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

describe('createGroupCommit, with a meter', () => {
  it('tells of each batch: its entries, and the errors of worlds that were refused', async () => {
    const { store, succeed, fail } = blockedStore();
    const told: unknown[] = [];
    const meter = {
      onCommit: (entries: number) => {
        told.push(entries);
        return (errors: readonly unknown[]) => void told.push(errors);
      },
      onLoad: () => () => undefined,
    };
    const groupCommit = createGroupCommit(store, setImmediate, meter);
    const world = (name: string): CommitClient => ({
      name,
      wakeAfterMs: () => null,
      onStored: () => told.push(`${name} stored`),
      onLost: () => told.push(`${name} lost`),
    });
    const [a, b] = [world('a'), world('b')];
    for (const n of [1, 2]) groupCommit.enqueue(a, entry(n));
    groupCommit.enqueue(b, entry(1));
    await quiet();
    expect(told.splice(0)).toEqual([3]);
    groupCommit.enqueue(b, entry(2));
    const error = new StoreError('conflict', 'another owner');
    succeed({ world: 'a', error });
    await quiet();
    expect(told.splice(0)).toEqual([[error], 'a lost', 'b stored', 1]);
    fail(disk);
    await quiet();
    expect(told.splice(0)).toEqual([[disk], 'b lost']);
  });
});

describe('createGroupCommit, if the store refuses one of three worlds', () => {
  const elsewhere = new StoreError('conflict', "World 'b' is at input 9, not at 0.");
  const refusal: RefusedAppend = { world: 'b', error: elsewhere };

  /** Three worlds with an entry each in the batch that is written. */
  async function writing() {
    const parts = setUp();
    const [a, b, c] = [parts.world('a'), parts.world('b'), parts.world('c')];
    for (const one of [a, b, c]) parts.groupCommit.enqueue(one, entry(1));
    await quiet();
    return { ...parts, a, b, c };
  }

  it('stores the turns of the others', async () => {
    const { a, b, c, wait, log, succeed, groupCommit } = await writing();
    for (const one of [a, b, c]) void wait(one);
    succeed(refusal);
    await quiet();
    expect([...log].sort()).toEqual([
      'a answered',
      'a stored 1',
      `b answered with ${elsewhere.message}`,
      `b lost: ${elsewhere.message}`,
      'c answered',
      'c stored 1',
    ]);
    await groupCommit.whenIdle();
  });

  it('loses what the refused one has enqueued since, and stores what the others have', async () => {
    const { a, b, c, wait, log, succeed, groupCommit, batches } = await writing();
    groupCommit.enqueue(a, entry(2));
    groupCommit.enqueue(b, entry(2));
    groupCommit.enqueue(c, entry(2));
    for (const one of [a, b, c]) void wait(one);
    succeed(refusal);
    await quiet();
    expect(groupCommit.isDurable(b)).toBe(true);
    expect(groupCommit.isDurable(a)).toBe(false);
    expect(batches[1]?.map(({ world: name }) => name)).toEqual(['a', 'c']);
    log.length = 0;
    succeed();
    await quiet();
    expect(log).toEqual(['a stored 2', 'c stored 2', 'a answered', 'c answered']);
    await groupCommit.whenIdle();
    expect(batches.length).toBe(2);
  });

  it('tells the refused one first, whatever is done with it when another is stored', async () => {
    const parts = setUp();
    const b = parts.world('b');
    const seen: string[] = [];
    const a: CommitClient = {
      ...parts.world('a'),
      onStored: () => seen.push(...parts.log, `b is durable: ${parts.groupCommit.isDurable(b)}`),
    };
    parts.groupCommit.enqueue(a, entry(1));
    parts.groupCommit.enqueue(b, entry(1));
    await quiet();
    parts.succeed(refusal);
    await quiet();
    expect(seen).toEqual([`b lost: ${elsewhere.message}`, 'b is durable: true']);
  });

  it('stores what the refused one enqueues afterwards', async () => {
    const { b, wait, log, succeed, groupCommit } = await writing();
    succeed(refusal);
    await quiet();
    groupCommit.enqueue(b, entry(10));
    log.length = 0;
    void wait(b);
    await quiet();
    succeed();
    await quiet();
    expect(log).toEqual(['b stored 10', 'b answered']);
  });

  it('has room again for the entries of both batches', async () => {
    const { a, b, succeed, groupCommit } = await writing();
    for (let n = 4; n < uncommittedMax; n += 1) groupCommit.enqueue(b, entry(n - 2));
    expect(groupCommit.hasCapacity()).toBe(true);
    groupCommit.enqueue(a, entry(2));
    expect(groupCommit.hasCapacity()).toBe(false);
    succeed(refusal);
    await quiet();
    for (let n = 2; n < uncommittedMax; n += 1) groupCommit.enqueue(b, entry(n));
    expect(groupCommit.hasCapacity()).toBe(true);
    groupCommit.enqueue(b, entry(uncommittedMax));
    expect(groupCommit.hasCapacity()).toBe(false);
    succeed();
    await quiet();
    succeed();
    await groupCommit.whenIdle();
  });
});
