// Observers see the tasks requested through them, can delay these tasks, and can change request ids.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import type { RequestIdOrigin } from '../../../../core/engine/world/request-ids.ts';
import type { TaskObserver, TaskPosition } from '../../../../core/engine/world/observer.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import type { ClockMode } from '../../../../core/kernel/input.ts';
import { idByOrdinal } from '../../../../core/kernel/ids.ts';
import { StoreError, type EventStore } from '../../../../core/ports/event-store.ts';
import {
  bell,
  createPrinter,
  openShopEngine,
  order,
  drainEventLoop,
  sendToShop,
  shopRecord,
} from '../../../support/engine/fake-oracle.ts';
import { epochMs, hash } from '../../../support/engine/pure-world.ts';

const passive: Pick<TaskObserver, 'onRequestId'> = { onRequestId: (origin) => origin };

/** A world, and its API with an observer that records all task positions. */
async function observed(mode: ClockMode, options: Parameters<typeof openShopEngine>[0] = {}) {
  const hostTime = { nowMs: 0 };
  const engine = await openShopEngine({ hostTime, ...options });
  const world = await engine.create(shopRecord(mode));
  const places: TaskPosition[] = [];
  const seen = world.observedBy({ ...passive, afterTask: (place) => places.push(place) });
  return { engine, world, seen, places, hostTime };
}

const show = (world: World) => world.read((_states, view) => view().position);

describe('an observer of a task in pieces', () => {
  /** A slice is over at once: the rest of a task is for a later turn. */
  const pieces = (hostTime: { nowMs: number }) =>
    function* (): Generator<undefined, void, void> {
      for (let piece = 0; piece < 3; piece += 1) {
        hostTime.nowMs += 100;
        yield;
      }
    };

  it('learns of an input before it is stored, however long the answer takes', async () => {
    const { world, seen, places, hostTime } = await observed('frozen');
    const inputsAtCommit: unknown[] = [];
    world.entries$.subscribe(({ input }) => inputsAtCommit.push([input.n, places.at(-1)?.input]));
    const prepare = () => ({ command: bell(10) });
    await seen.sendInPieces({ domain: 'shop' as never, prepare, respond: pieces(hostTime) });
    await seen.readInPieces(pieces(hostTime));
    expect(inputsAtCommit).toEqual([[1, 1]]);
    expect(places.map(({ input }) => input)).toEqual([1, undefined]); // each task once
  });

  it('learns so of the time that a read lets pass', async () => {
    const { world, seen, places, hostTime } = await observed('real');
    await sendToShop(seen, bell(10));
    const inputsAtCommit: unknown[] = [];
    world.entries$.subscribe(({ input }) => inputsAtCommit.push([input.n, places.at(-1)?.input]));
    hostTime.nowMs += 20;
    await seen.readInPieces(pieces(hostTime));
    expect(inputsAtCommit).toEqual([[2, 2]]);
  });
});

describe('an observer of a frozen world', () => {
  it('sees the position of each task: its instant, its state and its input', async () => {
    const { seen, places } = await observed('frozen');
    await sendToShop(seen, bell(10));
    await show(seen);
    await seen.advance({ byMs: 4 });
    await seen.advance({ toMs: epochMs + 10 });
    await seen.advance({ untilIdle: true, maxMs: 1_000 });
    await seen.configure(
      (settings) => settings,
      () => undefined,
    );
    await seen.setClock({ mode: 'skip' });
    await seen.inspectState(() => undefined);
    await seen.forkState();
    await seen.describe();
    expect(places).toEqual([
      { atMs: epochMs, inputs: 1, position: 1, input: 1 },
      { atMs: epochMs, inputs: 1, position: 1 },
      { atMs: epochMs, inputs: 2, position: 1, input: 2 },
      { atMs: epochMs + 4, inputs: 3, position: 2, input: 3 }, // began before the bell rang
      { atMs: epochMs + 10, inputs: 4, position: 2, input: 4 },
      { atMs: epochMs + 10, inputs: 5, position: 2, input: 5 },
      { atMs: epochMs + 10, inputs: 6, position: 2, input: 6 },
      { atMs: epochMs + 10, inputs: 6, position: 2 },
      { atMs: epochMs + 10, inputs: 6, position: 2 },
      { atMs: epochMs + 10, inputs: 6, position: 2 },
    ]);
  });

  it('sees an advance that was refused, without an input', async () => {
    const { seen, places } = await observed('frozen');
    expect(await seen.advance({ toMs: epochMs - 1 })).toMatchObject({ ok: false });
    expect(places).toEqual([{ atMs: epochMs, inputs: 0, position: 0 }]);
  });

  it('sees a command that was refused, which is an input', async () => {
    const { seen, places } = await observed('frozen');
    expect(await sendToShop(seen, { type: 'PrintOrder', id: 'none' })).toBe(false);
    expect(places).toEqual([{ atMs: epochMs, inputs: 1, position: 0, input: 1 }]);
  });

  it('is called before its task is stored, and not for tasks of others', async () => {
    const stored: number[] = [];
    const inner = createMemoryStore();
    const store: EventStore = {
      ...inner,
      append: async (batch) => {
        const refused = await inner.append(batch);
        stored.push(batch.length);
        return refused;
      },
    };
    const calls: number[] = [];
    const engine = await openShopEngine({ store });
    const world = await engine.create(shopRecord('frozen'));
    const seen = world.observedBy({ ...passive, afterTask: () => calls.push(stored.length) });
    await sendToShop(world, bell(1));
    await sendToShop(seen, bell(1));
    await sendToShop(world, bell(1));
    expect(calls).toEqual([1]);
    expect(stored).toHaveLength(3);
  });

  it('sees tasks that a failed commit loses', async () => {
    const inner = createMemoryStore();
    let isFailing = false;
    const append: EventStore['append'] = async (batch) => {
      if (isFailing) throw new StoreError('unavailable', 'disk full');
      return inner.append(batch);
    };
    const { seen, places } = await observed('frozen', { store: { ...inner, append } });
    isFailing = true;
    await expect(sendToShop(seen, bell(1))).rejects.toThrow('disk full');
    expect(places).toMatchObject([{ input: 1 }]);
  });

  it('does not replace the observer of the API that it is attached to', async () => {
    const { seen, places } = await observed('frozen');
    const others: TaskPosition[] = [];
    await sendToShop(seen.observedBy({ ...passive, afterTask: (at) => others.push(at) }), bell(1));
    await sendToShop(seen, bell(1));
    expect([places, others]).toMatchObject([[{ input: 1 }, { input: 2 }], [{ input: 1 }]]);
  });
});

describe('an observer of a world in skip mode', () => {
  it('sees the input of a read that moved time, and no input of a read without subjects', async () => {
    const { seen, places } = await observed('skip');
    await sendToShop(seen, order('a', 700));
    const look = () => undefined;
    await seen.read(look);
    await seen.read(look, () => []);
    await seen.read(look, () => ['somebody']);
    await seen.read(look, () => ['somebody']);
    expect(places).toEqual([
      { atMs: epochMs, inputs: 1, position: 1, input: 1 },
      { atMs: epochMs, inputs: 1, position: 1 },
      { atMs: epochMs, inputs: 1, position: 1 },
      { atMs: epochMs, inputs: 2, position: 2, input: 2 }, // this subject has no due, so the next due of any subject fires
      { atMs: epochMs + 700, inputs: 2, position: 2 },
    ]);
  });
});

describe('an observer of a world in real mode', () => {
  it('sees the input of a read that fired a due, and none of one that fired nothing', async () => {
    const { seen, places, hostTime } = await observed('real');
    await sendToShop(seen, bell(50));
    hostTime.nowMs = 20;
    await show(seen);
    hostTime.nowMs = 60;
    await show(seen);
    hostTime.nowMs = 90;
    await seen.inspectState(() => undefined);
    await seen.forkState();
    await seen.forkState();
    await seen.setClock({ rate: 2 });
    expect(places).toEqual([
      { atMs: epochMs, inputs: 1, position: 1, input: 1 },
      { atMs: epochMs + 20, inputs: 1, position: 1 },
      { atMs: epochMs + 60, inputs: 2, position: 2, input: 2 },
      { atMs: epochMs + 90, inputs: 2, position: 2 },
      { atMs: epochMs + 90, inputs: 3, position: 2, input: 3 },
      { atMs: epochMs + 90, inputs: 3, position: 2 },
      { atMs: epochMs + 90, inputs: 4, position: 2, input: 4 },
    ]);
  });

  it('sees the input of its task, not the dues that are held and released on the way', async () => {
    const { asked, oracles } = createPrinter();
    const { engine, seen, places, hostTime } = await observed('real', { oracles });
    await sendToShop(seen, order('a', 50));
    hostTime.nowMs = 60;
    await sendToShop(seen, bell(1_000)); // after the hold that it caused
    const frozen = seen.setClock({ mode: 'frozen' });
    await frozen;
    const advanced = seen.advance({ byMs: 10 }); // after the release, for which it waits
    await drainEventLoop();
    asked[0]?.finish();
    await advanced;
    const inputs = await engine.store.read('w', 1, 10);
    expect(inputs.map(({ input }) => input.kind)).toEqual([
      'command',
      'hold',
      'command',
      'clock',
      'release',
      'time',
    ]);
    expect(places).toMatchObject([{ input: 1 }, { input: 3 }, { input: 4 }, { input: 6 }]);
    expect(places[3]).toEqual({ atMs: epochMs + 60, inputs: 6, position: 3, input: 6 });
  });
});

describe('an observer with beforeTask', () => {
  it('delays each of its tasks, and no others', async () => {
    for (const take of [
      (world: World) => sendToShop(world, bell(1)),
      show,
      (world: World) => world.advance({ byMs: 1 }),
      (world: World) => world.setClock({ rate: 3 }),
      (world: World) => world.forkState(),
      (world: World) => world.inspectState(() => undefined),
      (world: World) => world.describe(),
    ]) {
      const engine = await openShopEngine();
      const world = await engine.create(shopRecord('frozen'));
      let letIn: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (letIn = resolve));
      const calls: string[] = [];
      const beforeTask = async () => {
        calls.push('before');
        await gate;
      };
      const taken = take(
        world.observedBy({ ...passive, beforeTask, afterTask: () => calls.push('after') }),
      );
      await drainEventLoop();
      await sendToShop(world, bell(1));
      expect(calls).toEqual(['before']);
      letIn();
      await taken;
      expect(calls).toEqual(['before', 'after']);
    }
  });

  it('delays the tasks of an observer without it, on either side', async () => {
    const engine = await openShopEngine();
    const world = await engine.create(shopRecord('frozen'));
    const calls: string[] = [];
    const gate = (name: string): TaskObserver => ({
      ...passive,
      beforeTask: async () => void calls.push(`before ${name}`),
      afterTask: () => calls.push(`after ${name}`),
    });
    const plain = { ...passive, afterTask: () => calls.push('after') };
    await show(world.observedBy(gate('a')).observedBy(plain).observedBy(gate('b')));
    expect(calls).toEqual(['before a', 'before b', 'after a', 'after', 'after b']);
  });
});

describe('an observer of request ids', () => {
  it('sees the origin of each', async () => {
    const { world } = await observed('frozen');
    const taken: RequestIdOrigin[] = [];
    const onRequestId = (place: RequestIdOrigin) => {
      taken.push(place);
      return place;
    };
    const seen = world.observedBy({ afterTask: () => undefined, onRequestId });
    const ids = [seen.requestId(), world.requestId(), seen.requestId()];
    expect(taken.map(({ ordinal }) => ordinal)).toEqual([0, 2]); // all observers share one sequence
    expect(ids).toEqual([0, 1, 2].map((ordinal) => idByOrdinal(hash, 's', 'request/0', ordinal)));
  });

  it('may change the origin of one id, and of no other', async () => {
    const { world } = await observed('frozen');
    const onRequestId = () => ({ position: 40, ordinal: 2 });
    const id = world.observedBy({ afterTask: () => undefined, onRequestId }).requestId();
    expect(id).toBe(idByOrdinal(hash, 's', 'request/40', 2));
    expect(world.requestId()).toBe(idByOrdinal(hash, 's', 'request/0', 1));
  });

  it('passes its origin on to the next observer', async () => {
    const { world } = await observed('frozen');
    const taken: RequestIdOrigin[] = [];
    const moved = { afterTask: () => undefined, onRequestId: () => ({ position: 40, ordinal: 2 }) };
    const onRequestId = (origin: RequestIdOrigin) => {
      taken.push(origin);
      return origin;
    };
    const seen = world.observedBy(moved).observedBy({ afterTask: () => undefined, onRequestId });
    expect(seen.requestId()).toBe(idByOrdinal(hash, 's', 'request/40', 2));
    expect(taken).toEqual([{ position: 40, ordinal: 2 }]);
  });
});
