// The lists of categories and of tags (reference/calendar.md section 8). Terms are few: what the indices leave of them is
// sorted for each request.

import { ok, type Result } from '../../kernel/result.ts';
import type { Taxonomy, Term } from '../records/term.ts';
import type { CalendarRejection } from '../rejections.ts';
import { eventCountOf, termKey, type ReadonlyCalendarState } from '../state.ts';
import { foldedText } from '../text/search.ts';
import { slugOf } from '../text/slug.ts';
import { placesOf, refusalOf, type ListView, type PageQuery, type Problems } from './list.ts';
import { byName, termView, type TermView } from './term.ts';

export type TermOrder = 'name' | 'id' | 'slug' | 'count' | 'include' | 'description' | 'term_group';

export interface TermListQuery extends PageQuery {
  readonly order: 'asc' | 'desc';
  readonly orderBy: TermOrder;
  /** Whether terms without events are left out, if none below them has any. */
  readonly hidesEmpty: boolean;
  /** A part of the name or the slug, in any case. */
  readonly search?: string;
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  /** The category directly above. */
  readonly parent?: number;
  /** An event that has them; `event` goes before `post`. */
  readonly event?: number;
  readonly post?: number;
  readonly slug?: string;
}

type State = Pick<ReadonlyCalendarState, 'terms' | 'events'>;

/** The terms of a kind that pass all filters. Behind the last page there are none. */
export function termListView(
  state: State,
  taxonomy: Taxonomy,
  query: TermListQuery,
): Result<ListView<TermView>, CalendarRejection> {
  const problems: Problems = {};
  const event = eventOf(state, query, problems);
  const isTerm = (id: number) => state.terms.get(String(id))?.taxonomy === taxonomy;
  for (const name of ['include', 'exclude'] as const) {
    if (query[name]?.every(isTerm) === false) problems[name] = `names no ${taxonomy} that there is`;
  }
  if (query.parent !== undefined && !isTerm(query.parent)) problems['parent'] = `is no ${taxonomy}`;
  const refusal = refusalOf(problems);
  if (refusal !== undefined) return refusal;

  const { include, exclude, search, hidesEmpty } = query;
  const slug = query.slug === undefined ? undefined : slugOf(query.slug);
  const sought = search === undefined ? undefined : foldedText(search);
  const ids = event && (taxonomy === 'category' ? event.categoryIds : event.tagIds);
  const passes = (term: Term) =>
    (ids === undefined || ids.includes(term.id)) &&
    (include === undefined || include.includes(term.id)) &&
    exclude?.includes(term.id) !== true &&
    (slug === undefined || term.slug === slug) &&
    (sought === undefined ||
      foldedText(term.name).includes(sought) ||
      foldedText(term.slug).includes(sought)) &&
    (!hidesEmpty || hasEvents(state, term));
  const found = candidates(state, taxonomy, query).filter(passes).sort(orderOf(state, query));
  if (query.order === 'desc') found.reverse();
  const { offset, limit } = placesOf(query);
  const items = found.slice(offset, offset + limit);
  return ok({
    items: items.flatMap(({ id }) => termView(state, taxonomy, id) ?? []),
    total: found.length,
  });
}

/** Those that the narrowest index lists. */
function candidates({ terms }: State, taxonomy: Taxonomy, { slug, parent }: TermListQuery): Term[] {
  const by = {
    taxonomy,
    ...(slug === undefined ? {} : { slug: termKey(taxonomy, slugOf(slug)) }),
    ...(parent === undefined ? {} : { parent: termKey(taxonomy, String(parent)) }),
  };
  return [...terms.list({ by, order: 'ascending', limit: terms.inserted })];
}

function eventOf({ events }: State, { event, post }: TermListQuery, problems: Problems) {
  const id = event ?? post;
  if (id === undefined) return undefined;
  const found = events.get(String(id));
  if (found === undefined) problems[event === undefined ? 'post' : 'event'] = 'is no event';
  return found;
}

/** Whether a term has published events, or one below it has. */
function hasEvents(state: State, { id, taxonomy }: Term): boolean {
  if (eventCountOf(state, id) > 0) return true;
  const by = { parent: termKey(taxonomy, String(id)) };
  const isFull = (child: Term) => hasEvents(state, child);
  return state.terms.list({ by, where: isFull, order: 'ascending', limit: 1 }).length > 0;
}

/** The order asked for; what is equal in it is ordered by id. Groups of terms are all the same here. */
function orderOf(
  state: State,
  { orderBy, include = [] }: TermListQuery,
): (left: Term, right: Term) => number {
  switch (orderBy) {
    case 'name':
      return byName;
    case 'id':
    case 'term_group':
      return byNumber(() => 0);
    case 'count': {
      const counts = new Map<number, number>();
      return byNumber(({ id }) => {
        const count = counts.get(id) ?? eventCountOf(state, id);
        counts.set(id, count);
        return count;
      });
    }
    case 'include':
      return byNumber(({ id }) => include.indexOf(id));
    case 'slug':
      return byText(({ slug }) => slug);
    case 'description':
      return byText(({ description }) => foldedText(description));
  }
}

function byNumber(numberOf: (term: Term) => number) {
  return (left: Term, right: Term) => numberOf(left) - numberOf(right) || left.id - right.id;
}

function byText(textOf: (term: Term) => string) {
  return (left: Term, right: Term) => {
    const [a, b] = [textOf(left), textOf(right)];
    return a === b ? left.id - right.id : a < b ? -1 : 1;
  };
}
