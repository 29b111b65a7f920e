// Waits for work of a session or a request that need not end.

import { nextLoopTurn } from '../../host-timers.ts';

/** The most event-loop turns to wait. */
const settleTurnsMax = 100;

/** Waits for work that need not end: for a number of turns at most. */
export async function settled(work: Promise<unknown>): Promise<undefined> {
  let isDone = false;
  void work.then(() => (isDone = true));
  await Promise.resolve(); // work that is done takes no turn
  for (let turn = 0; turn < settleTurnsMax && !isDone; turn += 1) await nextLoopTurn();
  return undefined;
}
