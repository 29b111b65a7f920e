// Views of categories and tags, alone and in events.

import { err, ok, type Result } from '../../kernel/result.ts';
import { notA } from '../problems.ts';
import type { Taxonomy, Term } from '../records/term.ts';
import type { CalendarRejection } from '../rejections.ts';
import { eventCountOf, type ReadonlyCalendarState } from '../state.ts';
import { foldCase } from '../text/search.ts';

/** A term in an event. */
export interface CountedTerm {
  readonly term: Term;
  /** The number of published events with the term. */
  readonly eventCount: number;
}

export interface TermView extends Term {
  /** The slugs of its ancestors, topmost first: they are part of the URL of its page. */
  readonly ancestorSlugs: readonly string[];
  /** The number of published events with the term. */
  readonly eventCount: number;
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
  if (term !== undefined) return ok(term);
  return err({ code: 'PARAMETERS_INVALID', problems: { id: notA(taxonomy) } });
}

/** The terms with these ids, by name in any case, then by id. */
export function termsOf(state: State, ids: readonly number[]): readonly CountedTerm[] {
  const terms: CountedTerm[] = [];
  for (const id of ids) {
    const term = state.terms.get(String(id));
    if (term !== undefined) terms.push({ term, eventCount: eventCountOf(state, id) });
  }
  const [first, second] = terms;
  if (first === undefined || second === undefined) return terms;
  if (terms.length > 2) return terms.sort((left, right) => byName(left.term, right.term));
  return byName(first.term, second.term) > 0 ? [second, first] : terms; // mostly there are no more
}

/** By code points of the folded names. */
function byName(left: Term, right: Term): number {
  const [a, b] = [foldCase(left.name), foldCase(right.name)];
  if (a === b) return left.id - right.id;
  return a < b ? -1 : 1;
}

function render(state: State, term: Term): TermView {
  const { terms } = state;
  const ancestorSlugs: string[] = [];
  for (let at = terms.get(String(term.parentId)); at !== undefined;) {
    ancestorSlugs.unshift(at.slug);
    at = terms.get(String(at.parentId));
  }
  return { ancestorSlugs, eventCount: eventCountOf(state, term.id), ...term };
}
