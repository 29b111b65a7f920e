// How observers of a world meet: their order, commands that they send, and errors that they throw.

import { timer } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/memory/event-store.ts';
import type { Engine } from '../../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../../core/engine/engine.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import { StoreError, type EventStore } from '../../../../core/ports/event-store.ts';
import { host, recordOf, send } from '../../../support/engine/reopened-store.ts';
import { quiet } from '../../../support/engine/running-world.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';

let engine: Engine;
let world: World;
let log: string[];
let failed: string[];

beforeEach(async () => {
  log = [];
  failed = [];
  engine = await openEngine({
    store: createMemoryStore(),
    host,
    onObserverFailed(error, name) {
      failed.push(`${name ?? 'engine'}: ${String(error)}`);
      throw error;
    },
  });
  world = await engine.create(recordOf('w'));
});
afterEach(() => engine.close());

const happen = () => send(world, createWalletSet());

const broken = () => {
  throw new Error('broken');
};

describe('observers of a world', () => {
  it('get a commit first, then its events one by one, each before the next', async () => {
    world.events$.subscribe(({ position }) => log.push(`first ${position}`));
    world.commits$.subscribe((entries) => log.push(`commit of ${entries.length}`));
    world.history$().subscribe(({ position }) => log.push(`history ${position}`));
    await Promise.all([happen(), happen()]);
    expect(log).toEqual([
      'commit of 2',
      'first 1',
      'history 1',
      'first 2',
      'history 2',
      'first 3',
      'history 3',
    ]);
  });

  it('that subscribe inside of an observer get the events after the present one', async () => {
    const subscription = world.events$.subscribe(() => {
      subscription.unsubscribe();
      world.events$.subscribe(({ position }) => log.push(`inner ${position}`));
    });
    await Promise.all([happen(), happen()]);
    expect(log).toEqual(['inner 2', 'inner 3']);
  });

  it('may send commands: decided at once, told after all of the commit', async () => {
    world.events$.subscribe(({ position, event }) => {
      log.push(`${position} ${event.type}`);
      if (position !== 2) return;
      void happen().then(() => log.push('answered'));
      log.push(`${world.peek(({ wallet }) => wallet.walletSets.size)} sets`);
    });
    await Promise.all([happen(), happen()]);
    await quiet();
    expect(log).toEqual([
      '1 EntitySecretAdopted',
      '2 WalletSetCreated',
      '3 sets',
      '3 WalletSetCreated',
      '4 WalletSetCreated',
      'answered',
    ]);
  });

  it('that throw are reported and unsubscribed; the world and the others go on', async () => {
    world.events$.subscribe(broken);
    world.history$().subscribe(broken);
    world.commits$.subscribe(broken);
    world.entries$.subscribe(broken);
    engine.commits$.subscribe(broken);
    world.scheduler.schedule(broken, 10);
    world.events$.subscribe(({ position }) => log.push(`${position}`));
    await happen();
    await world.advance({ byMs: 20 });
    await happen();
    await quiet();
    expect(log).toEqual(['1', '2', '3']);
    expect(failed.toSorted()).toEqual([
      'engine: Error: broken',
      ...Array.from({ length: 5 }, () => 'w: Error: broken'),
    ]);
  });

  it('are let go when the world ends', async () => {
    for (const stream$ of [world.commits$, world.entries$, world.events$, world.history$()]) {
      (stream$ as typeof world.events$).subscribe({ complete: () => log.push('end') });
    }
    await engine.remove('w');
    expect(log).toEqual(['end', 'end', 'end', 'end']);
  });
});

it('a commit that only seemed lost runs the work that it reached, and its events are in the history', async () => {
  const inner = createMemoryStore();
  let failure: StoreError | undefined;
  const store: EventStore = {
    ...inner,
    append: async (batch) => {
      await inner.append(batch);
      if (failure !== undefined) throw failure;
    },
  };
  const engineOfStore = await openEngine({ store, host });
  const created = await engineOfStore.create(recordOf('w'));
  created.history$().subscribe(({ event }) => log.push(event.type));
  timer(500, created.scheduler).subscribe(() => log.push('work'));
  failure = new StoreError('unavailable', 'busy');
  await expect(send(created, createWalletSet())).rejects.toThrow('busy');
  await expect(created.advance({ byMs: 1_000 })).rejects.toThrow('busy');
  failure = undefined;
  const { nowMs } = await created.describe();
  await quiet();
  expect(created.scheduler.now()).toBe(nowMs);
  expect(log.sort()).toEqual(['EntitySecretAdopted', 'WalletSetCreated', 'work']);
  await engineOfStore.close();
});
