// What tables share until one of them writes: the records by id and by row id, and their secondary indexes. Copy-on-write:
// copies share unchanged pages.

import type { InPieces } from '../kernel/pieces.ts';
import { invariant, InvariantError } from '../kernel/invariant.ts';
import { KeyIndex, setsOf } from './indexes/key-index.ts';
import { scanCommon, type RowIdSet } from './sets/row-id-set.ts';
import { ObjectPage, Pages, recordsPerPage, type Layout } from './rows/pages.ts';
import { select, within } from './select/plan.ts';
import { anyOf, oneOf, type Filter } from './sets/filter.ts';
import type {
  TableOptions,
  IndexKeys,
  ListQuery,
  SelectResult,
  SelectQuery,
} from './table-contract.ts';
import {
  KeyedIndex,
  OrderedIndex,
  CountIndex,
  TextIndex,
  type TableIndex,
} from './indexes/table-index.ts';

/** How the records of a table are stored and found. */
interface TableDefinition<R, Index extends string, Order extends string, Counted extends string> {
  readonly idOf: (record: R) => string;
  readonly keys: IndexKeys<R, Index>;
  readonly layout: Layout<R> | undefined;
  readonly options: TableOptions<R, Order, Counted>;
}

export class TableContents<R, Index extends string, Order extends string, Counted extends string> {
  /** The contents of a new table. They are never written. */
  readonly empty: TableContents<R, Index, Order, Counted>;
  readonly #definition: TableDefinition<R, Index, Order, Counted>;
  readonly #rows: Pages<R>;
  /** Row ids by id. */
  readonly #ids: KeyIndex;
  readonly #keyed: readonly KeyedIndex<R, Index>[];
  readonly #ordered: readonly OrderedIndex<R, Order>[];
  readonly #texts: TextIndex<R> | undefined;
  readonly #counts: readonly CountIndex<R, Counted>[];

  /** Empty contents, or a copy of `original` that shares all pages until either side writes them. */
  constructor(
    definition: TableDefinition<R, Index, Order, Counted>,
    original?: TableContents<R, Index, Order, Counted>,
  ) {
    this.#definition = definition;
    this.empty = original?.empty ?? this;
    if (original === undefined) {
      const { layout = () => new ObjectPage<R>(), keys, options } = definition;
      const { orders, search, counts } = options;
      this.#rows = new Pages(layout);
      this.#ids = new KeyIndex(this.#hasId);
      this.#keyed = entriesOf(keys).map(([name, of]) => new KeyedIndex(name, of, this.#rowAt));
      this.#ordered = entriesOf(orders).map(([name, of]) => new OrderedIndex(name, of));
      this.#texts = search === undefined ? undefined : new TextIndex(search, this.#rowAt);
      this.#counts = entriesOf(counts).map(([name, of]) => new CountIndex(name, of));
    } else {
      this.#rows = original.#rows.fork();
      this.#ids = original.#ids.fork(this.#hasId);
      this.#keyed = original.#keyed.map((index) => index.fork(this.#rowAt));
      this.#ordered = original.#ordered.map((index) => index.fork());
      this.#texts = original.#texts?.fork(this.#rowAt);
      this.#counts = original.#counts.map((index) => index.fork());
    }
  }

  copy(): TableContents<R, Index, Order, Counted> {
    return new TableContents(this.#definition, this);
  }

  get size(): number {
    return this.#ids.size;
  }

  get insertedCount(): number {
    return this.#rows.length;
  }

  get(id: string): R | undefined {
    const rowId = this.rowIdOf(id);
    return rowId === undefined ? undefined : this.#rows.get(rowId);
  }

  at(rowId: number): R | undefined {
    return this.#rows.get(rowId);
  }

  rowIdOf(id: string): number | undefined {
    return this.#ids.one(id);
  }

  *indexTexts(): InPieces<void> {
    if (this.#texts !== undefined) yield* this.#texts.indexPendingInPieces(this.#rows);
  }

  count(index: Index, key: string): number {
    return named(this.#keyed, index).indexPending(this.#rows).listed.count(key);
  }

  countOf(counted: Counted, number: number): number {
    return named(this.#counts, counted).indexPending(this.#rows).of(number);
  }

  insert(record: R): void {
    const id = this.#definition.idOf(record);
    const rowId = this.#rows.length;
    if (this.rowIdOf(id) !== undefined) {
      throw new InvariantError(`Invariant broken: no two records have the id ${id}.`);
    }
    this.#ids.addFirst(id, rowId);
    this.#rows.set(rowId, record);
    // Reading a pending record from columns would build it again for each index.
    if (this.#definition.layout !== undefined) this.#each((index) => index.indexNow(rowId, record));
    else if (this.#rows.length % pendingMax === 0) {
      this.#each((index) => index.indexPending(this.#rows));
    }
  }

  /** Replaces the record with the same id; the row id stays. */
  replace(record: R): void {
    const id = this.#definition.idOf(record);
    const rowId = this.rowIdOf(id);
    invariant(rowId !== undefined, `there is a record with the id ${id}`);
    this.#replaceAt(rowId, record);
  }

  /** Inserts a record, or replaces the one with the same id. */
  put(record: R): void {
    const rowId = this.rowIdOf(this.#definition.idOf(record));
    if (rowId === undefined) this.insert(record);
    else this.#replaceAt(rowId, record);
  }

  remove(id: string): void {
    const rowId = this.rowIdOf(id);
    const former = rowId === undefined ? undefined : this.#rows.get(rowId);
    invariant(rowId !== undefined && former !== undefined, `there is a record with the id ${id}`);
    for (const index of this.#keyed) index.removeOldKeys(rowId, former, undefined);
    for (const index of this.#ordered) index.update(rowId, undefined);
    this.#texts?.update(rowId, former, undefined);
    for (const index of this.#counts) index.update(rowId, former, undefined);
    this.#ids.delete(id, rowId);
    this.#rows.set(rowId, undefined);
  }

  list(query: ListQuery<R, Index>): readonly R[] {
    const { by, inSet, where, order, limit } = query;
    const page: R[] = [];
    if (limit < 1) return page;
    const first = Math.max(0, (query.after ?? -1) + 1);
    const end = Math.min(query.before ?? this.#rows.length, this.#rows.length);
    const sets: RowIdSet[] = [];
    for (const index of by === undefined ? noneKeyed : this.#keyed) {
      const key = by?.[index.name];
      if (key === undefined) continue;
      const rowIds = index.indexPending(this.#rows).listed.all(key);
      if (rowIds === undefined) return page;
      sets.push(rowIds);
    }
    const visit = (rowId: number): boolean => {
      const row = this.#rows.get(rowId);
      if (row !== undefined && (where === undefined || where(row))) page.push(row);
      return page.length < limit;
    };
    const [set, ...others] = sets;
    if (inSet !== undefined) scanCommon([...sets, inSet], order, first, end, visit);
    else if (set === undefined) scanAll(order, first, end, visit);
    else if (others.length === 0) set.scan(order, first, end, visit);
    else scanCommon(sets, order, first, end, visit);
    return page;
  }

  select(query: SelectQuery<R, Index, Order>): SelectResult<R> {
    const { order, direction, offset, limit, where } = query;
    const { total, rowIds } = select({
      ordering: named(this.#ordered, order).indexPending(this.#rows).ordering,
      range: query.within?.[order] ?? {},
      filters: this.#filtersOf(query),
      exceptions: this.#searchesFor(query.notContaining),
      where:
        where &&
        ((rowId) => {
          const row = this.#rows.get(rowId);
          return row !== undefined && where(row);
        }),
      insertedCount: this.insertedCount,
      size: this.size,
      direction,
      offset,
      limit,
    });
    return { total, records: rowIds.flatMap((rowId) => this.#rows.get(rowId) ?? []) };
  }

  lowerBound(isBefore: (record: R) => boolean): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      let probe = middle;
      while (probe < high && this.#rows.get(probe) === undefined) probe += 1; // skip removed records
      const row = this.#rows.get(probe);
      if (probe < high && row !== undefined && isBefore(row)) low = probe + 1;
      else high = middle;
    }
    return low;
  }

  get pageCount(): number {
    return this.#rows.pageCount;
  }

  /** The records of a page, null for removed ones; undefined if it has not been written since that generation. */
  pageSince(page: number, generation: number): readonly (R | null)[] | undefined {
    return this.#rows.pageSince(page, generation)?.map((record) => record ?? null);
  }

  restorePage(page: number, pageCount: number, records: readonly (R | null)[]): void {
    invariant(page * recordsPerPage === this.insertedCount, 'pages are restored in their order');
    if (page === 0) this.#reserve(pageCount * recordsPerPage);
    for (const record of records) {
      if (record === null) this.#rows.set(this.#rows.length, undefined);
      else this.insert(record);
    }
    this.#each((index) => index.indexPending(this.#rows));
  }

  #reserve(count: number): void {
    this.#ids.reserve(count);
    for (const { listed } of this.#keyed) listed.reserve(count);
  }

  #replaceAt(rowId: number, record: R): void {
    const former = this.#rows.get(rowId);
    invariant(former !== undefined, 'the row id of an id has a record');
    let changed: KeyedIndex<R, Index>[] = noneKeyed;
    for (const index of this.#keyed) {
      if (index.removeOldKeys(rowId, former, record)) changed = [...changed, index];
    }
    this.#rows.set(rowId, record);
    for (const index of changed) index.addNewKeys(rowId, former, record);
    for (const index of this.#ordered) index.update(rowId, record);
    this.#texts?.update(rowId, former, record);
    for (const index of this.#counts) index.update(rowId, former, record);
  }

  #filtersOf({
    order,
    by,
    within: ranges,
    containing,
    ids,
  }: SelectQuery<R, Index, Order>): Filter[] {
    const filters: Filter[] = [];
    for (const index of this.#keyed) {
      const keys = by?.[index.name];
      if (keys !== undefined)
        filters.push(anyOf(setsOf(index.indexPending(this.#rows).listed, keys)));
    }
    for (const index of this.#ordered) {
      const range = index.name === order ? undefined : ranges?.[index.name];
      if (range !== undefined) filters.push(within(index.indexPending(this.#rows).ordering, range));
    }
    filters.push(...this.#searchesFor(containing));
    if (ids !== undefined) filters.push(oneOf(ids.flatMap((id) => this.rowIdOf(id) ?? [])));
    return filters;
  }

  #searchesFor(phrases: readonly string[] = []): Filter[] {
    if (phrases.length === 0) return [];
    const texts = this.#texts;
    invariant(texts !== undefined, 'a searched table has a full-text index');
    const { words } = texts.indexPending(this.#rows);
    const folded = phrases.map((phrase) => texts.folded(phrase)).filter((phrase) => phrase !== '');
    return folded.map((phrase) => words.containing(phrase, this));
  }

  readonly #rowAt = (rowId: number): R | undefined => this.#rows.get(rowId);

  readonly #hasId = (rowId: number, id: string): boolean =>
    this.#rows.idAt(rowId, this.#definition.idOf) === id;

  #each(change: (index: TableIndex<R>) => void): void {
    for (const index of this.#keyed) change(index);
    for (const index of this.#ordered) change(index);
    if (this.#texts !== undefined) change(this.#texts);
    for (const index of this.#counts) change(index);
  }
}

/** Bounds the work that a query finds pending. */
const pendingMax = recordsPerPage;

const noneKeyed: never[] = [];

function entriesOf<Name extends string, Of>(
  named: Readonly<Record<Name, Of>> | undefined,
): [Name, Of][] {
  return Object.entries(named ?? {}) as [Name, Of][];
}

function named<Named extends { readonly name: string }>(
  all: readonly Named[],
  name: string,
): Named {
  for (const each of all) if (each.name === name) return each;
  throw new InvariantError(`Invariant broken: there is an index, order or count ${name}.`);
}

function scanAll(
  order: 'ascending' | 'descending',
  first: number,
  end: number,
  visit: (rowId: number) => boolean,
): void {
  const step = order === 'ascending' ? 1 : -1;
  let rowId = step === 1 ? first : end - 1;
  for (; rowId >= first && rowId < end; rowId += step) if (!visit(rowId)) return;
}
