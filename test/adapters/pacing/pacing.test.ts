import { firstValueFrom, map, Subject, timer } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine, World, WorldCommit } from '../../../core/index.ts';
import { startPacing, type Pacing } from '../../../adapters/pacing/pacing.ts';
import type { TestServer } from '../../support/server/server.ts';
import {
  advance,
  makeFunded,
  serverForEach,
  settle,
  startTransfer,
  transactionOf,
  until,
} from '../../support/server/requests.ts';

type Mode = 'real' | 'frozen' | 'skip';

function worldOf(server: TestServer, name = 'default'): World {
  const world = server.reprise.engine.world(name);
  if (world === undefined) throw new Error(`There is no world ${name}.`);
  return world;
}

/** Waits for a transaction to complete without asking the server anything. */
async function completed(world: World, id: string): Promise<void> {
  let isComplete = false;
  const watching = world.events$.subscribe(({ event, stream }) => {
    isComplete ||= event.type === 'TransactionCompleted' && stream.endsWith(id);
  });
  try {
    await until('the transaction is complete', () => isComplete);
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
    } = await makeFunded(server()));
    await settle(server());
  });

  const setClock = (mode: Mode, rate = 1) =>
    server().control('PATCH', '/worlds/default/clock', { mode, rate });

  it('in real mode lets a transfer complete by itself', async () => {
    const id = await startTransfer(server(), { walletId });
    const startMs = worldOf(server()).nowMs();
    const completion = completed(worldOf(server()), id);
    await setClock('real', 5_000);
    await completion;
    expect(worldOf(server()).nowMs()).toBeGreaterThan(startMs + 60_000);
    expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
  });

  it('in real mode lets work of its scheduler run by itself', async () => {
    await setClock('real', 5_000);
    const world = worldOf(server());
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
    await until('the poll shows COMPLETE', async () => {
      const { state } = await transactionOf(server(), id);
      if (seen.at(-1) !== state) seen.push(state);
      return state === 'COMPLETE';
    });
    const line = ['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE'];
    expect(seen).toEqual(line.filter((state) => seen.includes(state)));
  });

  it('in skip mode completes also when nobody asks, and then stays where it is', async () => {
    const id = await startTransfer(server(), { walletId });
    const completion = completed(worldOf(server()), id);
    await setClock('skip');
    await completion;
    expect(worldOf(server()).nextTickMs()).toBeUndefined();
    const { updateDate } = await transactionOf(server(), id);
    expect(Math.floor(worldOf(server()).nowMs() / 1_000)).toBe(Date.parse(updateDate) / 1_000);
  });

  it('in skip mode goes on for transfers that were started before', async () => {
    const ids = [
      await startTransfer(server(), { walletId }),
      await startTransfer(server(), { walletId }),
    ];
    await setClock('skip');
    await until('nothing is in progress', () => worldOf(server()).nextTickMs() === undefined);
    for (const id of ids) expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
  });

  it('in frozen mode never moves, however much happens beside it', async () => {
    const id = await startTransfer(server(), { walletId });
    const before = await worldOf(server()).describe();
    for (const [name, clock] of [
      ['fast', { mode: 'real', rate: 86_400_000 }],
      ['hasty', { mode: 'skip' }],
    ] as const) {
      expect((await server().control('POST', '/worlds', { name, clock })).status).toBe(201);
      await server().ask('GET', `/w/${name}/v1/w3s/wallets`);
    }
    const farMs = worldOf(server(), 'fast').nowMs() + 10 * 86_400_000;
    await until('the fast world is ten days on', () => worldOf(server(), 'fast').nowMs() > farMs);
    for (let polls = 0; polls < 20; polls += 1) {
      expect((await transactionOf(server(), id)).state).toBe('INITIATED');
    }
    const { nowMs, position, digest, inputs } = await worldOf(server()).describe();
    expect({ nowMs, position, digest, inputs }).toEqual({
      nowMs: before.nowMs,
      position: before.position,
      digest: before.digest,
      inputs: before.inputs,
    });
  });

  it('stops where it is when it is frozen, and goes on when it is let', async () => {
    const id = await startTransfer(server(), { walletId });
    const completion = completed(worldOf(server()), id);
    await setClock('real');
    await setClock('frozen');
    const nowMs = worldOf(server()).nowMs();
    expect((await server().control('GET', '/worlds/default/clock')).body.mode).toBe('frozen');
    expect(worldOf(server()).nowMs()).toBe(nowMs);
    await setClock('skip');
    await completion;
    expect(worldOf(server()).nowMs()).toBeGreaterThan(nowMs);
  });

  describe('with a due that is far away, when nobody asks,', () => {
    let completion: Promise<void>;
    let id: string;
    let sentMs: number;

    /** Two blocks of an hour are behind it: nobody waits for these. */
    async function expectComplete(): Promise<void> {
      await completion;
      expect(worldOf(server()).nowMs()).toBeGreaterThan(sentMs + 3_600_000);
      expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
    }

    beforeEach(async () => {
      const chain = '/worlds/default/wallet/chains/ETH-SEPOLIA';
      await server().control('PATCH', chain, { blockTimeMs: 3_600_000 });
      id = await startTransfer(server(), { walletId });
      await advance(server(), '2s');
      expect((await transactionOf(server(), id)).state).toBe('SENT');
      sentMs = worldOf(server()).nowMs();
      completion = completed(worldOf(server()), id);
      await setClock('real', 1);
    });

    it('gets there sooner when its rate grows', async () => {
      await setClock('real', 1_000_000);
      await expectComplete();
    });

    it('goes on at once when it changes from real to skip', async () => {
      await setClock('skip');
      await expectComplete();
    });

    it('in real mode lets it happen when time is moved to just before it', async () => {
      const { nextDue } = (await server().control('GET', '/worlds/default/clock')).body;
      const dueMs = Date.parse(nextDue);
      const to = new Date(dueMs - 100).toISOString();
      const path = '/worlds/default/clock/advance';
      expect((await server().control('POST', path, { to })).status).toBe(200);
      const isPast = () => (worldOf(server()).nextTickMs() ?? Infinity) > dueMs;
      await until('the due has happened', isPast);
      await setClock('skip');
      await expectComplete();
    });
  });
});

describe('pacing', () => {
  /** A world that is not there: what pacing asks it, and how often it was told to beat. */
  function fakeWorld(mode: Mode, beatInMs: number | undefined, rate = 1) {
    const startMs = performance.now();
    const fake = { mode, rate, dueMs: beatInMs, movedMs: 0, beats: 0 };
    const nowMs = () =>
      fake.movedMs + (performance.now() - startMs) * (fake.mode === 'real' ? fake.rate : 0);
    const world = {
      clock: () => ({ mode: fake.mode, rate: fake.rate }),
      nowMs,
      nextTickMs: () => (fake.mode === 'frozen' ? undefined : fake.dueMs),
      tick: async () => {
        fake.beats += 1;
        if (fake.mode === 'skip' || nowMs() >= (fake.dueMs ?? 0)) fake.dueMs = undefined;
      },
    } as unknown as World;
    return { fake, world };
  }

  let started$: Subject<World>;
  let stopped$: Subject<World>;
  let commits$: Subject<WorldCommit>;
  let rescheduled$: Subject<World>;
  let pacing: Pacing;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    started$ = new Subject();
    stopped$ = new Subject();
    commits$ = new Subject();
    rescheduled$ = new Subject();
  });
  afterEach(() => {
    pacing.stop();
    vi.useRealTimers();
  });

  const pace = (...worlds: World[]) => {
    const streams = { started$, stopped$, commits$, rescheduled$ };
    const engine = { worlds: () => worlds, ...streams } as unknown as Engine;
    pacing = startPacing(engine, () => performance.now());
  };
  const happened = (world: World) => commits$.next({ world, entries: [] });

  it('beats a real world when something is due, by its rate', () => {
    const { fake, world } = fakeWorld('real', 6_000, 60);
    pace(world);
    vi.advanceTimersByTime(99);
    expect(fake.beats).toBe(0);
    vi.advanceTimersByTime(1);
    expect(fake.beats).toBe(1);
    vi.advanceTimersByTime(100_000);
    expect(fake.beats).toBe(1);
  });

  it('beats earlier when something earlier turns up', () => {
    const { fake, world } = fakeWorld('real', 6_000);
    pace(world);
    fake.dueMs = 50;
    happened(world);
    vi.advanceTimersByTime(50);
    expect(fake.beats).toBe(1);
  });

  it('beats earlier when work is scheduled without a commit', () => {
    const { fake, world } = fakeWorld('real', 6_000);
    pace(world);
    fake.dueMs = 50;
    rescheduled$.next(world);
    vi.advanceTimersByTime(50);
    expect(fake.beats).toBe(1);
  });

  it('follows a change of the rate while it waits', () => {
    const { fake, world } = fakeWorld('real', 6_000_000);
    pace(world);
    fake.rate = 100_000;
    happened(world);
    vi.advanceTimersByTime(60);
    expect(fake.beats).toBe(1);
  });

  it('follows a change from real to skip while it waits', () => {
    const { fake, world } = fakeWorld('real', 6_000_000);
    pace(world);
    fake.mode = 'skip';
    happened(world);
    vi.advanceTimersByTime(100);
    expect(fake.beats).toBe(1);
  });

  it('follows time that is moved to just before what it waits for', () => {
    const { fake, world } = fakeWorld('real', 6_000_000);
    pace(world);
    fake.movedMs = 5_999_980;
    happened(world);
    vi.advanceTimersByTime(19);
    expect(fake.beats).toBe(0);
    vi.advanceTimersByTime(1);
    expect(fake.beats).toBe(1);
  });

  it('leaves a frozen world alone', () => {
    const { fake, world } = fakeWorld('frozen', 10);
    pace(world);
    happened(world);
    vi.advanceTimersByTime(1_000_000);
    expect(fake.beats).toBe(0);
  });

  it('waits for what is farther away than a host timer reaches', async () => {
    const { fake, world } = fakeWorld('real', 100 * 86_400_000);
    pace(world);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(fake.beats).toBe(0);
    await vi.advanceTimersByTimeAsync(99 * 86_400_000);
    expect(fake.dueMs).toBeUndefined();
  });

  it('beats a world in skip mode once nobody has asked for a moment', () => {
    const { fake, world } = fakeWorld('skip', 1_000_000);
    pace(world);
    for (let requests = 0; requests < 100; requests += 1) {
      vi.advanceTimersByTime(10);
      pacing.onRequest(world);
    }
    expect(fake.beats).toBe(0);
    vi.advanceTimersByTime(100);
    expect(fake.beats).toBe(1);
  });

  it('does not beat a world in skip mode while a socket is open, until a moment after the last', () => {
    const { fake, world } = fakeWorld('skip', 1_000_000);
    pace(world);
    const gone = [pacing.onSocket(world), pacing.onSocket(world)];
    for (const leave of gone) {
      vi.advanceTimersByTime(100_000);
      expect(fake.beats).toBe(0);
      leave();
    }
    vi.advanceTimersByTime(24);
    expect(fake.beats).toBe(0);
    vi.advanceTimersByTime(100);
    expect(fake.beats).toBe(1);
  });

  it('beats a real world whatever sockets are open', () => {
    const { fake, world } = fakeWorld('real', 20);
    pace(world);
    pacing.onSocket(world);
    vi.advanceTimersByTime(20);
    expect(fake.beats).toBe(1);
  });

  it('sets no timer for a socket that goes after it was stopped', () => {
    const { world } = fakeWorld('skip', 20);
    pace(world);
    const gone = pacing.onSocket(world);
    pacing.stop();
    gone();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('paces worlds that are started later', () => {
    pace();
    const { fake, world } = fakeWorld('real', 20);
    started$.next(world);
    vi.advanceTimersByTime(20);
    expect(fake.beats).toBe(1);
  });

  it('beats a world no more that was removed', () => {
    const { fake, world } = fakeWorld('real', 1_000, 1);
    pace(world);
    stopped$.next(world);
    vi.advanceTimersByTime(100_000);
    expect(fake.beats).toBe(0);
  });

  it('beats no more once it is stopped', () => {
    const { fake, world } = fakeWorld('real', 20);
    pace(world);
    pacing.stop();
    happened(world);
    vi.advanceTimersByTime(1_000);
    expect(fake.beats).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
