// A world whose store fails or whose invariant breaks: no task is partly applied.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { createGroupCommit } from '../../../../core/engine/group-commit.ts';
import { emptyBaseline } from '../../../../core/engine/history/journal.ts';
import type { States } from '../../../../core/engine/registry.ts';
import { OverloadError, queueLengthMax } from '../../../../core/engine/world/mailbox.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import { initialWorld } from '../../../../core/engine/world-state.ts';
import type { JournalEntry } from '../../../../core/kernel/input.ts';
import { InvariantError } from '../../../../core/kernel/invariant.ts';
import { StoreError, type EventStore } from '../../../../core/ports/event-store.ts';
import { epochMs, rules } from '../../../support/engine/pure-world.ts';
import {
  drainEventLoop,
  runningWorld,
  send,
  walletSetCount,
  startTransfers,
  type Control,
} from '../../../support/engine/running-world.ts';
import { runWorld } from '../../../support/engine/stored-world.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';

const diskFull = new StoreError('unavailable', 'disk full');

/** Lets the next `times` commits fail. */
function fail(control: Control, times: number): void {
  control.failure = diskFull;
  control.failuresLeft = times;
}

const prepareBadly = (world: World) =>
  world.send({
    domain: 'wallet',
    prepare: () => {
      throw new TypeError('a bug of an adapter');
    },
    respond: () => undefined,
  });

describe('a world in which an adapter throws', () => {
  it('refuses further requests, reports the error once, and leaves a readable log', async () => {
    const { world, broken, reloaded, hostTime } = await runningWorld('real');
    await startTransfers(world);
    const before = await world.describe();
    hostTime.nowMs += 5_000; // dues fire in the task that breaks, and none of their events are stored
    await expect(prepareBadly(world)).rejects.toThrow(/a bug of an adapter/);
    await expect(send(world, createWalletSet())).rejects.toThrow(/a bug of an adapter/);
    expect(broken).toHaveLength(1);
    expect((await reloaded()).digest).toBe(before.digest);
  });

  it('does not tick any more', async () => {
    const { world } = await runningWorld('real');
    await startTransfers(world);
    expect(world.nextTickMs()).toBe(epochMs + 200);
    await expect(prepareBadly(world)).rejects.toThrow();
    expect(world.nextTickMs()).toBeUndefined();
  });
});

describe('a world after a failed commit', () => {
  it('reloads with the next request if it could not at once', async () => {
    const { world, control, reloaded } = await runningWorld();
    await startTransfers(world);
    const before = await world.describe();
    fail(control, 1);
    control.readFailuresLeft = 1;
    await expect(send(world, createWalletSet())).rejects.toThrow('disk full');
    await drainEventLoop();
    await expect(world.describe()).rejects.toThrow(/cannot be read/);
    await drainEventLoop();
    expect((await world.describe()).digest).toBe(before.digest);
    expect(await send(world, createWalletSet())).toMatchObject({ ok: true });
    expect((await reloaded()).digest).toBe((await world.describe()).digest);
  });

  it('is not at the instant of a lost advance, in real mode either', async () => {
    const { world, control, hostTime } = await runningWorld('real');
    await startTransfers(world);
    fail(control, 1);
    await expect(world.advance({ byMs: 86_400_000 })).rejects.toThrow('disk full');
    await drainEventLoop();
    hostTime.nowMs += 70;
    expect(world.nowMs()).toBe(epochMs + 70);
  });

  it('does not go back in real mode when a second commit fails', async () => {
    const { world, control, pass } = await runningWorld('real');
    await send(world, createWalletSet());
    for (const elapsedMs of [1_000, 1_500]) {
      pass(elapsedMs === 1_000 ? 1_000 : 500);
      fail(control, 1);
      await expect(send(world, createWalletSet())).rejects.toThrow('disk full');
      await drainEventLoop();
      expect(world.nowMs()).toBe(epochMs + elapsedMs);
    }
  });

  it('continues from an advance that was stored before', async () => {
    const { world, control, hostTime } = await runningWorld('real');
    await startTransfers(world);
    await world.advance({ byMs: 60_000 });
    hostTime.nowMs += 30;
    fail(control, 1);
    await expect(send(world, createWalletSet())).rejects.toThrow('disk full');
    await drainEventLoop();
    expect(world.nowMs()).toBe(epochMs + 60_030);
  });

  it('does not tick until it is reloaded', async () => {
    const { world, control } = await runningWorld('skip');
    await startTransfers(world);
    fail(control, 1);
    let open: () => void = () => undefined;
    control.readGate = new Promise((resolve) => (open = resolve));
    await expect(send(world, createWalletSet())).rejects.toThrow('disk full');
    expect(world.nextTickMs()).toBeUndefined();
    for (let index = 0; index < 50; index += 1) void world.tick();
    open();
    await drainEventLoop();
    expect((await world.describe()).nowMs).toBe(epochMs);
    expect(world.nextTickMs()).toBe(epochMs + 200);
  });
});

describe('a change of the clock', () => {
  it('takes effect at the journaled instant, at any speed of the host', async () => {
    const { world, reloaded, hostTime } = await runningWorld('real');
    await startTransfers(world);
    hostTime.msPerLook = 37;
    const { nowMs } = await world.setClock({ mode: 'frozen' });
    expect((await reloaded()).nowMs).toBe(nowMs);
    expect(world.nowMs()).toBe(nowMs);
  });
});

describe('a world with too many uncommitted entries', () => {
  it('refuses further requests', async () => {
    const store: EventStore = {
      ...createMemoryStore(),
      append: () => new Promise(() => undefined),
    };
    const groupCommit = { ...createGroupCommit(store, setImmediate), hasCapacity: () => false };
    const clock = { mode: 'frozen', rate: 1 } as const;
    const record = { name: 'w', seed: 's', epochMs, ids: 'ordinal', clock, config: null } as const;
    const state = initialWorld(record, rules);
    const loaded = { world: state, baseline: emptyBaseline, unverifiedInputs: 0 };
    const world = runWorld(store, record, { loaded, groupCommit });
    await expect(send(world, createWalletSet())).rejects.toThrow(OverloadError);
    expect(state.inputs).toBe(0);
  });
});
describe('a world whose commit fails', () => {
  it('rejects all pending requests, returns to the stored state and continues', async () => {
    const { world, control, stored } = await runningWorld();
    const other = await runningWorld();
    const entries: JournalEntry[] = [];
    world.entries$.subscribe((entry) => entries.push(entry));
    await send(world, createWalletSet({ name: 'kept' }));
    control.failure = diskFull;
    const lost = [
      send(world, createWalletSet({ name: 'lost' })),
      world.read(walletSetCount),
      world.advance({ byMs: 1_000 }),
    ];
    expect(await Promise.allSettled(lost)).toEqual(
      lost.map(() => ({ status: 'rejected', reason: diskFull })),
    );
    control.failure = undefined;
    expect(await world.read(walletSetCount)).toBe(1);
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

  it('loses the requests decided after it, and accepts later requests in order', async () => {
    const { world, control } = await runningWorld();
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    control.failure = diskFull;
    const first = send(world, createWalletSet()).catch((error: unknown) => error);
    await drainEventLoop(); // the write of the first is in flight now
    const second = send(world, createWalletSet()).catch((error: unknown) => error);
    open();
    expect(await Promise.all([first, second])).toEqual([diskFull, diskFull]);
    control.failure = undefined;
    const counts = await Promise.all([
      world.read(walletSetCount),
      send(world, createWalletSet()).then(() => 'sent'),
      world.read(walletSetCount),
    ]);
    expect(counts).toEqual([0, 'sent', 1]);
  });

  it('queues requests while it reloads, up to a maximum', async () => {
    const { world, control } = await runningWorld();
    let open: () => void = () => undefined;
    control.readGate = new Promise((resolve) => (open = resolve));
    control.failure = diskFull;
    await expect(send(world, createWalletSet())).rejects.toBe(diskFull);
    control.failure = undefined;
    const counts: number[] = [];
    const waiting = Array.from({ length: queueLengthMax }, () =>
      world.read(walletSetCount).then((count) => counts.push(count)),
    );
    await expect(world.read(walletSetCount)).rejects.toBeInstanceOf(OverloadError);
    await drainEventLoop();
    expect(counts).toEqual([]);
    open();
    await Promise.all(waiting);
    expect(new Set(counts)).toEqual(new Set([0]));
    expect(counts.length).toBe(queueLengthMax);
  });

  it('forgets nonces and clocks that were lost', async () => {
    const { world, control } = await runningWorld();
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
  it('reports it once and accepts no more requests', async () => {
    const { world, broken, stored } = await runningWorld();
    await send(world, createWalletSet());
    const failing = world.read(() => {
      throw new InvariantError('our bug');
    });
    await expect(failing).rejects.toThrow('our bug');
    await expect(world.read(walletSetCount)).rejects.toThrow('our bug');
    await expect(send(world, createWalletSet())).rejects.toThrow('our bug');
    expect(broken.map(({ message }) => message)).toEqual(['our bug']);
    expect((await stored()).length).toBe(1);
  });
});

describe('a task in real mode', () => {
  it('sees one instant, at any speed of the host', async () => {
    const { world, pass } = await runningWorld('real');
    const seen = await world.read((_states, view) => {
      const first = [view().nowMs, world.nowMs()];
      pass(1_000);
      return [...first, view().nowMs, world.nowMs()];
    });
    expect(new Set(seen)).toEqual(new Set([epochMs]));
    expect(world.nowMs()).toBe(epochMs + 1_000);
    const answer = await world.send({
      domain: 'wallet',
      prepare: () => {
        pass(1_000);
        return { command: createWalletSet() };
      },
      respond: (outcome, _states, view) => [outcome.ok && outcome.value[0]?.atMs, view().nowMs],
    });
    expect(new Set(answer)).toEqual(new Set([epochMs + 1_000]));
  });
});
