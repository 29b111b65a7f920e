import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import { StoreError, type Append, type EventStore } from '../../../core/ports/event-store.ts';
import {
  createPrinter,
  openShopEngine,
  order,
  drainEventLoop,
  sendToShop,
  shopRecord,
} from '../../support/engine/fake-oracle.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { host, recordOf, send } from '../../support/engine/reopened-store.ts';
import { createWallets, createWalletSet, transfer } from '../../support/wallet/commands.ts';

const walletSetCount = (world: World) => world.read(({ wallet }) => wallet.walletSets.size);

/** Creates a wallet set and a funded wallet, and starts a transfer. */
async function begin(world: World): Promise<void> {
  await send(world, createWalletSet());
  const setId = await world.read(({ wallet }) => wallet.walletSets.at(0)?.id ?? '');
  await send(world, createWallets(setId));
  const walletId = await world.read(({ wallet }) => wallet.wallets.at(0)?.id ?? '');
  await send(world, { type: 'FundWallet', walletId, amounts: { native: '10', usdc: '100' } });
  await send(world, transfer(walletId));
  await world.advance({ byMs: 300 });
}

/** The description of a world without its record, to compare two processes. */
async function show(world: World | undefined) {
  if (world === undefined) throw new Error('There is no such world.');
  const { record: _record, ...view } = await world.describe();
  return view;
}

/** A store that can be opened again after a close, and records its batches of appends. */
function watchedStore() {
  const inner = createMemoryStore();
  const batches: (readonly Append[])[] = [];
  const control: { failure?: Error | undefined; isClosed: boolean } = { isClosed: false };
  const store: EventStore = {
    ...inner,
    async append(batch) {
      if (control.failure !== undefined) throw control.failure;
      const refused = await inner.append(batch);
      batches.push(batch);
      return refused;
    },
    close: async () => void (control.isClosed = true),
  };
  return { store, batches, control };
}

describe('openEngine', () => {
  it('runs many independent worlds', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host });
    const a = await engine.create(recordOf('a'));
    const b = await engine.create(recordOf('b'));
    const c = await engine.create(recordOf('c', { seed: 'other' }));
    await begin(a);
    expect(await walletSetCount(b)).toBe(0);
    expect((await show(b)).nowMs).toBe(epochMs);
    for (const world of [b, c]) await begin(world);
    expect((await show(b)).digest).toBe((await show(a)).digest);
    expect((await show(c)).digest).not.toBe((await show(a)).digest);
    expect(engine.worlds().map(({ record }) => record.name)).toEqual(['a', 'b', 'c']);
    expect(engine.world('b')).toBe(b);
    expect(engine.world('d')).toBeUndefined();
  });

  it('commits the entries of all worlds in one batch', async () => {
    const { store, batches } = watchedStore();
    const engine = await openEngine({ store, host });
    const [a, b] = [await engine.create(recordOf('a')), await engine.create(recordOf('b'))];
    await Promise.all([
      send(a, createWalletSet()),
      send(b, createWalletSet()),
      send(a, createWalletSet()),
    ]);
    expect(batches.map((batch) => batch.map(({ world, entries }) => [world, entries.length]))) //
      .toEqual([
        [
          ['a', 2],
          ['b', 1],
        ],
      ]);
  });

  it('reports worlds as they start and entries as they are stored', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host });
    const log: string[] = [];
    engine.started$.subscribe(({ record }) => log.push(`${record.name} started`));
    engine.commits$.subscribe(({ world, entries }) => {
      for (const { input } of entries) log.push(`${world.record.name} ${input.n}`);
    });
    const a = await engine.create(recordOf('a'));
    await send(a, createWalletSet());
    const b = await engine.create(recordOf('b'));
    await send(b, createWalletSet());
    await send(a, createWalletSet());
    expect(log).toEqual(['a started', 'a 1', 'b started', 'b 1', 'a 2']);
  });

  it('shows the state of a world now, and as it was', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host });
    const world = await engine.create(recordOf('a'));
    await send(world, createWalletSet());
    const { position } = await world.describe();
    await send(world, createWalletSet());
    const now = await engine.state('a', undefined, { limit: 1 });
    expect(now.position).toBeGreaterThan(position);
    expect((await engine.state('a', { position }, { limit: 1 })).position).toBe(position);
  });

  it('completes its streams on request, also for later observers', async () => {
    const engine = await openEngine({ store: createMemoryStore(), host });
    const ended: string[] = [];
    engine.commits$.subscribe({ complete: () => ended.push('commits') });
    await engine.close();
    expect(ended).toEqual([]);
    engine.endStreams();
    engine.started$.subscribe({ complete: () => ended.push('starts, observed later') });
    expect(ended).toEqual(['commits', 'starts, observed later']);
  });

  it('continues every world of a failed commit from its stored state', async () => {
    const { store, control } = watchedStore();
    const engine = await openEngine({ store, host });
    const [a, b] = [await engine.create(recordOf('a')), await engine.create(recordOf('b'))];
    await send(a, createWalletSet());
    control.failure = new StoreError('unavailable', 'disk full');
    const lost = [send(a, createWalletSet()), send(b, createWalletSet())];
    for (const outcome of await Promise.allSettled(lost)) expect(outcome.status).toBe('rejected');
    control.failure = undefined;
    expect([await walletSetCount(a), await walletSetCount(b)]).toEqual([1, 0]);
    await send(b, createWalletSet());
    expect((await show(b)).digest).toBe((await show(a)).digest);
  });

  it('reports which world broke, and continues the others', async () => {
    const reports: string[] = [];
    const engine = await openEngine({
      store: createMemoryStore(),
      host,
      onBroken: (error, view) => reports.push(`${view.name}: ${error.message}`),
    });
    const [a, b] = [await engine.create(recordOf('a')), await engine.create(recordOf('b'))];
    const breaking = a.read(() => {
      throw new InvariantError('our bug');
    });
    await expect(breaking).rejects.toThrow('our bug');
    expect(reports).toEqual(['a: our bug']);
    await expect(walletSetCount(a)).rejects.toThrow('our bug');
    expect(await walletSetCount(b)).toBe(0);
  });

  it.each(['frozen', 'real'] as const)(
    'reports nothing of an oracle that ends after it, in mode %s',
    async (mode) => {
      const { asked, oracles } = createPrinter();
      const reports: string[] = [];
      const engine = await openShopEngine({
        oracles,
        onBroken: (error) => reports.push(error.message),
      });
      const world = await engine.create(shopRecord(mode));
      await sendToShop(world, order('a page', 0));
      const advanced = world.advance({ byMs: 0 }).catch(() => undefined);
      await drainEventLoop();
      await engine.close();
      for (const { finish } of asked) finish(new Error('the printer is gone'));
      await advanced;
      await drainEventLoop();
      expect([asked.length, reports]).toEqual([1, []]);
    },
  );
});

describe('an engine that is closed and opened again', () => {
  async function reopened(engine: Engine): Promise<Engine> {
    await engine.close();
    return openEngine({ store: engine.store, host });
  }

  it('resumes every world where it was, with the same digests as without a restart', async () => {
    const { store } = watchedStore();
    const engine = await openEngine({ store, host });
    for (const name of ['b', 'a']) await begin(await engine.create(recordOf(name)));
    const before = await show(engine.world('a'));
    const uninterrupted = await openEngine({ store: createMemoryStore(), host });
    await begin(await uninterrupted.create(recordOf('a')));

    const again = await reopened(engine);
    expect(again.worlds().map(({ record }) => record)).toEqual([recordOf('a'), recordOf('b')]);
    expect(await show(again.world('a'))).toEqual(before);
    for (const world of [again.world('a'), uninterrupted.world('a')]) {
      if (world === undefined) throw new Error('There is no world a.');
      await world.advance({ untilIdle: true, maxMs: 3_600_000 });
      await send(world, createWalletSet());
    }
    const [resumed, whole] = [await show(again.world('a')), await show(uninterrupted.world('a'))];
    expect(resumed).toEqual(whole);
    expect(resumed.digest).not.toBe(before.digest);
  });

  it('restores the last clock setting, and nonces', async () => {
    const { store } = watchedStore();
    const engine = await openEngine({ store, host });
    const world = await engine.create(recordOf('a'));
    await world.send({
      domain: 'wallet',
      prepare: () => ({ command: createWalletSet(), nonce: 'once' }),
      respond: () => undefined,
    });
    await world.setClock({ mode: 'real', rate: 60 });
    const again = (await reopened(engine)).world('a');
    expect(again?.clock()).toEqual({ mode: 'real', rate: 60 });
    const used = await again?.send({
      domain: 'wallet',
      prepare: (_states, isUsed) => ({ command: createWalletSet(), nonce: `${isUsed('once')}` }),
      respond: () => undefined,
    });
    expect(used).toBeUndefined();
    const last = (await store.read('a', 3, 1))[0];
    expect(last?.input).toMatchObject({ nonce: 'true' });
  });

  it('stores pending entries before it closes the store', async () => {
    const { store, control, batches } = watchedStore();
    const engine = await openEngine({ store, host });
    const world = await engine.create(recordOf('a'));
    const log: string[] = [];
    void send(world, createWalletSet()).then(() => log.push(`answered, ${control.isClosed}`));
    await engine.close();
    expect(control.isClosed).toBe(true);
    expect(batches.length).toBe(1);
    expect(log).toEqual(['answered, false']);
  });

  it('does not open while one of its worlds cannot be read', async () => {
    const { store } = watchedStore();
    const engine = await openEngine({ store, host });
    await begin(await engine.create(recordOf('a')));
    await begin(await engine.create(recordOf('b')));
    const read: EventStore['read'] = async (world, from, limit) =>
      (await store.read(world, from, limit)).filter(({ input }) => world !== 'b' || input.n !== 2);
    const opening = openEngine({ store: { ...store, read }, host });
    await expect(opening).rejects.toThrow("The log of world 'b' is damaged: input 2 is missing.");
  });
});
