// Several observers of a world: their order, commands that they send, and errors that they throw.

import { interval, merge, NEVER, throwError, timer } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../../core/engine/engine.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import { StoreError, type EventStore } from '../../../../core/ports/event-store.ts';
import { host, recordOf, send } from '../../../support/engine/reopened-store.ts';
import { drainEventLoop, startTransfers } from '../../../support/engine/running-world.ts';
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
  it('receive a commit first, then its events one by one', async () => {
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

  it('that subscribe inside an observer receive the events after the present one', async () => {
    const subscription = world.events$.subscribe(() => {
      subscription.unsubscribe();
      world.events$.subscribe(({ position }) => log.push(`inner ${position}`));
    });
    await Promise.all([happen(), happen()]);
    expect(log).toEqual(['inner 2', 'inner 3']);
  });

  it('may send commands, which are decided at once and observed after the present commit', async () => {
    world.events$.subscribe(({ position, event }) => {
      log.push(`${position} ${event.type}`);
      if (position !== 2) return;
      void happen().then(() => log.push('answered'));
      log.push(`${world.peek(({ wallet }) => wallet.walletSets.size)} sets`);
    });
    await Promise.all([happen(), happen()]);
    await drainEventLoop();
    expect(log).toEqual([
      '1 EntitySecretAdopted',
      '2 WalletSetCreated',
      '3 sets',
      '3 WalletSetCreated',
      '4 WalletSetCreated',
      'answered',
    ]);
  });

  it('that throw are reported and unsubscribed; the world and the others continue', async () => {
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
    await drainEventLoop();
    expect(log).toEqual(['1', '2', '3']);
    expect(failed.toSorted()).toEqual([
      'engine: Error: broken',
      ...Array.from({ length: 5 }, () => 'w: Error: broken'),
    ]);
  });

  it('that throw behind a creation function of rxjs are reported and unsubscribed, if guarded', async () => {
    const work = () => {
      log.push('work');
      broken();
    };
    world.guarded(interval(1_000, world.scheduler)).subscribe(work);
    world.guarded(merge(world.events$, NEVER)).subscribe(work);
    world.guarded(throwError(() => new Error('unhandled'))).subscribe();
    await happen();
    await world.advance({ byMs: 3_000 });
    await happen();
    await drainEventLoop();
    expect(log).toEqual(['work', 'work']);
    expect(failed).toEqual(['w: Error: unhandled', 'w: Error: broken', 'w: Error: broken']);
  });

  it('are completed when the world ends', async () => {
    for (const stream$ of [world.commits$, world.entries$, world.events$, world.history$()]) {
      (stream$ as typeof world.events$).subscribe({ complete: () => log.push('end') });
    }
    await engine.remove('w');
    expect(log).toEqual(['end', 'end', 'end', 'end']);
  });
});

describe('a commit that only seemed lost', () => {
  let failure: StoreError | undefined;
  beforeEach(async () => {
    await engine.close();
    const inner = createMemoryStore();
    const store: EventStore = {
      ...inner,
      append: async (batch) => {
        const refused = await inner.append(batch);
        if (failure !== undefined) throw failure;
        return refused;
      },
    };
    engine = await openEngine({ store, host });
    world = await engine.create(recordOf('w'));
    failure = new StoreError('unavailable', 'busy');
  });

  it('is announced when it is found in the store, to all observers in their order', async () => {
    engine.commits$.subscribe(({ entries }) => log.push(`engine ${entries.length}`));
    world.entries$.subscribe(({ input }) => log.push(`entry ${input.n}`));
    world.events$.subscribe(({ position }) => log.push(`event ${position}`));
    world.history$().subscribe(({ position }) => log.push(`history ${position}`));
    const sets = () => world.peek(({ wallet }) => wallet.walletSets.size);
    world.events$.subscribe(({ position }) => log.push(`${sets()} at ${position}`));
    await expect(Promise.all([happen(), happen()])).rejects.toThrow('busy');
    failure = undefined;
    await drainEventLoop();
    expect(log).toEqual([
      'engine 2',
      'entry 1',
      'entry 2',
      ...[1, 2, 3].flatMap((place) => [`event ${place}`, `history ${place}`, `2 at ${place}`]),
    ]);
    log = [];
    await happen();
    expect(log).toEqual(['engine 1', 'entry 3', 'event 4', 'history 4', '3 at 4']);
  });

  it('runs the work that it reached, between its events', async () => {
    failure = undefined;
    await startTransfers(world);
    failure = new StoreError('unavailable', 'busy');
    world.events$.subscribe(({ event }) => log.push(event.type));
    timer(300, world.scheduler).subscribe(() => log.push('work'));
    await expect(world.advance({ byMs: 400 })).rejects.toThrow('busy');
    failure = undefined;
    const { nowMs } = await world.describe();
    expect(world.scheduler.now()).toBe(nowMs);
    expect(log).toEqual([
      'TransactionCleared',
      'TransactionCleared',
      'work',
      'TransactionQueued',
      'TransactionQueued',
    ]);
  });
});
