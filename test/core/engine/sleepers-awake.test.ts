// What keeps an unused world awake.

import { describe, expect, it } from 'vitest';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { ClockSetting } from '../../../core/kernel/input.ts';
import { StoreError } from '../../../core/ports/event-store.ts';
import {
  bell,
  createPrinter,
  drainEventLoop,
  order,
  sendToShop,
} from '../../support/engine/fake-oracle.ts';
import { awake, gate, sleepAfterMs, sleepyEngine } from '../../support/engine/sleepy-engine.ts';

describe('a world stays awake', () => {
  const real = { mode: 'real' } as const;

  /** Expects that world `a` sleeps after a time without use, but not while it is kept awake by something. */
  async function expectAwake(
    parts: Awaited<ReturnType<typeof sleepyEngine>>,
    keep: (world: World) => (() => unknown) | Promise<() => unknown>,
    clock: Partial<ClockSetting> = {},
  ): Promise<void> {
    const { engine, create, idle } = parts;
    const end = await keep(await create('a', clock));
    await idle(2 * sleepAfterMs);
    expect(awake(engine)).toEqual(['a']);
    await end();
    await idle(2 * sleepAfterMs);
    expect(awake(engine)).toEqual([]);
    await engine.close();
  }

  const observed: readonly (readonly [string, (world: World) => { unsubscribe: () => void }])[] = [
    ['commits$', (world) => world.commits$.subscribe()],
    ['entries$', (world) => world.entries$.subscribe()],
    ['events$', (world) => world.events$.subscribe()],
    ['history$', (world) => world.history$().subscribe()],
  ];
  it.each(observed)('with an observer of %s', async (_name, observe) => {
    await expectAwake(await sleepyEngine(), (world) => {
      const subscription = observe(world);
      return () => subscription.unsubscribe();
    });
  });

  it('with work of its scheduler', async () => {
    await expectAwake(await sleepyEngine(), (world) => {
      const work = world.scheduler.schedule(() => undefined, 1_000);
      return () => work.unsubscribe();
    });
  });

  it('as long as anything keeps it awake', async () => {
    const parts = await sleepyEngine();
    await expectAwake(parts, async (world) => {
      const releases = [parts.engine.keepAwake(world), parts.engine.keepAwake(world)];
      releases[0]?.();
      releases[0]?.(); // a second call has no effect
      return () => releases[1]?.();
    });
  });

  it('while its entries are not stored', async () => {
    const parts = await sleepyEngine();
    const { closed, release } = gate();
    await expectAwake(parts, (world) => {
      parts.control.appendGate = closed;
      const sent = sendToShop(world, bell(1));
      return async () => {
        release();
        await sent;
      };
    });
  });

  it('while a task waits for an oracle, or behind another', async () => {
    const { asked, oracles } = createPrinter();
    await expectAwake(await sleepyEngine({ oracles }), async (world) => {
      await sendToShop(world, order('poster', 10));
      const advanced = world.advance({ byMs: 10 });
      const read = world.describe();
      return async () => {
        for (const { finish } of asked) finish();
        await Promise.all([advanced, read]);
      };
    });
  });

  it('while a due of a `real` clock waits for its answer, whenever the next one is', async () => {
    const { asked, oracles } = createPrinter();
    const parts = await sleepyEngine({ oracles });
    await expectAwake(
      parts,
      async (world) => {
        await sendToShop(world, order('poster', 10));
        await sendToShop(world, bell(100 * sleepAfterMs));
        parts.hostTime.nowMs += 10;
        await world.tick();
        return async () => {
          for (const { finish } of asked) finish();
          await drainEventLoop();
        };
      },
      real,
    );
  });

  it('if it has a due within the time after which worlds sleep', async () => {
    const parts = await sleepyEngine();
    await expectAwake(
      parts,
      async (world) => {
        await sendToShop(world, bell(6 * sleepAfterMs)); // two sleeps ahead, once two have passed
        return () => world.setClock({ rate: 0.1 });
      },
      { mode: 'real', rate: 2 },
    );
  });

  it('in `skip` as long as time moves by itself', async () => {
    await expectAwake(
      await sleepyEngine(),
      async (world) => {
        await sendToShop(world, bell(1));
        return () => world.setClock({ idle: false });
      },
      { mode: 'skip' },
    );
  });

  it('while it has work besides its dues, also with a later due', async () => {
    let hasWork = true;
    const parts = await sleepyEngine({ hasWork: () => hasWork });
    await expectAwake(
      parts,
      async (world) => {
        await sendToShop(world, bell(100 * sleepAfterMs));
        return () => (hasWork = false);
      },
      real,
    );
  });

  it('while something is sent', async () => {
    let isBusy = true;
    const outbound = {
      isBusy: () => isBusy,
      isResumable: () => true,
      whenSettled: () => undefined,
    };
    await expectAwake(await sleepyEngine({ outbound }), () => () => (isBusy = false));
  });

  it('if it is broken', async () => {
    const { asked, oracles } = createPrinter();
    const { engine, create, idle } = await sleepyEngine({ oracles });
    const world = await create('a');
    await sendToShop(world, order('poster', 10));
    const advanced = world.advance({ byMs: 10 });
    asked[0]?.finish(new Error('the printer burns'));
    await expect(advanced).rejects.toThrow('the printer burns');
    await idle(2 * sleepAfterMs);
    expect(awake(engine)).toEqual(['a']);
    await engine.close();
  });

  it('if its sleep could not be stored', async () => {
    const parts = await sleepyEngine();
    await expectAwake(parts, (world) => {
      parts.control.failure = new StoreError('unavailable', 'disk full');
      return async () => {
        parts.control.failure = undefined;
        expect(await sendToShop(world, bell(1))).toBe(true);
      };
    });
  });

  const gates = ['sleepGate', 'storedGate'] as const;

  it.each(gates)('if it is used while its sleep is stored (%s)', async (name) => {
    const { control, engine, create, hostTime } = await sleepyEngine();
    const world = await create('a');
    for (const use of [
      () => sendToShop(world, bell(1)),
      () => world.describe(),
      () => engine.open('a'),
    ]) {
      const { closed, release } = gate();
      control[name] = closed;
      hostTime.nowMs += sleepAfterMs;
      const swept = engine.sleepIdle();
      await drainEventLoop();
      await use();
      release();
      await swept;
      expect(engine.world('a')).toBe(world);
      expect(await sendToShop(world, bell(1))).toBe(true);
    }
    await engine.close();
  });

  it.each(gates)('if its time has moved while its sleep is stored (%s)', async (name) => {
    const { control, engine, create, hostTime } = await sleepyEngine();
    const world = await create('a', real);
    await sendToShop(world, bell(2 * sleepAfterMs + 2));
    const { closed, release } = gate();
    control[name] = closed;
    hostTime.nowMs += sleepAfterMs + 1;
    const swept = engine.sleepIdle();
    await drainEventLoop();
    hostTime.nowMs += sleepAfterMs + 1;
    await world.tick();
    release();
    await swept;
    expect(engine.world('a')).toBe(world);
    expect((await world.describe()).inputs).toBe(2);
    await engine.close();
  });
});
