// Journals replayed by worlds with a replay script: the same inputs lead to the same events,
// whenever oracles answer.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../../core/engine/engine.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import type { Domains } from '../../../../core/engine/registry.ts';
import type { ClockMode, Input, JournalEntry } from '../../../../core/kernel/input.ts';
import type { WorldRecord } from '../../../../core/ports/event-store.ts';
import { sessionMsMax } from '../../../../core/speech/speak/limits.ts';
import { initialSettings, hash } from '../../../support/engine/pure-world.ts';
import { shopDomains } from '../../../support/domains/print-shop.ts';
import { sessionArbitrary, sessionOf } from '../../../support/arbitraries/session.ts';
import {
  bell,
  createPrinter,
  openShopEngine,
  order,
  immediateOracles,
  drainEventLoop,
  sendToShop,
  shopRecord,
} from '../../../support/engine/fake-oracle.ts';
import { runs } from '../../../support/runner/runs.ts';
import { open, text } from '../../../support/speech/commands.ts';
import {
  openSpeechEngine,
  recordIn,
  sendSpeech,
  worldName,
} from '../../../support/speech/speech-engine.ts';

const journalOf = (engine: Engine): Promise<readonly JournalEntry[]> =>
  engine.store.read('w', 1, 10_000);

/** Replays a journal; each entry must equal the original. */
async function replayEntries(world: World, entries: readonly JournalEntry[]): Promise<void> {
  for (const entry of entries) expect(await world.replayInput(entry.input)).toEqual(entry);
}

/** A new world with a replay script. */
async function openReplayed(
  record: WorldRecord,
  options: Parameters<typeof openShopEngine>[0] = {},
) {
  const time = { nowMs: 0 };
  const engine = await openShopEngine({ replayScript: { nowMs: () => time.nowMs }, ...options });
  return { engine, time, world: await engine.create(record) };
}

describe('a world with a replay script', () => {
  it('holds and releases dues as recorded, and none by itself', async () => {
    const { asked, oracles } = createPrinter();
    const hostTime = { nowMs: 0 };
    const engine = await openShopEngine({ oracles, hostTime });
    const world = await engine.create(shopRecord('real'));
    await sendToShop(world, order('a', 10));
    hostTime.nowMs = 20;
    await world.describe(); // holds the due of the order
    await sendToShop(world, bell(5));
    hostTime.nowMs = 40;
    await world.describe();
    asked[0]?.finish(); // releases it
    await drainEventLoop();
    const entries = await journalOf(engine);
    expect(entries.map(({ input }) => input.kind)).toEqual([
      'command',
      'hold',
      'time',
      'command',
      'time',
      'release',
      'time',
    ]);
    const again = await openReplayed(shopRecord('real'));
    await replayEntries(again.world, entries);
  });

  it('releases dues as recorded after a change of clock', async () => {
    const { asked, oracles } = createPrinter();
    const hostTime = { nowMs: 0 };
    const engine = await openShopEngine({ oracles, hostTime });
    const world = await engine.create(shopRecord('real'));
    await sendToShop(world, order('a', 10));
    hostTime.nowMs = 20;
    await world.setClock({ mode: 'frozen' });
    const advanced = world.advance({ byMs: 5 });
    await drainEventLoop();
    asked[0]?.finish();
    await advanced;
    const entries = await journalOf(engine);
    expect(entries.map(({ input }) => input.kind)).toEqual([
      'command',
      'hold',
      'clock',
      'release',
      'time',
    ]);
    await replayEntries((await openReplayed(shopRecord('real'))).world, entries);
  });

  it('waits in real mode for an answer that the recorded world had', async () => {
    const hostTime = { nowMs: 0 };
    const engine = await openShopEngine({ hostTime });
    const world = await engine.create(shopRecord('real'));
    await sendToShop(world, order('a', 10));
    hostTime.nowMs = 20;
    const { digest } = await world.describe();
    const { asked, oracles } = createPrinter();
    const again = await openReplayed(shopRecord('real'), { oracles });
    let isOver = false;
    const taken = replayEntries(again.world, await journalOf(engine)).finally(
      () => (isOver = true),
    );
    await drainEventLoop();
    expect(isOver).toBe(false);
    asked[0]?.finish();
    await taken;
    expect(await again.world.describe()).toMatchObject({ digest });
  });

  it('runs requests in real mode at the recorded instants', async () => {
    const hostTime = { nowMs: 0 };
    const engine = await openShopEngine({ hostTime });
    const world = await engine.create(shopRecord('real', 1_000));
    const again = await openReplayed(shopRecord('real', 1_000));
    for (let step = 0; step < 20; step += 1) {
      hostTime.nowMs += 7;
      again.time.nowMs = world.nowMs();
      for (const one of [world, again.world]) {
        if (step % 5 < 2) await sendToShop(one, order(`${step}`, 900 * step));
        else if (step % 5 < 4) await one.describe();
        else await one.advance({ byMs: 500 });
      }
    }
    expect(await journalOf(again.engine)).toEqual(await journalOf(engine));
    expect((await journalOf(engine)).length).toBeGreaterThan(12);
  });

  it('stops at an input that is not the next one', async () => {
    const { world } = await openReplayed(shopRecord('frozen'));
    await expect(world.replayInput({ kind: 'time', n: 2, atMs: shopRecord('frozen').epochMs }))
      .rejects //
      .toMatchObject({ message: expect.stringMatching(/numbered without gaps/), inputNumber: 2 });
  });

  const { epochMs: atMs } = shopRecord('frozen');
  const first = { n: 1, atMs };
  const command = { type: 'SetBell', afterMs: 10 };
  it.each<[string, Input, RegExp]>([
    ['an instant', { ...first, atMs: atMs - 1, kind: 'time' }, /time never goes back/],
    ['a domain', { ...first, kind: 'command', domain: 'chess', command }, /a domain named chess/],
    [
      'a command',
      { ...first, kind: 'command', domain: 'shop', command: { type: 'Mate' } },
      /^Unexpected: TypeError/,
    ],
    [
      'a command that breaks an invariant',
      { ...first, kind: 'command', domain: 'shop', command: { type: 'SetBell', afterMs: 0.5 } },
      /a due has an integer instant/,
    ],
    ['a hold', { ...first, kind: 'hold', subject: 'a', name: 'b' }, /to hold is pending/],
    ['a release', { ...first, kind: 'release', subject: 'a', name: 'b' }, /to release is held/],
  ])('names the input that breaks it by an invalid value: %s', async (_name, input, message) => {
    const { world } = await openReplayed(shopRecord('frozen'));
    await expect(world.replayInput(input)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      inputNumber: 1,
    });
  });

  it('names no input if a due breaks it', async () => {
    const shop = shopDomains['shop'] as Domains[string];
    const decide: typeof shop.decider.decide = (asked, ...rest) => {
      if (asked.type === 'RingBell') throw new TypeError('planted');
      return shop.decider.decide(asked, ...rest);
    };
    const domains: Domains = { shop: { ...shop, decider: { ...shop.decider, decide } } };
    const set: Input = { ...first, kind: 'command', domain: 'shop', command };
    const { world } = await openReplayed(shopRecord('frozen'), { domains });
    await world.replayInput(set);
    await expect(world.replayInput({ ...set, n: 2, atMs: atMs + 20 })).rejects.toMatchObject({
      message: 'Unexpected: TypeError: planted.',
      inputNumber: undefined,
    });
  });
});

describe('a held due', () => {
  it('is not released if another due has cleared it at that instant', async () => {
    const { engine, voice, hostTime, close } = await openSpeechEngine();
    const world = await engine.create(recordIn('real'));
    const sessionIds: string[] = [];
    await sendSpeech(world, sessionIds, 0, () => open({ limits: { idleMs: null } }));
    await sendSpeech(world, sessionIds, 0, (sessionId) => text('One. Two')({ sessionId }));
    await world.describe(); // holds the due of the sentence
    hostTime.nowMs = sessionMsMax;
    voice.pending[0]?.(); // the session reaches its maximum age first
    await drainEventLoop();
    const entries = await engine.store.read(worldName, 1, 100);
    const kinds = entries.map(({ input }) => input.kind);
    expect(kinds).toEqual(['command', 'command', 'hold', 'time', 'time']);
    expect(entries.at(-1)?.events).toMatchObject([{ event: { type: 'SessionEnded' } }]);
    expect((await engine.replay(worldName)).divergence).toBeUndefined();
    await close();
  });
});

describe('a world that runs until it is idle', () => {
  it('puts each event into the entry of its input, also around a held due', async () => {
    const { oracles } = createPrinter();
    const store = createMemoryStore();
    const engine = await openShopEngine({ oracles, store });
    const world = await engine.create(shopRecord('real'));
    await sendToShop(world, order('a', 2));
    await sendToShop(world, bell(1));
    await world.advance({ untilIdle: true, maxMs: 1_000 });
    const types = (await journalOf(engine)).map(({ input, events }) => [input.kind, events.length]);
    expect(types).toEqual([
      ['command', 1],
      ['command', 1],
      ['hold', 1], // the bell rang before the hold
      ['time', 0],
    ]);
    const { digest } = await world.describe();
    const again = await openShopEngine({ oracles, store }); // the journal is readable
    expect(await again.world('w')?.describe()).toMatchObject({ digest });
  });
});

const step = fc.oneof(
  fc.record({ does: fc.constant('order' as const), afterMs: fc.nat(20) }),
  fc.record({ does: fc.constant('bell' as const), afterMs: fc.nat(20) }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.nat(20) }),
  fc.record({ does: fc.constant('look' as const) }),
  fc.record({ does: fc.constant('finish' as const), which: fc.nat() }),
  fc.record({ does: fc.constant('advance' as const), byMs: fc.nat(20) }),
  fc.record({ does: fc.constant('idle' as const) }),
  fc.record({ does: fc.constant('freeze' as const) }),
  fc.record({
    does: fc.constant('clock' as const),
    mode: fc.constantFrom<ClockMode>('real', 'frozen', 'skip'),
  }),
);

/** The journal of a world after these steps, once all oracles have answered. */
async function lived(
  mode: ClockMode,
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
): Promise<readonly JournalEntry[]> {
  const { asked, oracles } = createPrinter();
  const hostTime = { nowMs: 0 };
  const engine = await openShopEngine({ oracles, hostTime });
  const world = await engine.create(shopRecord(mode));
  const under: Promise<unknown>[] = [];
  for (const [index, it] of steps.entries()) {
    if (it.does === 'order') under.push(sendToShop(world, order(`${index}`, it.afterMs)));
    if (it.does === 'bell') under.push(sendToShop(world, bell(it.afterMs)));
    if (it.does === 'wait') hostTime.nowMs += it.ms;
    if (it.does === 'look')
      under.push(
        world.read(
          () => undefined,
          () => ['any'],
        ),
      );
    if (it.does === 'finish') asked.splice(it.which % (asked.length || 1), 1)[0]?.finish();
    if (it.does === 'advance') under.push(world.advance({ byMs: it.byMs }));
    if (it.does === 'idle') under.push(world.advance({ untilIdle: true, maxMs: 50 }));
    if (it.does === 'freeze') under.push(world.forkState());
    if (it.does === 'clock') under.push(world.setClock({ mode: it.mode }));
    void world.tick();
    await drainEventLoop();
  }
  while (asked.length > 0) {
    asked.shift()?.finish();
    await drainEventLoop();
  }
  await Promise.all(under);
  return journalOf(engine);
}

describe('a journal', () => {
  it('leads to the same events when replayed, in any order of oracle answers', async () => {
    const modes = fc.constantFrom<ClockMode>('real', 'frozen', 'skip');
    await fc.assert(
      fc.asyncProperty(
        modes,
        fc.array(step, { maxLength: 20 }),
        fc.infiniteStream(fc.nat()),
        async (mode, steps, choices) => {
          const entries = await lived(mode, steps);
          const { asked, oracles } = createPrinter();
          const { world, engine } = await openReplayed(shopRecord(mode), { oracles });
          let isOver = false;
          const taken = replayEntries(world, entries).finally(() => (isOver = true));
          taken.catch(() => undefined); // awaited below
          while (!isOver) {
            const which = (choices.next().value ?? 0) % (asked.length || 1);
            asked.splice(which, 1)[0]?.finish();
            await drainEventLoop();
          }
          await taken;
          expect(await journalOf(engine)).toEqual(entries);
          expect((await world.describe()).clock).toEqual(lastClock(mode, entries));
        },
      ),
      runs(100),
    );
  });

  it('leads to the same events if every oracle answers at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const entries = await lived('real', steps);
        await replayEntries(
          (await openReplayed(shopRecord('real'), { oracles: immediateOracles })).world,
          entries,
        );
      }),
      runs(40),
    );
  });

  it('of wallet commands leads to the same events', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, async (actions) => {
        const { entries, state } = sessionOf(actions);
        const engine = await openEngine({
          store: createMemoryStore(),
          host: { hash, monotonicMs: () => 0, defer: setImmediate },
          replayScript: { nowMs: () => 0 },
        });
        const world = await engine.create({ ...initialSettings('session'), name: 'w' });
        await replayEntries(world, entries);
        const { digest, position, inputs } = state;
        expect(await world.describe()).toMatchObject({ digest, position, inputs });
      }),
      runs(30),
    );
  });
});

function lastClock(mode: ClockMode, entries: readonly JournalEntry[]) {
  const last = entries.findLast(({ input }) => input.kind === 'clock')?.input;
  return last?.kind === 'clock' ? last.clock : { mode, rate: 1 };
}
