// What a world goes on with when the process that put it to sleep wakes it: its clock, and the request ids that it has issued. Both
// are of the host, so no input has them; after a restart, a world goes on without them.

import type { WakeDelay } from '../../ports/event-store.ts';
import type { ClockAnchor } from './virtual-clock.ts';
import type { IssuedRequestIds } from './request-ids.ts';
import type { WorldState } from '../world-state.ts';

export interface SleepState {
  /** The number of the store's opening, whose host clock the anchor is of. */
  readonly opening: number;
  readonly inputs: number;
  readonly clock: ClockAnchor;
  readonly requestIds: IssuedRequestIds;
}

export function printSleepState(state: SleepState): string {
  return JSON.stringify(state);
}

/** Undefined if it is that of another opening, or of another state of the world, or unreadable: it is no part of a journal. */
export function readSleepState(
  text: string | undefined,
  { opening, inputs }: Pick<SleepState, 'opening' | 'inputs'>,
): SleepState | undefined {
  const state = text === undefined ? undefined : parsed(text);
  return state?.opening === opening && state.inputs === inputs ? (state as SleepState) : undefined;
}

function parsed(text: string): Partial<SleepState> | null {
  try {
    return JSON.parse(text) as Partial<SleepState> | null;
  } catch {
    return null;
  }
}

/** When a world in this state has something to do because of its dues. */
export function dueDelayOf({ clock, dues, nowMs }: WorldState): WakeDelay {
  switch (clock.mode) {
    case 'frozen':
      return null;
    case 'skip':
      return clock.idle !== false && dues.next('progress') !== undefined ? 0 : null;
    case 'real': {
      if (dues.held > 0) return 0; // an oracle's answer releases it
      const next = dues.next();
      return next === undefined ? null : Math.max(0, Math.ceil((next.dueMs - nowMs) / clock.rate));
    }
  }
}
