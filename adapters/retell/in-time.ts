// Gives up waiting for work after some time.

import { clearTimeout, setTimeout } from '../host-timers.ts';

/** Undefined if it takes longer. Does not keep the process: what is awaited does, such as a connection. */
export async function inTime<Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> {
  let stop: () => void = () => undefined;
  const late = new Promise<undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms).unref();
    stop = () => clearTimeout(timer);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}

/** A shorter wait is for what comes by itself. */
export const answerMsMin = 1_000;

/** How long a server may take to answer a handshake, or a request that is not of the session: as long as for anything else. */
export function answerMsMax(waitMsMax: number): number {
  return Math.max(waitMsMax, answerMsMin);
}
