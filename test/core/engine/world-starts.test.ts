// How a world goes on that was dropped without storing it, and loaded again in the same opening of the store.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Engine, EngineOptions } from '../../../core/engine/engine-contract.ts';
import { newWorld } from '../../../core/engine/history/journal.ts';
import { WorldStarts } from '../../../core/engine/world-starts.ts';
import { createRequestIds } from '../../../core/engine/world/request-ids.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { RunningWorld } from '../../../core/engine/world/world.ts';
import { StoreError, type EventStore } from '../../../core/ports/event-store.ts';
import { runs } from '../../support/collections/forks.ts';
import { bell, openShopEngine, sendToShop, shopRecord } from '../../support/engine/fake-oracle.ts';
import { epochMs, hash, rules } from '../../support/engine/pure-world.ts';

const uptimeMs = 36_000_000;
const dueMs = 100 * uptimeMs;
const sleepAfterMs = 60_000;

/** A store that a test can take away. */
function fallibleStore() {
  const inner = { ...createMemoryStore(), close: async () => undefined };
  const control = { refused: new Set<keyof EventStore>() };
  const guarded = (Object.keys(inner) as (keyof EventStore)[]).map((name) => {
    if (typeof inner[name] !== 'function') return [name, inner[name]] as const;
    const operation = async (...args: unknown[]) => {
      if (control.refused.has(name)) throw new StoreError('unavailable', `no ${name}`);
      return (inner[name] as (...all: unknown[]) => unknown)(...args);
    };
    return [name, operation] as const;
  });
  return { inner, store: Object.fromEntries(guarded) as unknown as EventStore, control };
}

/** An engine with a world `w` whose clock is `real`, and that has run for long since its last input. */
async function longRunning(own: Partial<EngineOptions> = {}) {
  const { inner, store, control } = fallibleStore();
  const hostTime = { nowMs: 1_000 };
  const engine = await openShopEngine({ store, hostTime, sleepAfterMs, ...own });
  const ids: string[] = [];
  /** A read request, which no journal has. Returns the instant that it sees. */
  const request = async (world: World | undefined) => {
    if (world === undefined) throw new Error('There is no world.');
    ids.push(world.requestId());
    return (await world.describe()).nowMs - epochMs;
  };
  const world = await engine.create(shopRecord('real'));
  hostTime.nowMs += uptimeMs;
  await sendToShop(world, bell(dueMs));
  hostTime.nowMs += uptimeMs;
  await request(world);
  await request(world);
  return { engine, inner, control, hostTime, ids, request };
}

type Running = Awaited<ReturnType<typeof longRunning>>;

/** The virtual time that has passed if the clock has run since the world was created. */
const hostPassedMs = ({ hostTime }: Running) => hostTime.nowMs - 1_000;

/** Expects that a second more has passed than that, and that no request id is given twice. */
async function expectContinued(running: Running, passedMs = hostPassedMs(running)) {
  const { engine, hostTime, ids, request } = running;
  hostTime.nowMs += 1_000;
  expect(await request(await engine.open('w'))).toBe(passedMs + 1_000);
  await request(await engine.open('w'));
  expect(new Set(ids).size).toBe(ids.length);
  await engine.close();
}

/** Ways to drop world `w` while its store has everything. */
const drops: readonly (readonly [string, (running: Running) => Promise<unknown>])[] = [
  ['its removal fails', async (running) => failing(running, (engine) => engine.remove('w'))],
  ['its reset fails', async (running) => failing(running, (engine) => engine.reset('w'))],
  [
    'its removal fails, and it cannot be claimed again',
    async (running) => failing(running, (engine) => engine.remove('w'), 'claim'),
  ],
  [
    'its reset fails, and it cannot be read again',
    async (running) => failing(running, (engine) => engine.reset('w'), 'snapshots'),
  ],
  ['the lease of its process was lost', async ({ engine }) => engine.abandonAll()],
  ['it was handed over', async ({ engine }) => engine.handOver('w', async () => undefined)],
];

async function failing(
  { engine, control }: Running,
  change: (engine: Engine) => Promise<unknown>,
  ...refused: (keyof EventStore)[]
): Promise<void> {
  control.refused = new Set(['remove', 'reset', ...refused]);
  await expect(change(engine)).rejects.toThrow(StoreError);
  control.refused = new Set();
}

describe('a world that is loaded again', () => {
  it.each(drops)('goes on as if it had never stopped: after %s', async (_how, drop) => {
    const running = await longRunning();
    await drop(running);
    await expectContinued(running);
  });

  it.each(drops)(
    'goes on from where it was, not from its last sleep: after %s',
    async (_, drop) => {
      const running = await longRunning();
      const { engine, hostTime, request } = running;
      hostTime.nowMs += sleepAfterMs;
      await engine.sleepIdle();
      expect(engine.worlds()).toEqual([]);
      await request(await engine.open('w'));
      await drop(running);
      await expectContinued(running);
    },
  );

  it.each(drops)('goes on each time: after %s, twice', async (_how, drop) => {
    const running = await longRunning();
    await drop(running);
    await running.request(await running.engine.open('w'));
    await drop(running);
    await expectContinued(running);
  });

  it('is loaded without a request if it has something to do', async () => {
    const running = await longRunning();
    const { engine, hostTime, control } = running;
    let wakes = 0;
    engine.wakes$.subscribe(() => (wakes += 1));
    await failing(running, () => engine.remove('w'), 'claim');
    expect([engine.world('w'), wakes]).toEqual([undefined, 1]);
    expect(engine.nextWakeMs()).toBe(hostTime.nowMs + 1_000);
    control.refused = new Set(['claim']);
    hostTime.nowMs += 1_000;
    await engine.wakeDue();
    expect(engine.nextWakeMs()).toBe(hostTime.nowMs + 1_000);
    control.refused = new Set();
    hostTime.nowMs += 1_000;
    await engine.wakeDue();
    expect(engine.world('w')).toBeDefined();
    await engine.world('w')?.setClock({ mode: 'frozen' });
    await failing(running, () => engine.remove('w'), 'claim');
    expect([engine.world('w'), engine.nextWakeMs()]).toEqual([undefined, undefined]);
    await engine.close();
  });

  it('does not go on from inputs that were lost', async () => {
    const running = await longRunning();
    const { engine, control } = running;
    control.refused = new Set(['append', 'claim']);
    const world = await engine.open('w');
    await expect(world?.setClock({ mode: 'frozen' })).rejects.toThrow(StoreError);
    engine.abandonAll();
    control.refused = new Set();
    await expectContinued(running);
  });

  it('takes its time from its last input if another process has gone on with it', async () => {
    const running = await longRunning();
    const { engine, inner, hostTime } = running;
    engine.abandonAll();
    const other = await openShopEngine({ store: inner, hostTime: { nowMs: 0 } });
    await other.world('w')?.advance({ byMs: 5_000 });
    await other.close();
    hostTime.nowMs += 1_000;
    await expectContinued(running, uptimeMs + 5_000 + 1_000);
  });

  it('takes its time from where the process is gone that has owned it since', async () => {
    const goneMs = () => 1_000 + 2 * uptimeMs + 700;
    const lease = { isHeld: () => true, isDraining: () => false, goneMs };
    const running = await longRunning({ lease });
    const { engine, inner, hostTime } = running;
    engine.abandonAll();
    const other = await openShopEngine({ store: inner, hostTime: { nowMs: 0 } });
    await other.world('w')?.advance({ byMs: 5_000 });
    await other.close();
    const { claim } = inner;
    inner.claim = async (name) => ({ ...(await claim(name))!, owner: 'other' });
    hostTime.nowMs += 1_000;
    await expectContinued(running, uptimeMs + 5_000 + 300);
  });

  it('begins with its first instant if another process has reset it', async () => {
    const running = await longRunning();
    const { engine, inner } = running;
    engine.abandonAll();
    const other = await openShopEngine({ store: inner, hostTime: { nowMs: 0 } });
    await other.reset('w');
    await other.close();
    await expectContinued(running, 0);
  });
});

describe('the dropped worlds that are remembered', () => {
  const record = (name: string) => ({ ...shopRecord('real'), name });
  const loaded = newWorld(record('w'), rules);
  const starts = () =>
    new WorldStarts({
      host: { hash, monotonicMs: () => 0 },
      lease: undefined,
      opening: 1,
      openedMs: 0,
      droppedMax: 2,
    });
  const dropped = (name: string) => {
    const storedClock = () => ({ inputs: 0, clock: { nowMs: epochMs, hostMs: 0 } });
    const requestIds = createRequestIds(hash, name);
    return { record: record(name), requestIds, storedClock } as unknown as RunningWorld;
  };

  it('are so many, the last ones', () => {
    const some = starts();
    const worlds = ['a', 'b', 'a', 'c'].map(dropped);
    for (const world of worlds) some.remember(world);
    const areKept = worlds.map(
      (world) => some.of({ record: world.record }, loaded).requestIds === world.requestIds,
    );
    expect(areKept).toEqual([false, false, true, true]);
  });

  it('are forgotten when they run again, or are removed', () => {
    const some = starts();
    const world = dropped('a');
    some.remember(world);
    some.forget('a');
    expect(some.of({ record: world.record }, loaded).requestIds).not.toBe(world.requestIds);
  });
});

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ passMs: fc.nat(2 * sleepAfterMs) }) },
  { weight: 3, arbitrary: fc.constant('request' as const) },
  { weight: 1, arbitrary: fc.constant('command' as const) },
  { weight: 2, arbitrary: fc.constant('sleep' as const) },
  { weight: 2, arbitrary: fc.nat(drops.length - 1).map((drop) => ({ drop })) },
);

it('never repeats a request id, and shows the time of the host, however often it is dropped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const running = await longRunning();
      const { engine, hostTime, request } = running;
      for (const one of steps) {
        const world = await engine.open('w');
        if (one === 'request') await request(world);
        else if (one === 'command') await sendToShop(world as World, bell(dueMs));
        else if (one === 'sleep') await engine.sleepIdle();
        else if ('passMs' in one) hostTime.nowMs += one.passMs;
        else await drops[one.drop]?.[1](running);
      }
      await expectContinued(running);
    }),
    runs(60),
  );
});
