// Detects replayed work that waits forever: where the history differs, the time that ends a wait may not pass any more.

import type { Oracles } from '../../../core/index.ts';
import { nextLoopTurn, setTimeout } from '../../host-timers.ts';

/** The event-loop turns in which work ends, unless the host has to load or compute something for it. */
const turnsMax = 200;
/** Then it is tested again after so many pauses at most, unless an oracle is computing. */
const pausesMax = 200;
const pauseMs = 5;

export interface ComputedOracles {
  readonly oracles: Oracles;
  /** Whether an answer is being computed. */
  readonly isComputing: () => boolean;
}

/** The same oracles, watched. */
export function watchedOracles(oracles: Oracles): ComputedOracles {
  let computing = 0;
  const watched = Object.entries(oracles).map(([name, oracle]) => {
    const counted: typeof oracle = async (question) => {
      computing += 1;
      try {
        return await oracle(question);
      } finally {
        computing -= 1;
      }
    };
    return [name, counted] as const;
  });
  return { oracles: Object.fromEntries(watched), isComputing: () => computing > 0 };
}

/** The result of work, or `stalled` if it waits for what does not come. Rejects as the work does. */
export async function unlessStalled<Result>(
  work: Promise<Result>,
  isComputing: () => boolean,
): Promise<Result | 'stalled'> {
  let isDone = false;
  const ended = (async () => {
    await Promise.allSettled([work]);
    isDone = true;
  })();
  // Work that ends within a turn is not held up by the turn: its traces would be written in another order.
  for (let turns = 0; !isDone && turns < turnsMax; turns += 1) {
    await Promise.race([ended, nextLoopTurn()]);
  }
  for (let pauses = 0; !isDone && pauses < pausesMax;) {
    await Promise.race([ended, new Promise((resolve) => void setTimeout(resolve, pauseMs))]);
    if (!isComputing()) pauses += 1;
  }
  return isDone ? work : 'stalled';
}
