// Lists of categories and of tags (reference/calendar.md section 8). Terms are few: each request sorts its matches.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { notA, unknown, validationError, type Problems } from '../problems.ts';
import type { Taxonomy, TaxonomyTerm } from '../records/term.ts';
import type { CalendarRejection } from '../rejections.ts';
import { eventCountOf, type ReadonlyCalendarState } from '../state.ts';
import { termKey } from '../tables.ts';
import { foldCase, matcherInOneField } from '../text/search.ts';
import { slugOf } from '../text/slug.ts';
import { rangeOf, type ListView, type NumberedPage } from './list.ts';
import { termView, type TermView } from './term.ts';

export type TermOrder = 'name' | 'id' | 'slug' | 'count' | 'include' | 'description' | 'term_group';

export interface TermListQuery extends NumberedPage {
  readonly order: 'asc' | 'desc';
  readonly orderBy: TermOrder;
  /** Whether to omit terms that, with their descendants, have no events. */
  readonly hidesEmpty: boolean;
  /** A substring of the name or the slug, in any case. */
  readonly search?: string;
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  /** The parent category. */
  readonly parent?: number;
  /** The id of an event with these terms; `event` takes precedence over `post`. */
  readonly event?: number;
  readonly post?: number;
  readonly slug?: string;
}

type State = Pick<ReadonlyCalendarState, 'terms' | 'events'>;

/** The terms of a taxonomy that match all filters. Pages behind the last are empty. */
export function termListView(
  state: State,
  taxonomy: Taxonomy,
  query: TermListQuery,
): Result<ListView<TermView>, CalendarRejection> {
  const problems: Problems = {};
  const event = eventOf(state, query, problems);
  const isTerm = (id: number) => state.terms.get(String(id))?.taxonomy === taxonomy;
  for (const name of ['include', 'exclude'] as const) {
    if (query[name]?.every(isTerm) === false) problems[name] = unknown(taxonomy);
  }
  if (query.parent !== undefined && !isTerm(query.parent)) problems['parent'] = notA(taxonomy);
  const refusal = validationError(problems);
  if (refusal !== undefined) return refusal;

  const { include, exclude, search, hidesEmpty } = query;
  const slug = query.slug === undefined ? undefined : slugOf(query.slug);
  const matchesSearch = matcherInOneField(search === undefined ? [] : [foldCase(search)]);
  const ids = event && new Set(taxonomy === 'category' ? event.categoryIds : event.tagIds);
  const included = include && new Set(include);
  const excluded = new Set(exclude);
  const hasEvents = hasEventsBelow(state);
  const passes = (term: TaxonomyTerm) =>
    ids?.has(term.id) !== false &&
    included?.has(term.id) !== false &&
    !excluded.has(term.id) &&
    (slug === undefined || term.slug === slug) &&
    (search === undefined || matchesSearch([foldCase(term.name), foldCase(term.slug)])) &&
    (!hidesEmpty || hasEvents(term));
  const found = sorted(state, candidates(state, taxonomy, query).filter(passes), query);
  if (query.order === 'desc') found.reverse();
  const { offset, limit } = rangeOf(query);
  const items = found.slice(offset, offset + limit);
  return ok({
    items: items.flatMap(({ id }) => termView(state, taxonomy, id) ?? []),
    total: found.length,
  });
}

/** A superset of the matches, from the indices. */
function candidates(
  { terms }: State,
  taxonomy: Taxonomy,
  { slug, parent }: TermListQuery,
): TaxonomyTerm[] {
  const by = {
    taxonomy,
    ...omitUndefined({
      slug: slug === undefined ? undefined : termKey(taxonomy, slugOf(slug)),
      parent: parent === undefined ? undefined : termKey(taxonomy, String(parent)),
    }),
  };
  return [...terms.list({ by, order: 'ascending', limit: terms.insertedCount })];
}

function eventOf({ events }: State, { event, post }: TermListQuery, problems: Problems) {
  const id = event ?? post;
  if (id === undefined) return undefined;
  const found = events.get(String(id));
  if (found === undefined) problems[event === undefined ? 'post' : 'event'] = notA('event');
  return found;
}

/** A test whether a term or one of its descendants has published events; memoized per term. */
function hasEventsBelow(state: State): (term: TaxonomyTerm) => boolean {
  const known = new Map<number, boolean>();
  const hasEvents = (term: TaxonomyTerm): boolean => {
    const before = known.get(term.id);
    if (before !== undefined) return before;
    const by = { parent: termKey(term.taxonomy, String(term.id)) };
    const has =
      eventCountOf(state, term.id) > 0 ||
      state.terms.list({ by, where: hasEvents, order: 'ascending', limit: 1 }).length > 0;
    known.set(term.id, has);
    return has;
  };
  return hasEvents;
}

/** Sorted as requested, then by id. All terms have the same `term_group`. */
function sorted(
  state: State,
  terms: readonly TaxonomyTerm[],
  { orderBy, include }: TermListQuery,
): TaxonomyTerm[] {
  switch (orderBy) {
    case 'name':
      return sortedBy(terms, ({ name }) => foldCase(name));
    case 'id':
    case 'term_group':
      return sortedBy(terms, () => 0);
    case 'count':
      return sortedBy(terms, ({ id }) => eventCountOf(state, id));
    case 'include': {
      // The first of repeated ids counts.
      const ranks = new Map(
        [...(include ?? []).entries()].reverse().map(([rank, id]) => [id, rank]),
      );
      return sortedBy(terms, ({ id }) => ranks.get(id) ?? -1);
    }
    case 'slug':
      return sortedBy(terms, ({ slug }) => slug);
    case 'description':
      return sortedBy(terms, ({ description }) => foldCase(description));
  }
}

/** Sorted by key, texts by code units. Computes each key once. */
function sortedBy(
  terms: readonly TaxonomyTerm[],
  keyOf: (term: TaxonomyTerm) => number | string,
): TaxonomyTerm[] {
  const keyed = terms.map((term) => ({ term, key: keyOf(term) }));
  keyed.sort((left, right) =>
    left.key === right.key ? left.term.id - right.term.id : left.key < right.key ? -1 : 1,
  );
  return keyed.map(({ term }) => term);
}
