import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import { StoreError, type WorldRecord } from '../../../core/ports/event-store.ts';
import { host, recordOf } from '../../support/engine/reopened-store.ts';

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
    expect(engine.records().map(({ name }) => name)).toEqual(['b', 'c']);
  });

  it('continues the count of resets after a removal', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host });
    await engine.create(recordOf('a'));
    expect((await engine.reset('a')).record.resets).toBe(1);
    await engine.remove('a');
    expect((await engine.create(recordOf('a'))).record.resets).toBe(2);
    expect((await engine.create(recordOf('b'))).record.resets).toBeUndefined();
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
    expect(engine.refusalOf('b')?.message).toBe(closed);
  });
});
