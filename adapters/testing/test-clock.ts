// The clock of a world in a test.

import { omitUndefined, type ClockMode, type World } from '../../core/index.ts';
import type { Advanced } from '../client/control-types.ts';
import type { WorldClient } from '../client/world.ts';

export interface TestClock {
  readonly now: Date;
  readonly mode: ClockMode;
  /** The instant of the next scheduled command; undefined if there is none. */
  readonly nextDue: () => Promise<Date | undefined>;
  /**
   * Moves time by `10m`, `1h30m`, `500ms`, or a number of whole milliseconds; everything due by then runs, in order. Rejects with
   * TypeError for a text without a unit.
   */
  readonly advance: (by: string | number) => Promise<Advanced>;
  /** Moves time to an instant: ISO-8601 text, or a date. */
  readonly advanceTo: (to: string | Date) => Promise<Advanced>;
  /** Moves time until nothing makes progress any more, by `maxMs` at most (default: a day). */
  readonly untilIdle: (maxMs?: number) => Promise<Advanced>;
  readonly set: (change: {
    readonly mode?: ClockMode;
    readonly rate?: number;
    readonly idle?: boolean;
  }) => Promise<void>;
}

export function createTestClock(running: () => World, operator: WorldClient): TestClock {
  const { clock } = operator;
  return {
    get now() {
      return new Date(running().nowMs());
    },
    get mode() {
      return running().clock().mode;
    },
    nextDue: async () => {
      const { nextDueMs } = await running().describe();
      return nextDueMs === undefined ? undefined : new Date(nextDueMs);
    },
    advance: async (by) => {
      checkUnit(by);
      return clock.advance(by);
    },
    advanceTo: (to) => clock.advance({ to: to instanceof Date ? to.toISOString() : to }),
    untilIdle: (maxMs) => clock.untilIdle(omitUndefined({ maxMs })),
    set: async (change) => {
      await clock.set(change);
    },
  };
}

/** A text without a unit is milliseconds in requests, but hardly what a test means. Throws TypeError. */
export function checkUnit(by: unknown): void {
  if (typeof by !== 'string' || !/^[\d.]+$/.test(by)) return;
  throw new TypeError(
    `clock.advance: '${by}' has no unit: write '${by}s', '${by}m', '${by}h' or '${by}d'; milliseconds are a number.`,
  );
}
