// What events change in the table of events, and in what is linked to them.

import { invariant } from '../../kernel/invariant.ts';
import type { EventPost } from '../records/event.ts';
import type { CalendarState } from '../state.ts';
import { countUse } from './use.ts';

export function insertEvent(state: CalendarState, event: EventPost): void {
  state.events.insert(event);
  countUse(state, undefined, event);
}

export function changeEvent(state: CalendarState, id: number, changes: Partial<EventPost>): void {
  const former = state.events.get(String(id));
  invariant(former !== undefined, `there is an event ${id}`);
  const next = { ...former, ...changes };
  state.events.replace(next);
  countUse(state, former, next);
}
