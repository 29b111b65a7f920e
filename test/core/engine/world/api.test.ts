// The API of a running world: forks through it, and request ids.

import { describe, expect, it } from 'vitest';
import type { TaskPosition } from '../../../../core/engine/world/observer.ts';
import {
  openShopEngine,
  immediateOracles,
  sendToShop,
  shopRecord,
  bell,
} from '../../../support/engine/fake-oracle.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import { runningWorld, send } from '../../../support/engine/running-world.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';

describe('a fork of an observed world', () => {
  it('is shown in its initial state, at any rate of its clock', async () => {
    let readings = 0;
    const hostTime = {
      get nowMs() {
        return (readings += 1);
      },
    };
    const engine = await openShopEngine({ hostTime, oracles: immediateOracles });
    const parent = await engine.create(shopRecord('real', 86_400_000));
    const places: TaskPosition[] = [];
    const seen = parent.observedBy({
      onRequestId: (origin) => origin,
      afterTask: (place) => places.push(place),
    });
    let begun: object | undefined;
    const fork = await engine.fork(seen, {
      name: 'f',
      onCreated: (_states, view) => (begun = view()),
    });
    const [at] = places;
    expect(places).toHaveLength(1);
    expect(begun).toMatchObject({ name: 'f', nowMs: at?.atMs, inputs: at?.inputs, position: 0 });
    expect(begun).toMatchObject({ record: fork.record });
    expect((await fork.describe()).nowMs).toBeGreaterThan(at?.atMs ?? 0);
  });

  it('is shown at the earlier moment of the fork', async () => {
    const engine = await openShopEngine();
    const parent = await engine.create(shopRecord('frozen'));
    await sendToShop(parent, bell(10));
    await parent.advance({ byMs: 20 });
    let begun: object | undefined;
    const at = { atMs: epochMs + 5 };
    await engine.fork(parent, { name: 'f', at, onCreated: (_states, view) => (begun = view()) });
    expect(begun).toMatchObject({ name: 'f', nowMs: epochMs + 5, position: 1, pendingDues: 1 });
  });
});

describe('requestId', () => {
  it('depends on seed, inputs and requests since the last input, and on nothing else', async () => {
    const worlds = [
      (await runningWorld()).world,
      (await runningWorld()).world,
      (await runningWorld('real')).world,
    ];
    const ids: string[][] = [];
    for (const world of worlds) {
      const own = [world.requestId(), world.requestId()];
      await send(world, createWalletSet());
      own.push(world.requestId());
      ids.push(own);
    }
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[2]).toEqual(ids[0]);
    expect(new Set(ids[0]).size).toBe(3);
    expect((await runningWorld('frozen', 'other')).world.requestId()).not.toBe(ids[0]?.[0]);
  });
});
