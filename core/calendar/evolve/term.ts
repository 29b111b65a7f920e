// Applies changes of terms. The children of a deleted category move to its parent, and its events lose it.

import { invariant } from '../../kernel/invariant.ts';
import type { TaxonomyTerm } from '../records/term.ts';
import { eventsOf, type CalendarState } from '../state.ts';
import { termKey } from '../tables.ts';
import { updateEvent } from './event.ts';

export function updateTerm(state: CalendarState, id: number, changes: Partial<TaxonomyTerm>): void {
  state.terms.replace({ ...termAt(state, id), ...changes });
}

export function deleteTerm(state: CalendarState, id: number): void {
  const { taxonomy, parentId } = termAt(state, id);
  for (const event of eventsOf(state, taxonomy, id)) {
    const without = (ids: readonly number[]) => ids.filter((other) => other !== id);
    const changes =
      taxonomy === 'category'
        ? { categoryIds: without(event.categoryIds) }
        : { tagIds: without(event.tagIds) };
    updateEvent(state, event.id, changes);
  }
  const by = { parent: termKey(taxonomy, String(id)) };
  const children = state.terms.list({ by, order: 'ascending', limit: state.terms.insertedCount });
  for (const child of children) state.terms.replace({ ...child, parentId });
  state.terms.remove(String(id));
}

function termAt({ terms }: CalendarState, id: number): TaxonomyTerm {
  const term = terms.get(String(id));
  invariant(term !== undefined, `term ${id} exists`);
  return term;
}
