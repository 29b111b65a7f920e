// Log entries that loading has skipped, thanks to a snapshot, are verified in the background, and each world in its turn.

import { expect, it } from 'vitest';
import type { Engine } from '../../../core/engine/engine-contract.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { EventStore, StoreError } from '../../../core/ports/event-store.ts';
import { drainEventLoop } from '../../support/engine/fake-oracle.ts';
import { host, recordOf } from '../../support/engine/reopened-store.ts';
import { awake, gate } from '../../support/engine/sleepy-engine.ts';
import { plain, stored } from '../../support/engine/stored-worlds.ts';

const sleepAfterMs = 1_000;

/** Worlds with snapshots. The verification of `a` waits for the gate; the first entry of `b` is damaged. */
async function worldsWithSnapshots(...names: readonly string[]) {
  const snapshotEvents = 4;
  const prepare = async (world: World) => {
    for (let count = 0; count < 10; count += 1) await plain(world);
    await drainEventLoop(); // the snapshot is written meanwhile
  };
  const records = names.map((name) => recordOf(name));
  const { store, open } = await stored(records, prepare, { snapshotEvents });
  const { closed, release } = gate();
  const verified: string[] = [];
  const hurt: EventStore = {
    ...store,
    async read(world, from, limit) {
      const entries = await store.read(world, from, limit);
      if (from > 1) return entries;
      verified.push(world);
      if (world === 'a') await closed;
      const [first, ...rest] = entries;
      return world === 'b' && first !== undefined ? [{ ...first, digest: '' }, ...rest] : entries;
    },
  };
  const hostTime = { nowMs: 0 };
  const damaged: string[] = [];
  const engine = await open({
    store: hurt,
    host: { ...host, monotonicMs: () => hostTime.nowMs },
    sleepAfterMs,
    onDamaged: ({ message }: StoreError) => void damaged.push(message),
  });
  const sleep = async () => {
    hostTime.nowMs += sleepAfterMs;
    await engine.sleepIdle();
    expect(awake(engine)).toEqual([]);
  };
  return { engine, damaged, verified, sleep, release };
}

const damage = "The log of world 'b' is damaged: the events of input 1 do not fit its digest.";

async function openAll(engine: Engine, ...names: readonly string[]): Promise<void> {
  for (const name of names) await engine.open(name);
  await drainEventLoop();
}

it('finds damage of a world that was put to sleep before its turn, once it is woken', async () => {
  const { engine, damaged, sleep, release } = await worldsWithSnapshots('a', 'b');
  await openAll(engine, 'a', 'b');
  await sleep();
  release();
  await drainEventLoop();
  expect(damaged).toEqual([]);
  await openAll(engine, 'b');
  expect(damaged).toEqual([damage]);
  await expect(plain(engine.world('b') as World)).rejects.toThrow(damage);
  await engine.close();
});

it('verifies a world once if it has its turn while it is awake', async () => {
  const { engine, verified, sleep, release } = await worldsWithSnapshots('a', 'c');
  release();
  await openAll(engine, 'a', 'c');
  await sleep();
  await openAll(engine, 'c', 'a');
  expect(verified).toEqual(['a', 'c']);
  await engine.close();
});

it('begins anew with a world that was put to sleep during its verification', async () => {
  const { engine, verified, sleep, release } = await worldsWithSnapshots('a', 'c');
  await openAll(engine, 'a');
  await sleep();
  await openAll(engine, 'a');
  release();
  await drainEventLoop();
  await sleep();
  await openAll(engine, 'a');
  expect(verified).toEqual(['a', 'a']);
  await engine.close();
});
