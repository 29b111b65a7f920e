// How time passes while a session is told again: the clock of a Reprise goes as that of the session did, and where time passes by
// itself, only the pauses within sockets are kept.

import type { WorldClient } from '../client/world.ts';
import { monotonicMs, setTimeout } from '../host-timers.ts';

export interface SessionClock {
  /** Lets time come to an instant of the recording. `isPaced`: whether what happens there depends on how time passes by itself. */
  readonly moveTo: (recordedMs: number, isPaced: boolean) => Promise<void>;
  /** Lets some time pass, for what has not happened yet; resolves with false if there is none to give. */
  readonly wait: (ms: number) => Promise<boolean>;
}

/** A pause that is longer takes no more. */
const pauseMsMax = 60_000;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** `speed`: times as fast as recorded. */
export function hostClock(startMs: number, speed: number): SessionClock {
  let recordedMs = startMs;
  let atMs = monotonicMs();
  return {
    async moveTo(ms, isPaced) {
      const pauseMs = Math.min((ms - recordedMs) / speed, pauseMsMax);
      const dueMs = atMs + pauseMs;
      recordedMs = ms;
      if (isPaced && dueMs > monotonicMs()) await pause(dueMs - monotonicMs());
      atMs = monotonicMs();
    },
    async wait(ms) {
      await pause(ms);
      return true;
    },
  };
}

/**
 * `isExact`: of the recording of a world, whose instants are kept. Those of other recordings are of a host: a second more or less is
 * nothing, and what takes longer than it took then gets more time.
 */
export async function worldClock(
  { clock }: WorldClient,
  startMs: number,
  isExact: boolean,
): Promise<SessionClock> {
  const first = Date.parse((await clock.get()).now);
  const stepMs = isExact ? 1 : 1_000;
  /** An instant that the world has certainly reached. */
  let reachedMs = first;
  return {
    async moveTo(recordedMs) {
      const dueMs = first + recordedMs - startMs;
      if (dueMs < reachedMs + stepMs) return;
      const nowMs = Date.parse((await clock.get()).now);
      reachedMs = Math.max(nowMs, dueMs);
      if (dueMs > nowMs) await clock.advance({ to: new Date(dueMs).toISOString() });
    },
    async wait(ms) {
      if (isExact) return false;
      reachedMs = Date.parse((await clock.advance(ms)).now);
      return true;
    },
  };
}
