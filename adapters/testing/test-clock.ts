// The clock of a world in a test.

import type { ClockMode, World } from '../../core/index.ts';
import type { ControlCall } from './control-calls.ts';

export interface Advanced {
  /** ISO-8601. */
  readonly now: string;
  /** How many scheduled commands ran, and how many events they caused. */
  readonly fired: number;
  readonly events: number;
}

export interface TestClock {
  readonly now: Date;
  readonly mode: ClockMode;
  /** The instant of the next scheduled command; undefined if there is none. */
  readonly nextDue: () => Promise<Date | undefined>;
  /** Moves time by `10m`, `1h30m`, `500ms` or whole milliseconds; everything due by then runs, in order. */
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

export function createTestClock(world: World, control: ControlCall): TestClock {
  const advance = (body: object) => control<Advanced>('POST', '/clock/advance', body);
  return {
    get now() {
      return new Date(world.nowMs());
    },
    get mode() {
      return world.clock().mode;
    },
    nextDue: async () => {
      const { nextDueMs } = await world.describe();
      return nextDueMs === undefined ? undefined : new Date(nextDueMs);
    },
    advance: (by) => advance({ by }),
    advanceTo: (to) => advance({ to: to instanceof Date ? to.toISOString() : to }),
    untilIdle: (maxMs) => advance({ untilIdle: true, ...(maxMs === undefined ? {} : { maxMs }) }),
    set: (change) => control('PATCH', '/clock', change),
  };
}
