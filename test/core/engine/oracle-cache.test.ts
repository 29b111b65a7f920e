// Oracle answers of a world: requested early, awaited late, and independent of the host's speed.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import { createOracleCache } from '../../../core/engine/oracle-cache.ts';
import type { DomainName } from '../../../core/engine/registry.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { Json } from '../../../core/kernel/canonical.ts';
import type { ClockMode } from '../../../core/kernel/input.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import type { EventStore } from '../../../core/ports/event-store.ts';
import { shopDomains, type ShopCommand } from '../../support/domains/print-shop.ts';
import { epochMs, hash } from '../../support/engine/pure-world.ts';
import { runs } from '../../support/runner/runs.ts';

/** An oracle whose answers the test finishes, in any order. */
function printer() {
  const questions: { readonly about: Json; readonly finish: (broken?: Error) => void }[] = [];
  const print = (about: Json) =>
    new Promise<Json>((resolve, reject) => {
      const finish = (broken?: Error) =>
        broken === undefined ? resolve(`printed ${JSON.stringify(about)}`) : reject(broken);
      questions.push({ about, finish });
    });
  return { questions, oracles: { printer: print } };
}

const atOnce = {
  printer: async (about: Json): Promise<Json> => `printed ${JSON.stringify(about)}`,
};

async function open(
  oracles: Record<string, (about: Json) => Promise<Json>>,
  store: EventStore = createMemoryStore(),
  hostTime = { nowMs: 0 },
): Promise<Engine> {
  const host = { hash, monotonicMs: () => hostTime.nowMs, defer: setImmediate };
  return openEngine({ store, host, oracles, domains: shopDomains });
}

const recordOf = (mode: ClockMode) =>
  ({
    name: 'w',
    seed: 's',
    epochMs,
    ids: 'ordinal',
    clock: { mode, rate: 1 },
    config: null,
  }) as const;

const send = (world: World, command: ShopCommand) =>
  world.send({
    domain: 'shop' as DomainName,
    prepare: () => ({ command }),
    respond: (outcome) => outcome.ok,
  });

const order = (text: string, afterMs: number): ShopCommand => ({
  type: 'PlaceOrder',
  text,
  afterMs,
});
const bell = (afterMs: number): ShopCommand => ({ type: 'SetBell', afterMs });

const eventsOf = async (engine: Engine) =>
  (await engine.store.events('w', { from: 1, limit: 1_000 })).map(
    ({ event, atMs }) => [event.type, atMs - epochMs] as const,
  );

async function quiet(): Promise<void> {
  for (let index = 0; index < 10; index += 1) await new Promise((done) => setImmediate(done));
}

describe('an oracle of a frozen world', () => {
  it('receives its question when the due is set, before the answer is needed', async () => {
    const { questions, oracles } = printer();
    const world = await (await open(oracles)).create(recordOf('frozen'));
    await send(world, order('a', 1_000));
    expect(questions.map(({ about }) => about)).toEqual(['a']);
  });

  it('suspends every task that needs its answer, while no virtual time passes', async () => {
    const { questions, oracles } = printer();
    const engine = await open(oracles);
    const world = await engine.create(recordOf('frozen'));
    await send(world, order('a', 1_000));
    await send(world, bell(2_000));
    let isOver = false;
    const advanced = world.advance({ byMs: 5_000 }).finally(() => (isOver = true));
    const shown = world.describe();
    await quiet();
    expect(isOver).toBe(false);
    questions[0]?.finish();
    expect(await advanced).toMatchObject({ ok: true, value: { fired: 2, events: 2 } });
    expect(await shown).toMatchObject({ nowMs: epochMs + 5_000 });
    expect(await eventsOf(engine)).toEqual([
      ['OrderPlaced', 0],
      ['BellSet', 0],
      ['OrderPrinted', 1_000],
      ['BellRung', 2_000],
    ]);
  });

  it('has no influence on events by its speed or order', async () => {
    const texts = fc.array(
      fc.record({ text: fc.string(), afterMs: fc.integer({ min: 1, max: 5 }) }), // no order is due immediately
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.infiniteStream(fc.nat()), async (orders, choices) => {
        const run = async (oracles: typeof atOnce, finishing?: ReturnType<typeof printer>) => {
          const engine = await open(oracles);
          const world = await engine.create(recordOf('frozen'));
          for (const { text, afterMs } of orders) await send(world, order(text, afterMs));
          const advanced = world.advance({ byMs: 10 });
          while (finishing !== undefined && finishing.questions.length > 0) {
            const index = (choices.next().value ?? 0) % finishing.questions.length;
            finishing.questions.splice(index, 1)[0]?.finish();
            await quiet();
          }
          await advanced;
          return (await world.describe()).digest;
        };
        const slow = printer();
        expect(await run(slow.oracles, slow)).toBe(await run(atOnce));
      }),
      runs(30),
    );
  });

  it('receives its question again from a process that resumes the world, and from a replay', async () => {
    const store = createMemoryStore();
    const first = await open(printer().oracles, store);
    await send(await first.create(recordOf('frozen')), order('a', 1_000));
    const { questions, oracles } = printer();
    const second = await open(oracles, store);
    expect(questions.map(({ about }) => about)).toEqual(['a']);
    questions[0]?.finish();
    await second.world('w')?.advance({ byMs: 1_000 });
    expect(await second.replay('w')).toMatchObject({ inputs: 2, events: 2 });
    const third = await open(atOnce, store);
    const { divergence, digest } = await third.replay('w');
    expect(divergence).toBeUndefined();
    expect(digest).toBe((await third.world('w')?.describe())?.digest);
  });

  it('prevents snapshots while a task waits for it', async () => {
    const { questions, oracles } = printer();
    const store = createMemoryStore();
    const host = { hash, monotonicMs: () => 0, defer: setImmediate };
    const parts = { host, domains: shopDomains, snapshotEvents: 2 };
    const engine = await openEngine({ ...parts, store, oracles });
    const world = await engine.create(recordOf('frozen'));
    const placed = [bell(5), bell(5), order('a', 10)].map((command) => send(world, command));
    const advanced = world.advance({ byMs: 20 });
    await Promise.all(placed);
    await quiet();
    const again = await openEngine({ ...parts, store, oracles: atOnce });
    expect(await again.world('w')?.describe()).toMatchObject({ nowMs: epochMs, pendingDues: 3 });
    expect(await store.snapshots('w')).toEqual([]);
    questions[0]?.finish();
    await advanced;
    expect((await world.describe()).pendingDues).toBe(0);
  });

  it('does not prevent the removal of a world by never answering', async () => {
    const { oracles } = printer();
    const engine = await open(oracles);
    const world = await engine.create(recordOf('frozen'));
    await send(world, order('a', 1_000));
    const advanced = world.advance({ byMs: 1_000 });
    const removed = engine.remove('w');
    await expect(advanced).rejects.toMatchObject({ code: 'unavailable' });
    await removed;
    expect(engine.worlds()).toEqual([]);
  });

  it('breaks its world if it fails', async () => {
    const { questions, oracles } = printer();
    const world = await (await open(oracles)).create(recordOf('frozen'));
    await send(world, order('a', 1_000));
    const advanced = world.advance({ byMs: 1_000 });
    questions[0]?.finish(new Error('out of paper'));
    await expect(advanced).rejects.toThrow(InvariantError);
    await expect(advanced).rejects.toThrow(/printer.*out of paper/);
    await expect(world.describe()).rejects.toThrow(InvariantError);
  });
});

describe('an oracle of a world in real time', () => {
  it('holds only the due that needs its answer, until the instant at which it arrives', async () => {
    const { questions, oracles } = printer();
    const [store, hostTime] = [createMemoryStore(), { nowMs: 0 }];
    const engine = await open(oracles, store, hostTime);
    const world = await engine.create(recordOf('real'));
    await send(world, order('a', 1_000));
    await send(world, bell(2_000));
    hostTime.nowMs = 3_000;
    expect(await world.describe()).toMatchObject({ nowMs: epochMs + 3_000, pendingDues: 1 });
    hostTime.nowMs = 4_000;
    questions[0]?.finish();
    await quiet();
    expect(await eventsOf(engine)).toEqual([
      ['OrderPlaced', 0],
      ['BellSet', 0],
      ['BellRung', 2_000],
      ['OrderPrinted', 4_000],
    ]);
    const { digest } = await world.describe();
    expect(await engine.replay('w')).toMatchObject({ digest, events: 4 });
    const reopened = await open(atOnce, store, { nowMs: 0 });
    expect(await reopened.world('w')?.describe()).toMatchObject({ digest, pendingDues: 0 });
  });

  it('breaks its world if it fails', async () => {
    const { questions, oracles } = printer();
    const [store, hostTime] = [createMemoryStore(), { nowMs: 0 }];
    const engine = await open(oracles, store, hostTime);
    const world = await engine.create(recordOf('real'));
    await send(world, order('a', 1_000));
    hostTime.nowMs = 3_000;
    await world.describe();
    questions[0]?.finish(new Error('out of paper'));
    await quiet();
    await expect(world.describe()).rejects.toThrow(/printer.*out of paper/);
    expect(await store.read('w', 1, 1_000)).toHaveLength(3); // the order, the hold of its due, the time
    expect(questions).toHaveLength(1);
  });

  it('suspends all tasks once the clock is frozen, also after a restart', async () => {
    for (const isRestarted of [false, true]) {
      const { questions, oracles } = printer();
      const [store, hostTime] = [createMemoryStore(), { nowMs: 0 }];
      const engine = await open(oracles, store, hostTime);
      const world = await engine.create(recordOf('real'));
      await send(world, order('a', 1_000));
      hostTime.nowMs = 3_000;
      await world.describe();
      const frozen = world.setClock({ mode: 'frozen' });
      await frozen;
      const later = isRestarted ? await open(oracles, store, hostTime) : engine;
      const advanced = later.world('w')?.advance({ byMs: 500 });
      await quiet();
      for (const { finish } of questions) finish();
      await advanced;
      expect(await eventsOf(later)).toEqual([
        ['OrderPlaced', 0],
        ['OrderPrinted', 3_000],
      ]);
      const { digest } = (await later.world('w')?.describe()) ?? {};
      expect(await later.replay('w')).toMatchObject({ digest });
    }
  });

  it('replays with the same events, however held dues and others interleave', async () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('order' as const), afterMs: fc.nat(20) }),
      fc.record({ does: fc.constant('bell' as const), afterMs: fc.nat(20) }),
      fc.record({ does: fc.constant('wait' as const), ms: fc.nat(20) }),
      fc.record({ does: fc.constant('finish' as const), which: fc.nat() }),
      fc.record({ does: fc.constant('clock' as const), mode: fc.constantFrom('real', 'frozen') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { questions, oracles } = printer();
        const [store, hostTime] = [createMemoryStore(), { nowMs: 0 }];
        const engine = await open(oracles, store, hostTime);
        const world = await engine.create(recordOf('real'));
        const under: Promise<unknown>[] = [];
        for (const [index, it] of steps.entries()) {
          if (it.does === 'order') under.push(send(world, order(`${index}`, it.afterMs)));
          if (it.does === 'bell') under.push(send(world, bell(it.afterMs)));
          if (it.does === 'wait') hostTime.nowMs += it.ms;
          if (it.does === 'finish')
            questions.splice(it.which % (questions.length || 1), 1)[0]?.finish();
          if (it.does === 'clock') under.push(world.setClock({ mode: it.mode }));
          void world.tick();
          await quiet();
        }
        while (questions.length > 0) {
          questions.shift()?.finish();
          await quiet();
        }
        await Promise.all(under);
        const { digest } = await world.describe();
        const replayed = await engine.replay('w');
        expect(replayed.divergence).toBeUndefined();
        expect(replayed.digest).toBe(digest);
        const again = await open(atOnce, store, hostTime);
        expect(await again.world('w')?.describe()).toMatchObject({ digest });
      }),
      runs(60),
    );
  });
});

describe('a fork of the past', () => {
  it('is not created if its parent is reset meanwhile', async () => {
    const inner = createMemoryStore();
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const snapshots = async (name: string) => gate.then(() => inner.snapshots(name));
    const engine = await open(atOnce, { ...inner, snapshots });
    await send(await engine.create(recordOf('frozen')), bell(5));
    const forked = engine.fork('w', { name: 'f', at: { position: 0 } });
    await quiet();
    await engine.reset('w');
    goOn();
    await expect(forked).rejects.toMatchObject({ code: 'unavailable' });
    expect(engine.worlds().map(({ record }) => record.name)).toEqual(['w']);
  });
});

describe('createOracleCache', () => {
  it('requests equal questions once', async () => {
    let count = 0;
    const desk = createOracleCache({ count: async () => (count += 1) });
    const question = { oracle: 'count', about: { b: 1, a: 2 } };
    desk.request(question);
    desk.request({ oracle: 'count', about: { a: 2, b: 1 } });
    await desk.whenAnswered(question);
    desk.request(question);
    expect(desk.answerTo(question)).toEqual({ answer: 1 });
    expect(count).toBe(1);
  });

  it('accepts a known answer', () => {
    const desk = createOracleCache({});
    const question = { oracle: 'heard', about: 'x' };
    desk.seed(question, null);
    expect(desk.answerTo(question)).toEqual({ answer: null });
  });

  it('rejects a question to an unknown oracle', async () => {
    const question = { oracle: 'delphi', about: 'x' };
    await expect(createOracleCache({}).whenAnswered(question)).rejects.toThrow(/delphi/);
  });

  it('evicts the least recently used answers', async () => {
    const desk = createOracleCache({ same: async (about) => about });
    for (let about = 0; about < 1_001; about += 1)
      await desk.whenAnswered({ oracle: 'same', about });
    expect(desk.answerTo({ oracle: 'same', about: 0 })).toBeUndefined();
    expect(desk.answerTo({ oracle: 'same', about: 1 })).toEqual({ answer: 1 });
  });
});
