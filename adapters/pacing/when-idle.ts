// Waits until the process is idle, for background work.

import { performance } from 'node:perf_hooks';

const intervalMs = 10;
/** A loop with a higher utilization is not idle. */
const utilizationMax = 0.5;

/** Resolves after the first interval in which the event loop was idle, at the latest after `limitMs`. Its timers are unref'd. */
export function whenIdle(limitMs: number): Promise<void> {
  const endMs = performance.now() + limitMs;
  return new Promise((resolve) => {
    let before = performance.eventLoopUtilization();
    const check = (): void => {
      const { utilization } = performance.eventLoopUtilization(before);
      if (utilization <= utilizationMax || performance.now() >= endMs) return resolve();
      before = performance.eventLoopUtilization();
      checkLater();
    };
    const checkLater = () => void setTimeout(check, intervalMs).unref();
    checkLater();
  });
}
