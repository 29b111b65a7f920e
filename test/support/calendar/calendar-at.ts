// A calendar without an engine around it: commands are decided and folded, dues are kept aside.

import { calendar } from '../../../core/calendar/index.ts';
import type { CalendarCommand, Caller, Site } from '../../../core/calendar/commands.ts';
import type { CalendarEvent } from '../../../core/calendar/events.ts';
import type { ReadonlyCalendarState } from '../../../core/calendar/state.ts';
import { createContext } from '../../../core/kernel/context.ts';
import type { DueChange } from '../../../core/kernel/due-queue.ts';
import { epochMs, genesisOf, hash } from '../engine/pure-world.ts';

export const administrator: Caller = { userId: 1, role: 'administrator' };
export const site: Site = { zone: 'UTC', userIds: [1, 2, 3], resetsOnUpdate: false };
export const asked = { caller: administrator, site };

/** A calendar in which it is `nowMs`, the epoch unless said. */
export function calendarAt(nowMs = epochMs) {
  const genesis = genesisOf('calendar');
  const { initialState, decide, evolve } = calendar.decider;
  const state = initialState(genesis, createContext(genesis, hash, nowMs));
  const seen: ReadonlyCalendarState = state;
  const dues: DueChange<CalendarCommand>[] = [];
  const attempt = (command: CalendarCommand, atMs = nowMs) => {
    const outcome = decide(command, seen, createContext(genesis, hash, atMs));
    if (outcome.ok) {
      for (const event of outcome.value) {
        evolve(state, event, atMs);
        dues.push(...calendar.react(event, seen, atMs));
      }
    }
    return outcome;
  };
  return {
    state: seen,
    dues,
    try: attempt,
    /** What the command leads to. Throws where it is refused. */
    do(command: CalendarCommand, atMs = nowMs): readonly CalendarEvent[] {
      const outcome = attempt(command, atMs);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
      return outcome.value;
    },
  };
}
