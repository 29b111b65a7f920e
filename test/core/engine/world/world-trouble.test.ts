// What a world does when something goes wrong inside it or below it: nothing is left half done.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/memory/event-store.ts';
import { createGroupCommit } from '../../../../core/engine/group-commit.ts';
import { emptyBaseline } from '../../../../core/engine/history/journal.ts';
import { OverloadError } from '../../../../core/engine/world/mailbox.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import { initialWorld } from '../../../../core/engine/world-state.ts';
import type { ClockMode } from '../../../../core/kernel/input.ts';
import type { InvariantError } from '../../../../core/kernel/invariant.ts';
import { StoreError, type EventStore } from '../../../../core/ports/event-store.ts';
import type { WalletCommand } from '../../../../core/wallet/commands.ts';
import { epochMs, hash, rules } from '../../../support/pure-world.ts';
import { load, runWorld } from '../../../support/stored-world.ts';
import { createWallets, createWalletSet, transfer } from '../../../support/wallet.ts';

const turn = () => new Promise<void>((done) => setImmediate(done));

async function quiet(): Promise<void> {
  for (let index = 0; index < 5; index += 1) await turn();
}

async function setUp(mode: ClockMode = 'frozen') {
  const kept = createMemoryStore();
  const fails: { append: number; read: number; gate?: Promise<void> } = { append: 0, read: 0 };
  const store: EventStore = {
    ...kept,
    append: async (batch) => {
      if (fails.append > 0) {
        fails.append -= 1;
        throw new StoreError('unavailable', 'disk full');
      }
      return kept.append(batch);
    },
    read: async (name, from, limit) => {
      await fails.gate;
      if (fails.read > 0) {
        fails.read -= 1;
        throw new StoreError('unavailable', 'busy');
      }
      return kept.read(name, from, limit);
    },
  };
  const hostTime = { nowMs: 1_000 };
  const clock = { mode, rate: 1 };
  const record = { name: 'w', seed: 's', epochMs, ids: 'ordinal', clock, config: null } as const;
  await store.create(record);
  const broken: InvariantError[] = [];
  const world = runWorld(store, record, {
    host: { hash, monotonicMs: () => hostTime.nowMs, defer: setImmediate },
    onBroken: (error) => broken.push(error),
  });
  const resumed = async () => (await load(kept, record)).world;
  return { world, fails, broken, resumed, hostTime };
}

const send = (world: World, command: WalletCommand) =>
  world.send({ domain: 'wallet', prepare: () => ({ command }), respond: (outcome) => outcome });

/** Starts a transfer, which has its first due 200 ms later. */
async function start(world: World): Promise<void> {
  await send(world, createWalletSet());
  const setId = await world.read(({ wallet }) => wallet.walletSets.at(0)?.id ?? '');
  await send(world, createWallets(setId));
  const walletId = await world.read(({ wallet }) => wallet.wallets.at(0)?.id ?? '');
  await send(world, { type: 'FundWallet', walletId, amounts: { native: '10', usdc: '100' } });
  await send(world, transfer(walletId));
}

const prepareBadly = (world: World) =>
  world.send({
    domain: 'wallet',
    prepare: () => {
      throw new TypeError('a bug of an adapter');
    },
    respond: () => undefined,
  });

describe('a world in which something unexpected is thrown', () => {
  it('stops there, says so once, and leaves a log that can be read', async () => {
    const { world, broken, resumed, hostTime } = await setUp('real');
    await start(world);
    const before = await world.describe();
    hostTime.nowMs += 5_000; // dues fire in the turn that breaks, and none of it is stored
    await expect(prepareBadly(world)).rejects.toThrow(/a bug of an adapter/);
    await expect(send(world, createWalletSet())).rejects.toThrow(/a bug of an adapter/);
    expect(broken).toHaveLength(1);
    expect((await resumed()).digest).toBe(before.digest);
  });

  it('is left alone by pacing', async () => {
    const { world } = await setUp('real');
    await start(world);
    expect(world.nextTickMs()).toBe(epochMs + 200);
    await expect(prepareBadly(world)).rejects.toThrow();
    expect(world.nextTickMs()).toBeUndefined();
  });
});

describe('a world whose commit failed', () => {
  it('tries again to come back with the next request, where it could not at once', async () => {
    const { world, fails, resumed } = await setUp();
    await start(world);
    const before = await world.describe();
    fails.append = 1;
    fails.read = 1;
    await expect(send(world, createWalletSet())).rejects.toThrow('disk full');
    await quiet();
    await expect(world.describe()).rejects.toThrow(/cannot be read/);
    await quiet();
    expect((await world.describe()).digest).toBe(before.digest);
    expect(await send(world, createWalletSet())).toMatchObject({ ok: true });
    expect((await resumed()).digest).toBe((await world.describe()).digest);
  });

  it('does not go where a lost advance would have gone, in real mode either', async () => {
    const { world, fails, hostTime } = await setUp('real');
    await start(world);
    fails.append = 1;
    await expect(world.advance({ byMs: 86_400_000 })).rejects.toThrow('disk full');
    await quiet();
    hostTime.nowMs += 70;
    expect(world.nowMs()).toBe(epochMs + 70);
  });

  it('keeps an advance that was stored before', async () => {
    const { world, fails, hostTime } = await setUp('real');
    await start(world);
    await world.advance({ byMs: 60_000 });
    hostTime.nowMs += 30;
    fails.append = 1;
    await expect(send(world, createWalletSet())).rejects.toThrow('disk full');
    await quiet();
    expect(world.nowMs()).toBe(epochMs + 60_030);
  });

  it('takes no beats until it is back', async () => {
    const { world, fails } = await setUp('skip');
    await start(world);
    fails.append = 1;
    let open: () => void = () => undefined;
    fails.gate = new Promise((resolve) => (open = resolve));
    await expect(send(world, createWalletSet())).rejects.toThrow('disk full');
    expect(world.nextTickMs()).toBeUndefined();
    for (let index = 0; index < 50; index += 1) world.tick();
    open();
    await quiet();
    expect((await world.describe()).nowMs).toBe(epochMs);
    expect(world.nextTickMs()).toBe(epochMs + 200);
  });
});

describe('a change of the clock', () => {
  it('holds from the very instant that is journaled, whatever the host does meanwhile', async () => {
    const { world, resumed, hostTime } = await setUp('real');
    await start(world);
    let reads = 0;
    Object.defineProperty(hostTime, 'nowMs', { get: () => 1_000 + 37 * (reads += 1) });
    const { nowMs } = await world.setClock({ mode: 'frozen' });
    expect((await resumed()).nowMs).toBe(nowMs);
    expect(world.nowMs()).toBe(nowMs);
  });
});

describe('a store that does not keep up', () => {
  it('makes the world refuse more before it decides', async () => {
    const store: EventStore = {
      ...createMemoryStore(),
      append: () => new Promise(() => undefined),
    };
    const groupCommit = { ...createGroupCommit(store, setImmediate), hasRoom: () => false };
    const clock = { mode: 'frozen', rate: 1 } as const;
    const record = { name: 'w', seed: 's', epochMs, ids: 'ordinal', clock, config: null } as const;
    const state = initialWorld(record, rules);
    const loaded = { world: state, baseline: emptyBaseline, unverifiedInputs: 0 };
    const world = runWorld(store, record, { loaded, groupCommit });
    await expect(send(world, createWalletSet())).rejects.toThrow(OverloadError);
    expect(state.inputs).toBe(0);
  });
});
