// Applies changes of events, and keeps the usage of their venues and organizers up to date.

import { invariant } from '../../kernel/invariant.ts';
import type { EventPost } from '../records/event.ts';
import type { CalendarState } from '../state.ts';
import { updateUsage } from './usage.ts';

export function insertEvent(state: CalendarState, event: EventPost): void {
  state.events.insert(event);
  updateUsage(state, undefined, event);
}

export function updateEvent(state: CalendarState, id: number, changes: Partial<EventPost>): void {
  const former = state.events.get(String(id));
  invariant(former !== undefined, `event ${id} exists`);
  const next = { ...former, ...changes };
  state.events.replace(next);
  updateUsage(state, former, next);
}
