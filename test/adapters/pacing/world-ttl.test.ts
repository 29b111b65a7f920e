// Worlds that are unused for longer than a limit are removed; those in use, or used in the meantime, stay.

import { afterEach, describe, expect, it } from 'vitest';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import { WorldTtl } from '../../../adapters/pacing/world-ttl.ts';
import { nodeHost, openReprise, type Reprise } from '../../../adapters/reprise.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { StoreError, type Engine, type WorldUses } from '../../../core/index.ts';
import { testKey, token } from '../../support/server/server.ts';

const ttlMs = 3_600_000;
const noteMs = 60_000;

let reprise: Reprise | undefined;
afterEach(async () => {
  await reprise?.close();
  reprise = undefined;
});

async function opened(own: { uses?: Partial<WorldUses>; engine?: Partial<Engine> } = {}) {
  const host = { nowMs: 0 };
  const failures: unknown[] = [];
  const monotonicMs = () => host.nowMs;
  const store = createMemoryStore({}, monotonicMs);
  reprise = await openReprise({
    store,
    token,
    isPaced: false,
    host: { ...nodeHost, monotonicMs },
    sleepAfterMs: 60_000,
    defaults: { clock: 'frozen' },
  });
  const { uses } = store;
  if (uses === undefined) throw new Error('The store notes no uses.');
  const ttl = new WorldTtl(
    { ...reprise.engine, ...own.engine },
    { ...uses, ...own.uses },
    ttlMs,
    (error) => failures.push(error),
  );
  const { worlds, engine } = reprise;
  return {
    host,
    ttl,
    engine,
    store,
    failures,
    names: async () => (await store.worlds({ limit: 100 })).map(({ name }) => name),
    create: async (name: string) => worlds.create({ name }),
    /** Lets time pass, puts worlds to sleep that are unused, and sweeps. */
    pass: async (ms: number) => {
      host.nowMs += ms;
      await engine.sleepIdle();
      await ttl.sweep();
    },
  };
}

describe('an unused world', () => {
  it('is removed after the time to live, and the time between two notes', async () => {
    const { create, pass, names, ttl } = await opened();
    for (const name of ['a', 'b', 'c']) await create(name);
    await pass(0); // all are noted
    await pass(ttlMs - 1);
    await ttl.engine.open('b');
    await pass(noteMs);
    expect(await names()).toEqual(['a', 'b', 'c', 'default']);
    await pass(1);
    expect(await names()).toEqual(['b', 'default']);
    await pass(ttlMs + noteMs - 1);
    expect(await names()).toEqual(['default']);
  });

  it('is removed though it is awake, as when its clock wakes it', async () => {
    const { create, pass, names, engine } = await opened();
    const world = await create('a');
    await pass(0);
    for (let passed = 0; passed < ttlMs + noteMs; passed += noteMs) {
      await engine.open('a'); // not through the engine that counts
      await pass(noteMs);
    }
    expect(engine.world('a')).toBe(undefined);
    expect(await names()).toEqual(['default']);
    await expect(world.describe()).rejects.toBeInstanceOf(StoreError);
  });

  it('stays while something keeps it awake, or follows it, and as long again', async () => {
    const { create, pass, names, ttl } = await opened();
    const [a, b] = [await create('a'), await create('b')];
    await create('c');
    await pass(0);
    const release = ttl.engine.keepAwake(a);
    const followed = b.events$.subscribe();
    await pass(2 * ttlMs);
    expect(await names()).toEqual(['a', 'b', 'default']);
    release();
    release();
    followed.unsubscribe();
    await pass(ttlMs);
    expect(await names()).toEqual(['a', 'b', 'default']);
    await pass(ttlMs + noteMs);
    expect(await names()).toEqual(['default']);
  });

  it('stays if it is asked for during the sweep', async () => {
    let ask: (() => unknown) | undefined;
    const parts = await opened({
      uses: {
        isUnused: async (name, unusedMs) => {
          const isUnused = (await parts.store.uses?.isUnused(name, unusedMs)) === true;
          await ask?.();
          return isUnused;
        },
      },
    });
    await parts.create('a');
    await parts.pass(0);
    ask = () => parts.store.uses?.note(['a']).then(() => parts.ttl.engine.open('default'));
    await parts.pass(2 * ttlMs);
    expect(await parts.names()).toEqual(['default']); // asked for another one
    await parts.create('b');
    await parts.pass(0);
    const world = await parts.engine.open('b');
    ask = () => world && parts.ttl.engine.keepAwake(world)();
    await parts.pass(2 * ttlMs);
    expect(await parts.names()).toEqual(['b', 'default']);
  });
});

describe('a sweep', () => {
  it('goes on after a world that cannot be removed', async () => {
    const parts = await opened({
      engine: {
        removeUnused: async (name, isUnused) => {
          if (name === 'a') throw new StoreError('damaged', 'a is damaged');
          return parts.engine.removeUnused(name, isUnused);
        },
      },
    });
    for (const name of ['a', 'b']) await parts.create(name);
    await parts.pass(0);
    await parts.pass(2 * ttlMs);
    expect(await parts.names()).toEqual(['a', 'default']);
  });

  it('forgets no use that it could not note', async () => {
    let isAway = false;
    const parts = await opened({
      uses: {
        note: async (names) => {
          if (isAway) throw new StoreError('unavailable', 'away');
          await parts.store.uses?.note(names);
        },
      },
    });
    await parts.create('a');
    await parts.pass(0);
    isAway = true;
    await parts.pass(ttlMs);
    await parts.ttl.engine.open('a');
    await parts.pass(noteMs);
    isAway = false;
    await parts.pass(noteMs);
    expect(await parts.names()).toEqual(['a', 'default']);
  });
});

describe('a server', () => {
  const serve = async (store: ReturnType<typeof createMemoryStore>, nowMs: () => number) =>
    openReprise({
      store,
      token,
      isPaced: false,
      host: { ...nodeHost, monotonicMs: nowMs },
      worldTtlMs: 1_000,
      defaults: { clock: 'frozen' },
    });

  it('removes worlds that no request names, and notes the last uses when it stops', async () => {
    const host = { nowMs: 0 };
    const store = createMemoryStore({}, () => host.nowMs);
    const first = await serve(store, () => host.nowMs);
    for (const name of ['a', 'b']) await first.worlds.create({ name });
    await store.uses?.noteOthers();
    host.nowMs = 2_000;
    const { fetch } = createTwin(first.app);
    const asked = [
      await fetch('/w/a/ping', { headers: { Authorization: `Bearer ${testKey}` } }),
      await fetch('/__reprise/worlds/b', { headers: { Authorization: `Bearer ${token}` } }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    await first.close();
    expect(await store.uses?.unused({ unusedMs: 1, limit: 9 })).toEqual(['default']);
  });

  it('refuses a time to live where the store cannot note uses', async () => {
    const { uses: _none, ...store } = createMemoryStore();
    await expect(serve(store, () => 0)).rejects.toThrow('cannot note when worlds are used');
  });
});

it('reports a sweep that breaks, and goes on with the next', async () => {
  const failure = new Error('broken');
  let sweeps = 0;
  const noteOthers = async () => {
    if ((sweeps += 1) === 1) throw failure;
  };
  const { pass, failures } = await opened({ uses: { noteOthers } });
  await pass(0);
  await pass(0);
  expect(failures).toEqual([failure]);
  expect(sweeps).toBe(2);
});
