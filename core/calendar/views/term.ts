// Views of categories and tags, alone and in events.

import { ok, type Result } from '../../kernel/result.ts';
import { invalidParameter, notA } from '../problems.ts';
import type { Taxonomy, TaxonomyTerm } from '../records/term.ts';
import type { CalendarRejection } from '../rejections.ts';
import { eventCountOf, type ReadonlyCalendarState } from '../state.ts';
import { foldCase } from '../text/search.ts';

/** A term in an event. */
export interface EventTermView extends TaxonomyTerm {
  /** The number of published events with the term. */
  readonly eventCount: number;
}

export interface TermView extends EventTermView {
  /** The slugs of its ancestors, topmost first: they are part of the URL of its page. */
  readonly ancestorSlugs: readonly string[];
}

type State = Pick<ReadonlyCalendarState, 'terms' | 'events'>;

export function termView(state: State, taxonomy: Taxonomy, id: number): TermView | undefined {
  const term = state.terms.get(String(id));
  return term?.taxonomy === taxonomy ? render(state, term) : undefined;
}

/** A term by id, or the rejection of the id. */
export function termOf(
  state: State,
  taxonomy: Taxonomy,
  id: number,
): Result<TermView, CalendarRejection> {
  const term = termView(state, taxonomy, id);
  return term === undefined ? invalidParameter('id', notA(taxonomy)) : ok(term);
}

/** The terms with these ids, by name in any case, then by id. */
export function termsOf(state: State, ids: readonly number[]): readonly EventTermView[] {
  const terms: EventTermView[] = [];
  for (const id of ids) {
    const term = state.terms.get(String(id));
    if (term !== undefined) terms.push(eventTermView(state, term));
  }
  return terms.length > 1 ? byName(terms) : terms;
}

/** Member by member: spreading costs more than the rest of an event's view. */
function eventTermView(state: State, term: TaxonomyTerm): EventTermView {
  return {
    id: term.id,
    taxonomy: term.taxonomy,
    name: term.name,
    slug: term.slug,
    description: term.description,
    parentId: term.parentId,
    eventCount: eventCountOf(state, term.id),
  };
}

/** By code points of the names, each folded once: an event may have a thousand terms with long names. */
function byName(terms: readonly EventTermView[]): readonly EventTermView[] {
  const folded = terms.map((term) => ({ term, name: foldCase(term.name) }));
  folded.sort((left, right) => {
    if (left.name === right.name) return left.term.id - right.term.id;
    return left.name < right.name ? -1 : 1;
  });
  return folded.map(({ term }) => term);
}

function render(state: State, term: TaxonomyTerm): TermView {
  const { terms } = state;
  const ancestorSlugs: string[] = [];
  for (let at = terms.get(String(term.parentId)); at !== undefined;) {
    ancestorSlugs.unshift(at.slug);
    at = terms.get(String(at.parentId));
  }
  return { ...eventTermView(state, term), ancestorSlugs };
}
