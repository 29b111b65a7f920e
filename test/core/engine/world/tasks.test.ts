// The tasks of a world: commands and queries, moves of time in each clock mode, changes of the clock.

import { describe, expect, it } from 'vitest';
import type { States } from '../../../../core/engine/registry.ts';
import { instantMsMax } from '../../../../core/engine/world/virtual-clock.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import {
  drainEventLoop,
  runningWorld,
  send,
  walletSetCount,
  startTransfers,
  stateOf,
} from '../../../support/engine/running-world.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';

describe('commands and queries', () => {
  it('are answered once all events that the answer reflects are stored', async () => {
    const { world, control, stored } = await runningWorld();
    const log: string[] = [];
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    void send(world, createWalletSet()).then(({ ok }) => log.push(`answered ${ok}`));
    world.events$.subscribe(({ event }) => log.push(event.type));
    await drainEventLoop();
    expect(log).toEqual([]);
    expect(await stored()).toEqual([]);
    open();
    await drainEventLoop();
    expect(log).toEqual(['EntitySecretAdopted', 'WalletSetCreated', 'answered true']);
    expect(await stored()).toMatchObject([{ input: { n: 1, kind: 'command' } }]);
  });

  it('let a query see earlier commands, and be answered once these are stored', async () => {
    const { world, control } = await runningWorld();
    const seen: number[] = [];
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    void send(world, createWalletSet());
    void world.read(walletSetCount).then((count) => seen.push(count));
    await drainEventLoop();
    expect(seen).toEqual([]);
    open();
    await drainEventLoop();
    expect(seen).toEqual([1]);
  });

  it('append no input for a query', async () => {
    const { world, stored } = await runningWorld();
    expect(await world.read(walletSetCount)).toBe(0);
    expect(await stored()).toEqual([]);
  });

  it('answer a command from the state right after it', async () => {
    const { world } = await runningWorld();
    const counts = [1, 2, 3].map(() =>
      world.send({
        domain: 'wallet',
        prepare: () => ({ command: createWalletSet() }),
        respond: (_outcome, states) => walletSetCount(states),
      }),
    );
    expect(await Promise.all(counts)).toEqual([1, 2, 3]);
  });

  it('pass to a request whether a nonce was used before', async () => {
    const { world, stored } = await runningWorld();
    const used: boolean[] = [];
    const request = {
      domain: 'wallet',
      prepare: (_states: States, isUsed: (nonce: string) => boolean) => {
        used.push(isUsed('ciphertext'));
        return { command: createWalletSet(), nonce: 'ciphertext' };
      },
      respond: () => undefined,
    } as const;
    await Promise.all([world.send(request), world.send(request)]);
    expect(used).toEqual([false, true]);
    expect(await stored()).toMatchObject([{ input: { nonce: 'ciphertext' } }, { input: { n: 2 } }]);
  });
});

describe('time in skip mode', () => {
  it('moves to the next progress due of the subjects that a query waits for, and no further', async () => {
    const { world, stored } = await runningWorld('skip');
    const [first, second] = await startTransfers(world);
    const inputs = (await stored()).length;
    expect(await world.read(stateOf(second), () => [second])).toBe('CLEARED');
    expect(await world.read(stateOf(second), () => [second])).toBe('QUEUED');
    expect(world.nowMs()).toBe(epochMs + 400);
    expect(await world.read(stateOf(first))).toBe('QUEUED');
    expect((await stored()).slice(inputs)).toMatchObject([
      { input: { kind: 'time', atMs: epochMs + 200 } },
      { input: { kind: 'time', atMs: epochMs + 400 } },
    ]);
  });

  it('stands still for a query without subjects', async () => {
    const { world } = await runningWorld('skip');
    const [first] = await startTransfers(world);
    expect(await world.read(stateOf(first))).toBe('INITIATED');
    expect(await world.read(stateOf(first), () => [])).toBe('INITIATED');
    expect(world.nowMs()).toBe(epochMs);
  });

  it('moves to the next due of any subject if the given ones have none', async () => {
    const { world } = await runningWorld('skip');
    const [first] = await startTransfers(world);
    expect(await world.read(stateOf(first), () => ['another subject'])).toBe('CLEARED');
  });

  it('jumps to the next progress due at a tick', async () => {
    const { world } = await runningWorld('skip');
    const [first] = await startTransfers(world);
    expect(world.nextTickMs()).toBe(epochMs + 200);
    void world.tick();
    expect(await world.read(stateOf(first))).toBe('CLEARED');
    expect(world.nowMs()).toBe(epochMs + 200);
  });
});

describe('time in real mode', () => {
  it('fires the dues up to now before a query', async () => {
    const { world, pass, stored } = await runningWorld('real');
    const [first] = await startTransfers(world);
    const inputs = (await stored()).length;
    pass(399);
    expect(await world.read(stateOf(first))).toBe('CLEARED');
    pass(1);
    expect(await world.read(stateOf(first))).toBe('QUEUED');
    expect((await stored()).slice(inputs)).toMatchObject([
      { input: { kind: 'time', atMs: epochMs + 399 } },
      { input: { kind: 'time', atMs: epochMs + 400 } },
    ]);
  });

  it('appends no input for a query before the next due', async () => {
    const { world, pass, stored } = await runningWorld('real');
    const [first] = await startTransfers(world);
    const inputs = (await stored()).length;
    pass(199);
    expect(await world.read(stateOf(first), () => [first])).toBe('INITIATED');
    expect((await world.describe()).nowMs).toBe(epochMs + 199);
    expect((await stored()).length).toBe(inputs);
  });

  it('fires all dues up to the instant of a query, also those that become due while it begins', async () => {
    const { world, hostTime } = await runningWorld('real');
    await startTransfers(world);
    hostTime.msPerLook = 1;
    const early: number[] = [];
    const observed = world.observedBy({
      afterTask: ({ atMs }) => {
        const dueMs = world.nextTickMs();
        if (dueMs !== undefined && dueMs <= atMs) early.push(atMs);
      },
      onRequestId: (taken) => taken,
    });
    for (let count = 0; count < 1_500; count += 1) await observed.read(walletSetCount);
    expect(early).toEqual([]);
  });

  it('fires the dues up to its instant before a command', async () => {
    const { world, pass, stored } = await runningWorld('real');
    await startTransfers(world);
    pass(250);
    await send(world, createWalletSet());
    const events = (await stored()).at(-1)?.events ?? [];
    expect(events.map(({ event, atMs }) => [event.type, atMs - epochMs])).toEqual([
      ['TransactionCleared', 200],
      ['TransactionCleared', 200],
      ['WalletSetCreated', 250],
    ]);
  });

  it('fires the dues up to its instant at a tick, and returns the instant of the next useful tick', async () => {
    const { world, pass } = await runningWorld('real');
    await startTransfers(world);
    expect(world.nextTickMs()).toBe(epochMs + 200);
    pass(300);
    void world.tick();
    expect(world.nextTickMs()).toBe(epochMs + 400);
    await world.describe();
  });
});

describe('advance', () => {
  it.each(['frozen', 'skip', 'real'] as const)('moves time by or to in %s mode', async (mode) => {
    const { world } = await runningWorld(mode);
    const [first] = await startTransfers(world);
    expect(await world.advance({ byMs: 250 })).toEqual({
      ok: true,
      value: { nowMs: epochMs + 250, fired: 2, events: 2 },
    });
    expect(await world.read(stateOf(first))).toBe('CLEARED');
    const to = await world.advance({ toMs: epochMs + 400 });
    expect(to).toMatchObject({ ok: true, value: { nowMs: epochMs + 400, fired: 2 } });
    expect(world.nowMs()).toBe(epochMs + 400);
  });

  it('runs until no progress due is left, and no further', async () => {
    const { world } = await runningWorld();
    const [first, second] = await startTransfers(world);
    const outcome = await world.advance({ untilIdle: true, maxMs: 3_600_000 });
    expect(await world.read(stateOf(first))).toBe('COMPLETE');
    expect(await world.read(stateOf(second))).toBe('COMPLETE');
    const lastMs = await world.read(({ wallet }) => wallet.transactions.get(second)?.updatedMs);
    expect(outcome).toMatchObject({ ok: true, value: { nowMs: lastMs } });
    expect((await world.describe()).pendingDues).toBe(0);
  });

  it('stops at maxMs', async () => {
    const { world } = await runningWorld();
    const [first] = await startTransfers(world);
    await world.advance({ untilIdle: true, maxMs: 399 });
    expect(await world.read(stateOf(first))).toBe('CLEARED');
    expect(world.nowMs()).toBeLessThanOrEqual(epochMs + 399);
    await world.advance({ untilIdle: true, maxMs: 399 });
    expect(await world.read(stateOf(first))).toBe('QUEUED');
  });

  it('refuses to go back and past the end of time', async () => {
    const { world, stored } = await runningWorld();
    await world.advance({ byMs: 1_000 });
    const back = { ok: false, error: { code: 'TIME_GOES_BACK', nowMs: epochMs + 1_000 } };
    expect(await world.advance({ toMs: epochMs + 999 })).toEqual(back);
    expect(await world.advance({ byMs: -1 })).toEqual(back);
    const ends = { ok: false, error: { code: 'TIME_ENDS', nowMs: epochMs + 1_000 } };
    expect(await world.advance({ toMs: instantMsMax + 1 })).toEqual(ends);
    expect(await world.advance({ byMs: instantMsMax })).toEqual(ends);
    expect(world.nowMs()).toBe(epochMs + 1_000);
    expect((await stored()).length).toBe(1);
    expect((await world.advance({ toMs: instantMsMax })).ok).toBe(true);
  });
});

describe('setClock', () => {
  it('is an input, and takes effect from then on', async () => {
    const { world, pass, stored } = await runningWorld('real');
    pass(100);
    await world.setClock({ mode: 'frozen', rate: 1 });
    pass(100);
    expect(world.clock()).toEqual({ mode: 'frozen', rate: 1 });
    expect(world.nowMs()).toBe(epochMs + 100);
    expect(world.nextTickMs()).toBeUndefined();
    expect(await stored()).toMatchObject([
      { input: { kind: 'clock', atMs: epochMs + 100, clock: { mode: 'frozen' } } },
    ]);
  });
});
