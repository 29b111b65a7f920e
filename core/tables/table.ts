// A table of immutable records by id and by row id, with secondary indexes. Only `evolve` writes; all other code gets a
// ReadonlyTable. Copy-on-write: a new table shares the empty contents of its kind, and a fork those of its original, until the
// first write; snapshots store changed pages.

import type { Collection } from './collection.ts';
import type { InPieces } from '../kernel/pieces.ts';
import type { Layout } from './rows/pages.ts';
import type {
  IndexKeys,
  ListQuery,
  ReadonlyTable,
  SelectQuery,
  SelectResult,
  TableOptions,
} from './table-contract.ts';
import { TableContents } from './table-contents.ts';

/** A state with read-only tables, for `decide` and the views. Members that subclasses of Table add stay. */
export type ReadonlyState<S> = {
  readonly [K in keyof S]: S[K] extends Table<infer R, infer Index, infer Order, infer Counted>
    ? ReadonlyTable<R, Index, Order, Counted> & Omit<S[K], keyof Table<R, Index, Order, Counted>>
    : S[K];
};

/** `layout`: how pages store records; default: as objects. Use columns for millions of records. */
export function createTable<
  R,
  Index extends string = never,
  Order extends string = never,
  Counted extends string = never,
>(
  idOf: (record: R) => string,
  keys: IndexKeys<R, Index>,
  layout?: Layout<R>,
  options: TableOptions<R, Order, Counted> = {},
): Table<R, Index, Order, Counted> {
  return new Table(new TableContents({ idOf, keys, layout, options }));
}

export class Table<
  R,
  Index extends string = never,
  Order extends string = never,
  Counted extends string = never,
>
  implements ReadonlyTable<R, Index, Order, Counted>, Collection<R | null>
{
  #contents: TableContents<R, Index, Order, Counted>;
  /** Whether other tables may have the same contents. */
  #isShared = true;

  /** See `createTable`. */
  constructor(contents: TableContents<R, Index, Order, Counted>) {
    this.#contents = contents;
  }

  get size(): number {
    return this.#contents.size;
  }

  get insertedCount(): number {
    return this.#contents.insertedCount;
  }

  get(id: string): R | undefined {
    return this.#contents.get(id);
  }

  at(rowId: number): R | undefined {
    return this.#contents.at(rowId);
  }

  rowIdOf(id: string): number | undefined {
    return this.#contents.rowIdOf(id);
  }

  indexTexts(): InPieces<void> {
    return this.#contents.indexTexts();
  }

  count(index: Index, key: string): number {
    return this.#contents.count(index, key);
  }

  countOf(counted: Counted, number: number): number {
    return this.#contents.countOf(counted, number);
  }

  *values(): Iterable<R> {
    for (let rowId = 0; rowId < this.insertedCount; rowId += 1) {
      const record = this.at(rowId);
      if (record !== undefined) yield record;
    }
  }

  list(query: ListQuery<R, Index>): readonly R[] {
    return this.#contents.list(query);
  }

  select(query: SelectQuery<R, Index, Order>): SelectResult<R> {
    return this.#contents.select(query);
  }

  lowerBound(isBefore: (record: R) => boolean): number {
    return this.#contents.lowerBound(isBefore);
  }

  insert(record: R): void {
    this.#writable().insert(record);
  }

  /** Replaces the record with the same id; the row id stays. */
  replace(record: R): void {
    this.#writable().replace(record);
  }

  /** Inserts a record, or replaces the one with the same id. */
  put(record: R): void {
    this.#writable().put(record);
  }

  remove(id: string): void {
    this.#writable().remove(id);
  }

  /** A table with the same content. Both share it until either side writes, and then all pages that are not written. */
  fork(): Table<R, Index, Order, Counted> {
    this.#isShared = true;
    return new Table(this.#contents);
  }

  /** An empty table with the same indexes and options. */
  emptyCopy(): Table<R, Index, Order, Counted> {
    return new Table(this.#contents.empty);
  }

  get pageCount(): number {
    return this.#contents.pageCount;
  }

  /** The records of a page, null for removed ones; undefined if it has not been written since that generation. */
  pageSince(page: number, generation: number): readonly (R | null)[] | undefined {
    return this.#contents.pageSince(page, generation);
  }

  restorePage(page: number, pageCount: number, records: readonly (R | null)[]): void {
    this.#writable().restorePage(page, pageCount, records);
  }

  #writable(): TableContents<R, Index, Order, Counted> {
    if (this.#isShared) {
      this.#contents = this.#contents.copy();
      this.#isShared = false;
    }
    return this.#contents;
  }
}

type AnyTable = Table<unknown, string>;

/** A copy of a state with forks of its tables. */
export function forkTables<State extends object>(state: State): State {
  return withTables(state, (table) => table.fork());
}

/** A copy of a state with empty tables in place of its own. */
export function emptyTables<State extends object>(state: State): State {
  return withTables(state, (table) => table.emptyCopy());
}

function withTables<State extends object>(
  state: State,
  change: (table: AnyTable) => AnyTable,
): State {
  const copy = { ...state } as Record<string, unknown>;
  for (const [name, value] of Object.entries(state)) {
    if (value instanceof Table) copy[name] = change(value as AnyTable);
  }
  return copy as State;
}
