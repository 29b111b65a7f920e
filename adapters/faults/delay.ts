// Waits until the virtual latency of an answer is over.

import { filter, take } from 'rxjs';
import { faults, ofType, type World } from '../../core/index.ts';

/** Resolves once the delay has ended and that is stored; with `lost` if its world was reset or removed. */
export async function whenDelayed(world: World, delayId: string): Promise<'ended' | 'lost'> {
  // In `skip`, the first read moves time to the end. The last one is the moment of the answer, for recordings.
  for (;;) {
    const isDelayed = await world.read(
      (states) => faults.isDelayed(states.faults, delayId),
      (states) => (faults.isDelayed(states.faults, delayId) ? [faults.delaySubject(delayId)] : []),
    );
    if (!isDelayed) return 'ended';
    if (!(await hasEnded(world, delayId))) return 'lost';
  }
}

/** Resolves with false if the world ends before. */
function hasEnded(world: World, delayId: string): Promise<boolean> {
  if (!world.peek((states) => faults.isDelayed(states.faults, delayId))) {
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const end$ = world.events$.pipe(
      ofType('DelayEnded'),
      filter(({ event }) => event.delayId === delayId),
      take(1),
    );
    end$.subscribe({
      next: () => resolve(true),
      complete: () => resolve(false),
      error: () => resolve(false),
    });
  });
}
