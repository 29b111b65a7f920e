import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '../../../core/index.ts';
import { startSleepTimers, type SleepTimers } from '../../../adapters/pacing/sleep-timers.ts';

/** An engine with a world that sleeps until `wakeMs`. */
const engine = {
  wakeMs: undefined as number | undefined,
  sweeps: 0,
  wakes: [] as number[],
  /** What each wake rejects with. */
  breaksWith: undefined as Error | undefined,
  failures: [] as unknown[],
};
let wakes$: Subject<void>;
let timers: SleepTimers;

beforeEach(() => {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'];
  vi.useFakeTimers({ toFake: toFake as never });
  Object.assign(engine, {
    wakeMs: undefined,
    sweeps: 0,
    wakes: [],
    breaksWith: undefined,
    failures: [],
  });
  wakes$ = new Subject();
});
afterEach(() => {
  timers.stop();
  vi.useRealTimers();
});

const now = () => performance.now();

function start(sleepAfterMs?: number): void {
  const fake = {
    wakes$,
    nextWakeMs: () => engine.wakeMs,
    sleepIdle: async () => {
      engine.sweeps += 1;
      if (engine.breaksWith !== undefined) throw engine.breaksWith;
    },
    wakeDue: async () => {
      engine.wakes.push(now());
      if ((engine.wakeMs ?? Infinity) <= now()) engine.wakeMs = undefined;
      if (engine.breaksWith !== undefined) throw engine.breaksWith;
    },
  } as unknown as Engine;
  timers = startSleepTimers(fake, now, sleepAfterMs, (error) => engine.failures.push(error));
}

it.each([
  [60_000, 15_000],
  [2_000_000, 15_000],
  [400, 100],
  [4, 10],
  [0, 10],
])('looks for unused worlds, for a sleep after %i ms each %i ms', (sleepAfterMs, everyMs) => {
  start(sleepAfterMs);
  vi.advanceTimersByTime(everyMs - 1);
  expect(engine.sweeps).toBe(0);
  vi.advanceTimersByTime(1);
  expect(engine.sweeps).toBe(1);
  vi.advanceTimersByTime(9 * everyMs);
  expect(engine.sweeps).toBe(10);
});

it('looks for none if no world sleeps, and wakes those of earlier openings', async () => {
  start();
  engine.wakeMs = now() + 50;
  wakes$.next();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(engine.sweeps).toBe(0);
  expect(engine.wakes).toHaveLength(1);
});

it('wakes a world when it has something to do, and not before', async () => {
  engine.wakeMs = now() + 49.5;
  start();
  await vi.advanceTimersByTimeAsync(49);
  expect(engine.wakes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(engine.wakes).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(engine.wakes).toHaveLength(1);
});

it('follows an earlier wake, and one that is due already', async () => {
  engine.wakeMs = now() + 5_000;
  start();
  engine.wakeMs = now() + 20;
  wakes$.next();
  await vi.advanceTimersByTimeAsync(20);
  expect(engine.wakes).toHaveLength(1);
  engine.wakeMs = now() - 7;
  wakes$.next();
  await vi.advanceTimersByTimeAsync(1);
  expect(engine.wakes).toHaveLength(2);
});

it('waits for a wake beyond the longest delay of a host timer', async () => {
  const days = 86_400_000;
  engine.wakeMs = now() + 100 * days;
  start();
  await vi.advanceTimersByTimeAsync(99 * days);
  expect(engine.wakeMs).toBeDefined();
  expect(engine.wakes.length).toBeLessThan(5);
  await vi.advanceTimersByTimeAsync(days);
  expect(engine.wakeMs).toBeUndefined();
});

it('sets no timer once it is stopped', async () => {
  engine.wakeMs = now() + 50;
  start(1_000);
  timers.stop();
  wakes$.next();
  expect(vi.getTimerCount()).toBe(0);
});

it('sets no timer if it is stopped while worlds are woken', async () => {
  engine.wakeMs = now();
  start();
  vi.advanceTimersByTime(1);
  expect(engine.wakes).toHaveLength(1);
  engine.wakeMs = now() + 50;
  timers.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('reports what breaks, and goes on with the next', async () => {
  start(40);
  engine.breaksWith = new Error('broken');
  engine.wakeMs = now() + 15;
  wakes$.next();
  await vi.advanceTimersByTimeAsync(15);
  expect(engine.failures).toEqual([engine.breaksWith, engine.breaksWith]); // of a sweep and a wake
  engine.breaksWith = undefined;
  engine.wakeMs = now() + 20;
  wakes$.next();
  await vi.advanceTimersByTimeAsync(20);
  expect(engine.wakes).toHaveLength(2);
});
