// Tables of immutable records: a primary key, secondary indices, and one order, that of insertion, in which
// lists are cut into pages. `evolve` alone writes; everybody else sees a ReadonlyTable.

import { invariant } from './invariant.ts';

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

export class Table<R, Index extends string = never> implements ReadonlyTable<R, Index> {
  readonly #idOf: (record: R) => string;
  readonly #rows: (R | undefined)[] = [];
  readonly #ordinals = new Map<string, number>();
  readonly #keys: readonly (readonly [Index, (record: R) => string | undefined])[];
  readonly #postings: Record<Index, Map<string, number[]>>;

  constructor(idOf: (record: R) => string, keys: IndexKeys<R, Index>) {
    this.#idOf = idOf;
    this.#keys = Object.entries(keys) as [Index, (record: R) => string | undefined][];
    this.#postings = Object.fromEntries(
      this.#keys.map(([index]) => [index, new Map<string, number[]>()]),
    ) as Record<Index, Map<string, number[]>>;
  }

  get size(): number {
    return this.#ordinals.size;
  }

  get inserted(): number {
    return this.#rows.length;
  }

  get(id: string): R | undefined {
    const ordinal = this.#ordinals.get(id);
    return ordinal === undefined ? undefined : this.#rows[ordinal];
  }

  at(ordinal: number): R | undefined {
    return this.#rows[ordinal];
  }

  ordinalOf(id: string): number | undefined {
    return this.#ordinals.get(id);
  }

  count(index: Index, key: string): number {
    return this.#postings[index].get(key)?.length ?? 0;
  }

  *values(): Iterable<R> {
    for (const row of this.#rows) if (row !== undefined) yield row;
  }

  insert(record: R): void {
    const id = this.#idOf(record);
    invariant(!this.#ordinals.has(id), `no two records have the id ${id}`);
    const ordinal = this.#rows.length;
    this.#rows.push(record);
    this.#ordinals.set(id, ordinal);
    for (const [index, keyOf] of this.#keys) this.#post(index, keyOf(record), ordinal);
  }

  /** Puts a record in the place of the one with its id, which keeps its ordinal. */
  replace(record: R): void {
    const id = this.#idOf(record);
    const ordinal = this.#ordinals.get(id);
    const former = ordinal === undefined ? undefined : this.#rows[ordinal];
    invariant(ordinal !== undefined && former !== undefined, `there is a record with the id ${id}`);
    this.#rows[ordinal] = record;
    for (const [index, keyOf] of this.#keys) {
      const key = keyOf(record);
      const formerKey = keyOf(former);
      if (key === formerKey) continue;
      this.#unpost(index, formerKey, ordinal);
      this.#post(index, key, ordinal);
    }
  }

  /** Inserts a record, or replaces the one with its id. */
  put(record: R): void {
    if (this.#ordinals.has(this.#idOf(record))) this.replace(record);
    else this.insert(record);
  }

  remove(id: string): void {
    const ordinal = this.#ordinals.get(id);
    const former = ordinal === undefined ? undefined : this.#rows[ordinal];
    invariant(ordinal !== undefined && former !== undefined, `there is a record with the id ${id}`);
    for (const [index, keyOf] of this.#keys) this.#unpost(index, keyOf(former), ordinal);
    this.#rows[ordinal] = undefined;
    this.#ordinals.delete(id);
  }

  list(query: ListQuery<R, Index>): readonly R[] {
    const page: R[] = [];
    const wanted = this.#keys.filter(([index]) => query.by?.[index] !== undefined);
    const candidates = this.#rarest(query.by, wanted);
    const first = query.after === undefined ? 0 : place(candidates, query.after + 1);
    const end = query.before === undefined ? lengthOf(candidates) : place(candidates, query.before);
    const step = query.order === 'ascending' ? 1 : -1;
    let index = step === 1 ? first : end - 1;
    for (; index >= first && index < end && page.length < query.limit; index += step) {
      const row = this.#rows[typeof candidates === 'number' ? index : (candidates[index] ?? -1)];
      if (row === undefined) continue;
      if (wanted.some(([name, keyOf]) => keyOf(row) !== query.by?.[name])) continue;
      if (query.where === undefined || query.where(row)) page.push(row);
    }
    return page;
  }

  seek(isBefore: (record: R) => boolean): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      let probe = middle;
      while (probe < high && this.#rows[probe] === undefined) probe += 1; // a removed record tells nothing
      const row = this.#rows[probe];
      if (probe < high && row !== undefined && isBefore(row)) low = probe + 1;
      else high = middle;
    }
    return low;
  }

  /** The shortest list that holds every match: ordinals, or the length of the whole table. */
  #rarest(
    by: ListQuery<R, Index>['by'],
    wanted: readonly (readonly [Index, unknown])[],
  ): Candidates {
    let shortest: Candidates = this.#rows.length;
    for (const [index] of wanted) {
      const postings = this.#postings[index].get(by?.[index] ?? '') ?? none;
      if (typeof shortest === 'number' || postings.length < shortest.length) shortest = postings;
    }
    return shortest;
  }

  #post(index: Index, key: string | undefined, ordinal: number): void {
    if (key === undefined) return;
    const postings = this.#postings[index].get(key);
    if (postings === undefined) this.#postings[index].set(key, [ordinal]);
    else if ((postings.at(-1) ?? -1) < ordinal) postings.push(ordinal);
    else postings.splice(place(postings, ordinal), 0, ordinal);
  }

  #unpost(index: Index, key: string | undefined, ordinal: number): void {
    if (key === undefined) return;
    const postings = this.#postings[index].get(key);
    invariant(postings !== undefined, 'a listed key has its postings');
    postings.splice(place(postings, ordinal), 1);
    if (postings.length === 0) this.#postings[index].delete(key);
  }
}

/** Ordinals in ascending order; a number stands for all ordinals below it. */
type Candidates = readonly number[] | number;

const none: readonly number[] = [];

function lengthOf(candidates: Candidates): number {
  return typeof candidates === 'number' ? candidates : candidates.length;
}

/** Where the first candidate stands that is not below `ordinal`. */
function place(candidates: Candidates, ordinal: number): number {
  if (typeof candidates === 'number') return Math.min(Math.max(ordinal, 0), candidates);
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candidates[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
