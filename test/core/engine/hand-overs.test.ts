// An engine that hands worlds over to other processes of its store.

import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { EngineOptions } from '../../../core/engine/engine-contract.ts';
import { tailEventsMax } from '../../../core/engine/history/snapshotter.ts';
import { NoRoom, type EventStore } from '../../../core/ports/event-store.ts';
import type { Leases } from '../../../core/ports/leases.ts';
import { bell, drainEventLoop, sendToShop } from '../../support/engine/fake-oracle.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { host, recordOf } from '../../support/engine/reopened-store.ts';
import { awake, gate, sleepAfterMs, sleepyEngine } from '../../support/engine/sleepy-engine.ts';
import { plain } from '../../support/engine/stored-worlds.ts';

/** An engine with a world `a`, the names of the worlds that were released, and whether it takes no more. */
async function handingOver(own: Partial<EngineOptions> = {}, clock = recordOf('a').clock) {
  const released: string[] = [];
  const state = { isDraining: false };
  const inner = createMemoryStore();
  const leases = { release: async (name: string) => void released.push(name) } as Partial<Leases>;
  const store: EventStore = { ...inner, leases: leases as Leases };
  const lease = {
    isHeld: () => true,
    isDraining: () => state.isDraining,
    goneMs: () => undefined,
  };
  const engine = await openEngine({ store, host, lease, ...own });
  const world = await engine.create(recordOf('a', { clock }));
  return { engine, world, store, released, state };
}

const forever = async () => new Promise<void>(() => undefined);

it('answers what is under way, while new requests wait, and then takes no more', async () => {
  const { engine, world, store, released, state } = await handingOver();
  const events: string[] = [];
  engine.moved$.subscribe(({ record }) => events.push(`moved ${record.name}`));
  engine.stopped$.subscribe(({ record }) => events.push(`stopped ${record.name}`));
  const release = engine.keepAwake(world);
  state.isDraining = true;
  const done = engine.handOver('a', forever);
  await drainEventLoop();
  expect(events).toEqual(['moved a']);
  const opening = engine.handedOver('a')?.then(() => engine.open('a'));
  expect(engine.open('a')).toBe(world); // for a request under way
  await plain(world);
  expect(released).toEqual([]);
  release();
  const late = engine.open('a');
  await done;
  expect(engine.handedOver('a')).toBeUndefined();
  expect(await late).toBe(world); // found before it had stopped
  expect([events, released, awake(engine)]).toEqual([['moved a', 'stopped a'], ['a'], []]);
  await expect(opening).rejects.toBeInstanceOf(NoRoom);
  await expect(plain(world)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await store.read('a', 1, 9)).toHaveLength(1);
  await engine.handOver('a', forever); // it sleeps: nothing to do
  expect(released).toEqual(['a']);
  await engine.close();
});

it('does not wait longer than the patience of its caller', async () => {
  const { engine, world, released } = await handingOver();
  engine.keepAwake(world);
  const { closed, release } = gate();
  const done = engine.handOver('a', async () => closed);
  await drainEventLoop();
  expect(released).toEqual([]);
  release();
  await done;
  expect(released).toEqual(['a']);
  expect(await engine.open('a')).toBeDefined(); // it takes worlds, and nobody else has it
  await engine.close();
});

it('stores the time of a world in real mode, and a snapshot if its tail is long', async () => {
  let nowMs = 1_000;
  const clocked = { ...host, monotonicMs: () => nowMs };
  const { engine, world, store } = await handingOver({ host: clocked }, { mode: 'real', rate: 60 });
  for (let events = 0; events <= tailEventsMax; events += 1) await plain(world);
  nowMs += 500;
  await engine.handOver('a', forever);
  const [last] = await store.read('a', tailEventsMax + 2, 1);
  expect(last?.input.atMs).toBe(epochMs + 500 * 60);
  expect(await store.snapshots('a')).toHaveLength(1);
  await engine.close();
});

it('wakes one that sleeps for it, beyond the limit, with the time that has passed', async () => {
  let nowMs = 1_000;
  const clocked = { ...host, monotonicMs: () => nowMs };
  const own = { host: clocked, sleepAfterMs: 100, worldsMax: 1 };
  const { engine, store, released } = await handingOver(own, { mode: 'real', rate: 60 });
  nowMs += 100;
  await engine.sleepIdle();
  const b = await engine.create(recordOf('b'));
  engine.keepAwake(b);
  nowMs += 900;
  expect(engine.isFull()).toBe(true);
  await engine.handOverSleeping('a', forever);
  expect([released, awake(engine)]).toEqual([['a'], ['b']]);
  const [last] = await store.read('a', 1, 9);
  expect(last?.input.atMs).toBe(epochMs + 1_000 * 60);
  expect(engine.nextWakeMs()).toBeUndefined(); // it has nothing to do
  await engine.close();
});

it('stores no snapshot from within an input', async () => {
  const store = createMemoryStore();
  const { engine, create } = await sleepyEngine({ store });
  const world = await create('a');
  for (let bells = 0; bells <= tailEventsMax; bells += 1) await sendToShop(world, bell(1_000));
  const advancing = world.advance({ byMs: 1_000 }).catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  await engine.handOver('a', async () => undefined);
  await advancing;
  for (const { inputs, position } of await store.snapshots('a')) {
    const entries = await store.read('a', 1, inputs);
    expect(position).toBe(entries.reduce((sum, { events }) => sum + events.length, 0));
  }
  await engine.close();
});

it('leaves a world with a due to others, and wakes it for the due if none goes on with it', async () => {
  const { engine, hostTime, create, idle } = await sleepyEngine();
  const world = await create('a', { mode: 'real', rate: 2 });
  await sendToShop(world, bell(10 * sleepAfterMs));
  await idle();
  await engine.handOverSleeping('a', forever);
  expect(awake(engine)).toEqual([]);
  const dueMs = 500 + 5 * sleepAfterMs;
  expect(engine.nextWakeMs()).toBe(dueMs);
  hostTime.nowMs = dueMs;
  await engine.wakeDue();
  expect(awake(engine)).toEqual(['a']);
  await engine.close();
});

it('hands over one sleeping world after the other', async () => {
  const own = { sleepAfterMs: 100, worldsMax: 1 };
  let nowMs = 1_000;
  const { engine, store, released } = await handingOver({
    ...own,
    host: { ...host, monotonicMs: () => nowMs },
  });
  const names = ['b', 'c', 'd'];
  for (const name of names) {
    nowMs += 100;
    await store.create(recordOf(name));
  }
  const counts: number[] = [];
  engine.started$.subscribe(() => counts.push(engine.worlds().length));
  const busy = await engine.open('a');
  if (busy !== undefined) engine.keepAwake(busy);
  await Promise.all(names.map(async (name) => engine.handOverSleeping(name, forever)));
  expect(released).toEqual(names);
  expect(counts).toEqual([2, 2, 2]);
  await engine.close();
});

it.each([
  ['ends before the hand-over goes on', true],
  ['is still under way when the patience ends', false],
])('keeps a world that is reset meanwhile, where the reset %s', async (_when, isOver) => {
  const { engine, world, store, released } = await handingOver();
  const { closed: patience, release: endPatience } = gate();
  const { closed: stored, release: endStore } = gate();
  const release = engine.keepAwake(world);
  const done = engine.handOver('a', async () => patience);
  await drainEventLoop();
  const { reset } = store;
  Object.assign(store, {
    reset: async (...args: Parameters<EventStore['reset']>) => {
      await stored;
      return reset(...args);
    },
  });
  const resetting = engine.reset('a');
  await drainEventLoop();
  if (isOver) {
    endStore();
    await resetting;
    release();
  } else endPatience();
  await done;
  release();
  endStore();
  const again = await resetting;
  await plain(again);
  expect([released, awake(engine)]).toEqual([[], ['a']]);
  await engine.handOver('a', forever);
  expect(released).toEqual(['a']);
  await engine.close();
});

it('is refused while the world is being reset, and a removal waits for it', async () => {
  const { engine, world, released } = await handingOver();
  const resetting = engine.reset('a');
  await expect(engine.handOver('a', forever)).rejects.toMatchObject({ code: 'name-taken' });
  const again = await resetting;
  expect(again).not.toBe(world);
  const release = engine.keepAwake(again);
  const done = engine.handOver('a', forever);
  await drainEventLoop();
  const removing = engine.remove('a');
  await drainEventLoop();
  expect(released).toEqual([]);
  release();
  await Promise.all([done, removing]);
  expect(await engine.open('a')).toBeUndefined();
  await engine.close();
});
