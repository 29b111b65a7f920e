// Tables of immutable records: a primary key, secondary indices, and one order, that of insertion, in which
// lists are cut into pages. `evolve` alone writes; everybody else sees a ReadonlyTable. Everything in them is
// copy-on-write: a fork shares what neither side has changed, and a snapshot writes the pages that have.

import type { Collection } from './collection.ts';
import { nextGeneration } from './generation.ts';
import { HashTable } from './hash-table.ts';
import { invariant } from './invariant.ts';
import { Ordinals } from './ordinals.ts';
import { ObjectPage, Pages, recordsPerPage, type Layout } from './pages.ts';

/** Secondary indices: the key under which a record is listed, or undefined where it is not. */
export type IndexKeys<R, Index extends string> = Readonly<
  Record<Index, (record: R) => string | undefined>
>;

export interface ListQuery<R, Index extends string> {
  /** Only records that have each of these keys. The rarest key leads, the others are compared. */
  readonly by?: { readonly [name in Index]?: string | undefined };
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

/** A state as `decide` and the views see it: its tables cannot be written. */
export type ReadonlyState<S> = {
  readonly [K in keyof S]: S[K] extends Table<infer R, infer Index>
    ? ReadonlyTable<R, Index>
    : S[K];
};

export class Table<R, Index extends string = never>
  implements ReadonlyTable<R, Index>, Collection<R | null>
{
  readonly #idOf: (record: R) => string;
  readonly #keys: IndexKeys<R, Index>;
  readonly #layout: Layout<R>;
  #generation = nextGeneration();
  #rows: Pages<R>;
  #ordinals: HashTable<number>;
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
    this.#ordinals = new HashTable(this.#idAt);
    this.#indices = (Object.keys(keys) as Index[]).map((name) => ({
      name,
      keyOf: keys[name],
      postings: new HashTable(this.#keyAt(keys[name])),
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
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return undefined;
    this.#lastId = id;
    this.#lastOrdinal = ordinal;
    return ordinal;
  }

  count(index: Index, key: string): number {
    return sizeOf(this.#index(index).postings.get(key));
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
    invariant(this.#ordinals.get(id) === undefined, `no two records have the id ${id}`);
    this.#ordinals.set(id, ordinal);
    this.#rows.set(ordinal, record);
    for (const { keyOf, postings } of this.#indices) this.#post(postings, keyOf(record), ordinal);
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
    const ordinal = this.#ordinals.get(id);
    const former = ordinal === undefined ? undefined : this.#rows.get(ordinal);
    invariant(ordinal !== undefined && former !== undefined, `there is a record with the id ${id}`);
    for (const { keyOf, postings } of this.#indices) {
      this.#unpost(postings, keyOf(former), ordinal);
    }
    this.#ordinals.delete(id);
    this.#lastId = undefined;
    this.#rows.set(ordinal, undefined);
  }

  list(query: ListQuery<R, Index>): readonly R[] {
    const { by, where, limit } = query;
    const page: R[] = [];
    if (limit < 1) return page;
    const first = Math.max(0, (query.after ?? -1) + 1);
    const end = Math.min(query.before ?? this.#rows.length, this.#rows.length);
    const wanted = this.#indices.filter(({ name }) => by?.[name] !== undefined);
    const visit = (ordinal: number): boolean => {
      const row = this.#rows.get(ordinal);
      if (row === undefined) return true;
      if (wanted.some(({ name, keyOf }) => keyOf(row) !== by?.[name])) return true;
      if (where === undefined || where(row)) page.push(row);
      return page.length < limit;
    };
    const candidates = this.#rarest(by, wanted);
    if (candidates === undefined) scanAll(query.order, first, end, visit);
    else if (typeof candidates !== 'number') candidates.scan(query.order, first, end, visit);
    else if (candidates >= first && candidates < end) visit(candidates);
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
    twin.#indices = this.#indices.map(({ name, keyOf, postings }) => ({
      name,
      keyOf,
      postings: postings.fork(twin.#keyAt(keyOf)),
    }));
    this.#generation = nextGeneration();
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

  restorePage(page: number, _pageCount: number, records: readonly (R | null)[]): void {
    invariant(page * recordsPerPage === this.inserted, 'pages are restored in their order');
    for (const record of records) {
      if (record === null) this.#rows.set(this.#rows.length, undefined);
      else this.insert(record);
    }
  }

  #replaceAt(ordinal: number, record: R): void {
    const former = this.#rows.get(ordinal);
    invariant(former !== undefined, 'an ordinal that an id has is that of a record');
    // A posting is found by what its first record says, so it is left while that still says the former key.
    let moved: SecondaryIndex<R, Index>[] = noIndices;
    for (const index of this.#indices) {
      const formerKey = index.keyOf(former);
      if (formerKey === index.keyOf(record)) continue;
      this.#unpost(index.postings, formerKey, ordinal);
      moved = [...moved, index];
    }
    this.#rows.set(ordinal, record);
    for (const { keyOf, postings } of moved) this.#post(postings, keyOf(record), ordinal);
  }

  readonly #idAt = (ordinal: number): string => this.#rows.idAt(ordinal, this.#idOf);

  #keyAt(keyOf: (record: R) => string | undefined): (posted: Posted) => string {
    return (posted) => {
      const row = this.#rows.get(typeof posted === 'number' ? posted : posted.first);
      return (row === undefined ? undefined : keyOf(row)) ?? '';
    };
  }

  #index(name: Index): SecondaryIndex<R, Index> {
    const index = this.#indices.find((candidate) => candidate.name === name);
    invariant(index !== undefined, `there is an index ${name}`);
    return index;
  }

  /** The shortest posting that holds every match; undefined stands for the whole table, -1 for nothing. */
  #rarest(
    by: ListQuery<R, Index>['by'],
    wanted: readonly SecondaryIndex<R, Index>[],
  ): Posted | undefined {
    let shortest: Posted | undefined;
    for (const { name, postings } of wanted) {
      const posted = postings.get(by?.[name] ?? '') ?? -1;
      if (shortest === undefined || sizeOf(posted) < sizeOf(shortest)) shortest = posted;
    }
    return shortest;
  }

  #post(postings: HashTable<Posted>, key: string | undefined, ordinal: number): void {
    if (key === undefined) return;
    const posted = postings.get(key);
    if (posted === undefined) {
      postings.set(key, ordinal);
    } else if (typeof posted === 'number') {
      const [first, second] = posted < ordinal ? [posted, ordinal] : [ordinal, posted];
      postings.set(key, Ordinals.of(this.#generation, first, second));
    } else {
      const own = posted.writableBy(this.#generation);
      if (own !== posted) postings.set(key, own);
      own.add(ordinal);
    }
  }

  #unpost(postings: HashTable<Posted>, key: string | undefined, ordinal: number): void {
    if (key === undefined) return;
    const posted = postings.get(key);
    invariant(posted !== undefined, 'a listed key has its posting');
    if (sizeOf(posted) === 1) {
      postings.delete(key);
    } else if (typeof posted !== 'number') {
      const own = posted.writableBy(this.#generation);
      if (own !== posted) postings.set(key, own);
      own.delete(ordinal);
    }
  }
}

/** What an index lists under one key: most keys have one record. */
type Posted = number | Ordinals;

interface SecondaryIndex<R, Index extends string> {
  readonly name: Index;
  readonly keyOf: (record: R) => string | undefined;
  readonly postings: HashTable<Posted>;
}

const noIndices: never[] = [];

function sizeOf(posted: Posted | undefined): number {
  if (posted === undefined || posted === -1) return 0;
  return typeof posted === 'number' ? 1 : posted.size;
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
