import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { StoreError, type EventStore } from '../../../core/ports/event-store.ts';
import {
  bell,
  drainEventLoop,
  openShopEngine,
  sendToShop,
  shopRecord,
} from '../../support/engine/fake-oracle.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { awake, gate, sleepAfterMs, sleepyEngine } from '../../support/engine/sleepy-engine.ts';

const refusal = "World 'a' was put to sleep; open it again.";

describe('a world that is unused for long', () => {
  it('is put to sleep, each by its own last use', async () => {
    const { engine, create, idle } = await sleepyEngine();
    const [a, b] = [await create('a'), await create('b')];
    await idle(sleepAfterMs - 1);
    expect(awake(engine)).toEqual(['a', 'b']);
    await sendToShop(b, bell(5));
    await idle(1);
    expect(awake(engine)).toEqual(['b']);
    await idle(sleepAfterMs - 1);
    expect(awake(engine)).toEqual([]);
    expect(a).not.toBe(await engine.open('a'));
    expect(awake(engine)).toEqual(['a']);
    await engine.close();
  });

  it('is put to sleep as soon if only glances have read it', async () => {
    const { engine, create, idle } = await sleepyEngine();
    const a = await create('a');
    await idle(sleepAfterMs - 1);
    expect(await a.glance((_states, view) => view().name)).toBe('a');
    await idle(1);
    expect(awake(engine)).toEqual([]);
    await engine.close();
  });

  it('ends its streams, and is announced', async () => {
    const { engine, create, idle } = await sleepyEngine();
    const log: string[] = [];
    engine.slept$.subscribe(({ record }) => log.push(`slept ${record.name}`));
    engine.stopped$.subscribe(({ record }) => log.push(`stopped ${record.name}`));
    engine.started$.subscribe(({ record }) => log.push(`started ${record.name}`));
    const a = await create('a');
    await idle();
    a.events$.subscribe({ complete: () => log.push('end of events') });
    await engine.open('a');
    expect(log).toEqual(['started a', 'slept a', 'end of events', 'started a']);
    await engine.close();
  });

  it('accepts nothing more by the World that slept', async () => {
    const { engine, create, idle } = await sleepyEngine();
    const a = await create('a');
    await idle();
    await expect(sendToShop(a, bell(1))).rejects.toEqual(new StoreError('unavailable', refusal));
    await expect(a.describe()).rejects.toThrow(refusal);
    await expect(a.advance({ byMs: 1 })).rejects.toThrow(refusal);
    await engine.open('a');
    await expect(sendToShop(a, bell(1))).rejects.toThrow(refusal);
    await engine.close();
  });

  it.each([
    { mode: 'frozen', rate: 1 },
    { mode: 'skip', rate: 1 },
    { mode: 'real', rate: 3 },
  ] as const)('goes on as if it had not slept: $mode', async (clock) => {
    const shown = async (sleeps: boolean) => {
      const { engine, hostTime, create } = await sleepyEngine();
      await create('a', clock);
      const seen: unknown[] = [];
      for (let round = 0; round < 4; round += 1) {
        const world = await engine.open('a');
        if (world === undefined) throw new Error('World a is gone.');
        seen.push([world.nowMs(), world.requestId(), world.requestId()]);
        seen.push(await sendToShop(world, bell(70_000_000)));
        if (round % 2 === 0) seen.push(await world.advance({ byMs: 1_234 }));
        else seen.push(world.requestId());
        if (clock.mode === 'skip') await world.setClock({ idle: false });
        hostTime.nowMs += sleepAfterMs + 0.3;
        if (sleeps) await engine.sleepIdle();
        expect(engine.world('a') === undefined).toBe(sleeps);
        hostTime.nowMs += 17.5;
      }
      const world = await engine.open('a');
      const { store } = engine;
      seen.push(await world?.describe(), world?.clock(), await store.read('a', 1, 100));
      await engine.close();
      return seen;
    };
    expect(await shown(true)).toEqual(await shown(false));
  });

  it('stays awake if no world is put to sleep', async () => {
    const { engine, create, idle } = await sleepyEngine({ sleepAfterMs: undefined });
    await create('a');
    await idle(10 * sleepAfterMs);
    expect(awake(engine)).toEqual(['a']);
    await engine.close();
  });
});

describe('a world that sleeps', () => {
  it('is woken at its due; the time that passed is an input', async () => {
    const { engine, hostTime, create, idle } = await sleepyEngine();
    const world = await create('a', { mode: 'real', rate: 2 });
    await sendToShop(world, bell(10 * sleepAfterMs));
    let wakes = 0;
    engine.wakes$.subscribe(() => (wakes += 1));
    await idle();
    expect(awake(engine)).toEqual([]);
    expect(wakes).toBe(1);
    const dueMs = 500 + 5 * sleepAfterMs;
    expect(engine.nextWakeMs()).toBe(dueMs);
    hostTime.nowMs = dueMs - 1;
    await engine.wakeDue();
    expect(awake(engine)).toEqual([]);
    hostTime.nowMs = dueMs;
    await engine.wakeDue();
    expect(awake(engine)).toEqual(['a']);
    expect(engine.nextWakeMs()).toBeUndefined();
    const woken = engine.world('a');
    expect(woken?.nextTickMs()).toBe(epochMs + 10 * sleepAfterMs);
    await woken?.tick();
    const [, entry] = await engine.store.read('a', 1, 10);
    expect(entry).toMatchObject({
      input: { n: 2, kind: 'time', atMs: epochMs + 10 * sleepAfterMs },
      events: [{ event: { type: 'BellRung' }, atMs: epochMs + 10 * sleepAfterMs }],
    });
    await engine.close();
  });

  it('is not woken by its due if a request has woken it before', async () => {
    const { engine, create, idle } = await sleepyEngine();
    await sendToShop(await create('a', { mode: 'real' }), bell(10 * sleepAfterMs));
    await idle();
    await engine.open('a');
    expect(engine.nextWakeMs()).toBeUndefined();
    await engine.close();
  });

  it('is not woken once it is removed', async () => {
    const { engine, create, idle } = await sleepyEngine();
    await sendToShop(await create('a', { mode: 'real' }), bell(10 * sleepAfterMs));
    await idle();
    expect(engine.nextWakeMs()).toBeDefined();
    await engine.remove('a');
    expect(engine.nextWakeMs()).toBeUndefined();
    expect(await engine.open('a')).toBeUndefined();
    await engine.close();
  });

  it('is stored with when it wakes, as of its last input', async () => {
    const { engine, control, create, idle } = await sleepyEngine();
    await create('a');
    await sendToShop(await create('b', { mode: 'real', rate: 4 }), bell(10 * sleepAfterMs));
    await idle();
    expect(control.sleeps).toMatchObject([
      { inputs: 0, wakeAfterMs: null },
      { inputs: 1, wakeAfterMs: 2.5 * sleepAfterMs },
    ]);
    await engine.close();
  });
});

describe('the wakes of a store that cannot be read', () => {
  /** An engine over worlds that have work, more than are read at once. The page after `failsAfter` cannot be read. */
  async function unreadable(failure: Error, failsAfter?: string) {
    const hasWork = () => true;
    const names = Array.from({ length: 2_500 }, (_, index) => `w${10_000 + index}`);
    const inner = { ...createMemoryStore(), close: async () => undefined };
    for (const name of names)
      await inner.create({ ...shopRecord('frozen'), name }, undefined, [], 0);
    const control = { failure: failure as Error | undefined, reads: [] as (string | undefined)[] };
    const store: EventStore = {
      ...inner,
      wakes: async (page) => {
        control.reads.push(page.after);
        if (control.failure !== undefined && page.after === failsAfter) throw control.failure;
        return inner.wakes(page);
      },
    };
    const hostTime = { nowMs: 500 };
    const engine = await openShopEngine({ store, hostTime, hasWork, loads: 'on-demand' });
    let wakes = 0;
    engine.wakes$.subscribe(() => (wakes += 1));
    await drainEventLoop();
    return { engine, hostTime, control, names, wakes: () => wakes };
  }

  const away = new StoreError('unavailable', 'away');

  it('are read again a second later, and each second until they are', async () => {
    const { engine, hostTime, control, names, wakes } = await unreadable(away);
    expect([engine.nextWakeMs(), control.reads.length, wakes()]).toEqual([1_500, 1, 1]);
    hostTime.nowMs = 1_499;
    await engine.wakeDue();
    expect(control.reads.length).toBe(1);
    hostTime.nowMs = 1_500;
    await engine.wakeDue();
    expect([engine.nextWakeMs(), control.reads.length, wakes()]).toEqual([2_500, 2, 2]);
    control.failure = undefined;
    hostTime.nowMs = 2_500;
    await engine.wakeDue();
    expect(awake(engine)).toEqual(names);
    expect(engine.nextWakeMs()).toBeUndefined();
    await engine.close();
  });

  it('are read from the page on that could not be', async () => {
    const last = 'w11999';
    const { engine, hostTime, control, names } = await unreadable(away, last);
    expect(engine.nextWakeMs()).toBe(500);
    await engine.wakeDue();
    expect(awake(engine)).toEqual(names.slice(0, 2_000));
    expect(engine.nextWakeMs()).toBe(1_500);
    control.failure = undefined;
    hostTime.nowMs = 1_500;
    await engine.wakeDue();
    expect(awake(engine)).toEqual(names);
    expect(control.reads).toEqual([undefined, 'w10999', last, last]);
    await engine.close();
  });

  it('are read from the first on once another process is gone, since the engine opened', async () => {
    const { engine, hostTime, control, names } = await unreadable(away);
    control.failure = undefined;
    hostTime.nowMs = 700;
    engine.takeOver();
    await drainEventLoop();
    expect(engine.nextWakeMs()).toBe(500);
    await engine.wakeDue();
    expect(awake(engine)).toEqual(names);
    hostTime.nowMs = 1_500;
    await engine.wakeDue();
    expect(control.reads).toEqual([undefined, undefined, 'w10999', 'w11999']);
    await engine.close();
  });

  it('reject the next look for any other reason, which wakes what is known afterwards', async () => {
    const last = 'w10999';
    const { engine, hostTime, names } = await unreadable(new TypeError('a defect'), last);
    hostTime.nowMs = 1_500;
    await expect(engine.wakeDue()).rejects.toThrow('a defect');
    await engine.wakeDue();
    expect(awake(engine)).toEqual(names.slice(0, 1_000));
    expect(engine.nextWakeMs()).toBe(2_500);
    await engine.close();
  });
});

describe('an engine with as many worlds awake as it may have', () => {
  it('puts unused ones to sleep to make room, the least used first', async () => {
    const { engine, hostTime, create } = await sleepyEngine({ worldsMax: 3 });
    for (const name of ['a', 'b', 'c']) {
      await create(name);
      hostTime.nowMs += 8;
    }
    await create('d'); // only `a` is unused for 20 ms
    expect(awake(engine)).toEqual(['b', 'c', 'd']);
    await expect(engine.open('a')).rejects.toEqual(
      new StoreError(
        'unavailable',
        'There are 3 worlds in use, which is the maximum; retry later, or remove one.',
      ),
    );
    expect(awake(engine)).toEqual(['b', 'c', 'd']);
    hostTime.nowMs += 4;
    await engine.open('a');
    expect(awake(engine)).toEqual(['c', 'd', 'a']);
    await engine.close();
  });

  it('puts those to sleep last whose webhooks wait for time to move, and none that sends', async () => {
    const busy: Record<string, 'waits' | 'sends'> = { a: 'sends', b: 'waits', c: 'waits' };
    const outbound = {
      isBusy: (name: string) => name in busy,
      isResumable: (name: string) => busy[name] !== 'sends',
      whenSettled: () => undefined,
    };
    const { engine, hostTime, create } = await sleepyEngine({ worldsMax: 4, outbound });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      await create(name);
      hostTime.nowMs += 1_000;
    }
    expect(awake(engine)).toEqual(['a', 'b', 'c', 'g']);
    busy['g'] = 'waits';
    await create('h');
    expect(awake(engine)).toEqual(['a', 'c', 'g', 'h']);
    hostTime.nowMs += sleepAfterMs;
    await engine.sleepIdle();
    expect(awake(engine)).toEqual(['a', 'c', 'g']);
    await engine.close();
  });

  it('makes room for each of several worlds that are opened at once', async () => {
    const { engine, hostTime, create } = await sleepyEngine({ worldsMax: 2 });
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) {
      await create(name);
      hostTime.nowMs += 1_000;
    }
    const asked = ['a', 'b'];
    const opened = await Promise.all(asked.map(async (name) => engine.open(name)));
    expect(opened.map((world) => world?.record.name)).toEqual(asked);
    expect(awake(engine)).toEqual(asked);
    await engine.close();
  });

  it('never has more worlds awake, and refuses only what has no room', async () => {
    const { engine, hostTime, create } = await sleepyEngine({ worldsMax: 3 });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) {
      await create(name);
      hostTime.nowMs += 1_000;
    }
    const results = await Promise.allSettled(names.map(async (name) => engine.open(name)));
    const found = results.filter(({ status }) => status === 'fulfilled');
    expect(found.length).toBe(3);
    expect(engine.worlds().length).toBe(3);
    await engine.close();
  });
});

describe('an engine that closes', () => {
  it('waits for a world that is being put to sleep, and wakes and puts away none any more', async () => {
    const { engine, control, hostTime, create } = await sleepyEngine();
    for (const name of ['a', 'b']) await create(name);
    const { closed, release } = gate();
    control.sleepGate = closed;
    hostTime.nowMs += sleepAfterMs;
    const swept = engine.sleepIdle();
    await drainEventLoop();
    let isClosed = false;
    const closing = engine.close().then(() => (isClosed = true));
    await drainEventLoop();
    expect(isClosed).toBe(false);
    release();
    await Promise.all([swept, closing]);
    expect(control.sleeps.length).toBe(1);
    await engine.sleepIdle();
    await engine.wakeDue();
    expect(control.sleeps.length).toBe(1);
  });
});

describe('the least used of some worlds', () => {
  it('are put to sleep before they are unused for long, and no others', async () => {
    const { engine, hostTime, create } = await sleepyEngine();
    for (const name of ['a', 'b', 'c']) {
      await create(name);
      hostTime.nowMs += 100;
    }
    const sleepOne = () => engine.sleepLeastUsed(({ record: { name } }) => name !== 'a');
    expect([await sleepOne(), awake(engine)]).toEqual([true, ['a', 'c']]);
    expect([await sleepOne(), awake(engine)]).toEqual([true, ['a']]);
    expect([await sleepOne(), awake(engine)]).toEqual([false, ['a']]);
    await engine.close();
  });

  it('stay awake in an engine whose worlds do not sleep', async () => {
    const { engine, hostTime, create } = await sleepyEngine({ sleepAfterMs: undefined });
    await create('a');
    hostTime.nowMs += 100;
    expect(await engine.sleepLeastUsed(() => true)).toBe(false);
    expect(awake(engine)).toEqual(['a']);
    await engine.close();
  });
});
