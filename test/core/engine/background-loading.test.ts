// Background loading after a start: each stored world is read once, and runs if it has pending work.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../../adapters/stores/sqlite/event-store.ts';
import { loadInBackground } from '../../../core/engine/background-loading.ts';
import type { Engine } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { LoadedWorld } from '../../../core/engine/history/journal.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { EventStore } from '../../../core/ports/event-store.ts';
import { host, recordOf, reopenedStore, send } from '../../support/engine/reopened-store.ts';
import { load, sourceOf } from '../../support/engine/stored-world.ts';
import { snapshotOf } from '../../support/engine/whole-state.ts';
import { runs } from '../../support/collections/forks.ts';
import { createWalletSet } from '../../support/wallet/commands.ts';

const kinds: readonly (readonly [string, () => EventStore])[] = [
  ['memory', createMemoryStore],
  ['sqlite', () => openSqliteStore({ file: ':memory:' })],
];

async function lastWorld(engine: Engine, index: number): Promise<World | undefined> {
  const worlds = engine.worlds();
  return worlds[index % Math.max(1, worlds.length)];
}

/** A random operation on one of the existing worlds. */
const deed = fc.record({
  of: fc.nat(),
  at: fc.nat(),
  does: fc.constantFrom('make', 'send', 'send', 'send', 'fork', 'fork', 'fork', 'remove', 'reset'),
});

async function act(
  engine: Engine,
  { of, at, does }: typeof deed extends fc.Arbitrary<infer Deed> ? Deed : never,
  n: number,
): Promise<void> {
  const world = await lastWorld(engine, of);
  if (does === 'make' || world === undefined) {
    await engine.create(recordOf(`world-${n}`, { seed: `${n}` }));
    return;
  }
  const { name } = world.record;
  if (does === 'send') await send(world, createWalletSet());
  if (does === 'remove') await engine.remove(name);
  if (does === 'reset') await engine.reset(name);
  if (does !== 'fork') return;
  const { position } = await world.describe();
  await engine.fork(name, { name: `world-${n}`, at: { position: at % (position + 1) } });
}

/** Loads the worlds of a store in the background, or those that `isAsleep` selects, without an engine. */
async function woken(store: EventStore, isAsleep: (name: string) => boolean = () => true) {
  const records = new Map((await store.worlds()).map((record) => [record.name, record]));
  const all = new Map<string, LoadedWorld>();
  const damaged: string[] = [];
  await loadInBackground({
    store,
    host,
    sourceOf: (record) => sourceOf(store, record),
    unloadedRecord: (name) => (isAsleep(name) ? records.get(name) : undefined),
    onLoaded: ({ name }, loaded) => void all.set(name, loaded),
    onDamaged: ({ message }) => void damaged.push(message),
    isActive: () => true,
    changes: () => 0,
  });
  return { all, damaged };
}

describe.each(kinds)('background loading of worlds, in %s', (_name, kind) => {
  it('loads each world with the state that it has when loaded alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 4, maxLength: 25 }),
        fc.nat(3),
        async (deeds, every) => {
          const { store } = reopenedStore(kind());
          const engine = await openEngine({ store, host });
          for (const [n, one] of deeds.entries()) await act(engine, one, n);
          await engine.close();
          const names = (await store.worlds()).map(({ name }) => name);
          const asked = names.filter((_each, index) => every === 0 || index % every === 0);
          const { all, damaged } = await woken(store, (name) => asked.includes(name));
          expect(damaged).toEqual([]);
          expect([...all.keys()].sort()).toEqual([...asked].sort());
          for (const record of await store.worlds()) {
            const loaded = all.get(record.name);
            if (loaded === undefined) continue;
            const { world } = await load(store, record);
            expect(snapshotOf(loaded.world)).toBe(snapshotOf(world));
          }
        },
      ),
      runs(40),
    );
  });

  it('reads each entry of a chain of forks once', async () => {
    const readFor = async (length: number) => {
      const { store, reads } = reopenedStore(kind());
      const engine = await openEngine({ store, host });
      let world = await engine.create(recordOf('fork-0'));
      for (let n = 1; n <= length; n += 1) {
        await send(world, createWalletSet());
        world = await engine.fork(`fork-${n - 1}`, { name: `fork-${n}` });
      }
      await engine.close();
      reads.entries = 0;
      const { all } = await woken(store);
      expect(all.size).toBe(length + 1);
      return reads.entries;
    };
    expect(await readFor(20)).toBe(20);
    expect(await readFor(40)).toBe(40);
  });

  it('loads the readable ones and reports a damaged one', async () => {
    const inner = kind();
    const engine = await openEngine({ store: reopenedStore(inner).store, host });
    for (const name of ['sound', 'hurt']) {
      const world = await engine.create(recordOf(name, { seed: name }));
      await send(world, createWalletSet());
      await engine.fork(name, { name: `${name} fork` });
    }
    await engine.close();
    const store: EventStore = {
      ...inner,
      async read(world, ...rest) {
        const entries = await inner.read(world, ...rest);
        return world.startsWith('hurt')
          ? entries.map((entry) => ({ ...entry, digest: '' }))
          : entries;
      },
    };
    const { all, damaged } = await woken(store);
    expect([...all.keys()].sort()).toEqual(['sound', 'sound fork']);
    expect(damaged).toHaveLength(2);
    for (const message of damaged) expect(message).toMatch(/world 'hurt.* is damaged: /);
  });
});
