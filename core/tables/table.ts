// Tables of immutable records: a primary key, secondary indices, and the order of insertion, in which lists are cut into
// pages. A table may keep other orders and an index of words, from which selections are made. `evolve` alone writes;
// everybody else sees a ReadonlyTable. Everything in them is copy-on-write: a fork shares what neither side has changed,
// and a snapshot writes the pages that have.

import type { Collection } from './collection.ts';
import { invariant, InvariantError } from '../kernel/invariant.ts';
import { KeyIndex, setsOf } from './indexes/key-index.ts';
import type { SortKey } from './indexes/ordering.ts';
import { scanCommon, type RowIdSet } from './sets/row-id-set.ts';
import { ObjectPage, Pages, recordsPerPage, type Layout } from './rows/pages.ts';
import { oneOf, anyOf, select, within, type Filter } from './select/plan.ts';
import type {
  TableOptions,
  IndexKeys,
  ListQuery,
  ReadonlyTable,
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

/** A state as `decide` and the views see it: its tables cannot be written. What else one can tell is kept. */
export type ReadonlyState<S> = {
  readonly [K in keyof S]: S[K] extends Table<infer R, infer Index, infer Order, infer Counted>
    ? ReadonlyTable<R, Index, Order, Counted> & Omit<S[K], keyof Table<R, Index, Order, Counted>>
    : S[K];
};

export class Table<
  R,
  Index extends string = never,
  Order extends string = never,
  Counted extends string = never,
>
  implements ReadonlyTable<R, Index, Order, Counted>, Collection<R | null>
{
  readonly #idOf: (record: R) => string;
  readonly #keys: IndexKeys<R, Index>;
  readonly #layout: Layout<R> | undefined;
  readonly #arrangement: TableOptions<R, Order, Counted>;
  #rows: Pages<R>;
  #ordinals: KeyIndex;
  #indices: readonly KeyedIndex<R, Index>[];
  #orders: readonly OrderedIndex<R, Order>[];
  #texts: TextIndex<R> | undefined;
  #tallies: readonly CountIndex<R, Counted>[];

  /** `layout` says how pages keep their records: as objects unless a domain has millions of them. */
  constructor(
    idOf: (record: R) => string,
    keys: IndexKeys<R, Index>,
    layout?: Layout<R>,
    arrangement: TableOptions<R, Order, Counted> = {},
  ) {
    this.#idOf = idOf;
    this.#keys = keys;
    this.#layout = layout;
    this.#arrangement = arrangement;
    this.#rows = new Pages(layout ?? (() => new ObjectPage<R>()));
    this.#ordinals = new KeyIndex(this.#hasId);
    this.#indices = (Object.keys(keys) as Index[]).map(
      (name) => new KeyedIndex(name, keys[name], this.#rowAt),
    );
    const orders = Object.entries(arrangement.orders ?? {}) as [
      Order,
      (record: R) => SortKey | undefined,
    ][];
    this.#orders = orders.map(([name, keyOf]) => new OrderedIndex(name, keyOf));
    const { search } = arrangement;
    this.#texts = search === undefined ? undefined : new TextIndex(search, this.#rowAt);
    const tallies = Object.entries(arrangement.counts ?? {}) as [
      Counted,
      (record: R) => readonly number[],
    ][];
    this.#tallies = tallies.map(([name, numbersOf]) => new CountIndex(name, numbersOf));
  }

  get size(): number {
    return this.#ordinals.size;
  }

  get insertedCount(): number {
    return this.#rows.length;
  }

  get(id: string): R | undefined {
    const ordinal = this.rowIdOf(id);
    return ordinal === undefined ? undefined : this.#rows.get(ordinal);
  }

  at(ordinal: number): R | undefined {
    return this.#rows.get(ordinal);
  }

  rowIdOf(id: string): number | undefined {
    return this.#ordinals.one(id);
  }

  count(index: Index, key: string): number {
    return named(this.#indices, index).catchUp(this.#rows).listed.count(key);
  }

  countOf(counted: Counted, number: number): number {
    return named(this.#tallies, counted).catchUp(this.#rows).of(number);
  }

  *values(): Iterable<R> {
    for (let ordinal = 0; ordinal < this.#rows.length; ordinal += 1) {
      const row = this.#rows.get(ordinal);
      if (row !== undefined) yield row;
    }
  }

  insert(record: R): void {
    const id = this.#idOf(record);
    const ordinal = this.#rows.length;
    if (this.rowIdOf(id) !== undefined) {
      throw new InvariantError(`Invariant broken: no two records have the id ${id}.`);
    }
    this.#ordinals.addFirst(id, ordinal);
    this.#rows.set(ordinal, record);
    // A record that is kept as columns would have to be put together anew for each.
    if (this.#layout !== undefined) this.#each((index) => index.take(ordinal, record));
    else if (this.#rows.length % waitingMax === 0) this.#each((index) => index.catchUp(this.#rows));
  }

  /** Puts a record in the place of the one with its id, which keeps its ordinal. */
  replace(record: R): void {
    const id = this.#idOf(record);
    const ordinal = this.rowIdOf(id);
    invariant(ordinal !== undefined, `there is a record with the id ${id}`);
    this.#replaceAt(ordinal, record);
  }

  /** Inserts a record, or replaces the one with its id. */
  put(record: R): void {
    const ordinal = this.rowIdOf(this.#idOf(record));
    if (ordinal === undefined) this.insert(record);
    else this.#replaceAt(ordinal, record);
  }

  remove(id: string): void {
    const ordinal = this.#ordinals.one(id);
    const former = ordinal === undefined ? undefined : this.#rows.get(ordinal);
    invariant(ordinal !== undefined && former !== undefined, `there is a record with the id ${id}`);
    for (const index of this.#indices) index.leave(ordinal, former, undefined);
    for (const index of this.#orders) index.move(ordinal, undefined);
    this.#texts?.move(ordinal, former, undefined);
    for (const tally of this.#tallies) tally.move(ordinal, former, undefined);
    this.#ordinals.delete(id, ordinal);
    this.#rows.set(ordinal, undefined);
  }

  list(query: ListQuery<R, Index>): readonly R[] {
    const { by, inSet, where, order, limit } = query;
    const page: R[] = [];
    if (limit < 1) return page;
    const first = Math.max(0, (query.after ?? -1) + 1);
    const end = Math.min(query.before ?? this.#rows.length, this.#rows.length);
    const sets: RowIdSet[] = [];
    for (const index of by === undefined ? none : this.#indices) {
      const key = by?.[index.name];
      if (key === undefined) continue;
      const ordinals = index.catchUp(this.#rows).listed.all(key);
      if (ordinals === undefined) return page;
      sets.push(ordinals);
    }
    const visit = (ordinal: number): boolean => {
      const row = this.#rows.get(ordinal);
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
    const { total, ordinals } = select({
      ordering: named(this.#orders, order).catchUp(this.#rows).ordering,
      range: query.within?.[order] ?? {},
      filters: this.#filtersOf(query),
      exceptions: this.#searchesFor(query.notContaining),
      where:
        where &&
        ((ordinal) => {
          const row = this.#rows.get(ordinal);
          return row !== undefined && where(row);
        }),
      inserted: this.insertedCount,
      size: this.size,
      direction,
      offset,
      limit,
    });
    return { total, records: ordinals.flatMap((ordinal) => this.#rows.get(ordinal) ?? []) };
  }

  lowerBound(isBefore: (record: R) => boolean): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      let probe = middle;
      while (probe < high && this.#rows.get(probe) === undefined) probe += 1; // a removed record tells nothing
      const row = this.#rows.get(probe);
      if (probe < high && row !== undefined && isBefore(row)) low = probe + 1;
      else high = middle;
    }
    return low;
  }

  /** A table with the same records. The two share what neither has changed since. */
  fork(): Table<R, Index, Order, Counted> {
    const twin = this.emptyCopy();
    twin.#rows = this.#rows.fork();
    twin.#ordinals = this.#ordinals.fork(twin.#hasId);
    twin.#indices = this.#indices.map((index) => index.fork(twin.#rowAt));
    twin.#orders = this.#orders.map((index) => index.fork());
    twin.#texts = this.#texts?.fork(twin.#rowAt);
    twin.#tallies = this.#tallies.map((tally) => tally.fork());
    return twin;
  }

  get pageCount(): number {
    return this.#rows.pageCount;
  }

  /** The records of a page, null for each that was removed; undefined where none has changed since that generation. */
  pageSince(page: number, generation: number): readonly (R | null)[] | undefined {
    return this.#rows.pageSince(page, generation)?.map((record) => record ?? null);
  }

  /** An empty table of the same kind. */
  emptyCopy(): Table<R, Index, Order, Counted> {
    return new Table<R, Index, Order, Counted>(
      this.#idOf,
      this.#keys,
      this.#layout,
      this.#arrangement,
    );
  }

  restorePage(page: number, pageCount: number, records: readonly (R | null)[]): void {
    invariant(page * recordsPerPage === this.insertedCount, 'pages are restored in their order');
    if (page === 0) this.#reserve(pageCount * recordsPerPage);
    for (const record of records) {
      if (record === null) this.#rows.set(this.#rows.length, undefined);
      else this.insert(record);
    }
    this.#each((index) => index.catchUp(this.#rows));
  }

  #reserve(count: number): void {
    this.#ordinals.reserve(count);
    for (const { listed } of this.#indices) listed.reserve(count);
  }

  #replaceAt(ordinal: number, record: R): void {
    const former = this.#rows.get(ordinal);
    invariant(former !== undefined, 'an ordinal that an id has is that of a record');
    let moved: KeyedIndex<R, Index>[] = none;
    for (const index of this.#indices) {
      if (index.leave(ordinal, former, record)) moved = [...moved, index];
    }
    this.#rows.set(ordinal, record);
    for (const index of moved) index.enter(ordinal, former, record);
    for (const index of this.#orders) index.move(ordinal, record);
    this.#texts?.move(ordinal, former, record);
    for (const tally of this.#tallies) tally.move(ordinal, former, record);
  }

  #filtersOf({
    order,
    by,
    within: ranges,
    containing,
    ids,
  }: SelectQuery<R, Index, Order>): Filter[] {
    const filters: Filter[] = [];
    for (const index of this.#indices) {
      const keys = by?.[index.name];
      if (keys !== undefined) filters.push(anyOf(setsOf(index.catchUp(this.#rows).listed, keys)));
    }
    for (const index of this.#orders) {
      const range = index.name === order ? undefined : ranges?.[index.name];
      if (range !== undefined) filters.push(within(index.catchUp(this.#rows).ordering, range));
    }
    filters.push(...this.#searchesFor(containing));
    if (ids !== undefined) filters.push(oneOf(ids.flatMap((id) => this.rowIdOf(id) ?? [])));
    return filters;
  }

  #searchesFor(phrases: readonly string[] = []): Filter[] {
    if (phrases.length === 0) return [];
    const texts = this.#texts;
    invariant(texts !== undefined, 'a table that is searched keeps its texts');
    const { words } = texts.catchUp(this.#rows);
    const sought = phrases.map((phrase) => texts.folded(phrase)).filter((phrase) => phrase !== '');
    return sought.map((phrase) => words.containing(phrase, this));
  }

  readonly #rowAt = (ordinal: number): R | undefined => this.#rows.get(ordinal);

  readonly #hasId = (ordinal: number, id: string): boolean =>
    this.#rows.idAt(ordinal, this.#idOf) === id;

  #each(change: (index: TableIndex<R>) => void): void {
    for (const index of this.#indices) change(index);
    for (const index of this.#orders) change(index);
    if (this.#texts !== undefined) change(this.#texts);
    for (const tally of this.#tallies) change(tally);
  }
}

/** From so many inserted records on, nothing waits: who reads next finds little to take in. */
const waitingMax = recordsPerPage;

const none: never[] = [];

function named<Named extends { readonly name: string }>(
  all: readonly Named[],
  name: string,
): Named {
  for (const each of all) if (each.name === name) return each;
  throw new InvariantError(`Invariant broken: there is an index, order or tally ${name}.`);
}

function scanAll(
  order: 'ascending' | 'descending',
  first: number,
  end: number,
  visit: (ordinal: number) => boolean,
): void {
  const step = order === 'ascending' ? 1 : -1;
  let ordinal = step === 1 ? first : end - 1;
  for (; ordinal >= first && ordinal < end; ordinal += step) if (!visit(ordinal)) return;
}
