// Puts worlds to sleep that are unused for long, and wakes them when they have something to do, by timers of the host.

import type { Engine } from '../../core/index.ts';

/** Unused worlds are looked for so many times while one becomes due for sleep. */
const sweepsPerSleep = 4;
const sweepMsMin = 10;
const sweepMsMax = 15_000;
/** The longest delay of a host timer. */
const timerMsMax = 2 ** 31 - 1;

export interface SleepTimers {
  readonly stop: () => void;
}

/**
 * `sleepAfterMs`: as of the engine; undefined if no world sleeps. Worlds that were never loaded are woken in any case. `onFailed`: of a
 * world that breaks; the others go on.
 */
export function startSleepTimers(
  engine: Engine,
  monotonicMs: () => number,
  sleepAfterMs: number | undefined,
  onFailed: (error: unknown) => void,
): SleepTimers {
  let wakeTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function setWakeTimer(): void {
    clearTimeout(wakeTimer);
    const wakeMs = engine.nextWakeMs();
    if (wakeMs === undefined || isStopped) return;
    const waitMs = Math.min(Math.max(0, Math.ceil(wakeMs - monotonicMs())), timerMsMax);
    wakeTimer = setTimeout(
      () => void engine.wakeDue().catch(onFailed).finally(setWakeTimer),
      waitMs,
    );
    wakeTimer.unref();
  }

  const sweepMs = Math.min(Math.max((sleepAfterMs ?? 0) / sweepsPerSleep, sweepMsMin), sweepMsMax);
  const sweepTimer =
    sleepAfterMs === undefined
      ? undefined
      : setInterval(() => void engine.sleepIdle().catch(onFailed), sweepMs).unref();
  const wakes = engine.wakes$.subscribe(setWakeTimer);
  setWakeTimer();

  return {
    stop() {
      isStopped = true; // worlds may be being woken
      wakes.unsubscribe();
      clearInterval(sweepTimer);
      clearTimeout(wakeTimer);
    },
  };
}
