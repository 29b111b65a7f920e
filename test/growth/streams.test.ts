// Streams cost memory only while they have observers. Observers that leave, or whose world ends, leave nothing behind, and a
// world without observers costs the same as before there were streams.

import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { interval, Subject, Subscriber, Subscription, timeout, timer, type Observable } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../core/engine/engine-contract.ts';
import { openEngine } from '../../core/engine/engine.ts';
import { WorldScheduler } from '../../core/engine/world/scheduler.ts';
import type { World } from '../../core/engine/world/world-contract.ts';
import { host, recordOf, send } from '../support/engine/reopened-store.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { createWalletSet } from '../support/wallet/commands.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes on the heap: the minimum over some turns, after all pending work is done. */
async function heapBytes(): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < 8; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
}

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ store: createMemoryStore(), host });
});
afterAll(() => engine.close());

const observers = 1_000;
/** Less than any subscription needs; the tolerance is for caches that still warm up. */
const bytesPerObserverMax = 40;
const rounds = 30;

const worlds = 10_000;
/** Measured: 9,400 to 10,300 bytes; before there were streams, 9,500 to 9,600 (Node 20). */
const bytesPerWorldMax = 12_000;
/** Before there were streams: five subjects and two subscribers. */
const perWorldMax = { subjects: 4, subscribers: 2 };

const ignore = { next: () => undefined, error: () => undefined };

const kinds: readonly ((world: World) => { unsubscribe: () => void })[] = [
  (world) => world.commits$.subscribe(ignore),
  (world) => world.entries$.subscribe(ignore),
  (world) => world.events$.subscribe(ignore),
  (world) => world.history$().subscribe(ignore),
  (world) => world.history$({ from: 1_000, to: 2_000 }).subscribe(ignore),
  (world) => world.transactions$().subscribe(ignore),
  (world) => world.transactions$('none').subscribe(ignore),
  (world) => world.posts$().subscribe(ignore),
  (world) => world.posts$(1).subscribe(ignore),
  (world) =>
    world.events$.pipe(timeout({ each: 60_000, scheduler: world.scheduler })).subscribe(ignore),
  (world) => world.guarded(timer(60_000, world.scheduler)).subscribe(ignore),
  (world) => world.guarded(interval(10, world.scheduler)).subscribe(ignore),
  (world) => world.scheduler.schedule(ignore.next, 60_000),
  (world) => {
    const pages = world.historyPages({ from: 1_000 });
    void pages.next();
    return { unsubscribe: () => void pages.return?.() };
  },
];

/** Subscribes 1,000 observers, of all kinds in turn. */
function observe(world: World): Subscription {
  const all = new Subscription();
  for (let index = 0; index < observers; index += 1) {
    const kind = kinds[index % kinds.length];
    if (kind !== undefined) all.add(kind(world));
  }
  return all;
}

/** The number of observers of a stream's subject. */
function observersOf<T>(stream$: Observable<T>): number {
  const { source } = stream$ as unknown as { readonly source: Subject<T> };
  if (!(source instanceof Subject)) throw new Error('The stream of a subject is expected.');
  return source.observers.length;
}

const countsOf = (world: World) => ({
  commits: observersOf(world.commits$),
  events: observersOf(world.events$),
  work: (world.scheduler as WorldScheduler).nextMs,
});

async function happen(world: World): Promise<void> {
  await send(world, createWalletSet());
  await world.advance({ byMs: 20 });
}

/** Bytes left behind per observer and round, once caches are warm. */
async function bytesLeft(round: () => Promise<void>): Promise<number> {
  for (let warm = 0; warm < 5; warm += 1) await round();
  const before = await heapBytes();
  for (let count = 0; count < rounds; count += 1) await round();
  return ((await heapBytes()) - before) / rounds / observers;
}

describe('1,000 observers of a world', () => {
  it('leave nothing when they unsubscribe', async () => {
    const world = await engine.create(recordOf('observed'));
    await happen(world);
    const unobserved = countsOf(world);
    expect(unobserved).toMatchObject({ events: 0, work: undefined });
    const left = await bytesLeft(async () => {
      const all = observe(world);
      await happen(world);
      expect(countsOf(world).events).toBeGreaterThan(observers / kinds.length);
      all.unsubscribe();
      expect(countsOf(world)).toEqual(unobserved);
    });
    expect(left).toBeLessThan(bytesPerObserverMax);
    await engine.remove('observed');
  });

  it('end with the world, and leave nothing of it', async () => {
    const ended: WeakRef<World>[] = [];
    const left = await bytesLeft(async () => {
      const world = await engine.create(recordOf('ending'));
      observe(world);
      await happen(world);
      await engine.remove('ending');
      expect(countsOf(world)).toEqual({ commits: 0, events: 0, work: undefined });
      ended.push(new WeakRef(world));
    });
    expect(left).toBeLessThan(bytesPerObserverMax);
    expect(ended.filter((world) => world.deref() !== undefined)).toEqual([]);
  });
});

describe('10,000 worlds', () => {
  it('without observers cost what they cost without streams', async () => {
    // Without domains, since their tables need most of a world's memory and do not depend on streams.
    const empty = await openEngine({ store: createMemoryStore(), host, domains: {} });
    const counts = () => ({
      subjects: queryObjects(Subject, { format: 'count' }),
      subscribers: queryObjects(Subscriber, { format: 'count' }),
      schedulers: queryObjects(WorldScheduler, { format: 'count' }),
    });
    const create = async (from: number, to: number) => {
      for (let index = from; index < to; index += 1) await empty.create(recordOf(`w${index}`));
    };
    const warm = worlds / 10;
    await create(0, warm);
    const bytes = await heapBytes();
    const before = counts();
    await create(warm, worlds);
    const perWorld = (sum: number) => sum / (worlds - warm);
    expect(perWorld((await heapBytes()) - bytes)).toBeLessThan(bytesPerWorldMax);
    const { subjects, subscribers, schedulers } = counts();
    expect(perWorld(subjects - before.subjects)).toBeLessThanOrEqual(perWorldMax.subjects);
    expect(perWorld(subscribers - before.subscribers)).toBeLessThanOrEqual(perWorldMax.subscribers);
    expect(schedulers - before.schedulers).toBe(0);
    expect(empty.worlds()).toHaveLength(worlds);
    await empty.close();
  });
});
