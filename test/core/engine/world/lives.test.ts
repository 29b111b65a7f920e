// Lives of transactions in a running world. The law is in test/properties/entity-lives.property.test.ts.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../../core/engine/engine.ts';
import { ofType } from '../../../../core/engine/of-type.ts';
import { domains } from '../../../../core/engine/registry.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import { StoreError, type EventStore } from '../../../../core/ports/event-store.ts';
import { host, recordOf, send } from '../../../support/engine/reopened-store.ts';
import { drainEventLoop, startTransfers } from '../../../support/engine/running-world.ts';
import { accelerate, createWalletSet, transfer } from '../../../support/wallet/commands.ts';

let engine: Engine;
let world: World;
let failure: StoreError | undefined;
let unreadable: StoreError | undefined;
let one: string;
let other: string;
let log: string[];

beforeEach(async () => {
  log = [];
  failure = undefined;
  unreadable = undefined;
  const inner = createMemoryStore();
  const store: EventStore = {
    ...inner,
    append: (batch) => (failure === undefined ? inner.append(batch) : Promise.reject(failure)),
    read: (...query) =>
      unreadable === undefined ? inner.read(...query) : Promise.reject(unreadable),
  };
  engine = await openEngine({ store, host });
  world = await engine.create(recordOf('w'));
  [one, other] = await startTransfers(world);
});
afterEach(() => engine.close());

const note = (of: World, id?: string) =>
  of.transactions$(id).subscribe({
    next: ({ id: of, state, event }) =>
      log.push(`${of === one ? 'one' : 'other'} ${state} ${event ?? 'now'}`),
    error: (error: unknown) => log.push(String(error)),
    complete: () => log.push('end'),
  });

const life = [
  'one CLEARED TransactionCleared',
  'one QUEUED TransactionQueued',
  'one SENT TransactionSent',
  'one CONFIRMED TransactionConfirmed',
  'one COMPLETE TransactionCompleted',
  'end',
];

describe('the life of a transaction', () => {
  it('begins with its present state and ends with a final one', async () => {
    note(world, one);
    await drainEventLoop();
    expect(log).toEqual(['one INITIATED now']);
    await world.advance({ byMs: 600_000 });
    expect(log).toEqual(['one INITIATED now', ...life]);
  });

  it('begins with the present state for a late observer, beside an early one', async () => {
    note(world, other);
    await world.advance({ byMs: 400 });
    log = [];
    note(world, one);
    await drainEventLoop();
    expect(log).toEqual(['one QUEUED now']);
    await world.advance({ byMs: 600_000 });
    log = [];
    note(world, one);
    await drainEventLoop();
    expect(log).toEqual(['one COMPLETE now', 'end']);
  });

  it('waits for a transaction that does not exist yet', async () => {
    const fork = await engine.fork('w', { name: 'fork' });
    const walletId = await fork.read(({ wallet }) => wallet.wallets.at(0)?.id ?? '');
    await send(fork, transfer(walletId));
    const id = await fork.read(({ wallet }) => [...wallet.transactions.values()].at(-1)?.id ?? '');
    note(world, id);
    await drainEventLoop();
    expect(log).toEqual([]);
    await send(world, transfer(walletId));
    expect(log).toEqual(['other INITIATED TransferInitiated']);
  });

  it('shows why it is stuck, and its replacement', async () => {
    const values: unknown[] = [];
    const attempts = new Set<string | undefined>();
    await world.advance({ byMs: 600_000 });
    const walletId = await world.read(({ wallet }) => wallet.wallets.at(0)?.id ?? '');
    await send(world, transfer(walletId, { fee: { feeLevel: 'LOW' } }));
    const id = await world.read(
      ({ wallet }) =>
        [...wallet.transactions.values()].find((it) => it.state === 'INITIATED')?.id ?? '',
    );
    await world.advance({ byMs: 1_100 });
    world.transactions$(id).subscribe(({ state, event, maxFee, baseFee, attempt }) => {
      values.push([state, event, Number(maxFee) < Number(baseFee) ? 'too low' : 'enough']);
      attempts.add(attempt);
    });
    world.events$.pipe(ofType('TransactionStuck')).subscribe(({ event: { transactionId } }) => {
      if (transactionId === id) void send(world, accelerate(id));
    });
    await send(world, { type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: '8' });
    await world.advance({ byMs: 150_000 });
    await drainEventLoop();
    expect(values).toEqual([
      ['SENT', undefined, 'enough'],
      ['STUCK', 'TransactionStuck', 'too low'],
      ['SENT', 'TransactionAccelerated', 'enough'],
    ]);
    expect(attempts.size).toBe(2);
  });

  it('of a fork begins with the past of its parent', async () => {
    await world.advance({ byMs: 400 });
    const fork = await engine.fork('w', { name: 'fork' });
    note(fork, one);
    await drainEventLoop();
    expect(log).toEqual(['one QUEUED now']);
  });

  it.each([
    ['removed', () => engine.remove('w')],
    ['reset', () => engine.reset('w')],
  ])('ends when its world is %s', async (_how, end) => {
    note(world, one);
    await drainEventLoop();
    await end();
    note(world, one);
    await drainEventLoop();
    expect(log).toEqual(['one INITIATED now', 'end', 'end']);
  });

  it('has no states of a lost commit, and continues', async () => {
    failure = new StoreError('unavailable', 'busy');
    const lost = world.advance({ byMs: 400 });
    note(world, one); // its fork is lost with the commit, and created again
    await expect(lost).rejects.toThrow('busy');
    failure = undefined;
    await drainEventLoop();
    expect(log).toEqual(['one INITIATED now']);
    await world.advance({ byMs: 600_000 });
    expect(log).toEqual(['one INITIATED now', ...life]);
  });

  it('ends with a world that could not be read again after a loss', async () => {
    failure = new StoreError('unavailable', 'busy');
    unreadable = failure;
    const lost = world.advance({ byMs: 400 });
    note(world, one);
    await expect(lost).rejects.toThrow('busy');
    await drainEventLoop();
    failure = undefined;
    unreadable = undefined;
    await engine.remove('w');
    await drainEventLoop();
    expect(log).toEqual(['end']);
  });
});

describe('the lives of all transactions', () => {
  it('begin with those that are not final', async () => {
    await world.advance({ byMs: 600_000 });
    const walletId = await world.read(({ wallet }) => wallet.wallets.at(0)?.id ?? '');
    await send(world, transfer(walletId));
    log = [];
    note(world);
    await drainEventLoop();
    expect(log).toEqual(['other INITIATED now']);
  });

  it('are folded once for any number of observers, and not at all without observers', async () => {
    const evolve = vi.spyOn(domains.wallet.decider, 'evolve');
    await send(world, createWalletSet());
    const alone = evolve.mock.calls.length;
    const all = Array.from({ length: 1_000 }, (_, index) =>
      note(world, index % 2 === 0 ? one : undefined),
    );
    await drainEventLoop();
    evolve.mockClear();
    await send(world, createWalletSet());
    expect(evolve.mock.calls.length).toBe(2 * alone);
    for (const subscription of all) subscription.unsubscribe();
    evolve.mockClear();
    await send(world, createWalletSet());
    expect(evolve.mock.calls.length).toBe(alone);
    evolve.mockRestore();
  });
});
