// The clock of a world that another clock follows, such as fake timers: their timers and the world's commands run in order.

import { instantMs } from '../protocol/instant.ts';
import { advanceMsMax, duration } from '../protocol/duration.ts';
import { idleMsDefault } from '../control/wire/clock.ts';
import type { Advanced } from '../client/control-types.ts';
import { checkUnit, type TestClock } from './test-clock.ts';
import type { TestWorld } from './test-world.ts';

/** A clock that stands at the instant of a world. */
export interface Follower {
  /** The instant of its next timer; undefined if there is none. Left out if it cannot tell. */
  readonly nextMs?: () => number | undefined;
  /** Moves it to an instant that is not before its own; resolves when the timers due by then have run. */
  readonly moveTo: (ms: number) => Promise<void>;
}

/** The steps of an advance, if the follower cannot tell when it has something to do. */
const stepsMax = 30;

/** The clock of a frozen world; the follower moves whenever it does. */
export function followedClock(world: TestWorld, follower: Follower): TestClock {
  const { clock, running } = world;
  const nowMs = () => clock.now.getTime();

  /** Moves time until `next` is undefined, and returns what the world did. */
  async function moveWhile(next: () => Promise<number | undefined>): Promise<Advanced> {
    let [fired, events] = [0, 0];
    await follower.moveTo(nowMs()); // what is under way may set timers
    for (;;) {
      const atMs = await next();
      if (atMs === undefined) return { now: clock.now.toISOString(), fired, events };
      const toMs = Math.max(atMs, nowMs());
      // What it does before that instant is to meet the world as it is until then.
      if (follower.nextMs === undefined && toMs > nowMs()) await follower.moveTo(toMs - 1);
      const advanced = await clock.advanceTo(new Date(toMs));
      fired += advanced.fired;
      events += advanced.events;
      await follower.moveTo(toMs);
    }
  }

  async function advanceTo(limitMs: number): Promise<Advanced> {
    let hasMoved = false;
    const leastMs = follower.nextMs === undefined ? Math.floor((limitMs - nowMs()) / stepsMax) : 0;
    return moveWhile(async () => {
      const dueMs = (await clock.nextDue())?.getTime() ?? Infinity;
      const timerMs = follower.nextMs?.() ?? Infinity;
      const nextMs = Math.max(Math.min(dueMs, timerMs), nowMs() + leastMs);
      if (nextMs <= limitMs) return nextMs;
      if (hasMoved && nowMs() >= limitMs) return undefined;
      hasMoved = true;
      return limitMs;
    });
  }

  return {
    get now() {
      return clock.now;
    },
    get mode() {
      return clock.mode;
    },
    nextDue: clock.nextDue,
    advance: async (by) => {
      checkUnit(by);
      const byMs = duration.safeParse(by);
      return byMs.success ? advanceTo(nowMs() + byMs.data) : clock.advance(by);
    },
    advanceTo: (to) => {
      const toMs = to instanceof Date ? to.getTime() : instantMs(to);
      const isAhead = toMs !== undefined && toMs >= nowMs();
      return isAhead ? advanceTo(toMs) : clock.advanceTo(to); // which says why not
    },
    untilIdle: async (maxMs = idleMsDefault) => {
      if (!isLimit(maxMs)) return clock.untilIdle(maxMs); // which says why not
      const limitMs = nowMs() + maxMs;
      return moveWhile(async () => {
        const dueMs = await running.inspectState(({ dues }) => dues.next('progress')?.dueMs);
        if (dueMs === undefined || dueMs > limitMs) return undefined;
        return Math.min(dueMs, follower.nextMs?.() ?? Infinity);
      });
    },
    set: (change) => {
      if ((change.mode ?? 'frozen') === 'frozen') return clock.set(change);
      throw new TypeError(notFrozen(change.mode));
    },
  };
}

function isLimit(maxMs: unknown): boolean {
  return Number.isInteger(maxMs) && Number(maxMs) >= 0 && Number(maxMs) <= advanceMsMax;
}

/** Why another clock cannot follow a world. */
export function notFrozen(mode: string | undefined): string {
  return `Other timers can follow a frozen clock only, not '${mode}': its time moves by itself.`;
}
