// Tables of immutable records: a primary key, secondary indices, and one order, that of insertion, in which
// lists are cut into pages. `evolve` alone writes; everybody else sees a ReadonlyTable. Everything in them is
// copy-on-write: a fork shares what neither side has changed, and a snapshot writes the pages that have.

import type { Collection } from './collection.ts';
import { invariant } from './invariant.ts';
import { KeyIndex } from './key-index.ts';
import { scanCommon, type Ordinals, type OrdinalSet } from './ordinals.ts';
import { ObjectPage, Pages, recordsPerPage, type Layout } from './pages.ts';

/** Secondary indices: the key under which a record is listed, or undefined where it is not. */
export type IndexKeys<R, Index extends string> = Readonly<
  Record<Index, (record: R) => string | undefined>
>;

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

export interface ReadonlyTable<R, Index extends string = never> {
  /** How many records there are. */
  readonly size: number;
  /** How many records were ever inserted, which is the ordinal of the next. */
  readonly inserted: number;
  readonly get: (id: string) => R | undefined;
  readonly at: (ordinal: number) => R | undefined;
  readonly ordinalOf: (id: string) => number | undefined;
  readonly list: (query: ListQuery<R, Index>) => readonly R[];
  /** How many records an index lists under a key. */
  readonly count: (index: Index, key: string) => number;
  /** The first ordinal whose record is not before the sought place, in a table ordered by what `isBefore` asks. */
  readonly seek: (isBefore: (record: R) => boolean) => number;
  readonly values: () => Iterable<R>;
}

/** A state as `decide` and the views see it: its tables cannot be written. What else one can tell is kept. */
export type ReadonlyState<S> = {
  readonly [K in keyof S]: S[K] extends Table<infer R, infer Index>
    ? ReadonlyTable<R, Index> & Omit<S[K], keyof Table<R, Index>>
    : S[K];
};

export class Table<R, Index extends string = never>
  implements ReadonlyTable<R, Index>, Collection<R | null>
{
  readonly #idOf: (record: R) => string;
  readonly #keys: IndexKeys<R, Index>;
  readonly #layout: Layout<R>;
  #rows: Pages<R>;
  #ordinals: KeyIndex;
  #indices: readonly SecondaryIndex<R, Index>[];
  /** The id that was looked up last: what is read is mostly replaced next. */
  #lastId: string | undefined;
  #lastOrdinal = -1;

  /** `layout` says how pages keep their records: as objects unless a domain has millions of them. */
  constructor(
    idOf: (record: R) => string,
    keys: IndexKeys<R, Index>,
    layout: Layout<R> = () => new ObjectPage<R>(),
  ) {
    this.#idOf = idOf;
    this.#keys = keys;
    this.#layout = layout;
    this.#rows = new Pages(layout);
    this.#ordinals = new KeyIndex(this.#idAt);
    this.#indices = (Object.keys(keys) as Index[]).map((name) => ({
      name,
      keyOf: keys[name],
      listed: new KeyIndex(this.#keyAt(keys[name])),
    }));
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
  fork(): Table<R, Index> {
    const twin = this.emptied();
    twin.#rows = this.#rows.fork();
    twin.#ordinals = this.#ordinals.fork(twin.#idAt);
    twin.#indices = this.#indices.map(({ name, keyOf, listed }) => ({
      name,
      keyOf,
      listed: listed.fork(twin.#keyAt(keyOf)),
    }));
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
  emptied(): Table<R, Index> {
    return new Table<R, Index>(this.#idOf, this.#keys, this.#layout);
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
      if (formerKey === index.keyOf(record)) continue;
      delist(index.listed, formerKey, ordinal);
      moved = [...moved, index];
    }
    this.#rows.set(ordinal, record);
    for (const { keyOf, listed } of moved) enlist(listed, keyOf(record), ordinal);
  }

  readonly #idAt = (ordinal: number): string => this.#rows.idAt(ordinal, this.#idOf);

  #keyAt(keyOf: (record: R) => string | undefined): (ordinal: number) => string | undefined {
    return (ordinal) => {
      const row = this.#rows.get(ordinal);
      return row === undefined ? undefined : keyOf(row);
    };
  }

  #index(name: Index): SecondaryIndex<R, Index> {
    const index = this.#indices.find((candidate) => candidate.name === name);
    invariant(index !== undefined, `there is an index ${name}`);
    return index;
  }
}

interface SecondaryIndex<R, Index extends string> {
  readonly name: Index;
  readonly keyOf: (record: R) => string | undefined;
  readonly listed: KeyIndex;
}

const noIndices: never[] = [];

function enlist(index: KeyIndex, key: string | undefined, ordinal: number): void {
  if (key !== undefined) index.add(key, ordinal);
}

function delist(index: KeyIndex, key: string | undefined, ordinal: number): void {
  if (key !== undefined) index.delete(key, ordinal);
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
