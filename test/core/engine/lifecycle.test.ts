import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import { StoreError, type EventStore, type WorldRecord } from '../../../core/ports/event-store.ts';
import { drainEventLoop } from '../../support/engine/fake-oracle.ts';
import { host, recordOf } from '../../support/engine/reopened-store.ts';
import { allWorlds } from '../../support/store/all-worlds.ts';

describe('the lifecycle of worlds', () => {
  it('refuses a name that is taken, or that another creation has locked', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host });
    const first = engine.create(recordOf('a'));
    const second = engine.create(recordOf('a', { seed: 'other' }));
    await expect(second).rejects.toThrow(expect.objectContaining({ code: 'name-taken' }));
    expect((await first).record.seed).toBe('seed');
    await expect(engine.create(recordOf('a'))).rejects.toThrow("world named 'a' exists already");
    expect(engine.worlds().length).toBe(1);
  });

  it('leaves a name free if its world could not be stored', async () => {
    const store = createMemoryStore();
    const full = new StoreError('unavailable', 'disk full');
    let attempts = 0;
    const create = async (record: WorldRecord) => {
      attempts += 1;
      if (attempts === 1) throw full;
      await store.create(record);
    };
    const engine = await openEngine({ store: { ...store, create }, host });
    await expect(engine.create(recordOf('a'))).rejects.toBe(full);
    expect(engine.world('a')).toBeUndefined();
    await engine.create(recordOf('a'));
    expect(engine.worlds().length).toBe(1);
  });

  it('refuses a world above the maximum, until one is removed', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host, worldsMax: 2 });
    for (const name of ['a', 'b']) await engine.create(recordOf(name));
    const refused = 'There are 2 worlds, which is the maximum; remove one first.';
    await expect(engine.create(recordOf('c'))).rejects.toThrow(refused);
    await expect(engine.fork('a', { name: 'c' })).rejects.toThrow(refused);
    await engine.remove('a');
    await engine.create(recordOf('c'));
    expect((await allWorlds(engine.store)).map(({ name }) => name)).toEqual(['b', 'c']);
  });

  it('has room for no more worlds than the maximum, also if they are created at once', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host, worldsMax: 2 });
    const created = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) => engine.create(recordOf(name))),
    );
    expect(created.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await engine.reset('a'); // needs no room
    await engine.remove('a');
    await expect(engine.create(recordOf('b'))).rejects.toMatchObject({ code: 'name-taken' });
    await engine.create(recordOf('c')); // a failed creation takes none
  });

  it('continues the count of resets after a removal', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host });
    await engine.create(recordOf('a'));
    expect((await engine.reset('a')).record.resets).toBe(1);
    await engine.remove('a');
    expect((await engine.create(recordOf('a'))).record.resets).toBe(2);
    expect((await engine.create(recordOf('b'))).record.resets).toBeUndefined();
  });

  it('gives a fork the count of its own name, not that of its parent', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host });
    await engine.create(recordOf('a'));
    await engine.reset('a');
    expect((await engine.fork('a', { name: 'b' })).record.resets).toBeUndefined();
    await engine.reset('b');
    await engine.remove('b');
    expect((await engine.fork('a', { name: 'b' })).record.resets).toBe(2);
    await engine.remove('b');
    expect((await engine.create(recordOf('b'))).record.resets).toBe(3);
  });

  it.each(['remove', 'reset'] as const)(
    'announces a world before its streams end: %s',
    async (change) => {
      const engine = await openEngine({ store: createMemoryStore(), host });
      const world = await engine.create(recordOf('a'));
      const log: string[] = [];
      world.commits$.subscribe({ complete: () => log.push('end of commits') });
      world.events$.subscribe({ complete: () => log.push('end of events') });
      engine.stopped$.subscribe(({ record }) => log.push(`stopped ${record.name}`));
      await engine[change]('a');
      await expect(world.describe()).rejects.toThrow("World 'a' was removed or reset.");
      expect(log).toEqual(['stopped a', 'end of commits', 'end of events']);
      await engine.close();
    },
  );

  /** An engine over a store whose creations and removals are answered only when the test releases them. */
  async function slowEngine() {
    const inner = createMemoryStore();
    await inner.create(recordOf('parent'));
    await inner.create(recordOf('old'));
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const store: EventStore = {
      ...inner,
      async create(...world) {
        await inner.create(...world);
        await gate;
      },
      async remove(name) {
        await gate;
        await inner.remove(name);
      },
    };
    const engine = await openEngine({ store, host, loads: 'on-demand' });
    return { engine, release };
  }

  it.each([
    ['created', (engine: Engine) => engine.create(recordOf('new'))],
    ['forked', (engine: Engine) => engine.fork('parent', { name: 'new' })],
  ] as const)('does not load a world that is being %s', async (_how, create) => {
    const { engine, release } = await slowEngine();
    const created = create(engine);
    await drainEventLoop();
    expect(await engine.open('new')).toBeUndefined();
    release();
    const world = await created;
    expect(engine.world('new')).toBe(world);
    expect(engine.open('new')).toBe(world);
    await engine.close();
  });

  it('does not load a sleeping world that is being removed', async () => {
    const { engine, release } = await slowEngine();
    const removed = engine.remove('old');
    await drainEventLoop();
    expect(await engine.open('old')).toBeUndefined();
    release();
    await removed;
    expect(engine.worlds()).toEqual([]);
    expect((await engine.create(recordOf('old'))).record.resets).toBe(1);
    await engine.close();
  });

  it('refuses every change once the engine is closed', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host });
    await engine.create(recordOf('a'));
    await engine.close();
    const closed = 'Reprise is closed; open it again.';
    await expect(engine.create(recordOf('b'))).rejects.toThrow(closed);
    await expect(engine.fork('a', { name: 'b' })).rejects.toThrow(closed);
    await expect(engine.reset('a')).rejects.toThrow(closed);
    await expect(engine.remove('a')).rejects.toThrow(closed);
    expect((await engine.refusalOf('b'))?.message).toBe(closed);
  });
});
