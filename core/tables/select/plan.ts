// A page of the records that pass several filters, in an order, and how many they are in all. The filter
// that costs least leads, and each of the others is listed or asked, whichever costs less.

import { Bitmap } from '../sets/bitmap.ts';
import type { Ordering, PageOf, KeyRange } from '../indexes/ordering.ts';
import type { RowIdSet } from '../sets/row-id-set.ts';

/** A set of ordinals that can be listed, and asked for members. Costs are in ordinals read from an index. */
export interface Filter {
  /** What listing all costs: at least as much as there are, and nothing only where there are none. */
  readonly listCost: number;
  readonly markIn: (bitmap: Bitmap) => void;
  /** What asking for one costs. */
  readonly askCost: number;
  readonly has: (ordinal: number) => boolean;
}

export interface PlanResult {
  /** How many pass, whatever page was asked for. */
  readonly total: number;
  readonly ordinals: readonly number[];
}

export interface SelectionPlan extends PageOf {
  readonly ordering: Ordering;
  /** The range of the order itself. */
  readonly range: KeyRange;
  readonly filters: readonly Filter[];
  /** Of those that none of these has. */
  readonly exceptions: readonly Filter[];
  /** Asked last, of those that pass all else. */
  readonly where: ((ordinal: number) => boolean) | undefined;
  /** More than the highest ordinal, and how many records there are. */
  readonly inserted: number;
  readonly size: number;
}

/** What searching a sorted set costs, in ordinals read from an index. */
const searchCost = 16;
/** What comparing two places in an order costs, in those. */
const compareCost = 8;

export function select(selecting: SelectionPlan): PlanResult {
  const { ordering, range, filters, exceptions, where, inserted, size } = selecting;
  const { offset, limit } = selecting;
  const span = ordering.span(range);
  const spanCount = span.end - span.first;
  if (filters.length + exceptions.length === 0 && where === undefined) {
    const isEmpty = limit < 1 || offset >= spanCount;
    return { total: spanCount, ordinals: isEmpty ? [] : ordering.slice(span, selecting) };
  }
  const inSpan = within(ordering, range);
  const all = spanCount === size ? filters : [...filters, inSpan];
  const [first = inSpan, ...others] = [...all].sort(
    (left, right) => left.listCost - right.listCost,
  );
  if (first.listCost === 0) return { total: 0, ordinals: [] };
  const passing = marked(first, inserted);
  for (const filter of others) {
    if (isAsked(filter, passing)) passing.keep(filter.has);
    else passing.intersect(marked(filter, inserted));
  }
  for (const filter of exceptions) {
    if (isAsked(filter, passing)) passing.keep((ordinal) => !filter.has(ordinal));
    else passing.subtract(marked(filter, inserted));
  }
  if (where !== undefined) passing.keep(where);
  const total = passing.count;
  if (limit < 1 || offset >= total) return { total, ordinals: [] };
  const isFew = total * (32 - Math.clz32(total)) * compareCost < spanCount;
  const ordinals = isFew
    ? sortedPage(passing, selecting)
    : ordering.pageOf(passing, total, span, selecting);
  return { total, ordinals };
}

/** Whether asking about all that pass so far costs less than listing what the filter has. */
function isAsked({ askCost, listCost }: Filter, passing: Bitmap): boolean {
  return passing.count * askCost <= listCost;
}

function marked(filter: Filter, inserted: number): Bitmap {
  const bitmap = new Bitmap(inserted);
  filter.markIn(bitmap);
  return bitmap;
}

function sortedPage(
  passing: Bitmap,
  { ordering, direction, offset, limit }: SelectionPlan,
): number[] {
  const sorted = passing
    .ordinals()
    .sort((left, right) => (ordering.isBefore(left, right) ? -1 : 1));
  if (direction === 'descending') sorted.reverse();
  return sorted.slice(offset, offset + limit);
}

/** Those that are in any of the sets. */
export function anyOf(sets: readonly RowIdSet[]): Filter {
  return {
    listCost: sets.reduce((sum, set) => sum + set.size, 0),
    askCost: searchCost * sets.length,
    has: (ordinal) => sets.some((set) => set.has(ordinal)),
    markIn(bitmap) {
      for (const set of sets) set.markIn(bitmap);
    },
  };
}

/** These ordinals. */
export function oneOf(ordinals: readonly number[]): Filter {
  const set = new Set(ordinals);
  return {
    listCost: set.size,
    askCost: searchCost,
    has: (ordinal) => set.has(ordinal),
    markIn(bitmap) {
      for (const ordinal of set) bitmap.add(ordinal);
    },
  };
}

/** Those that an order has within a range. */
export function within(ordering: Ordering, range: KeyRange): Filter {
  const span = ordering.span(range);
  return {
    listCost: span.end - span.first,
    askCost: 2,
    has: ordering.isWithin(range),
    markIn: (bitmap) => ordering.markIn(bitmap, span),
  };
}
