// Notices work that waits for what never comes: where the history differs, the time that ends a wait may not pass any more.

import type { Oracles } from '../../../core/index.ts';
import { nextLoopTurn, setTimeout } from '../../host-timers.ts';

/** The event-loop turns without an end after which work is stalled, unless something is being computed. */
const idleTurnsMax = 200;
/** How long to wait for something that is being computed, before looking again. */
const computingMs = 2;

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
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  await Promise.resolve(); // work that is done takes no turn
  for (let turns = 0; !isDone && turns < idleTurnsMax;) {
    if (isComputing()) {
      turns = 0;
      await new Promise((resolve) => void setTimeout(resolve, computingMs));
    } else {
      turns += 1;
      await nextLoopTurn();
    }
  }
  return isDone ? work : 'stalled';
}
