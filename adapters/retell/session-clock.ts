// The passing of time while a session is performed again. The clock of a Reprise moves as in the recording; where time passes by itself,
// only the pauses within sockets are kept. Waits may take longer than recorded, within bounds.

import { RepriseError } from '../client/index.ts';
import type { WorldClient } from '../client/world.ts';
import { monotonicMs, setTimeout } from '../host-timers.ts';

/** Waits for something, for some milliseconds of the host at most; resolves with whether it is there. */
export type Await = (msMax: number) => Promise<boolean>;

export interface SessionClock {
  /** Lets time come to an instant of the recording. `isPaced`: whether what happens there depends on how time passes by itself. */
  readonly moveTo: (recordedMs: number, isPaced: boolean) => Promise<void>;
  /**
   * Waits for what took this long in the recording. `nextMs`: of what may come by itself, as time passes: the instant of what followed.
   */
  readonly until: (awaited: Await, tookMs: number, nextMs?: number) => Promise<boolean>;
  /** Lets time pass between reads, until one resolves with true, or for what took this long in the recording. */
  readonly poll: (read: () => Promise<boolean>, tookMs: number) => Promise<void>;
}

/** A pause that is longer takes no more. */
const pauseMsMax = 60_000;
/** What is given to all that took no time. */
const patienceMs = 5_000;
/** What the work between two instants of a world may take: its first spoken text loads a voice. */
export const workMsMax = 20_000;
/** Between two reads. */
const pollMsMin = 100;
const pollMsMax = 5_000;
/** What a message of a world may take on the way to its client, when it has been sent. */
const deliveryMs = 250;
/** How long to look for what comes at its time. */
const lookMs = 25;
/** How much later than recorded something may come to a client that waits for it, if instants are kept. */
const chanceMsMax = 2_000;
/** The time of a world is free. */
const worldPatienceMs = 10_000;
const worldPollMs = 600_000;

export interface HostClockOptions {
  readonly startMs: number;
  /** Times as fast as recorded. */
  readonly speed: number;
  /** How long to wait at most. */
  readonly waitMsMax: number;
}

export function hostClock({ startMs, speed, waitMsMax }: HostClockOptions): SessionClock {
  let recordedMs = startMs;
  let atMs = monotonicMs();
  const budgetMs = (tookMs: number) => Math.min(2 * tookMs + patienceMs, waitMsMax);
  return {
    async moveTo(ms, isPaced) {
      const dueMs = atMs + Math.min((ms - recordedMs) / speed, pauseMsMax);
      recordedMs = ms;
      if (isPaced && dueMs > monotonicMs()) await pause(dueMs - monotonicMs());
      atMs = monotonicMs();
    },
    until: (awaited, tookMs) => awaited(budgetMs(tookMs)),
    poll: (read, tookMs) => repeated(read, pause, budgetMs(tookMs)),
  };
}

/**
 * `isExact`: of the recording of a world, whose instants are kept. Those of other recordings are of a host: a second more or less is
 * nothing, and what has not come gets more time of the world.
 */
export async function worldClock(
  { clock }: Pick<WorldClient, 'clock'>,
  startMs: number,
  isExact: boolean,
): Promise<SessionClock> {
  const first = Date.parse((await clock.get()).now);
  const stepMs = isExact ? 1 : 1_000;
  /** An instant that the world has certainly reached. */
  let reachedMs = first;
  const advance = async (ms: number): Promise<void> => {
    reachedMs = Date.parse((await clock.advance(ms)).now);
  };
  const moveTo = async (recordedMs: number): Promise<void> => {
    const dueMs = first + recordedMs - startMs;
    if (dueMs < reachedMs + stepMs) return;
    const nowMs = Date.parse((await clock.get()).now);
    reachedMs = Math.max(nowMs, dueMs);
    if (dueMs <= nowMs) return;
    await clock.advance({ to: new Date(dueMs).toISOString() }).catch((error: unknown) => {
      if (!hasPassed(error)) throw error;
    });
  };
  const comesLater = async (awaited: Await, budgetMs: number): Promise<boolean> => {
    let isThere = false;
    const look = async () => (isThere = await awaited(lookMs));
    await repeated(look, advance, budgetMs);
    return isThere || awaited(deliveryMs);
  };
  return {
    moveTo,
    async until(awaited, tookMs, nextMs) {
      if (isExact && nextMs === undefined) return awaited(workMsMax);
      if (await awaited(deliveryMs)) return true;
      if (isExact && nextMs !== undefined) {
        await moveTo(nextMs); // the instants of dues between two inputs are not recorded
        if (await awaited(workMsMax / 4)) return true;
        return comesLater(awaited, chanceMsMax); // chance may draw a longer latency
      }
      return comesLater(awaited, 2 * tookMs + worldPatienceMs);
    },
    poll: async (read) => (isExact ? undefined : repeated(read, advance, worldPollMs)),
  };
}

/** Whether the time of a world has gone on by itself, since it was read, to after the instant that it is to come to. */
function hasPassed(error: unknown): boolean {
  return error instanceof RepriseError && error.code === 'time-goes-back';
}

/** Lets time pass and reads, at longer and longer distances. */
async function repeated(
  read: () => Promise<boolean>,
  pass: (ms: number) => Promise<void>,
  budgetMs: number,
): Promise<void> {
  let stepMs = pollMsMin;
  for (let leftMs = budgetMs; leftMs > 0; leftMs -= stepMs) {
    stepMs = Math.min(2 * stepMs, pollMsMax, leftMs);
    await pass(stepMs);
    if (await read()) return;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref()); // the proxy keeps the process
}
