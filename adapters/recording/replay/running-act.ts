// A recorded act that is executed again: a request, a frame, a connection or its end.

import type { TaskPosition } from '../../../core/index.ts';
import { nextLoopTurn } from '../../host-timers.ts';
import type { HttpResponse } from '../../protocol/messages.ts';

export interface RunningAct {
  /** Lets one task run and resolves with its position, or with undefined if the act ended without a task. */
  readonly grantTouch: () => Promise<TaskPosition | undefined>;
  /** Lets all further tasks run as they come, without waiting for any. */
  readonly letGo: () => void;
  /** Resolves at the end of the act; with the response if it has one. */
  readonly ended: Promise<HttpResponse | undefined>;
}

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
