import { firstValueFrom, map, Subject, timer } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine, World, WorldCommit } from '../../../core/index.ts';
import { startPacing, type Pacing } from '../../../adapters/pacing/pacing.ts';
import { worldOf } from '../../support/server/server.ts';
import {
  advance,
  createFundedWallets,
  serverForEach,
  settle,
  startTransfer,
  transactionOf,
  waitUntil,
} from '../../support/server/requests.ts';

type Mode = 'real' | 'frozen' | 'skip';

/** Waits for a transaction to complete without a request to the server. */
async function completed(world: World, id: string): Promise<void> {
  let isComplete = false;
  const watching = world.events$.subscribe(({ event, stream }) => {
    isComplete ||= event.type === 'TransactionCompleted' && stream.endsWith(id);
  });
  try {
    await waitUntil('the transaction is complete', () => isComplete);
  } finally {
    watching.unsubscribe();
  }
}

describe('a world on the wire', () => {
  const server = serverForEach();
  let walletId: string;

  beforeEach(async () => {
    ({
      from: { id: walletId },
    } = await createFundedWallets(server()));
    await settle(server());
  });

  const setClock = (mode: Mode, rate = 1) =>
    server().control('PATCH', '/worlds/default/clock', { mode, rate });

  it('in real mode completes a transfer by itself', async () => {
    const id = await startTransfer(server(), { walletId });
    const startMs = worldOf(server().reprise).nowMs();
    const completion = completed(worldOf(server().reprise), id);
    await setClock('real', 5_000);
    await completion;
    expect(worldOf(server().reprise).nowMs()).toBeGreaterThan(startMs + 60_000);
    expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
  });

  it('in real mode runs scheduled work by itself', async () => {
    await setClock('real', 5_000);
    const world = worldOf(server().reprise);
    const startMs = world.scheduler.now();
    const first = timer(60_000, world.scheduler);
    const second = timer(120_000, world.scheduler);
    const firedMs = firstValueFrom(second.pipe(map(() => world.scheduler.now())));
    await firstValueFrom(first);
    expect(await firedMs).toBeGreaterThanOrEqual(startMs + 120_000);
  });

  it('in skip mode completes for a client that only polls', async () => {
    await setClock('skip');
    const id = await startTransfer(server(), { walletId });
    const seen: string[] = [];
    await waitUntil('the poll shows COMPLETE', async () => {
      const { state } = await transactionOf(server(), id);
      if (seen.at(-1) !== state) seen.push(state);
      return state === 'COMPLETE';
    });
    const line = ['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE'];
    expect(seen).toEqual(line.filter((state) => seen.includes(state)));
  });

  it('in skip mode completes without requests, and then stays at that time', async () => {
    const id = await startTransfer(server(), { walletId });
    const completion = completed(worldOf(server().reprise), id);
    await setClock('skip');
    await completion;
    expect(worldOf(server().reprise).nextTickMs()).toBeUndefined();
    const { updateDate } = await transactionOf(server(), id);
    expect(Math.floor(worldOf(server().reprise).nowMs() / 1_000)).toBe(
      Date.parse(updateDate) / 1_000,
    );
  });

  it('in skip mode completes transfers that were started before', async () => {
    const ids = [
      await startTransfer(server(), { walletId }),
      await startTransfer(server(), { walletId }),
    ];
    await setClock('skip');
    await waitUntil(
      'nothing is in progress',
      () => worldOf(server().reprise).nextTickMs() === undefined,
    );
    for (const id of ids) expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
  });

  it('in frozen mode never advances, during any activity of other worlds', async () => {
    const id = await startTransfer(server(), { walletId });
    const before = await worldOf(server().reprise).describe();
    for (const [name, clock] of [
      ['fast', { mode: 'real', rate: 86_400_000 }],
      ['hasty', { mode: 'skip' }],
    ] as const) {
      expect((await server().control('POST', '/worlds', { name, clock })).status).toBe(201);
      await server().request('GET', `/w/${name}/v1/w3s/wallets`);
    }
    const farMs = worldOf(server().reprise, 'fast').nowMs() + 10 * 86_400_000;
    await waitUntil(
      'the fast world is ten days on',
      () => worldOf(server().reprise, 'fast').nowMs() > farMs,
    );
    for (let polls = 0; polls < 20; polls += 1) {
      expect((await transactionOf(server(), id)).state).toBe('INITIATED');
    }
    const { nowMs, position, digest, inputs } = await worldOf(server().reprise).describe();
    expect({ nowMs, position, digest, inputs }).toEqual({
      nowMs: before.nowMs,
      position: before.position,
      digest: before.digest,
      inputs: before.inputs,
    });
  });

  it('stops when it is frozen, and continues in another mode', async () => {
    const id = await startTransfer(server(), { walletId });
    const completion = completed(worldOf(server().reprise), id);
    await setClock('real');
    await setClock('frozen');
    const nowMs = worldOf(server().reprise).nowMs();
    expect((await server().control('GET', '/worlds/default/clock')).body.mode).toBe('frozen');
    expect(worldOf(server().reprise).nowMs()).toBe(nowMs);
    await setClock('skip');
    await completion;
    expect(worldOf(server().reprise).nowMs()).toBeGreaterThan(nowMs);
  });

  describe('with a distant due and without requests', () => {
    let completion: Promise<void>;
    let id: string;
    let sentMs: number;

    /** Waits for completion. Two blocks of an hour pass before it, without a wait in real time. */
    async function expectComplete(): Promise<void> {
      await completion;
      expect(worldOf(server().reprise).nowMs()).toBeGreaterThan(sentMs + 3_600_000);
      expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
    }

    beforeEach(async () => {
      const chain = '/worlds/default/wallet/chains/ETH-SEPOLIA';
      await server().control('PATCH', chain, { blockTimeMs: 3_600_000 });
      id = await startTransfer(server(), { walletId });
      await advance(server(), '2s');
      expect((await transactionOf(server(), id)).state).toBe('SENT');
      sentMs = worldOf(server().reprise).nowMs();
      completion = completed(worldOf(server().reprise), id);
      await setClock('real', 1);
    });

    it('reaches it sooner when its rate grows', async () => {
      await setClock('real', 1_000_000);
      await expectComplete();
    });

    it('reaches it at once when it changes from real to skip', async () => {
      await setClock('skip');
      await expectComplete();
    });

    it('in real mode fires it after an advance to just before it', async () => {
      const { nextDue } = (await server().control('GET', '/worlds/default/clock')).body;
      const dueMs = Date.parse(nextDue);
      const to = new Date(dueMs - 100).toISOString();
      const path = '/worlds/default/clock/advance';
      expect((await server().control('POST', path, { to })).status).toBe(200);
      const isPast = () => (worldOf(server().reprise).nextTickMs() ?? Infinity) > dueMs;
      await waitUntil('the due has commit', isPast);
      await setClock('skip');
      await expectComplete();
    });
  });
});

describe('pacing', () => {
  /** A fake world with the members that pacing uses; `ticksAfter` counts its ticks until some ms have passed. */
  function fakeWorld(mode: Mode, tickInMs: number | undefined, rate = 1) {
    const startMs = performance.now();
    const fake = { mode, rate, dueMs: tickInMs, movedMs: 0, ticks: 0 };
    const nowMs = () =>
      fake.movedMs + (performance.now() - startMs) * (fake.mode === 'real' ? fake.rate : 0);
    const world = {
      clock: () => ({ mode: fake.mode, rate: fake.rate }),
      nowMs,
      nextTickMs: () => (fake.mode === 'frozen' ? undefined : fake.dueMs),
      tick: async () => {
        fake.ticks += 1;
        if (fake.mode === 'skip' || nowMs() >= (fake.dueMs ?? 0)) fake.dueMs = undefined;
      },
    } as unknown as World;
    const ticksAfter = (ms: number) => {
      vi.advanceTimersByTime(ms);
      return fake.ticks;
    };
    return { fake, world, ticksAfter };
  }

  let started$: Subject<World>;
  let stopped$: Subject<World>;
  let slept$: Subject<World>;
  let commits$: Subject<WorldCommit>;
  let rescheduled$: Subject<World>;
  let pacing: Pacing;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    started$ = new Subject();
    stopped$ = new Subject();
    slept$ = new Subject();
    commits$ = new Subject();
    rescheduled$ = new Subject();
  });
  afterEach(() => {
    pacing.stop();
    vi.useRealTimers();
  });

  const pace = (...worlds: World[]) => {
    const streams = { started$, stopped$, slept$, commits$, rescheduled$ };
    const engine = { worlds: () => worlds, ...streams } as unknown as Engine;
    pacing = startPacing(engine, () => performance.now());
  };
  const commit = (world: World) => commits$.next({ world, entries: [] });

  it('ticks a real world at its next due, by its rate', () => {
    const { world, ticksAfter } = fakeWorld('real', 6_000, 60);
    pace(world);
    expect(ticksAfter(99)).toBe(0);
    expect(ticksAfter(1)).toBe(1);
    expect(ticksAfter(100_000)).toBe(1);
  });

  it('ticks earlier when work is scheduled without a commit', () => {
    const { fake, world, ticksAfter } = fakeWorld('real', 6_000);
    pace(world);
    fake.dueMs = 50;
    rescheduled$.next(world);
    expect(ticksAfter(50)).toBe(1);
  });

  it.each([
    ['an earlier due', { dueMs: 50 }, 50],
    ['another rate', { rate: 100_000 }, 60],
    ['a change to skip', { mode: 'skip' as const }, 100],
    ['an advance to just before the next due', { movedMs: 5_999_980 }, 20],
  ])('follows %s while it waits', (_what, change, ms) => {
    const { fake, world, ticksAfter } = fakeWorld('real', 6_000_000);
    pace(world);
    Object.assign(fake, change);
    commit(world);
    expect(ticksAfter(19)).toBe(0);
    expect(ticksAfter(ms - 19)).toBe(1);
  });

  it('does not tick a frozen world', () => {
    const { world, ticksAfter } = fakeWorld('frozen', 10);
    pace(world);
    commit(world);
    expect(ticksAfter(1_000_000)).toBe(0);
  });

  it('waits for a due beyond the longest delay of a host timer', async () => {
    const { fake, world } = fakeWorld('real', 100 * 86_400_000);
    pace(world);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(fake.ticks).toBe(0);
    await vi.advanceTimersByTimeAsync(99 * 86_400_000);
    expect(fake.dueMs).toBeUndefined();
  });

  it('ticks a world in skip mode once it has had no request for a moment', () => {
    const { fake, world, ticksAfter } = fakeWorld('skip', 1_000_000);
    pace(world);
    for (let requests = 0; requests < 100; requests += 1) {
      vi.advanceTimersByTime(10);
      pacing.onRequest(world);
    }
    expect(fake.ticks).toBe(0);
    expect(ticksAfter(100)).toBe(1);
  });

  it('ticks a world in skip mode only a moment after its last socket has closed', () => {
    const { world, ticksAfter } = fakeWorld('skip', 1_000_000);
    pace(world);
    const gone = [pacing.onSocket(world), pacing.onSocket(world)];
    for (const leave of gone) {
      expect(ticksAfter(100_000)).toBe(0);
      leave();
    }
    expect(ticksAfter(24)).toBe(0);
    expect(ticksAfter(100)).toBe(1);
  });

  it('ticks a real world while sockets are open', () => {
    const { world, ticksAfter } = fakeWorld('real', 20);
    pace(world);
    pacing.onSocket(world);
    expect(ticksAfter(20)).toBe(1);
  });

  it('sets no timer for a socket that closes after it was stopped', () => {
    const { world } = fakeWorld('skip', 20);
    pace(world);
    const gone = pacing.onSocket(world);
    pacing.stop();
    gone();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('paces worlds that are started later', () => {
    pace();
    const { world, ticksAfter } = fakeWorld('real', 20);
    started$.next(world);
    expect(ticksAfter(20)).toBe(1);
  });

  it.each([
    ['was removed', () => stopped$],
    ['sleeps', () => slept$],
  ])('does not tick a world that %s', (_how, ended$) => {
    const { world, ticksAfter } = fakeWorld('real', 1_000, 1);
    pace(world);
    ended$().next(world);
    commit(world);
    expect(ticksAfter(100_000)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not tick once it is stopped', () => {
    const { world, ticksAfter } = fakeWorld('real', 20);
    pace(world);
    pacing.stop();
    commit(world);
    expect(ticksAfter(1_000)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
