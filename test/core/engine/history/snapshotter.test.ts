// Snapshots are taken after enough events. None is valid before its log is stored, or if a write failed.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { openEngine } from '../../../../core/engine/engine.ts';
import { emptyBaseline } from '../../../../core/engine/history/journal.ts';
import { readSnapshot } from '../../../../core/engine/history/snapshot.ts';
import {
  createSnapshotter,
  eventsPerPage,
  pieceIdleWaitMsMax,
  idleWaitMsMax,
  createIdleWait,
  tailEventsMax,
} from '../../../../core/engine/history/snapshotter.ts';
import type { EventStore, SnapshotPage } from '../../../../core/ports/event-store.ts';
import { startSession } from '../../../support/arbitraries/session.ts';
import { hash } from '../../../support/engine/pure-world.ts';
import { snapshotOf } from '../../../support/engine/whole-state.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';
import {
  initialSessionState,
  yieldToLoop,
  sessionRecord,
} from '../../../support/engine/stored-snapshots.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function quiet(): Promise<void> {
  for (let index = 0; index < 20; index += 1) await turn();
}

const stored = async (): Promise<void> => undefined;
const eventsMin = 10;

/** A session with a snapshotter over a store whose calls can fail or wait. */
async function setUp(resting = () => yieldToLoop, least = eventsMin) {
  const inner = createMemoryStore();
  const fails = { begin: 0, write: 0, finish: 0 };
  const calls: string[] = [];
  const written: (readonly SnapshotPage[])[] = [];
  let gate: Promise<void> | undefined;
  const call = async (name: keyof typeof fails) => {
    calls.push(name);
    await gate;
    if (fails[name] === 0) return;
    fails[name] -= 1;
    throw new Error(`no ${name}`);
  };
  const store: EventStore = {
    ...inner,
    async snapshot(world, inputs) {
      await call('begin');
      const writer = await inner.snapshot(world, inputs);
      return {
        async write(pages) {
          await call('write');
          written.push(pages);
          await writer.write(pages);
        },
        async finish(snapshot) {
          await call('finish');
          await writer.finish(snapshot);
        },
      };
    },
  };
  await store.create(sessionRecord('w'));
  const session = startSession();
  const snapshotter = createSnapshotter(store, 'w', least, resting);
  let paused = false;
  /** Continues the session for so many events. */
  function act(events: number): void {
    const until = session.state.position + events;
    while (session.state.position < until) {
      paused = !paused;
      session.act({ do: 'pause', chain: 2, paused }); // one event
    }
  }
  return {
    fails,
    calls,
    written,
    session,
    snapshotter,
    act,
    hold: () => {
      let open: () => void = () => undefined;
      gate = new Promise((resolve) => (open = resolve));
      return open;
    },
    positions: async () => (await inner.snapshots('w')).map(({ position }) => position),
    newest: async () => {
      const [first] = await inner.snapshots('w');
      const again = first && (await readSnapshot(first, initialSessionState(), yieldToLoop));
      return again && snapshotOf(again.world);
    },
  };
}

describe('a snapshotter', () => {
  it('takes a snapshot after enough events, and not before', async () => {
    const { session, snapshotter, act, calls, newest } = await setUp();
    act(Math.max(0, eventsMin - 1 - session.state.position));
    if (session.state.position < eventsMin) {
      snapshotter.consider(session.state, stored);
      await quiet();
      expect(calls).toEqual([]);
    }
    act(eventsMin);
    const expected = snapshotOf(session.state);
    snapshotter.consider(session.state, stored);
    act(1); // later events are not in the snapshot
    await quiet();
    expect(await newest()).toBe(expected);
  });

  it('waits for more events after a larger snapshot', async () => {
    const { session, snapshotter, act, positions, written } = await setUp();
    act(eventsMin);
    snapshotter.consider(session.state, stored);
    await quiet();
    const first = session.state.position;
    const worth = Math.max(eventsMin, written.flat().length * eventsPerPage);
    act(worth - 1);
    snapshotter.consider(session.state, stored);
    await quiet();
    expect(await positions()).toEqual([first]);
    act(1);
    snapshotter.consider(session.state, stored);
    await quiet();
    expect(await positions()).toEqual([first + worth, first]);
  });

  it('writes the pages that changed since the last one', async () => {
    const { session, snapshotter, act, written, newest } = await setUp();
    act(eventsMin);
    snapshotter.consider(session.state, stored);
    await quiet();
    const first = written.flat().length;
    act(first * eventsPerPage);
    snapshotter.consider(session.state, stored);
    await quiet();
    const changed = written.flat().slice(first);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(first);
    expect(changed.map(({ collection }) => collection)).not.toContain('wallet/wallets');
    expect(await newest()).toBe(snapshotOf(session.state));
  });

  it('begins none until the log is stored', async () => {
    const { session, snapshotter, act, calls, newest } = await setUp();
    act(eventsMin);
    const expected = snapshotOf(session.state);
    let store: () => void = () => undefined;
    const isStored = new Promise<void>((resolve) => (store = resolve));
    snapshotter.consider(session.state, () => isStored);
    await quiet();
    expect(calls).toEqual([]);
    store();
    await quiet();
    expect(await newest()).toBe(expected);
  });

  it('takes none of a state whose log was lost', async () => {
    const { session, snapshotter, act, calls } = await setUp();
    act(eventsMin);
    snapshotter.consider(session.state, async () => {
      throw new Error('disk full');
    });
    await quiet();
    expect(calls).toEqual([]);
  });

  it('takes one at a time', async () => {
    const { session, snapshotter, act, calls, hold, positions } = await setUp();
    act(eventsMin);
    const first = session.state.position;
    const open = hold();
    snapshotter.consider(session.state, stored);
    await quiet();
    act(1_000);
    snapshotter.consider(session.state, stored);
    await quiet();
    expect(calls).toEqual(['begin']);
    open();
    await quiet();
    expect(await positions()).toEqual([first]);
  });

  it.each(['begin', 'write', 'finish'] as const)(
    'tries again later, whole, where the store fails at %s',
    async (failing) => {
      const { session, snapshotter, act, fails, positions, newest } = await setUp();
      act(eventsMin);
      fails[failing] = 1;
      snapshotter.consider(session.state, stored);
      await quiet();
      expect(await positions()).toEqual([]);
      act(eventsMin - 1);
      snapshotter.consider(session.state, stored);
      await quiet();
      expect(await positions()).toEqual([]); // no immediate retry
      act(1);
      snapshotter.consider(session.state, stored);
      await quiet();
      expect(await newest()).toBe(snapshotOf(session.state));
    },
  );

  it.each(['begin', 'write', 'finish'] as const)(
    'writes the pages changed since the last finished snapshot after a failure at %s',
    async (failing) => {
      const { session, snapshotter, act, fails, newest } = await setUp();
      act(eventsMin);
      snapshotter.consider(session.state, stored);
      await quiet();
      fails[failing] = 1;
      session.act({ do: 'transfer', from: 0, to: 1, isNative: true, amount: 1, fee: 1 });
      act(2_000);
      snapshotter.consider(session.state, stored);
      await quiet();
      expect(fails[failing]).toBe(0);
      session.act({ do: 'pass', ms: 60_000 });
      act(2_000);
      snapshotter.consider(session.state, stored);
      await quiet();
      expect(await newest()).toBe(snapshotOf(session.state));
    },
  );

  it.each([
    ['restarted', 'begin'],
    ['restarted', 'write'],
    ['stopped', 'begin'],
    ['stopped', 'write'],
  ] as const)('cancels the snapshot in flight when it is %s at %s', async (end, at) => {
    const { session, snapshotter, act, calls, hold, positions } = await setUp();
    act(eventsMin);
    let open = hold();
    snapshotter.consider(session.state, stored);
    await quiet();
    if (at === 'write') {
      const first = open;
      open = hold();
      first();
      await quiet();
    }
    expect(calls.at(-1)).toBe(at);
    const isOver = end === 'stopped' ? snapshotter.stop() : snapshotter.restart(emptyBaseline);
    open();
    await isOver;
    await quiet();
    expect(await positions()).toEqual([]);
    expect(calls).not.toContain('finish');
  });

  it('waits before each piece, for any time', async () => {
    let rests: (() => void)[] = [];
    const { session, snapshotter, act, calls, newest } = await setUp(
      () => () => new Promise((resolve) => rests.push(resolve)),
    );
    act(eventsMin);
    const expected = snapshotOf(session.state);
    snapshotter.consider(session.state, stored);
    await quiet();
    expect(calls).toEqual([]);
    while (!calls.includes('finish')) {
      const open = rests;
      rests = [];
      expect(open).toHaveLength(1);
      for (const end of open) end();
      await quiet();
    }
    expect(await newest()).toBe(expected);
  });

  it.each(['restarted', 'stopped'])('cancels a wait when it is %s', async (end) => {
    const { session, snapshotter, act, calls } = await setUp(
      () => () => new Promise(() => undefined),
    );
    act(eventsMin);
    snapshotter.consider(session.state, stored);
    await quiet();
    if (end === 'restarted') snapshotter.restart(emptyBaseline);
    await snapshotter.stop();
    expect(calls).toEqual([]);
  });

  it('takes no more once it is stopped', async () => {
    const { session, snapshotter, act, calls } = await setUp();
    await snapshotter.stop();
    act(1_000);
    snapshotter.consider(session.state, stored);
    await quiet();
    expect(calls).toEqual([]);
  });

  it('counts events from the position of its restart', async () => {
    const { session, snapshotter, act, positions } = await setUp();
    act(eventsMin);
    const { position } = session.state;
    snapshotter.restart({ ...emptyBaseline, position });
    act(eventsMin - 1);
    snapshotter.consider(session.state, stored);
    await quiet();
    expect(await positions()).toEqual([]);
    act(1);
    snapshotter.consider(session.state, stored);
    await quiet();
    expect(await positions()).toEqual([position + eventsMin]);
  });
});

describe('a snapshotter of a world that is put to sleep', () => {
  const rarely = () => setUp(undefined, 10 * tailEventsMax);

  it('takes a snapshot of a long tail only', async () => {
    const { session, snapshotter, act, calls, newest, positions } = await rarely();
    act(tailEventsMax - session.state.position);
    await snapshotter.saveTail(() => session.state, stored);
    expect(calls).toEqual([]);
    act(1);
    await snapshotter.saveTail(() => session.state, stored);
    expect(await newest()).toBe(snapshotOf(session.state));
    const first = session.state.position;
    act(tailEventsMax);
    await snapshotter.saveTail(() => session.state, stored);
    expect(await positions()).toEqual([first]);
    act(1);
    await snapshotter.saveTail(() => session.state, stored);
    expect(await positions()).toEqual([first + tailEventsMax + 1, first]);
  });

  it('takes one after the next input where the world is within one', async () => {
    const { session, snapshotter, act, calls, newest } = await rarely();
    act(tailEventsMax + 1);
    await snapshotter.saveTail(() => undefined, stored);
    expect(calls).toEqual([]);
    act(1);
    snapshotter.consider(session.state, stored);
    await quiet();
    expect(await newest()).toBe(snapshotOf(session.state));
  });

  it('waits for the snapshot in flight, and takes one at a time', async () => {
    const { session, snapshotter, act, calls, hold, positions } = await setUp();
    act(eventsMin);
    const first = session.state.position;
    const open = hold();
    snapshotter.consider(session.state, stored);
    act(tailEventsMax + 1);
    const both = [0, 1].map(() => snapshotter.saveTail(() => session.state, stored));
    await quiet();
    expect(calls).toEqual(['begin']);
    open();
    await Promise.all(both);
    expect(await positions()).toEqual([session.state.position, first]);
    expect(calls.filter((call) => call === 'begin').length).toBe(2);
  });

  it('goes on without one if the store fails', async () => {
    const { session, snapshotter, act, fails, positions } = await rarely();
    act(tailEventsMax + 1);
    fails.write = 1;
    await snapshotter.saveTail(() => session.state, stored);
    expect(await positions()).toEqual([]);
    await snapshotter.saveTail(() => session.state, stored);
    expect(await positions()).toEqual([session.state.position]);
  });

  it('takes none once it is stopped', async () => {
    const { session, snapshotter, act, calls } = await rarely();
    act(tailEventsMax + 1);
    await snapshotter.stop();
    await snapshotter.saveTail(() => session.state, stored);
    expect(calls).toEqual([]);
  });
});

/** A host that is never idle: a wait for it lasts until the limit. */
function busyHost() {
  let nowMs = 0;
  const waits: number[] = [];
  const host = {
    hash,
    monotonicMs: () => nowMs,
    defer: (task: () => void) => void setImmediate(task),
    whenIdle: async (limitMs: number) => {
      waits.push(limitMs);
      nowMs += limitMs;
    },
  };
  return { host, waits, nowMs: () => nowMs };
}

describe('createIdleWait', () => {
  it('waits for an idle host no longer than its limits, for each piece and in all', async () => {
    const { host, waits, nowMs } = busyHost();
    const rest = createIdleWait(host);
    for (let piece = 0; piece < 1_000; piece += 1) await rest();
    expect(Math.max(...waits)).toBe(pieceIdleWaitMsMax);
    expect(nowMs()).toBe(idleWaitMsMax);
    expect(waits).toHaveLength(10); // once the limit is used up, a piece only yields to the event loop
    await createIdleWait(host)();
    expect(nowMs()).toBe(idleWaitMsMax + pieceIdleWaitMsMax); // each snapshot has its own limit
  });

  it('waits at most 25 ms for a piece and 250 ms in all', () => {
    expect([pieceIdleWaitMsMax, idleWaitMsMax]).toEqual([25, 250]);
  });

  it('waits until the host is idle if that is soon', async () => {
    const { host, waits } = busyHost();
    const rest = createIdleWait({ ...host, whenIdle: async (limitMs) => void waits.push(limitMs) });
    for (let piece = 0; piece < 1_000; piece += 1) await rest();
    expect(waits).toHaveLength(1_000);
  });

  it('takes a turn of the event loop if a host has no whenIdle', async () => {
    const { whenIdle: _none, ...host } = busyHost().host;
    let isOver = false;
    const waiting = createIdleWait(host)().then(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    await waiting;
    expect(isOver).toBe(true);
  });

  it('finishes a snapshot on a host that is never idle', async () => {
    const { host, nowMs } = busyHost();
    const { session, snapshotter, act, newest } = await setUp(() => createIdleWait(host));
    act(eventsMin);
    const expected = snapshotOf(session.state);
    snapshotter.consider(session.state, stored);
    await quiet();
    expect(await newest()).toBe(expected);
    expect(nowMs()).toBeLessThanOrEqual(idleWaitMsMax);
  });

  it('is the wait of an engine', async () => {
    const { host, waits, nowMs } = busyHost();
    const store = createMemoryStore();
    const engine = await openEngine({ store, host, snapshotEvents: 1 });
    const world = await engine.create(sessionRecord('w'));
    await world.send({
      domain: 'wallet',
      prepare: () => ({ command: createWalletSet() }),
      respond: () => undefined,
    });
    await quiet();
    expect(await store.snapshots('w')).toHaveLength(1);
    expect(Math.max(...waits)).toBe(pieceIdleWaitMsMax);
    expect(nowMs()).toBeLessThanOrEqual(idleWaitMsMax);
    await engine.close();
  });
});
