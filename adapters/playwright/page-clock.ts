// The clocks of browser contexts, which follow the clock of a world.

import type { BrowserContext } from '@playwright/test';
import { z } from 'zod';
import { checkedOptions } from '../checked-options.ts';
import { followedClock, notFrozen, type Follower } from '../testing/followed-clock.ts';
import type { TestClock, TestWorld } from '../testing/index.ts';

/**
 * How the timers of pages move, by the methods of Playwright: `runFor` runs each as often as it is due, `fastForward` once at
 * most in each step; `off`: their time is real.
 */
export type PageClock = 'runFor' | 'fastForward' | 'off';

const methods = ['runFor', 'fastForward'] as const satisfies readonly PageClock[];
const methodSchema = z.strictObject({ method: z.enum(methods) });
const pageClockSchema = z.strictObject({ pageClock: z.enum([...methods, 'off']) });

/** Throws OptionsError. */
export function checkPageClock(pageClock: unknown): void {
  checkedOptions(pageClockSchema, { pageClock }, 'test.use');
}

/** The contexts that follow a world. */
const followers = new WeakMap<TestWorld, Follower[]>();

/** The same world, which contexts can follow. */
export function followableWorld(created: TestWorld): TestWorld {
  const list: Follower[] = [];
  const whole: Follower = {
    moveTo: async (ms) => void (await Promise.all(list.map(({ moveTo }) => moveTo(ms)))),
  };
  const followed = followedClock(created, whole);
  const world: TestWorld = Object.defineProperty({ ...created }, 'clock', {
    enumerable: true,
    get: (): TestClock => (list.length === 0 ? created.clock : followed),
  });
  followers.set(world, list);
  return world;
}

/**
 * Stops the time of all pages of a context at the instant of the world, and moves it with the clock of the world. For contexts
 * besides the one of the test, which follows by itself. Throws TypeError if the clock is not `frozen`, or for another method.
 */
export async function followWorld(
  context: BrowserContext,
  world: TestWorld,
  method: Exclude<PageClock, 'off'> = 'runFor',
): Promise<void> {
  checkedOptions(methodSchema, { method }, 'followWorld');
  const list = followers.get(world);
  if (list === undefined) throw new TypeError('followWorld is for the world of a test: { world }.');
  if (world.clock.mode !== 'frozen') throw new TypeError(notFrozen(world.clock.mode));
  const { clock } = context;
  let atMs = world.clock.now.getTime();
  await clock.install({ time: atMs });
  await clock.pauseAt(atMs);
  const follower: Follower = {
    moveTo: async (ms) => {
      if (ms <= atMs) return;
      await clock[method](ms - atMs);
      atMs = ms;
    },
  };
  list.push(follower);
  context.once('close', () => list.splice(list.indexOf(follower), 1));
}
