// Worlds loaded on demand or in the background behave as if they had run all the time.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Engine, EngineOptions } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import { snapshotEventsMin } from '../../../core/engine/history/snapshotter.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import { StoreError, type EventStore, type WorldRecord } from '../../../core/ports/event-store.ts';
import { host, recordOf, reopenedStore, send } from '../../support/engine/reopened-store.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { createWallets, createWalletSet, transfer } from '../../support/wallet/commands.ts';

describe('an engine that loads worlds on demand', () => {
  /** A store with these worlds, and a function that opens an engine over it which loads worlds on demand. */
  async function stored(
    records: readonly WorldRecord[],
    prepare: (world: World) => Promise<unknown>,
  ) {
    const { store, reads } = reopenedStore(createMemoryStore());
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

  it('supports every operation on a world that is not loaded', async () => {
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

  it('loads only worlds with dues or with work in the background', async () => {
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

  /** A store whose first `read` or `snapshots` of world `a` waits until the test releases it. */
  function gatedStore(store: EventStore, waits: 'read' | 'snapshots') {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
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
    return { store: waiting, reached, release };
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
    gated.release();
    await expect(opened).rejects.toMatchObject({ code: 'unknown-world' });
    expect(engine.records()).toEqual([]);
    expect(engine.worlds()).toEqual([]);
    await engine.close();
  });

  it('starts a world once if it is opened while it is loaded in the background', async () => {
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
    gated.release();
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
      const reports: string[] = [];
      const onDamaged = ({ message }: StoreError) => void reports.push(message);
      const engine = await openEngine({ store: hurt, host, loads: 'on-demand', onDamaged });
      ask(engine);
      await settled();
      expect(reports).toEqual([expect.stringContaining("The log of world 'b' is damaged")]);
      await engine.close();
    }
  });
});
