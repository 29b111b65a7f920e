// Worlds loaded on demand, or because they have something to do, behave as if they had run all the time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../../adapters/stores/sqlite/event-store.ts';
import type { Engine, EngineOptions } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import { StoreError, type EventStore } from '../../../core/ports/event-store.ts';
import { host, recordOf, reopenedStore, send } from '../../support/engine/reopened-store.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { plain, stored } from '../../support/engine/stored-worlds.ts';
import { snapshotOf } from '../../support/engine/whole-state.ts';
import { runs } from '../../support/collections/forks.ts';
import { allWorlds } from '../../support/store/all-worlds.ts';
import { createWallets, createWalletSet, transfer } from '../../support/wallet/commands.ts';

describe('an engine that loads worlds on demand', () => {
  async function underWay(world: World): Promise<void> {
    await send(world, createWalletSet());
    const setId = await world.read(({ wallet }) => wallet.walletSets.at(0)?.id ?? '');
    await send(world, createWallets(setId));
    const walletId = await world.read(({ wallet }) => wallet.wallets.at(0)?.id ?? '');
    await send(world, { type: 'FundWallet', walletId, amounts: { native: '10', usdc: '100' } });
    await send(world, transfer(walletId));
  }

  const awake = (engine: Engine) => engine.worlds().map(({ record }) => record.name);
  const named = async (engine: Engine) => (await allWorlds(engine.store)).map(({ name }) => name);

  it('reads nothing when it opens, and one world for each first use', async () => {
    const { reads, open } = await stored([recordOf('a'), recordOf('b')], plain);
    const engine = await open();
    expect(reads).toMatchObject({ entries: 0, snapshots: 0 });
    expect(engine.worlds()).toEqual([]);
    expect(await named(engine)).toEqual(['a', 'b']);
    const both = await Promise.all([engine.open('b'), engine.open('b')]);
    expect(both[0]).toBe(both[1]);
    expect(engine.open('b')).toBe(both[0]);
    expect(reads.entries).toBe(1);
    expect(await engine.open('c')).toBeUndefined();
    expect(awake(engine)).toEqual(['b']);
    await engine.open('a');
    expect(awake(engine)).toEqual(['b', 'a']); // in the order in which they were woken
    await engine.close();
  });

  it('supports every operation on a world that is not loaded', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { open } = await stored(
      names.map((name) => recordOf(name)),
      plain,
    );
    const engine = await open({ worldsMax: 3 });
    await expect(engine.create(recordOf('a'))).rejects.toMatchObject({ code: 'name-taken' });
    expect(await engine.refusalOf('a')).toMatchObject({ code: 'name-taken' });
    expect(awake(engine)).toEqual([]);
    expect((await engine.state('b', undefined, { limit: 1 })).position).toBe(2);
    expect((await engine.replay('c')).divergence).toBeUndefined();
    await engine.remove('b');
    await engine.remove('c');
    await engine.fork('d', { name: 'f' });
    await engine.reset('e');
    await engine.remove('a');
    expect(await named(engine)).toEqual(['d', 'e', 'f']);
    expect(awake(engine)).toEqual(['d', 'f', 'e']);
    expect((await (await engine.open('e'))?.describe())?.position).toBe(0);
    await engine.close();
  });

  it('removes a world without loading it', async () => {
    const { reads, open } = await stored([recordOf('a'), recordOf('b')], plain);
    const engine = await open();
    await engine.remove('a');
    await expect(engine.remove('a')).rejects.toMatchObject({ code: 'unknown-world' });
    expect(reads).toMatchObject({ entries: 0, snapshots: 0 });
    expect(await named(engine)).toEqual(['b']);
    await engine.close();
  });

  it('loads at most as many worlds as may be awake', async () => {
    const records = ['a', 'b', 'c'].map((name) => recordOf(name));
    const { open } = await stored(records, plain);
    const engine = await open({ worldsMax: 2 });
    await engine.open('a');
    await engine.open('b');
    const message = 'There are 2 worlds, which is the maximum; remove one first.';
    const refused = new StoreError('unavailable', message);
    await expect(engine.open('c')).rejects.toEqual(refused);
    await expect(engine.state('c', undefined, { limit: 1 })).rejects.toEqual(refused);
    await expect(engine.create(recordOf('d'))).rejects.toEqual(refused);
    expect(awake(engine)).toEqual(['a', 'b']);
    await engine.remove('a');
    expect((await engine.open('c'))?.record.name).toBe('c');
    await engine.close();
  });

  it('loads all at once if it is to, even if they are more than may be awake', async () => {
    const records = ['a', 'b', 'c'].map((name) => recordOf(name));
    const { open } = await stored(records, plain);
    const engine = await open({ worldsMax: 2, loads: 'all' });
    expect(awake(engine)).toEqual(['a', 'b', 'c']);
    await expect(engine.create(recordOf('d'))).rejects.toMatchObject({ code: 'unavailable' });
    await engine.close();
  });

  it('wakes only worlds with dues or with work, when they are due', async () => {
    const real = { mode: 'real', rate: 2 } as const;
    const skip = { mode: 'skip', rate: 1 } as const;
    const records = [
      recordOf('frozen'),
      recordOf('real', { clock: real }),
      recordOf('skip', { clock: skip }),
      recordOf('told to stay', { clock: { ...skip, idle: false } }),
      recordOf('sending'),
    ];
    const hasWork: EngineOptions['hasWork'] = (_states, { name }) => name === 'sending';
    let dueMs = 0;
    const { reads, open } = await stored(
      records,
      async (world) => {
        await underWay(world);
        if (world.record.name === 'real') dueMs = world.nextTickMs() ?? 0;
      },
      { hasWork },
    );
    let hostMs = 7_000;
    const engine = await open({ hasWork, host: { ...host, monotonicMs: () => hostMs } });
    expect(reads).toMatchObject({ entries: 0, snapshots: 0 });
    await engine.wakeDue();
    expect(awake(engine)).toEqual(['sending', 'skip']);
    const wakeMs = 7_000 + Math.ceil((dueMs - epochMs) / 2);
    expect(engine.nextWakeMs()).toBe(wakeMs);
    hostMs = wakeMs - 1;
    await engine.wakeDue();
    expect(engine.world('real')).toBeUndefined();
    hostMs = wakeMs;
    await engine.wakeDue();
    expect(awake(engine)).toEqual(['sending', 'skip', 'real']);
    expect(engine.world('real')?.nowMs()).toBeGreaterThanOrEqual(dueMs);
    expect(engine.nextWakeMs()).toBeUndefined();
    await engine.close();
    const idle = await stored([recordOf('idle', { clock: real })], plain);
    const other = await idle.open();
    await other.wakeDue();
    expect(awake(other)).toEqual([]);
    expect(other.nextWakeMs()).toBeUndefined();
    await other.close();
  });

  it('starts the time of a world when the engine opens, not when the world is loaded', async () => {
    let nowMs = 1_000;
    const clocked = { ...host, monotonicMs: () => nowMs };
    const { open } = await stored([recordOf('a', { clock: { mode: 'real', rate: 60 } })], plain);
    const engine = await open({ host: clocked });
    nowMs += 500;
    const world = await engine.open('a');
    expect(world?.nowMs()).toBe(epochMs + 500 * 60);
    nowMs += 10;
    expect(world?.nowMs()).toBe(epochMs + 510 * 60);
    await engine.close();
  });

  /** A store whose reads of world `a` wait until the test releases them. */
  function gatedStore(store: EventStore) {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    let claims = 0;
    const waiting: EventStore = {
      ...store,
      async claim(name) {
        claims += 1;
        return store.claim(name);
      },
      async read(world, ...rest) {
        const entries = await store.read(world, ...rest);
        reach();
        if (world === 'a') await gate;
        return entries;
      },
    };
    return { store: waiting, reached, release, claims: () => claims };
  }

  it('does not revive a world that is removed while it is loaded', async () => {
    const { store, open } = await stored([recordOf('a')], plain);
    const gated = gatedStore(store);
    const engine = await open({ store: gated.store });
    const opened = Promise.resolve(engine.open('a'));
    await gated.reached;
    const removed = engine.remove('a');
    gated.release();
    const world = await opened;
    await removed;
    await expect(world?.describe()).rejects.toThrow("World 'a' was removed or reset.");
    expect(await named(engine)).toEqual([]);
    expect(engine.worlds()).toEqual([]);
    expect(await engine.open('a')).toBeUndefined();
    await engine.close();
  });

  it('loads a world once if it is opened while it is woken', async () => {
    const hasWork = () => true;
    const { store, open } = await stored([recordOf('a')], plain, { hasWork });
    const gated = gatedStore(store);
    const engine = await open({ store: gated.store, hasWork });
    const woken = engine.wakeDue();
    await gated.reached;
    const opened = Promise.resolve(engine.open('a'));
    gated.release();
    await woken;
    expect(engine.world('a')).toBe(await opened);
    expect(gated.claims()).toBe(1);
    await engine.close();
  });

  it('reports a damaged world when it is woken or used, and runs the others', async () => {
    const hasWork = () => true;
    const { store } = await stored([recordOf('a'), recordOf('b'), recordOf('c')], plain, {
      hasWork,
    });
    const hurt: EventStore = {
      ...store,
      read: async (world, ...rest) =>
        (await store.read(world, ...rest)).map((entry) =>
          world === 'b' ? { ...entry, digest: '' } : entry,
        ),
    };
    const reports: string[] = [];
    const onDamaged = ({ message }: StoreError) => void reports.push(message);
    const damage = "The log of world 'b' is damaged: the events of input 1 do not fit its digest.";
    const woken = await openEngine({ store: hurt, host, loads: 'on-demand', onDamaged });
    await woken.wakeDue();
    expect(reports).toEqual([damage]);
    expect(awake(woken)).toEqual(['a', 'c']);
    await woken.wakeDue(); // a damaged world is not tried again
    expect(reports).toEqual([damage]);
    expect(woken.nextWakeMs()).toBeUndefined();
    await woken.close();
    const used = await openEngine({ store: hurt, host, loads: 'on-demand', onDamaged });
    await expect(used.open('b')).rejects.toThrow(damage);
    expect(reports).toEqual([damage, damage]);
    expect((await used.open('a'))?.record.name).toBe('a');
    await used.close();
  });

  it('wakes the others after one that cannot be loaded for any other reason', async () => {
    const hasWork = () => true;
    const { store, open } = await stored([recordOf('a'), recordOf('b')], plain, { hasWork });
    const broken: EventStore = {
      ...store,
      claim: async (name) => {
        if (name === 'a') throw new TypeError('a defect of the program');
        return store.claim(name);
      },
    };
    const engine = await open({ store: broken, hasWork });
    await expect(engine.wakeDue()).rejects.toThrow('a defect of the program');
    await engine.wakeDue();
    expect(awake(engine)).toEqual(['b']);
    await engine.close();
  });

  it('wakes a world again a second later if its store was busy', async () => {
    const hasWork = () => true;
    const { store, open } = await stored([recordOf('a'), recordOf('b')], plain, { hasWork });
    let isBusy = true;
    const busy: EventStore = {
      ...store,
      claim: async (name) => {
        if (isBusy && name === 'a') throw new StoreError('unavailable', 'busy');
        return store.claim(name);
      },
    };
    let hostMs = 0;
    const clocked = { ...host, monotonicMs: () => hostMs };
    const engine = await open({ store: busy, hasWork, host: clocked });
    await engine.wakeDue();
    expect(awake(engine)).toEqual(['b']);
    expect(engine.nextWakeMs()).toBe(1_000);
    isBusy = false;
    await engine.wakeDue();
    expect(awake(engine)).toEqual(['b']);
    hostMs = 1_000;
    await engine.wakeDue();
    expect(awake(engine)).toEqual(['b', 'a']);
    await engine.close();
  });
});

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
  const worlds = engine.worlds();
  const world = worlds[of % Math.max(1, worlds.length)];
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

describe.each([
  ['memory', createMemoryStore],
  ['sqlite', () => openSqliteStore({ file: ':memory:' })],
] as const)('a family of forks in a %s store', (_name, kind) => {
  it('is loaded on demand, in any order, with the states that its worlds had', async () => {
    const order = fc.infiniteStream(fc.nat());
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 4, maxLength: 25 }),
        order,
        async (deeds, keys) => {
          const { store } = reopenedStore(kind());
          const engine = await openEngine({ store, host, snapshotEvents: 5 });
          for (const [n, one] of deeds.entries()) await act(engine, one, n);
          const states = new Map<string, string>();
          for (const world of engine.worlds()) {
            states.set(world.record.name, await world.inspectState(snapshotOf));
          }
          await engine.close();
          const reopened = await openEngine({ store, host, loads: 'on-demand' });
          const shuffled = [...states]
            .map((state) => ({ state, key: keys.next().value as number }))
            .sort((one, other) => one.key - other.key);
          for (const { state } of shuffled) {
            const [name, text] = state;
            const world = await reopened.open(name);
            expect(await world?.inspectState(snapshotOf)).toBe(text);
          }
          expect((await allWorlds(store)).length).toBe(states.size);
          await reopened.close();
        },
      ),
      runs(40),
    );
  });
});
