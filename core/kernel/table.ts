// Tables of immutable records: a primary key, secondary indices, and the order of insertion, in which lists are cut into
// pages. A table may keep other orders and an index of words, from which selections are made. `evolve` alone writes;
// everybody else sees a ReadonlyTable. Everything in them is copy-on-write: a fork shares what neither side has changed,
// and a snapshot writes the pages that have.

import type { Collection } from './collection.ts';
import { invariant } from './invariant.ts';
import { delist, enlist, KeyIndex, setsOf, without, type ListedUnder } from './key-index.ts';
import { Ordering, type Range, type SortKey } from './ordering.ts';
import { scanCommon, type Ordinals, type OrdinalSet } from './ordinals.ts';
import { ObjectPage, Pages, recordsPerPage, type Layout } from './pages.ts';
import { amongst, anyOf, select, within, type Filter } from './selection.ts';
import { WordIndex } from './word-index.ts';

/** Secondary indices. */
export type IndexKeys<R, Index extends string> = Readonly<
  Record<Index, (record: R) => ListedUnder>
>;

/** What selections need of a table. */
export interface Arrangement<R, Order extends string> {
  /** Orders beside that of insertion: by what a record is ordered there, or undefined where it is not. */
  readonly orders?: Readonly<Record<Order, (record: R) => SortKey | undefined>>;
  /** The texts of a record that are searched, and the form in which they are compared, and what is sought. */
  readonly texts?: {
    readonly of: (record: R) => readonly string[];
    readonly fold: (text: string) => string;
  };
}

export interface ListQuery<R, Index extends string> {
  /** Only records that have each of these keys. The rarest key leads; where the others have gaps, it is skipped. */
  readonly by?: { readonly [name in Index]?: string | undefined };
  /** Only records with these ordinals. */
  readonly among?: OrdinalSet | undefined;
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
  readonly within?: { readonly [name in Order]?: Range | undefined };
  /** Only records of which each of these is found in one of the texts, anywhere in it. */
  readonly containing?: readonly string[] | undefined;
  /** Only records of which none of these is found in a text. */
  readonly lacking?: readonly string[] | undefined;
  /** Only records with these ids; unknown ones do not matter. */
  readonly ids?: readonly string[] | undefined;
  /** Only records for which this holds; asked of all that pass the rest. */
  readonly where?: ((record: R) => boolean) | undefined;
  /** How many to leave out first. */
  readonly offset: number;
  readonly limit: number;
}

export interface Selection<R> {
  /** How many records there are in all pages. */
  readonly total: number;
  readonly records: readonly R[];
}

export interface ReadonlyTable<R, Index extends string = never, Order extends string = never> {
  /** How many records there are. */
  readonly size: number;
  /** How many records were ever inserted, which is the ordinal of the next. */
  readonly inserted: number;
  readonly get: (id: string) => R | undefined;
  readonly at: (ordinal: number) => R | undefined;
  readonly ordinalOf: (id: string) => number | undefined;
  readonly list: (query: ListQuery<R, Index>) => readonly R[];
  /** A page in one of the table's own orders. No record is read but those of the page, unless `where` asks. */
  readonly select: (query: SelectQuery<R, Index, Order>) => Selection<R>;
  /** How many records an index lists under a key. */
  readonly count: (index: Index, key: string) => number;
  /** The first ordinal whose record is not before the sought place, in a table ordered by what `isBefore` asks. */
  readonly seek: (isBefore: (record: R) => boolean) => number;
  readonly values: () => Iterable<R>;
}

/** A state as `decide` and the views see it: its tables cannot be written. What else one can tell is kept. */
export type ReadonlyState<S> = {
  readonly [K in keyof S]: S[K] extends Table<infer R, infer Index, infer Order>
    ? ReadonlyTable<R, Index, Order> & Omit<S[K], keyof Table<R, Index, Order>>
    : S[K];
};

export class Table<R, Index extends string = never, Order extends string = never>
  implements ReadonlyTable<R, Index, Order>, Collection<R | null>
{
  readonly #idOf: (record: R) => string;
  readonly #keys: IndexKeys<R, Index>;
  readonly #layout: Layout<R>;
  #rows: Pages<R>;
  #ordinals: KeyIndex;
  #indices: readonly SecondaryIndex<R, Index>[];
  readonly #arrangement: Arrangement<R, Order>;
  #orderings: readonly OrderedIndex<R, Order>[];
  #words: WordIndex | undefined;
  /** The id that was looked up last: what is read is mostly replaced next. */
  #lastId: string | undefined;
  #lastOrdinal = -1;

  /** `layout` says how pages keep their records: as objects unless a domain has millions of them. */
  constructor(
    idOf: (record: R) => string,
    keys: IndexKeys<R, Index>,
    layout: Layout<R> = () => new ObjectPage<R>(),
    arrangement: Arrangement<R, Order> = {},
  ) {
    this.#idOf = idOf;
    this.#keys = keys;
    this.#layout = layout;
    this.#rows = new Pages(layout);
    this.#ordinals = new KeyIndex(this.#hasId);
    this.#indices = (Object.keys(keys) as Index[]).map((name) => ({
      name,
      keyOf: keys[name],
      listed: new KeyIndex(this.#hasKey(keys[name])),
    }));
    this.#arrangement = arrangement;
    const orders = Object.entries(arrangement.orders ?? {}) as [
      Order,
      (record: R) => SortKey | undefined,
    ][];
    this.#orderings = orders.map(([name, keyOf]) => ({ name, keyOf, ordering: new Ordering() }));
    this.#words = arrangement.texts === undefined ? undefined : new WordIndex(this.#textAt);
  }

  get size(): number {
    return this.#ordinals.size;
  }

  get inserted(): number {
    return this.#rows.length;
  }

  get(id: string): R | undefined {
    const ordinal = this.ordinalOf(id);
    return ordinal === undefined ? undefined : this.#rows.get(ordinal);
  }

  at(ordinal: number): R | undefined {
    return this.#rows.get(ordinal);
  }

  ordinalOf(id: string): number | undefined {
    if (id === this.#lastId) return this.#lastOrdinal;
    const ordinal = this.#ordinals.one(id);
    if (ordinal === undefined) return undefined;
    this.#lastId = id;
    this.#lastOrdinal = ordinal;
    return ordinal;
  }

  count(index: Index, key: string): number {
    return this.#index(index).listed.all(key)?.size ?? 0;
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
    invariant(this.#ordinals.one(id) === undefined, `no two records have the id ${id}`);
    this.#ordinals.add(id, ordinal);
    this.#rows.set(ordinal, record);
    for (const { keyOf, listed } of this.#indices) enlist(listed, keyOf(record), ordinal);
    for (const { keyOf, ordering } of this.#orderings) ordering.put(ordinal, keyOf(record));
    this.#words?.add(ordinal, this.#textOf(record));
  }

  /** Puts a record in the place of the one with its id, which keeps its ordinal. */
  replace(record: R): void {
    const id = this.#idOf(record);
    const ordinal = this.ordinalOf(id);
    invariant(ordinal !== undefined, `there is a record with the id ${id}`);
    this.#replaceAt(ordinal, record);
  }

  /** Inserts a record, or replaces the one with its id. */
  put(record: R): void {
    const ordinal = this.ordinalOf(this.#idOf(record));
    if (ordinal === undefined) this.insert(record);
    else this.#replaceAt(ordinal, record);
  }

  remove(id: string): void {
    const ordinal = this.#ordinals.one(id);
    const former = ordinal === undefined ? undefined : this.#rows.get(ordinal);
    invariant(ordinal !== undefined && former !== undefined, `there is a record with the id ${id}`);
    for (const { keyOf, listed } of this.#indices) delist(listed, keyOf(former), ordinal);
    for (const { ordering } of this.#orderings) ordering.put(ordinal, undefined);
    this.#words?.delete(ordinal, this.#textOf(former));
    this.#ordinals.delete(id, ordinal);
    this.#lastId = undefined;
    this.#rows.set(ordinal, undefined);
  }

  list(query: ListQuery<R, Index>): readonly R[] {
    const { by, among, where, order, limit } = query;
    const page: R[] = [];
    if (limit < 1) return page;
    const first = Math.max(0, (query.after ?? -1) + 1);
    const end = Math.min(query.before ?? this.#rows.length, this.#rows.length);
    const sets: Ordinals[] = [];
    for (const { name, listed } of this.#indices) {
      const key = by?.[name];
      const ordinals = key === undefined ? undefined : listed.all(key);
      if (key !== undefined && ordinals === undefined) return page;
      if (ordinals !== undefined) sets.push(ordinals);
    }
    const visit = (ordinal: number): boolean => {
      const row = this.#rows.get(ordinal);
      if (row !== undefined && (where === undefined || where(row))) page.push(row);
      return page.length < limit;
    };
    const [set, ...others] = sets;
    if (among !== undefined) scanCommon([...sets, among], order, first, end, visit);
    else if (set === undefined) scanAll(order, first, end, visit);
    else if (others.length === 0) set.scan(order, first, end, visit);
    else scanCommon(sets, order, first, end, visit);
    return page;
  }

  select(query: SelectQuery<R, Index, Order>): Selection<R> {
    const { order, direction, offset, limit, where } = query;
    const { total, ordinals } = select({
      ordering: this.#ordering(order),
      range: query.within?.[order] ?? {},
      filters: this.#filtersOf(query),
      exceptions: this.#searchesFor(query.lacking),
      where:
        where &&
        ((ordinal) => {
          const row = this.#rows.get(ordinal);
          return row !== undefined && where(row);
        }),
      inserted: this.inserted,
      size: this.size,
      direction,
      offset,
      limit,
    });
    return { total, records: ordinals.flatMap((ordinal) => this.#rows.get(ordinal) ?? []) };
  }

  seek(isBefore: (record: R) => boolean): number {
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
  fork(): Table<R, Index, Order> {
    const twin = this.emptied();
    twin.#rows = this.#rows.fork();
    twin.#ordinals = this.#ordinals.fork(twin.#hasId);
    twin.#indices = this.#indices.map(({ name, keyOf, listed }) => ({
      name,
      keyOf,
      listed: listed.fork(twin.#hasKey(keyOf)),
    }));
    twin.#orderings = this.#orderings.map(({ name, keyOf, ordering }) => ({
      name,
      keyOf,
      ordering: ordering.fork(),
    }));
    twin.#words = this.#words?.fork(twin.#textAt);
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
  emptied(): Table<R, Index, Order> {
    return new Table<R, Index, Order>(this.#idOf, this.#keys, this.#layout, this.#arrangement);
  }

  restorePage(page: number, pageCount: number, records: readonly (R | null)[]): void {
    invariant(page * recordsPerPage === this.inserted, 'pages are restored in their order');
    if (page === 0) this.#reserve(pageCount * recordsPerPage);
    for (const record of records) {
      if (record === null) this.#rows.set(this.#rows.length, undefined);
      else this.insert(record);
    }
  }

  #reserve(count: number): void {
    this.#ordinals.reserve(count);
    for (const { listed } of this.#indices) listed.reserve(count);
  }

  #replaceAt(ordinal: number, record: R): void {
    const former = this.#rows.get(ordinal);
    invariant(former !== undefined, 'an ordinal that an id has is that of a record');
    // What an index lists is found by what its records say, so they leave it while they still say the former key.
    let moved: SecondaryIndex<R, Index>[] = noIndices;
    for (const index of this.#indices) {
      const formerKey = index.keyOf(former);
      const key = index.keyOf(record);
      if (formerKey === key) continue;
      delist(index.listed, without(formerKey, key), ordinal);
      moved = [...moved, index];
    }
    this.#rows.set(ordinal, record);
    for (const { keyOf, listed } of moved) {
      enlist(listed, without(keyOf(record), keyOf(former)), ordinal);
    }
    for (const { keyOf, ordering } of this.#orderings) ordering.put(ordinal, keyOf(record));
    if (this.#hasOtherTexts(former, record)) {
      this.#words?.replace(ordinal, this.#textOf(former), this.#textOf(record));
    }
  }

  #filtersOf({
    order,
    by,
    within: ranges,
    containing,
    ids,
  }: SelectQuery<R, Index, Order>): Filter[] {
    const filters: Filter[] = [];
    for (const { name, listed } of this.#indices) {
      const keys = by?.[name];
      if (keys !== undefined) filters.push(anyOf(setsOf(listed, keys)));
    }
    for (const { name, ordering } of this.#orderings) {
      const range = name === order ? undefined : ranges?.[name];
      if (range !== undefined) filters.push(within(ordering, range));
    }
    filters.push(...this.#searchesFor(containing));
    if (ids !== undefined) filters.push(amongst(ids.flatMap((id) => this.ordinalOf(id) ?? [])));
    return filters;
  }

  #searchesFor(phrases: readonly string[] = []): Filter[] {
    const texts = this.#arrangement.texts;
    const sought = phrases.map((phrase) => texts?.fold(phrase)).filter((phrase) => phrase !== '');
    return sought.map((phrase = '') => {
      invariant(this.#words !== undefined, 'a table that is searched keeps its texts');
      return this.#words.containing(phrase, this);
    });
  }

  #hasOtherTexts(former: R, record: R): boolean {
    const texts = this.#arrangement.texts;
    if (texts === undefined) return false;
    const formerTexts = texts.of(former);
    const now = texts.of(record);
    return now.length !== formerTexts.length || now.some((text, at) => text !== formerTexts[at]);
  }

  #textOf(record: R): string {
    const texts = this.#arrangement.texts;
    return texts === undefined ? '' : texts.fold(texts.of(record).join('\n'));
  }

  readonly #textAt = (ordinal: number): string => {
    const row = this.#rows.get(ordinal);
    return row === undefined ? '' : this.#textOf(row);
  };

  readonly #hasId = (ordinal: number, id: string): boolean =>
    this.#rows.idAt(ordinal, this.#idOf) === id;

  #hasKey(keyOf: (record: R) => ListedUnder): (ordinal: number, key: string) => boolean {
    return (ordinal, key) => {
      const row = this.#rows.get(ordinal);
      const listedUnder = row === undefined ? undefined : keyOf(row);
      return typeof listedUnder === 'object' ? listedUnder.includes(key) : listedUnder === key;
    };
  }

  #ordering(name: Order): Ordering {
    const index = this.#orderings.find((candidate) => candidate.name === name);
    invariant(index !== undefined, `there is an order ${name}`);
    return index.ordering;
  }

  #index(name: Index): SecondaryIndex<R, Index> {
    const index = this.#indices.find((candidate) => candidate.name === name);
    invariant(index !== undefined, `there is an index ${name}`);
    return index;
  }
}

interface SecondaryIndex<R, Index extends string> {
  readonly name: Index;
  readonly keyOf: (record: R) => ListedUnder;
  readonly listed: KeyIndex;
}

interface OrderedIndex<R, Order extends string> {
  readonly name: Order;
  readonly keyOf: (record: R) => SortKey | undefined;
  readonly ordering: Ordering;
}

const noIndices: never[] = [];

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
