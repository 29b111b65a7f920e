// Work on the virtual time of a world. The law is in test/properties/scheduler-order.property.test.ts.

import { debounceTime, delay, interval, map, observeOn, of, timer } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../../core/engine/engine.ts';
import { workPerInstantMax, WorldScheduler } from '../../../../core/engine/world/scheduler.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import { host, recordOf, send } from '../../../support/engine/reopened-store.ts';
import { drainEventLoop, startTransfers } from '../../../support/engine/running-world.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';

describe('a scheduler', () => {
  let nowMs: number;
  let log: unknown[];
  let scheduler: WorldScheduler;

  beforeEach(() => {
    nowMs = 0;
    log = [];
    scheduler = new WorldScheduler({
      clockMs: () => nowMs,
      onEarlier: () => log.push('earlier'),
      onFailed: (error) => log.push(String(error)),
    });
  });

  function pass(ms: number): void {
    scheduler.runThrough(nowMs + ms);
    nowMs += ms;
  }

  it('runs work once its instant is reached, with its state', () => {
    scheduler.schedule((state) => log.push([state, scheduler.now()]), 10, 'work');
    pass(9);
    expect(log).toEqual(['earlier']);
    pass(1);
    expect(log).toEqual(['earlier', ['work', 10]]);
    expect(scheduler.nextMs).toBeUndefined();
  });

  it('reports work that throws, and continues', () => {
    scheduler.schedule(() => {
      throw new Error('broken');
    }, 1);
    scheduler.schedule(() => log.push('after'), 1);
    pass(1);
    expect(log).toEqual(['earlier', 'Error: broken', 'after']);
  });

  it('stops work that reschedules itself at one instant without end', () => {
    let count = 0;
    interval(0, scheduler).subscribe(() => (count += 1));
    pass(1);
    expect(count).toBe(workPerInstantMax);
    expect(log.at(-1)).toMatch('More than 100000 pieces of work at one virtual instant');
    expect(scheduler.nextMs).toBeUndefined();
  });

  it('releases cancelled work', () => {
    for (let time = 0; time < 10_000; time += 1)
      scheduler.schedule(() => undefined, 60_000).unsubscribe();
    expect(scheduler.nextMs).toBeUndefined();
    const cancelled = Array.from({ length: 10_000 }, () =>
      scheduler.schedule(() => undefined, 60_000),
    );
    scheduler.schedule(() => log.push('kept'), 70_000);
    for (const work of cancelled) work.unsubscribe();
    expect(scheduler.size).toBeLessThan(100);
    pass(70_000);
    expect(log.at(-1)).toBe('kept');
  });

  it('runs nothing after its world is gone', () => {
    const work = scheduler.schedule(() => log.push('ran'), 1);
    scheduler.stop();
    pass(1);
    expect([work.closed, scheduler.schedule(() => log.push('ran')).closed]).toEqual([true, true]);
    pass(1);
    expect(log).toEqual(['earlier']);
  });
});

describe('the scheduler of a world', () => {
  let engine: Engine;
  let world: World;
  let hostTime: { nowMs: number };
  let log: string[];

  beforeEach(async () => {
    hostTime = { nowMs: 0 };
    log = [];
    const ownHost = { ...host, monotonicMs: () => hostTime.nowMs };
    engine = await openEngine({ store: createMemoryStore(), host: ownHost });
    world = await engine.create(recordOf('w'));
  });
  afterEach(() => engine.close());

  const at = () => world.scheduler.now() - epochMs;

  it('waits in a frozen world until time moves', async () => {
    timer(1_000, world.scheduler).subscribe(() => log.push(`timer at ${at()}`));
    hostTime.nowMs += 5_000;
    await drainEventLoop();
    await world.advance({ byMs: 999 });
    expect(log).toEqual([]);
    await world.advance({ byMs: 60_000 });
    expect(log).toEqual(['timer at 1000']);
    expect(at()).toBe(60_999);
  });

  it('runs work between the events of a long advance, each at its instant', async () => {
    await startTransfers(world);
    const from = (await world.describe()).position;
    interval(1_000, world.scheduler).subscribe(() => log.push(`${at()} tick`));
    world.events$.subscribe(({ event, atMs }) => {
      expect(world.scheduler.now()).toBe(atMs);
      log.push(`${at()} ${event.type}`);
    });
    world.events$.pipe(delay(500, world.scheduler)).subscribe(({ event }) => {
      log.push(`${at()} later ${event.type}`);
    });
    await world.advance({ byMs: 30_000 });
    const instants = log.map((line) => Number(line.split(' ')[0]));
    expect(instants).toEqual(instants.toSorted((left, right) => left - right));
    const events = await engine.store.events('w', { from: from + 1, limit: 1_000 });
    expect(log.filter((line) => line.endsWith('tick'))).toHaveLength(30);
    expect(log.filter((line) => line.includes('later'))).toHaveLength(events.length);
    expect(log.length).toBe(30 + 2 * events.length);
  });

  it('runs work that is due now in the next turn of the event loop', async () => {
    of('now')
      .pipe(observeOn(world.scheduler))
      .subscribe((value) => log.push(value));
    expect(log).toEqual([]);
    await drainEventLoop();
    expect(log).toEqual(['now']);
  });

  it('runs work in a real world at the ticks of pacing', async () => {
    await world.setClock({ mode: 'real', rate: 10 });
    const rescheduled: string[] = [];
    engine.rescheduled$.subscribe(({ record }) => rescheduled.push(record.name));
    timer(1_000, world.scheduler).subscribe(() => log.push(`timer at ${at()}`));
    expect(rescheduled).toEqual(['w']);
    expect(world.nextTickMs()).toBe(epochMs + 1_000);
    hostTime.nowMs += 99;
    await world.tick();
    expect(log).toEqual([]);
    hostTime.nowMs += 1;
    const { inputs } = await world.describe();
    await world.tick();
    expect(log).toEqual(['timer at 1000']);
    expect((await world.describe()).inputs).toBe(inputs); // scheduled work is not journaled
    expect(world.nextTickMs()).toBeUndefined();
  });

  it('announces work that an observer schedules to pacing', async () => {
    await world.setClock({ mode: 'real' });
    world.events$.pipe(debounceTime(50, world.scheduler)).subscribe(() => log.push('quiet'));
    const rescheduled: (number | undefined)[] = [];
    engine.rescheduled$.subscribe((it) => rescheduled.push(it.nextTickMs()));
    await send(world, createWalletSet());
    expect(rescheduled).toEqual([epochMs + 50]);
  });

  it('is gone with its world', async () => {
    const gone = world;
    timer(10, gone.scheduler).subscribe(() => log.push('timer'));
    await engine.reset('w');
    gone.events$.subscribe({ complete: () => log.push('end') });
    await engine.world('w')?.advance({ byMs: 60_000 });
    expect(gone.scheduler.schedule(() => undefined, 1).closed).toBe(true);
    expect(log).toEqual(['end']);
  });

  it('has the instant of the event when first used inside an observer', async () => {
    await startTransfers(world);
    world.events$.subscribe(({ atMs, event }) => {
      if (event.type !== 'TransactionSent') return;
      expect(world.scheduler.now()).toBe(atMs);
      timer(1, world.scheduler)
        .pipe(map(() => world.scheduler.now() - atMs))
        .subscribe((ms) => log.push(`${ms} ms later`));
    });
    await world.advance({ byMs: 30_000 });
    expect(log).toEqual(['1 ms later', '1 ms later']);
  });
});
