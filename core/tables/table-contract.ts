// What may be asked of a table, and what it is told of its records.

import type { IndexedKeys } from './indexes/key-index.ts';
import type { KeyRange, SortKey } from './indexes/ordering.ts';
import type { RowIdSet } from './sets/row-id-set.ts';
import type { SearchedTexts } from './indexes/table-index.ts';

/** Secondary indices. */
export type IndexKeys<R, Index extends string> = Readonly<
  Record<Index, (record: R) => IndexedKeys>
>;

/** What selections need of a table. */
export interface TableOptions<R, Order extends string, Counted extends string> {
  /** Orders beside that of insertion: by what a record is ordered there, or undefined where it is not. */
  readonly orders?: Readonly<Record<Order, (record: R) => SortKey | undefined>>;
  readonly search?: SearchedTexts<R>;
  /** What is counted: of each of these the numbers that a record says, each once, from 0 to below 2^31. */
  readonly counts?: Readonly<Record<Counted, (record: R) => readonly number[]>>;
}

export interface ListQuery<R, Index extends string> {
  /** Only records that have each of these keys. The rarest key leads; where the others have gaps, it is skipped. */
  readonly by?: { readonly [name in Index]?: string | undefined };
  /** Only records with these ordinals. */
  readonly inSet?: RowIdSet | undefined;
  /** Only records for which this holds; asked of candidates one by one until the page is full. */
  readonly where?: ((record: R) => boolean) | undefined;
  readonly order: 'ascending' | 'descending';
  /** Ordinals, both exclusive: nothing at or before `after`, nothing at or behind `before`. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Which records a selection has, in which order. All that is given must hold. */
export interface SelectQuery<R, Index extends string, Order extends string> {
  readonly order: Order;
  readonly direction: 'ascending' | 'descending';
  /** Only records that have this key, or any of these. */
  readonly by?: { readonly [name in Index]?: string | readonly string[] | undefined };
  /** Only records whose first numbers in these orders are within these ranges. */
  readonly within?: { readonly [name in Order]?: KeyRange | undefined };
  /** Only records of which each of these is found in one of the texts, anywhere in it. */
  readonly containing?: readonly string[] | undefined;
  /** Only records of which none of these is found in a text. */
  readonly notContaining?: readonly string[] | undefined;
  /** Only records with these ids; unknown ones do not matter. */
  readonly ids?: readonly string[] | undefined;
  /** Only records for which this holds; asked of all that pass the rest. */
  readonly where?: ((record: R) => boolean) | undefined;
  /** How many to leave out first. */
  readonly offset: number;
  readonly limit: number;
}

export interface SelectResult<R> {
  /** How many records there are in all pages. */
  readonly total: number;
  readonly records: readonly R[];
}

export interface ReadonlyTable<
  R,
  Index extends string = never,
  Order extends string = never,
  Counted extends string = never,
> {
  /** How many records there are. */
  readonly size: number;
  /** How many records were ever inserted, which is the ordinal of the next. */
  readonly insertedCount: number;
  readonly get: (id: string) => R | undefined;
  readonly at: (ordinal: number) => R | undefined;
  readonly rowIdOf: (id: string) => number | undefined;
  readonly list: (query: ListQuery<R, Index>) => readonly R[];
  /** A page in one of the table's own orders. No record is read but those of the page, unless `where` asks. */
  readonly select: (query: SelectQuery<R, Index, Order>) => SelectResult<R>;
  /** How many records an index lists under a key. */
  readonly count: (index: Index, key: string) => number;
  /** How many records say a number. */
  readonly countOf: (counted: Counted, number: number) => number;
  /** The first ordinal whose record is not before the sought place, in a table ordered by what `isBefore` asks. */
  readonly lowerBound: (isBefore: (record: R) => boolean) => number;
  readonly values: () => Iterable<R>;
}
