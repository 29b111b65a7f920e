// The queries and options of tables.

import type { InPieces } from '../kernel/pieces.ts';
import type { IndexedKeys } from './indexes/key-index.ts';
import type { KeyRange, SortKey } from './indexes/ordering.ts';
import type { RowIdSet } from './sets/row-id-set.ts';
import type { SearchedTexts } from './indexes/table-index.ts';

/** Secondary indices. */
export type IndexKeys<R, Index extends string> = Readonly<
  Record<Index, (record: R) => IndexedKeys>
>;

export interface TableOptions<R, Order extends string, Counted extends string> {
  /** Sorted orders: the sort key of a record, or undefined to leave it out. */
  readonly orders?: Readonly<Record<Order, (record: R) => SortKey | undefined>>;
  readonly search?: SearchedTexts<R>;
  /** Counts: the distinct numbers of a record to count, from 0 to below 2^31. */
  readonly counts?: Readonly<Record<Counted, (record: R) => readonly number[]>>;
}

export interface ListQuery<R, Index extends string> {
  /** Only records that have all of these keys. */
  readonly by?: { readonly [name in Index]?: string | undefined };
  /** Only records with these row ids. */
  readonly inSet?: RowIdSet | undefined;
  /** Only records for which this holds; called on candidates until the page is full. */
  readonly where?: ((record: R) => boolean) | undefined;
  readonly order: 'ascending' | 'descending';
  /** Row ids, both exclusive. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** All given conditions must hold. */
export interface SelectQuery<R, Index extends string, Order extends string> {
  readonly order: Order;
  readonly direction: 'ascending' | 'descending';
  /** Only records that have the key, or one of the keys. */
  readonly by?: { readonly [name in Index]?: string | readonly string[] | undefined };
  /** Only records whose sort keys in these orders are within these ranges. */
  readonly within?: { readonly [name in Order]?: KeyRange | undefined };
  /** Only records whose searched texts contain each of these, anywhere. */
  readonly containing?: readonly string[] | undefined;
  /** Only records whose searched texts contain none of these. */
  readonly notContaining?: readonly string[] | undefined;
  /** Only records with these ids; unknown ids are ignored. */
  readonly ids?: readonly string[] | undefined;
  /** Only records for which this holds; called on all that meet the other conditions. */
  readonly where?: ((record: R) => boolean) | undefined;
  /** The number of records to skip. */
  readonly offset: number;
  readonly limit: number;
}

export interface SelectResult<R> {
  /** The number of records on all pages. */
  readonly total: number;
  readonly records: readonly R[];
}

export interface ReadonlyTable<
  R,
  Index extends string = never,
  Order extends string = never,
  Counted extends string = never,
> {
  /** The number of records. */
  readonly size: number;
  /** The number of records ever inserted: the next row id. */
  readonly insertedCount: number;
  readonly get: (id: string) => R | undefined;
  readonly at: (rowId: number) => R | undefined;
  readonly rowIdOf: (id: string) => number | undefined;
  readonly list: (query: ListQuery<R, Index>) => readonly R[];
  /** A page in one of the table's orders. Only records of the page are read, except by `where`. */
  readonly select: (query: SelectQuery<R, Index, Order>) => SelectResult<R>;
  /** Indexes the searched texts of records that are new since the last search, which else is a part of the next search. */
  readonly indexTexts: () => InPieces<void>;
  /** The number of records with a key. */
  readonly count: (index: Index, key: string) => number;
  /** The number of records with a counted number. */
  readonly countOf: (counted: Counted, number: number) => number;
  /** The first row id for which `isBefore` is false, if it is true for all records before that one and false for all after. */
  readonly lowerBound: (isBefore: (record: R) => boolean) => number;
  readonly values: () => Iterable<R>;
}
