// An engine whose store other processes use, too: which worlds it loads, drops and wakes, and what it refuses without a lease.

import { expect, it, vi } from 'vitest';
import type { World } from '../../../core/engine/world/world-contract.ts';
import { StoreError, WorldElsewhere, type EventStore } from '../../../core/ports/event-store.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { host, recordOf } from '../../support/engine/reopened-store.ts';
import { awake } from '../../support/engine/sleepy-engine.ts';
import { plain, stored } from '../../support/engine/stored-worlds.ts';

it('starts the time of a world that it takes over when its former owner is gone', async () => {
  let nowMs = 1_000;
  const clocked = { ...host, monotonicMs: () => nowMs };
  const real = { mode: 'real', rate: 60 } as const;
  const records = ['a', 'b'].map((name) => recordOf(name, { clock: real }));
  const { store, open } = await stored(records, plain);
  const shared: EventStore = {
    ...store,
    claim: async (name) => {
      const claimed = await store.claim(name);
      return claimed && { ...claimed, owner: `node of ${name}` };
    },
  };
  const goneMs = (id: string) => (id === 'node of a' ? 91_000 : undefined);
  const engine = await open({
    host: clocked,
    store: shared,
    lease: { isHeld: () => true, isDraining: () => false, goneMs },
  });
  nowMs = 91_500;
  expect((await engine.open('a'))?.nowMs()).toBe(epochMs + 500 * 60);
  expect((await engine.open('b'))?.nowMs()).toBe(epochMs + 90_500 * 60); // before this engine opened
  await engine.close();
});

it('tells a meter of each world that it loads, and whether it has taken it over', async () => {
  const { store, open } = await stored(
    ['a', 'b', 'c'].map((name) => recordOf(name)),
    plain,
  );
  const shared: EventStore = {
    ...store,
    claim: async (name) => {
      if (name === 'c') throw new WorldElsewhere(name, 'http://other');
      const claimed = await store.claim(name);
      return claimed && { ...claimed, owner: `node of ${name}` };
    },
  };
  const loaded: boolean[] = [];
  let begun = 0;
  const engine = await open({
    store: shared,
    lease: {
      isHeld: () => true,
      isDraining: () => false,
      goneMs: (id) => (id === 'node of a' ? 1 : undefined),
    },
    meter: {
      onCommit: () => () => undefined,
      onLoad: () => {
        begun += 1;
        return (isTakenOver) => void loaded.push(isTakenOver);
      },
    },
  });
  for (const name of ['a', 'b', 'b', 'none']) await engine.open(name);
  await expect(engine.open('c')).rejects.toBeInstanceOf(WorldElsewhere);
  expect([begun, loaded]).toEqual([4, [true, false]]);
  await engine.close();
});

it('leaves it to the other process to wake a world that belongs to one', async () => {
  const hasWork = () => true;
  const { store, open } = await stored([recordOf('a'), recordOf('b')], plain, { hasWork });
  const shared: EventStore = {
    ...store,
    claim: async (name) => {
      if (name === 'a') throw new WorldElsewhere(name, 'http://other');
      return store.claim(name);
    },
  };
  const engine = await open({ store: shared, hasWork });
  await engine.wakeDue();
  expect(awake(engine)).toEqual(['b']);
  expect(engine.nextWakeMs()).toBeUndefined();
  await expect(engine.open('a')).rejects.toMatchObject({ address: 'http://other' });
  await engine.close();
});

it('drops a world that another process has taken over, and loads it again later', async () => {
  const { store, open } = await stored([recordOf('a')], plain);
  let isElsewhere = false;
  const shared: EventStore = {
    ...store,
    claim: async (name) => {
      if (isElsewhere) throw new WorldElsewhere(name, 'http://other');
      return store.claim(name);
    },
    append: async (batch) => {
      if (!isElsewhere) return store.append(batch);
      const error = new StoreError('conflict', 'taken over');
      return batch.map(({ world }) => ({ world, error }));
    },
  };
  const engine = await open({ store: shared });
  const stopped: string[] = [];
  engine.stopped$.subscribe(({ record }) => stopped.push(record.name));
  const world = await engine.open('a');
  if (world === undefined) throw new Error('There is no world a.');
  isElsewhere = true;
  await expect(plain(world)).rejects.toMatchObject({ code: 'conflict' });
  await expect(engine.open('a')).rejects.toBeInstanceOf(WorldElsewhere);
  expect([awake(engine), stopped]).toEqual([[], ['a']]);
  await expect(plain(world)).rejects.toMatchObject({ code: 'unavailable' });
  isElsewhere = false;
  const again = await engine.open('a');
  expect(again).not.toBe(world);
  await plain(again as World);
  engine.abandonAll();
  expect([awake(engine), stopped]).toEqual([[], ['a', 'a']]);
  expect(await engine.open('a')).toBeDefined();
  await engine.close();
});

it.each(['while it is loaded', 'before'])(
  'starts no world whose lease was lost %s',
  async (when) => {
    const { open, store } = await stored([recordOf('a')], plain);
    let isHeld = true;
    const lease = { isHeld: () => isHeld, isDraining: () => false, goneMs: () => undefined };
    const held: { release?: () => void } = {};
    const engine = await open({
      lease,
      store: {
        ...store,
        async read(...given) {
          if (when === 'while it is loaded') {
            await new Promise<void>((resolve) => (held.release = resolve));
          }
          return store.read(...given);
        },
      },
    });
    isHeld = when !== 'before';
    const opening = Promise.resolve(engine.open('a'));
    const refused = expect(opening).rejects.toMatchObject({ code: 'unavailable' });
    if (when === 'while it is loaded') {
      await vi.waitFor(() => expect(held.release).toBeDefined());
      engine.abandonAll();
      held.release?.();
    }
    await refused;
    expect(awake(engine)).toEqual([]);
    await engine.close();
  },
);

it('refuses all requests while the lease of the process does not hold', async () => {
  const { open } = await stored([recordOf('a')], plain);
  let isHeld = true;
  const lease = { isHeld: () => isHeld, isDraining: () => false, goneMs: () => undefined };
  const engine = await open({ lease });
  const world = (await engine.open('a')) as World;
  expect((await world.describe()).name).toBe('a');
  isHeld = false;
  const refused = {
    code: 'unavailable',
    message: expect.stringContaining('has not reached its store'),
  };
  await expect(world.describe()).rejects.toMatchObject(refused);
  await expect(plain(world)).rejects.toMatchObject(refused);
  await expect(engine.state('a', undefined, { limit: 1 })).rejects.toMatchObject(refused);
  isHeld = true;
  await plain(world);
  await engine.close();
});
