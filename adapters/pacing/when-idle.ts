// When the process has time for what can wait: once its event loop has been idle for most of a moment.

import { performance } from 'node:perf_hooks';

const momentMs = 10;
/** A loop that is busy for more of a moment than this has no time. */
const busyMax = 0.5;

/** Resolves behind the first calm moment from now on, or after so many milliseconds. Keeps no process alive. */
export function whenIdle(limitMs: number): Promise<void> {
  const endMs = performance.now() + limitMs;
  return new Promise((resolve) => {
    let before = performance.eventLoopUtilization();
    const look = (): void => {
      const { utilization } = performance.eventLoopUtilization(before);
      if (utilization <= busyMax || performance.now() >= endMs) return resolve();
      before = performance.eventLoopUtilization();
      lookLater();
    };
    const lookLater = () => void setTimeout(look, momentMs).unref();
    lookLater();
  });
}
