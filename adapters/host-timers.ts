// The timers of the host, bound when this module loads: tests that fake the global ones (`vi.useFakeTimers()`) do not stop Reprise.

import * as timers from 'node:timers';

export const setImmediate: typeof timers.setImmediate = timers.setImmediate;
export const setTimeout: typeof timers.setTimeout = timers.setTimeout;
export const clearTimeout: typeof timers.clearTimeout = timers.clearTimeout;
export const setInterval: typeof timers.setInterval = timers.setInterval;
export const clearInterval: typeof timers.clearInterval = timers.clearInterval;
export const queueMicrotask: typeof globalThis.queueMicrotask = globalThis.queueMicrotask;
export const nextTick: typeof process.nextTick = process.nextTick.bind(process);
const now = performance.now.bind(performance);
export const monotonicMs = (): number => now();

/** Resolves in the next turn of the event loop. */
export function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** As `pause`; it does not hold up the end of the process. */
export async function pauseUnheld(ms: number): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
}

export async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve, ms));
}
