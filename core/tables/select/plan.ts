// Plans and runs a query with several filters: a page of the matching row ids in some order, and their total. The cheapest
// filter is listed first; each of the others is then listed or tested, whichever costs less.

import { Bitmap } from '../sets/bitmap.ts';
import type { Filter } from '../sets/filter.ts';
import type { Ordering, PageOf, KeyRange } from '../indexes/ordering.ts';

export interface PlanResult {
  /** The number of matches on all pages. */
  readonly total: number;
  readonly rowIds: readonly number[];
}

export interface SelectionPlan extends PageOf {
  readonly ordering: Ordering;
  /** The range of the order itself. */
  readonly range: KeyRange;
  readonly filters: readonly Filter[];
  /** Row ids to exclude. */
  readonly exceptions: readonly Filter[];
  /** Tested last, on the row ids that pass all filters. */
  readonly where: ((rowId: number) => boolean) | undefined;
  /** Above the highest row id. */
  readonly insertedCount: number;
  /** The number of records. */
  readonly size: number;
}

/** The cost of comparing two row ids by an order. */
const compareCost = 8;

export function select(plan: SelectionPlan): PlanResult {
  const { ordering, range, filters, exceptions, where, insertedCount, size } = plan;
  const { offset, limit } = plan;
  const span = ordering.span(range);
  const spanCount = span.end - span.first;
  if (filters.length + exceptions.length === 0 && where === undefined) {
    const isEmpty = limit < 1 || offset >= spanCount;
    return { total: spanCount, rowIds: isEmpty ? [] : ordering.slice(span, plan) };
  }
  const inSpan = within(ordering, range);
  const all = spanCount === size ? filters : [...filters, inSpan];
  const [first = inSpan, ...others] = [...all].sort(
    (left, right) => left.listCost - right.listCost,
  );
  if (first.listCost === 0) return { total: 0, rowIds: [] };
  const passing = listed(first, insertedCount);
  for (const filter of others) {
    if (isTestCheaper(filter, passing)) passing.retain(filter.has);
    else passing.intersect(listed(filter, insertedCount));
  }
  for (const filter of exceptions) {
    if (isTestCheaper(filter, passing)) passing.retain((rowId) => !filter.has(rowId));
    else passing.subtract(listed(filter, insertedCount));
  }
  if (where !== undefined) passing.retain(where);
  const total = passing.count;
  if (limit < 1 || offset >= total) return { total, rowIds: [] };
  const isFew = total * (32 - Math.clz32(total)) * compareCost < spanCount;
  const rowIds = isFew ? sortedPage(passing, plan) : ordering.pageOf(passing, total, span, plan);
  return { total, rowIds };
}

/** Whether testing all row ids that pass so far costs less than listing those of the filter. */
function isTestCheaper({ testCost, listCost }: Filter, passing: Bitmap): boolean {
  return passing.count * testCost <= listCost;
}

function listed(filter: Filter, insertedCount: number): Bitmap {
  const bitmap = new Bitmap(insertedCount);
  filter.addTo(bitmap);
  return bitmap;
}

function sortedPage(
  passing: Bitmap,
  { ordering, direction, offset, limit }: SelectionPlan,
): number[] {
  const sorted = passing.rowIds().sort((left, right) => (ordering.isBefore(left, right) ? -1 : 1));
  if (direction === 'descending') sorted.reverse();
  return sorted.slice(offset, offset + limit);
}

/** The row ids within a range of an order. */
export function within(ordering: Ordering, range: KeyRange): Filter {
  const span = ordering.span(range);
  return {
    listCost: span.end - span.first,
    testCost: 2,
    has: ordering.isWithin(range),
    addTo: (bitmap) => ordering.addTo(bitmap, span),
  };
}
