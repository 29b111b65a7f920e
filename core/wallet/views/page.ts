// Pages of a collection: cut by ids, in either direction, within a span of creation dates (reference/wallet.md section 2).

import { err, ok, type Result } from '../../kernel/result.ts';
import type { ListQuery, RowIdSet, ReadonlyTable } from '../../tables/index.ts';

export interface PageQuery {
  /** Creation dates, both ends inclusive. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly pageSize: number;
  /** Ids: items strictly after, or strictly before this one in collection order. Not both. */
  readonly pageAfter?: string | undefined;
  readonly pageBefore?: string | undefined;
  readonly order: 'ASC' | 'DESC';
}

export interface Page<R> {
  readonly items: readonly R[];
  /** Whether the collection has items before the page, and after it. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

interface Listed {
  readonly id: string;
  readonly createdMs: number;
}

/** A selection of a table: records that match one of these sets of keys, and the condition. */
export interface IndexQuery<R, Index extends string> {
  /** The keys by index; several sets are joined by "or" and must not overlap. */
  readonly anyOf: readonly NonNullable<ListQuery<R, Index>['by']>[];
  /** Only records with these row ids. */
  readonly inSet?: RowIdSet | undefined;
  readonly where?: ((record: R) => boolean) | undefined;
}

/** The page, or an error for an unknown cursor. The cursor need not match the selection. */
export function pageOf<R extends Listed, Index extends string>(
  table: ReadonlyTable<R, Index>,
  selection: IndexQuery<R, Index>,
  query: PageQuery,
): Result<Page<R>, 'CURSOR_UNKNOWN'> {
  const cursorId = query.pageAfter ?? query.pageBefore;
  const cursor = cursorId === undefined ? undefined : table.rowIdOf(cursorId);
  if (cursorId !== undefined && cursor === undefined) return err('CURSOR_UNKNOWN');

  const { fromMs, toMs, pageSize } = query;
  const span = {
    after: fromMs === undefined ? -1 : table.lowerBound((record) => record.createdMs < fromMs) - 1,
    before:
      toMs === undefined
        ? table.insertedCount
        : table.lowerBound((record) => record.createdMs <= toMs),
  };
  const isForward = query.pageBefore === undefined;
  const ahead = query.order === 'ASC' ? 'ascending' : 'descending';
  const back = query.order === 'ASC' ? 'descending' : 'ascending';

  const direction = isForward ? ahead : back;
  const found = merged(table, selection, direction, beyond(span, cursor, direction), pageSize + 1);
  const hasMore = found.length > pageSize;
  const kept = hasMore ? found.slice(0, pageSize) : [...found];
  const nearest = kept[0];
  // Without a cursor the page is the first in its direction.
  const isPreceded =
    nearest === undefined || cursor === undefined
      ? false
      : merged(
          table,
          selection,
          opposite(direction),
          beyond(span, table.rowIdOf(nearest.id), opposite(direction)),
          1,
        ).length > 0;
  return isForward
    ? ok({ items: kept, hasPrevious: isPreceded, hasNext: hasMore })
    : ok({ items: kept.reverse(), hasPrevious: hasMore, hasNext: isPreceded });
}

/** The page with a view of each of its items. */
export function mapPage<R, View, Code>(
  page: Result<Page<R>, Code>,
  view: (item: R) => View,
): Result<Page<View>, Code> {
  return page.ok ? ok({ ...page.value, items: page.value.items.map(view) }) : page;
}

/** The page of a short list in collection order, filtered by `fits` and not by dates. The cursor need not match the filter. */
export function pageOfList<R extends { readonly id: string }>(
  all: readonly R[],
  { pageAfter, pageBefore, pageSize }: Pick<PageQuery, 'pageAfter' | 'pageBefore' | 'pageSize'>,
  fits: (item: R) => boolean = () => true,
): Result<Page<R>, 'CURSOR_UNKNOWN'> {
  const cursorId = pageAfter ?? pageBefore;
  const cursor = all.findIndex(({ id }) => id === cursorId);
  if (cursorId !== undefined && cursor === -1) return err('CURSOR_UNKNOWN');
  const fitting = all.filter(fits);
  const before = pageBefore !== undefined;
  const passed = all.slice(0, before ? cursor : cursor + 1).filter(fits).length;
  const start = before ? Math.max(0, passed - pageSize) : passed;
  const end = before ? passed : Math.min(fitting.length, passed + pageSize);
  const items = fitting.slice(start, end);
  return ok({ items, hasPrevious: start > 0, hasNext: end < fitting.length });
}

type Direction = 'ascending' | 'descending';

interface Span {
  readonly after: number;
  readonly before: number;
}

function opposite(direction: Direction): Direction {
  return direction === 'ascending' ? 'descending' : 'ascending';
}

/** The part of a span after the cursor, in a direction. */
function beyond(span: Span, cursor: number | undefined, direction: Direction): Span {
  if (cursor === undefined) return span;
  return direction === 'ascending'
    ? { ...span, after: Math.max(span.after, cursor) }
    : { ...span, before: Math.min(span.before, cursor) };
}

function merged<R extends Listed, Index extends string>(
  table: ReadonlyTable<R, Index>,
  { anyOf, inSet, where }: IndexQuery<R, Index>,
  order: Direction,
  span: Span,
  limit: number,
): readonly R[] {
  const lists = anyOf.map((by) => table.list({ by, inSet, where, order, ...span, limit }));
  if (lists.length === 1) return lists[0] ?? [];
  const place = (record: R) => table.rowIdOf(record.id) ?? 0;
  const sign = order === 'ascending' ? 1 : -1;
  return lists
    .flat()
    .sort((left, right) => sign * (place(left) - place(right)))
    .slice(0, limit);
}
