// Background loading after a start: each stored world is read once, and runs if it has pending work.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/memory/event-store.ts';
import { openSqliteStore } from '../../../adapters/sqlite/event-store.ts';
import { openEngine, type Engine, type EngineOptions } from '../../../core/engine/engine.ts';
import type { LoadedWorld } from '../../../core/engine/history/journal.ts';
import { snapshotEventsMin } from '../../../core/engine/history/snapshotter.ts';
import { loadInBackground } from '../../../core/engine/background-loading.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import { StoreError, type EventStore, type WorldRecord } from '../../../core/ports/event-store.ts';
import type { WalletCommand } from '../../../core/wallet/commands.ts';
import { epochMs, hash } from '../../support/pure-world.ts';
import { runs } from '../../support/forks.ts';
import { snapshotOf } from '../../support/engine/whole-state.ts';
import { load, sourceOf } from '../../support/engine/stored-world.ts';
import { createWallets, createWalletSet, transfer } from '../../support/wallet.ts';

const host = { hash, monotonicMs: () => 0, defer: setImmediate };

const recordOf = (name: string, own: Partial<WorldRecord> = {}): WorldRecord => ({
  name,
  seed: 'seed',
  epochMs,
  ids: 'ordinal',
  clock: { mode: 'frozen', rate: 1 },
  config: {},
  ...own,
});

const send = (world: World, command: WalletCommand) =>
  world.send({ domain: 'wallet', prepare: () => ({ command }), respond: () => undefined });

/** A store that outlives its engines, and counts the entries that are read. */
function keptStore(kept: EventStore) {
  const reads = { entries: 0, snapshots: 0 };
  const store: EventStore = {
    ...kept,
    async read(...args) {
      const entries = await kept.read(...args);
      reads.entries += entries.length;
      return entries;
    },
    async snapshots(world) {
      reads.snapshots += 1;
      return kept.snapshots(world);
    },
    close: async () => undefined,
  };
  return { store, reads };
}

const kinds: readonly (readonly [string, () => EventStore])[] = [
  ['memory', createMemoryStore],
  ['sqlite', () => openSqliteStore({ file: ':memory:' })],
];

async function lastWorld(engine: Engine, index: number): Promise<World | undefined> {
  const worlds = engine.worlds();
  return worlds[index % Math.max(1, worlds.length)];
}

/** Something that happens to one of the worlds that there are. */
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

/** Wakes all worlds of a store, or those of these names, without an engine. */
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
  it('are as each of them is when it is loaded alone, whatever they share', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 4, maxLength: 25 }),
        fc.nat(3),
        async (deeds, every) => {
          const { store } = keptStore(kind());
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

  it('are read once, however long a chain of forks is', async () => {
    const readFor = async (length: number) => {
      const { store, reads } = keptStore(kind());
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
    const kept = kind();
    const engine = await openEngine({ store: keptStore(kept).store, host });
    for (const name of ['sound', 'hurt']) {
      const world = await engine.create(recordOf(name, { seed: name }));
      await send(world, createWalletSet());
      await engine.fork(name, { name: `${name} fork` });
    }
    await engine.close();
    const store: EventStore = {
      ...kept,
      async read(world, ...rest) {
        const entries = await kept.read(world, ...rest);
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

describe('an engine that loads worlds on demand', () => {
  /** A store with these worlds, and how to open an engine over it that loads none by itself. */
  async function stored(records: readonly WorldRecord[], prepare: (world: World) => Promise<void>) {
    const { store, reads } = keptStore(createMemoryStore());
    const engine = await openEngine({ store, host });
    for (const record of records) await prepare(await engine.create(record));
    await engine.close();
    reads.entries = 0;
    const open = (own: Partial<EngineOptions> = {}) =>
      openEngine({ store, host, loads: 'on-demand', ...own });
    return { store, reads, open };
  }

  const plain = (world: World) => send(world, createWalletSet());

  async function underWay(world: World): Promise<void> {
    await send(world, createWalletSet());
    const setId = await world.read(({ wallet }) => wallet.walletSets.at(0)?.id ?? '');
    await send(world, createWallets(setId));
    const walletId = await world.read(({ wallet }) => wallet.wallets.at(0)?.id ?? '');
    await send(world, { type: 'FundWallet', walletId, amounts: { native: '10', usdc: '100' } });
    await send(world, transfer(walletId));
  }

  const settled = () => new Promise<void>((resolve) => void setTimeout(resolve, 50));

  it('reads nothing when it opens, and one world for each first use', async () => {
    const { reads, open } = await stored([recordOf('a'), recordOf('b')], plain);
    const engine = await open();
    expect(reads).toMatchObject({ entries: 0, snapshots: 0 });
    expect(engine.worlds()).toEqual([]);
    expect(engine.records().map(({ name }) => name)).toEqual(['a', 'b']);
    const both = await Promise.all([engine.open('b'), engine.open('b')]);
    expect(both[0]).toBe(both[1]);
    expect(engine.open('b')).toBe(both[0]);
    expect(reads.entries).toBe(1);
    expect(engine.open('c')).toBeUndefined();
    expect(engine.worlds().map(({ record }) => record.name)).toEqual(['b']);
    await engine.open('a');
    expect(engine.worlds().map(({ record }) => record.name)).toEqual(['a', 'b']);
    await engine.close();
  });

  it('does with a world that is not loaded all that it does with one that is', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { open } = await stored(
      names.map((name) => recordOf(name)),
      plain,
    );
    const engine = await open({ worldsMax: 6 });
    await expect(engine.create(recordOf('a'))).rejects.toMatchObject({ code: 'name-taken' });
    expect(engine.refusalOf('a')).toBeInstanceOf(StoreError);
    expect((await engine.state('b', undefined, { limit: 1 })).position).toBe(2);
    expect((await engine.replay('c')).divergence).toBeUndefined();
    await engine.fork('d', { name: 'f' });
    await expect(engine.create(recordOf('g'))).rejects.toMatchObject({ code: 'unavailable' });
    await engine.reset('e');
    await engine.remove('a');
    expect(engine.records().map(({ name }) => name)).toEqual(['b', 'c', 'd', 'f', 'e']);
    expect((await (await engine.open('e'))?.describe())?.position).toBe(0);
    await engine.close();
  });

  it('wakes worlds in which something is due, and those with work, and no others', async () => {
    const real = { mode: 'real', rate: 1 } as const;
    const records = [
      recordOf('frozen'),
      recordOf('real', { clock: real }),
      recordOf('skip', { clock: { mode: 'skip', rate: 1 } }),
      recordOf('sending'),
    ];
    const { open } = await stored(records, underWay);
    const engine = await open({ hasWork: (_states, { name }) => name === 'sending' });
    engine.loadInBackground();
    await settled();
    expect(engine.worlds().map(({ record }) => record.name)).toEqual(['real', 'skip', 'sending']);
    await engine.close();
    const idle = await stored([recordOf('idle', { clock: real })], plain);
    const other = await idle.open();
    other.loadInBackground();
    await settled();
    expect(other.worlds()).toEqual([]);
    await other.close();
  });

  it('lets the time of a world go on from its opening, whenever the world is loaded', async () => {
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

  /** A store whose first answer of one kind about world `a` waits until it is let go. */
  function gatedStore(store: EventStore, waits: 'read' | 'snapshots') {
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    let calls = 0;
    const gated = async (kind: typeof waits, world: string) => {
      if (kind !== waits || world !== 'a') return;
      calls += 1;
      reach();
      if (calls === 1) await gate;
    };
    const waiting: EventStore = {
      ...store,
      async read(world, ...rest) {
        const entries = await store.read(world, ...rest);
        await gated('read', world);
        return entries;
      },
      async snapshots(world) {
        const snapshots = await store.snapshots(world);
        await gated('snapshots', world);
        return snapshots;
      },
    };
    return { store: waiting, reached, letGo };
  }

  it('does not revive a world that is removed while it is loaded', async () => {
    const { store, open } = await stored([recordOf('a')], plain);
    const gated = gatedStore(store, 'read');
    const engine = await open({ store: gated.store, hasWork: () => true });
    const opened = Promise.resolve(engine.open('a'));
    await gated.reached;
    engine.loadInBackground();
    while (engine.world('a') === undefined) await settled();
    await engine.remove('a');
    gated.letGo();
    await expect(opened).rejects.toMatchObject({ code: 'unknown-world' });
    expect(engine.records()).toEqual([]);
    expect(engine.worlds()).toEqual([]);
    await engine.close();
  });

  it('does not start a world twice that is opened while it is loaded in the background', async () => {
    const { store, open } = await stored([recordOf('a')], async (world) => {
      await underWay(world);
      const walletId = await world.read(({ wallet }) => wallet.wallets.at(0)?.id ?? '');
      const fund = { type: 'FundWallet', walletId, amounts: { native: '1', usdc: '1' } } as const;
      await Promise.all(Array.from({ length: snapshotEventsMin / 2 }, () => send(world, fund)));
      expect((await world.describe()).position).toBeGreaterThan(snapshotEventsMin);
    });
    const forking = await open();
    await forking.fork('a', { name: 'b' });
    await forking.close();
    const gated = gatedStore(store, 'snapshots');
    const engine = await open({ store: gated.store, hasWork: () => true });
    engine.loadInBackground();
    await gated.reached;
    const opened = await engine.open('a');
    gated.letGo();
    await settled();
    expect(engine.world('a') === opened).toBe(true);
    await engine.close();
  });

  it('reports a damaged world, in the background or at its first use', async () => {
    const { store } = await stored([recordOf('a'), recordOf('b')], plain);
    const hurt: EventStore = {
      ...store,
      read: async (world, ...rest) =>
        (await store.read(world, ...rest)).map((entry) =>
          world === 'b' ? { ...entry, digest: '' } : entry,
        ),
    };
    for (const ask of [
      (engine: Engine) => engine.loadInBackground(),
      (engine: Engine) => void Promise.resolve(engine.open('b')).catch(() => undefined),
    ]) {
      const told: string[] = [];
      const onDamaged = ({ message }: StoreError) => void told.push(message);
      const engine = await openEngine({ store: hurt, host, loads: 'on-demand', onDamaged });
      ask(engine);
      await settled();
      expect(told).toEqual([expect.stringContaining("The log of world 'b' is damaged")]);
      await engine.close();
    }
  });
});
