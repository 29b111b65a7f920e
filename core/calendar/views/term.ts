// Categories and tags as they are shown, alone and in events.

import { err, ok, type Result } from '../../kernel/result.ts';
import type { Taxonomy, Term } from '../records/term.ts';
import type { CalendarRejection } from '../rejections.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { foldedText } from '../text/search.ts';

export interface TermView extends Term {
  /** The slugs of the categories above it, the topmost first: its page lies below theirs. */
  readonly ancestorSlugs: readonly string[];
}

export function termView(
  state: Pick<ReadonlyCalendarState, 'terms'>,
  taxonomy: Taxonomy,
  id: number,
): TermView | undefined {
  const term = state.terms.get(String(id));
  return term?.taxonomy === taxonomy ? shown(state, term) : undefined;
}

/** A term as its own route shows it. */
export function termOf(
  state: Pick<ReadonlyCalendarState, 'terms'>,
  taxonomy: Taxonomy,
  id: number,
): Result<TermView, CalendarRejection> {
  const term = termView(state, taxonomy, id);
  if (term !== undefined) return ok(term);
  return err({ code: 'PARAMETERS_INVALID', problems: { id: `is no ${taxonomy}` } });
}

/** The terms of these ids, by name in any case, then by id. */
export function termViews(
  state: Pick<ReadonlyCalendarState, 'terms'>,
  ids: readonly number[],
): readonly TermView[] {
  const terms = ids.flatMap((id) => state.terms.get(String(id)) ?? []);
  return terms.sort(byName).map((term) => shown(state, term));
}

/** Names in the order of their code points, whatever their case. */
export function byName(left: Term, right: Term): number {
  const [a, b] = [foldedText(left.name), foldedText(right.name)];
  if (a === b) return left.id - right.id;
  return a < b ? -1 : 1;
}

function shown({ terms }: Pick<ReadonlyCalendarState, 'terms'>, term: Term): TermView {
  const ancestorSlugs: string[] = [];
  for (let at = terms.get(String(term.parentId)); at !== undefined;) {
    ancestorSlugs.unshift(at.slug);
    at = terms.get(String(at.parentId));
  }
  return { ancestorSlugs, ...term };
}
