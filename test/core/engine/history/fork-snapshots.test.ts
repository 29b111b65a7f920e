// Snapshots of forks: shared with the parent, and their own.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
import type { Engine } from '../../../../core/engine/engine-contract.ts';
import { readSnapshot } from '../../../../core/engine/history/snapshot.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import type { EventStore } from '../../../../core/ports/event-store.ts';
import { engineOver, describeStored } from '../../../support/engine/engine-session.ts';
import {
  initialSessionState,
  yieldToLoop,
  sessionRecord,
} from '../../../support/engine/stored-snapshots.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';

const stores = [
  ['memory', createMemoryStore],
  ['sqlite', () => openSqliteStore({ file: ':memory:' })],
] as const;

/** Sends `count` commands, each of which leads to one event. */
async function act(world: World | undefined, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const command = createWalletSet();
    await world?.send({ domain: 'wallet', prepare: () => ({ command }), respond: () => undefined });
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for snapshots in flight. */
async function quiet(): Promise<void> {
  for (let index = 0; index < 60; index += 1) await turn();
}

/** The number of inputs of each snapshot of a world, and whether the snapshot is readable. */
async function snapshotsOf(store: EventStore, name: string) {
  const found = await store.snapshots(name);
  return Promise.all(
    found.map(async (stored) => {
      const again = await readSnapshot(stored, initialSessionState(), yieldToLoop);
      return { inputs: stored.inputs, isReadable: again !== undefined };
    }),
  );
}

/** The store with a `close` that does nothing, so that another engine can open it. */
function withoutClose(store: EventStore): EventStore {
  return { ...store, close: async () => undefined };
}

async function setUp(open: () => EventStore): Promise<{ store: EventStore; engine: Engine }> {
  const store = withoutClose(open());
  const engine = await engineOver(store, 20);
  const parent = await engine.create(sessionRecord('parent'));
  await act(parent, 40);
  await quiet();
  expect((await store.snapshots('parent')).length).toBeGreaterThan(0);
  return { store, engine };
}

describe.each(stores)('a fork in %s', (_name, open) => {
  it('starts again from the snapshot that it shares with its parent', async () => {
    const { store, engine } = await setUp(open);
    await engine.fork('parent', { name: 'fork' });
    const view = await describeStored(engine, 'fork');
    const [shared] = await store.snapshots('parent');
    expect((await store.snapshots('fork'))[0]?.inputs).toBe(shared?.inputs);
    await engine.remove('parent');
    await engine.close();
    const again = await engineOver(store, 20);
    expect(await describeStored(again, 'fork')).toEqual(view);
    expect((await store.snapshots('fork'))[0]?.inputs).toBe(shared?.inputs);
  });

  it('takes its own readable snapshots', async () => {
    const { store, engine } = await setUp(open);
    await engine.fork('parent', { name: 'fork' });
    await act(engine.world('fork'), 25);
    await quiet();
    const [own, shared] = await snapshotsOf(store, 'fork');
    expect([own?.isReadable, shared?.isReadable]).toEqual([true, true]);
    expect(own?.inputs).toBeGreaterThan(40);
  });

  it('takes readable snapshots after it was loaded from those of its parent', async () => {
    const { store, engine } = await setUp(open);
    await engine.fork('parent', { name: 'fork' });
    await engine.close();
    const again = await engineOver(store, 20);
    const fork = again.world('fork');
    for (let round = 0; round < 40; round += 1) {
      await act(fork, 20);
      await quiet();
    }
    const own = (await snapshotsOf(store, 'fork')).filter(({ inputs }) => inputs > 40);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ isReadable }) => !isReadable)).toEqual([]);
  });

  it('is loaded completely from them', async () => {
    const { store, engine } = await setUp(open);
    await engine.fork('parent', { name: 'fork' });
    await engine.close();
    const again = await engineOver(store, 20);
    await act(again.world('fork'), 60);
    await quiet();
    const view = await describeStored(again, 'fork');
    await again.close();
    expect(await describeStored(await engineOver(store, 20), 'fork')).toEqual(view);
  });

  it('has no snapshot of its parent from after the branching point', async () => {
    const { store, engine } = await setUp(open);
    const { position = 0 } = (await engine.world('parent')?.describe()) ?? {};
    await engine.fork('parent', { name: 'early', at: { position: 1 } });
    await engine.fork('parent', { name: 'late', at: { position } });
    const inputs = async (name: string) => (await store.snapshots(name)).map((it) => it.inputs);
    expect(await inputs('early')).toEqual([]);
    expect(await inputs('late')).toEqual(await inputs('parent'));
  });
});
