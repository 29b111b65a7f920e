// What events change in the table of events, in the counts of the terms that they have and in what is linked to them.

import { invariant } from '../../kernel/invariant.ts';
import type { EventPost } from '../records/event.ts';
import type { CalendarState } from '../state.ts';
import { countUse } from './use.ts';

export function insertEvent(state: CalendarState, event: EventPost): void {
  state.events.insert(event);
  countTerms(state, [], countedTerms(event));
  countUse(state, undefined, event);
}

export function changeEvent(state: CalendarState, id: number, changes: Partial<EventPost>): void {
  const former = state.events.get(String(id));
  invariant(former !== undefined, `there is an event ${id}`);
  const next = { ...former, ...changes };
  state.events.replace(next);
  countTerms(state, countedTerms(former), countedTerms(next));
  countUse(state, former, next);
}

/** Terms count the published events that have them. */
function countedTerms({ status, categoryIds, tagIds }: EventPost): readonly number[] {
  return status === 'publish' ? [...categoryIds, ...tagIds] : [];
}

function countTerms(
  { terms }: CalendarState,
  before: readonly number[],
  after: readonly number[],
): void {
  const count = (id: number, change: 1 | -1): void => {
    const term = terms.get(String(id));
    if (term !== undefined) terms.replace({ ...term, eventCount: term.eventCount + change });
  };
  for (const id of before) if (!after.includes(id)) count(id, -1);
  for (const id of after) if (!before.includes(id)) count(id, 1);
}
