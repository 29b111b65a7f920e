import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/memory/event-store.ts';
import { OverloadError, queueLengthMax } from '../../../../core/engine/world/mailbox.ts';
import type { States } from '../../../../core/engine/registry.ts';
import { instantMsMax } from '../../../../core/engine/world/virtual-clock.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import type { ClockMode, JournalEntry } from '../../../../core/kernel/input.ts';
import { InvariantError } from '../../../../core/kernel/invariant.ts';
import { StoreError, type EventStore } from '../../../../core/ports/event-store.ts';
import type { WalletCommand } from '../../../../core/wallet/commands.ts';
import { epochMs, hash } from '../../../support/pure-world.ts';
import { runWorld } from '../../../support/stored-world.ts';
import { createWallets, createWalletSet, transfer } from '../../../support/wallet.ts';

const turn = () => new Promise<void>((done) => setImmediate(done));

async function quiet(): Promise<void> {
  for (let index = 0; index < 5; index += 1) await turn();
}

const diskFull = new StoreError('unavailable', 'disk full');

interface Control {
  /** While set, appends wait for it; what they do then is decided afterwards. */
  gate?: Promise<void> | undefined;
  /** While set, reads of the store wait for it, and so does a reload. */
  readGate?: Promise<void> | undefined;
  failure?: Error | undefined;
}

async function setUp(mode: ClockMode = 'frozen', seed = 'test') {
  const kept = createMemoryStore();
  const control: Control = {};
  const store: EventStore = {
    ...kept,
    append: async (batch) => {
      await control.gate;
      if (control.failure !== undefined) throw control.failure;
      return kept.append(batch);
    },
    read: async (name, from, limit) => {
      await control.readGate;
      return kept.read(name, from, limit);
    },
  };
  const hostTime = { nowMs: 500, msPerLook: 0 };
  const monotonicMs = () => (hostTime.nowMs += hostTime.msPerLook);
  const host = { hash, monotonicMs, defer: setImmediate };
  const clock = { mode, rate: 1 };
  const record = { name: 'w', seed, epochMs, ids: 'ordinal', clock, config: null } as const;
  await store.create(record);
  const broken: InvariantError[] = [];
  const world = runWorld(store, record, { host, onBroken: (error) => broken.push(error) });
  const stored = () => kept.read('w', 1, 1_000);
  const pass = (ms: number) => void (hostTime.nowMs += ms);
  return { world, control, stored, broken, pass, hostTime };
}

const send = (world: World, command: WalletCommand) =>
  world.send({ domain: 'wallet', prepare: () => ({ command }), respond: (outcome) => outcome });

const setCount = ({ wallet }: States) => wallet.walletSets.size;

/** A set, two funded wallets and a transfer under way from each; the ids of the transfers. */
async function busy(world: World): Promise<[string, string]> {
  await send(world, createWalletSet());
  const setId = await world.read(({ wallet }) => wallet.walletSets.at(0)?.id ?? '');
  await send(world, createWallets(setId, { count: 2 }));
  for (const ordinal of [0, 1]) {
    const walletId = await world.read(({ wallet }) => wallet.wallets.at(ordinal)?.id ?? '');
    await send(world, { type: 'FundWallet', walletId, amounts: { native: '10', usdc: '100' } });
    await send(world, transfer(walletId));
  }
  return world.read(({ wallet }) => {
    const outbound = [...wallet.transactions.values()].filter((it) => it.direction === 'OUTBOUND');
    return [outbound[0]?.id ?? '', outbound[1]?.id ?? ''];
  });
}

const stateOf =
  (id: string) =>
  ({ wallet }: States) =>
    wallet.transactions.get(id)?.state;

describe('a world that stores', () => {
  it('answers only when what it answers is stored', async () => {
    const { world, control, stored } = await setUp();
    const log: string[] = [];
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    void send(world, createWalletSet()).then(({ ok }) => log.push(`answered ${ok}`));
    world.events$.subscribe(({ event }) => log.push(event.type));
    await quiet();
    expect(log).toEqual([]);
    expect(await stored()).toEqual([]);
    open();
    await quiet();
    expect(log).toEqual(['EntitySecretAdopted', 'WalletSetCreated', 'answered true']);
    expect(await stored()).toMatchObject([{ input: { n: 1, kind: 'command' } }]);
  });

  it('lets a read see what was sent before it, and hold its answer until that is stored', async () => {
    const { world, control } = await setUp();
    const seen: number[] = [];
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    void send(world, createWalletSet());
    void world.read(setCount).then((count) => seen.push(count));
    await quiet();
    expect(seen).toEqual([]);
    open();
    await quiet();
    expect(seen).toEqual([1]);
  });

  it('makes no input of a read', async () => {
    const { world, stored } = await setUp();
    expect(await world.read(setCount)).toBe(0);
    expect(await stored()).toEqual([]);
  });

  it('makes an answer from the state right behind its own command', async () => {
    const { world } = await setUp();
    const counts = [1, 2, 3].map(() =>
      world.send({
        domain: 'wallet',
        prepare: () => ({ command: createWalletSet() }),
        respond: (_outcome, states) => setCount(states),
      }),
    );
    expect(await Promise.all(counts)).toEqual([1, 2, 3]);
  });

  it('tells a request whether a nonce came in before', async () => {
    const { world, stored } = await setUp();
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

describe('a turn of a world in real time', () => {
  it('is one moment, however long the host takes for it', async () => {
    const { world, pass } = await setUp('real');
    const seen = await world.read((_states, view) => {
      const first = [view().nowMs, world.nowMs()];
      pass(1_000);
      return [...first, view().nowMs, world.nowMs()];
    });
    expect(new Set(seen)).toEqual(new Set([epochMs]));
    expect(world.nowMs()).toBe(epochMs + 1_000);
    const told = await world.send({
      domain: 'wallet',
      prepare: () => {
        pass(1_000);
        return { command: createWalletSet() };
      },
      respond: (outcome, _states, view) => [outcome.ok && outcome.value[0]?.atMs, view().nowMs],
    });
    expect(new Set(told)).toEqual(new Set([epochMs + 1_000]));
  });
});

describe('a world whose commit fails', () => {
  it('gives the error to all who wait, goes back to what is stored and goes on', async () => {
    const { world, control, stored } = await setUp();
    const other = await setUp();
    const entries: JournalEntry[] = [];
    world.entries$.subscribe((entry) => entries.push(entry));
    await send(world, createWalletSet({ name: 'kept' }));
    control.failure = diskFull;
    const lost = [
      send(world, createWalletSet({ name: 'lost' })),
      world.read(setCount),
      world.advance({ byMs: 1_000 }),
    ];
    expect(await Promise.allSettled(lost)).toEqual(
      lost.map(() => ({ status: 'rejected', reason: diskFull })),
    );
    control.failure = undefined;
    expect(await world.read(setCount)).toBe(1);
    await send(world, createWalletSet({ name: 'after' }));

    await send(other.world, createWalletSet({ name: 'kept' }));
    await send(other.world, createWalletSet({ name: 'after' }));
    const [{ record: _one, ...view }, { record: _two, ...expected }] = [
      await world.describe(),
      await other.world.describe(),
    ];
    expect(view).toEqual(expected);
    expect(view.nowMs).toBe(epochMs);
    expect(await stored()).toEqual(entries);
    expect(entries.length).toBe(2);
  });

  it('loses what was decided on top of what is lost, and takes what comes later in order', async () => {
    const { world, control } = await setUp();
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    control.failure = diskFull;
    const first = send(world, createWalletSet()).catch((error: unknown) => error);
    await quiet(); // the first is being written now
    const second = send(world, createWalletSet()).catch((error: unknown) => error);
    open();
    expect(await Promise.all([first, second])).toEqual([diskFull, diskFull]);
    control.failure = undefined;
    const counts = await Promise.all([
      world.read(setCount),
      send(world, createWalletSet()).then(() => 'sent'),
      world.read(setCount),
    ]);
    expect(counts).toEqual([0, 'sent', 1]);
  });

  it('lets requests wait while it reloads, up to a maximum', async () => {
    const { world, control } = await setUp();
    let open: () => void = () => undefined;
    control.readGate = new Promise((resolve) => (open = resolve));
    control.failure = diskFull;
    await expect(send(world, createWalletSet())).rejects.toBe(diskFull);
    control.failure = undefined;
    const counts: number[] = [];
    const waiting = Array.from({ length: queueLengthMax }, () =>
      world.read(setCount).then((count) => counts.push(count)),
    );
    await expect(world.read(setCount)).rejects.toBeInstanceOf(OverloadError);
    await quiet();
    expect(counts).toEqual([]);
    open();
    await Promise.all(waiting);
    expect(new Set(counts)).toEqual(new Set([0]));
    expect(counts.length).toBe(queueLengthMax);
  });

  it('forgets a nonce and a clock that were lost', async () => {
    const { world, control } = await setUp();
    control.failure = diskFull;
    await expect(world.setClock({ mode: 'skip', rate: 1 })).rejects.toBe(diskFull);
    const once = {
      domain: 'wallet',
      prepare: (_states: States, isUsed: (nonce: string) => boolean) => {
        expect(isUsed('once')).toBe(false);
        return { command: createWalletSet(), nonce: 'once' };
      },
      respond: () => 'answered',
    } as const;
    await expect(world.send(once)).rejects.toBe(diskFull);
    control.failure = undefined;
    expect((await world.describe()).clock).toEqual({ mode: 'frozen', rate: 1 });
    expect(await world.send(once)).toBe('answered');
  });
});

describe('a world in which an invariant broke', () => {
  it('tells so once and takes no more requests', async () => {
    const { world, broken, stored } = await setUp();
    await send(world, createWalletSet());
    const failing = world.read(() => {
      throw new InvariantError('our bug');
    });
    await expect(failing).rejects.toThrow('our bug');
    await expect(world.read(setCount)).rejects.toThrow('our bug');
    await expect(send(world, createWalletSet())).rejects.toThrow('our bug');
    expect(broken.map(({ message }) => message)).toEqual(['our bug']);
    expect((await stored()).length).toBe(1);
  });
});

describe('time in skip mode', () => {
  it('moves to the next progress due of what a read shows unfinished, and no further', async () => {
    const { world, stored } = await setUp('skip');
    const [first, second] = await busy(world);
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

  it('stands still for a read of what is finished, or of nothing', async () => {
    const { world } = await setUp('skip');
    const [first] = await busy(world);
    expect(await world.read(stateOf(first))).toBe('INITIATED');
    expect(await world.read(stateOf(first), () => [])).toBe('INITIATED');
    expect(world.nowMs()).toBe(epochMs);
  });

  it('moves for a reader whose subject waits for others', async () => {
    const { world } = await setUp('skip');
    const [first] = await busy(world);
    expect(await world.read(stateOf(first), () => ['somebody behind'])).toBe('CLEARED');
  });

  it('jumps to the next progress due at a beat', async () => {
    const { world } = await setUp('skip');
    const [first] = await busy(world);
    expect(world.nextTickMs()).toBe(epochMs + 200);
    world.tick();
    expect(await world.read(stateOf(first))).toBe('CLEARED');
    expect(world.nowMs()).toBe(epochMs + 200);
  });
});

describe('time in real mode', () => {
  it('lets happen before a read what is due by now', async () => {
    const { world, pass, stored } = await setUp('real');
    const [first] = await busy(world);
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

  it('makes no input of a read by which nothing is due', async () => {
    const { world, pass, stored } = await setUp('real');
    const [first] = await busy(world);
    const inputs = (await stored()).length;
    pass(199);
    expect(await world.read(stateOf(first), () => [first])).toBe('INITIATED');
    expect((await world.describe()).nowMs).toBe(epochMs + 199);
    expect((await stored()).length).toBe(inputs);
  });

  it('shows a read all that is due by its instant, even where that falls due while it begins', async () => {
    const { world, hostTime } = await setUp('real');
    await busy(world);
    hostTime.msPerLook = 1;
    const early: number[] = [];
    const witnessed = world.observedBy({
      afterTask: ({ atMs }) => {
        const dueMs = world.nextTickMs();
        if (dueMs !== undefined && dueMs <= atMs) early.push(atMs);
      },
      onRequestId: (taken) => taken,
    });
    for (let count = 0; count < 1_500; count += 1) await witnessed.read(setCount);
    expect(early).toEqual([]);
  });

  it('lets happen before a command what is due by then', async () => {
    const { world, pass, stored } = await setUp('real');
    await busy(world);
    pass(250);
    await send(world, createWalletSet());
    const events = (await stored()).at(-1)?.events ?? [];
    expect(events.map(({ event, atMs }) => [event.type, atMs - epochMs])).toEqual([
      ['TransactionCleared', 200],
      ['TransactionCleared', 200],
      ['WalletSetCreated', 250],
    ]);
  });

  it('does at a beat what is due by then, and says when the next is of use', async () => {
    const { world, pass } = await setUp('real');
    await busy(world);
    expect(world.nextTickMs()).toBe(epochMs + 200);
    pass(300);
    world.tick();
    expect(world.nextTickMs()).toBe(epochMs + 400);
    await world.describe();
  });
});

describe('advance', () => {
  it.each(['frozen', 'skip', 'real'] as const)('moves time by or to in %s mode', async (mode) => {
    const { world } = await setUp(mode);
    const [first] = await busy(world);
    expect(await world.advance({ byMs: 250 })).toEqual({
      ok: true,
      value: { nowMs: epochMs + 250, fired: 2, events: 2 },
    });
    expect(await world.read(stateOf(first))).toBe('CLEARED');
    const to = await world.advance({ toMs: epochMs + 400 });
    expect(to).toMatchObject({ ok: true, value: { nowMs: epochMs + 400, fired: 2 } });
    expect(world.nowMs()).toBe(epochMs + 400);
  });

  it('runs until no progress is left, and no longer', async () => {
    const { world } = await setUp();
    const [first, second] = await busy(world);
    const outcome = await world.advance({ untilIdle: true, maxMs: 3_600_000 });
    expect(await world.read(stateOf(first))).toBe('COMPLETE');
    expect(await world.read(stateOf(second))).toBe('COMPLETE');
    const lastMs = await world.read(({ wallet }) => wallet.transactions.get(second)?.updatedMs);
    expect(outcome).toMatchObject({ ok: true, value: { nowMs: lastMs } });
    expect((await world.describe()).pendingDues).toBe(0);
  });

  it('stops being patient at maxMs', async () => {
    const { world } = await setUp();
    const [first] = await busy(world);
    await world.advance({ untilIdle: true, maxMs: 399 });
    expect(await world.read(stateOf(first))).toBe('CLEARED');
    expect(world.nowMs()).toBeLessThanOrEqual(epochMs + 399);
    await world.advance({ untilIdle: true, maxMs: 399 });
    expect(await world.read(stateOf(first))).toBe('QUEUED');
  });

  it('refuses to go back and past the end of time, and moves nothing then', async () => {
    const { world, stored } = await setUp();
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
  it('is an input, and holds from then on', async () => {
    const { world, pass, stored } = await setUp('real');
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

describe('requestId', () => {
  it('depends on seed, inputs and requests since the last input, and on nothing else', async () => {
    const worlds = [(await setUp()).world, (await setUp()).world, (await setUp('real')).world];
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
    expect((await setUp('frozen', 'other')).world.requestId()).not.toBe(ids[0]?.[0]);
  });
});
