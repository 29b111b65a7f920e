// How time waits for outbound deliveries in worlds that are not real.

import { describe, expect, it } from 'vitest';
import type { DomainName } from '../../../../core/engine/registry.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import type { ClockMode } from '../../../../core/kernel/input.ts';
import { shopDomains } from '../../../support/domains/print-shop.ts';
import {
  bell,
  openShopEngine,
  drainEventLoop,
  sendToShop,
  shopRecord,
} from '../../../support/engine/fake-oracle.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';

/** A shop that sends an outbound message when a bell rings; the test settles deliveries. */
async function ringing(mode: ClockMode) {
  const { shop } = shopDomains;
  if (shop === undefined) throw new Error('There is no shop.');
  const waits: (() => void)[] = [];
  const engine = await openShopEngine({
    domains: { shop: { ...shop, sends: ({ type }) => type === 'BellRung' } },
    outbound: {
      isBusy: () => waits.length > 0,
      isResumable: () => true,
      whenSettled: () => new Promise((resolve) => waits.push(() => resolve(true))),
    },
  });
  const world = await engine.create(shopRecord(mode));
  for (const afterMs of [10, 10, 30]) await sendToShop(world, bell(afterMs));
  return { world, waits };
}

const passed = (world: World) => world.nowMs() - epochMs;

describe('an advance of a frozen world', () => {
  it.each([
    ['by a duration', { byMs: 100 }, 100],
    ['to an instant', { toMs: epochMs + 100 }, 100],
    ['until idle', { untilIdle: true, maxMs: 100 }, 30],
  ] as const)(
    '%s waits for deliveries in flight, and again after each event that is sent',
    async (_how, wish, endMs) => {
      const { world, waits } = await ringing('frozen');
      const times: number[] = [];
      const ended = world.advance(wish).then((result) => {
        times.push(passed(world));
        return result;
      });
      for (const expectedMs of [0, 10, 30, endMs]) {
        await drainEventLoop();
        expect([passed(world), times]).toEqual([expectedMs, []]);
        waits.shift()?.();
      }
      expect(await ended).toMatchObject({
        ok: true,
        value: { nowMs: epochMs + endMs, fired: 3, events: 3 },
      });
    },
  );

  it('runs other tasks meanwhile', async () => {
    const { world, waits } = await ringing('frozen');
    const ended = world.advance({ byMs: 10 });
    waits.shift()?.();
    await drainEventLoop();
    expect(await sendToShop(world, bell(5))).toBe(true);
    for (let legs = 0; legs < 2; legs += 1) {
      waits.shift()?.();
      await drainEventLoop();
    }
    expect(await ended).toMatchObject({ ok: true, value: { events: 2 } });
  });
});

describe('a change of the clock', () => {
  it.each(['frozen', 'skip'] as const)('waits for deliveries in flight in %s', async (mode) => {
    const { world, waits } = await ringing(mode);
    const changed = world.setClock({ mode: 'real' });
    await drainEventLoop();
    expect(world.clock().mode).toBe(mode);
    waits.shift()?.();
    expect((await changed).clock.mode).toBe('real');
  });
});

describe('a real world', () => {
  it('does not wait', async () => {
    const { world, waits } = await ringing('real');
    expect(await world.advance({ byMs: 100 })).toMatchObject({ ok: true, value: { events: 3 } });
    await world.setClock({ rate: 2 });
    await world.read(
      () => undefined,
      () => ['a reader'],
    );
    expect(waits).toEqual([]);
  });
});

describe('a world that skips', () => {
  it('waits before each jump', async () => {
    const { world, waits } = await ringing('skip');
    const read = world.read(
      () => passed(world),
      () => ['a reader'],
    );
    await drainEventLoop();
    expect(passed(world)).toBe(0);
    waits.shift()?.();
    expect(await read).toBe(10);
    void world.tick();
    await drainEventLoop();
    expect([passed(world), world.nextTickMs()]).toEqual([10, undefined]);
    waits.shift()?.();
    await drainEventLoop();
    expect(passed(world)).toBe(30);
  });
});

describe('an out-of-band input', () => {
  it.each([
    ['real', ['BellRung', 'BellSet']],
    ['frozen', ['BellSet', 'BellRung']],
    ['skip', ['BellSet', 'BellRung']],
  ] as const)('fires the dues of its instant first only in real mode: %s', async (mode, order) => {
    const hostTime = { nowMs: 0 };
    const engine = await openShopEngine({ hostTime });
    const world = await engine.create(shopRecord(mode));
    await sendToShop(world, bell(mode === 'real' ? 10 : 0));
    hostTime.nowMs = 10;
    await world.send({
      domain: 'shop' as DomainName,
      isOutOfBand: true,
      prepare: () => ({ command: bell(1_000) }),
      respond: () => undefined,
    });
    await world.advance({ byMs: 0 });
    const events = await engine.store.events('w', { from: 2, limit: 10 });
    expect(events.map(({ event }) => event.type)).toEqual(order);
  });
});
