// A copy-on-write hash table. Its pages are buckets that split one at a time as it grows (linear hashing), so that no
// insertion is slow, a fork copies no more than the list of pages, and the pages that changed since a fork are known.

import type { Collection } from './collection.ts';
import { nextGeneration } from './generation.ts';
import { invariant } from '../kernel/invariant.ts';
import { hashOf, maskFor, placeOf } from './text-hash.ts';

interface Bucket<V> {
  readonly generation: number;
  readonly hashes: number[];
  readonly values: V[];
}

/** How many values a bucket has on average before the table grows. */
const valuesPerBucket = 16;

export class HashTable<V> implements Collection<V> {
  readonly #keyOf: (value: V) => string;
  #generation = nextGeneration();
  #buckets: Bucket<V>[] = [];
  #mask = 0; // the least 2^k - 1 that reaches every bucket
  #size = 0;

  /** `keyOf` tells the key of a value, which is kept nowhere else; it is asked only where hashes are equal. */
  constructor(keyOf: (value: V) => string) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    const hash = hashOf(key);
    const bucket = this.#buckets[this.#place(hash)];
    if (bucket === undefined) return undefined;
    const index = this.#indexOf(bucket, hash, key);
    return index === -1 ? undefined : bucket.values[index];
  }

  /** The value of that hash (see `hashOf`) of which something holds: for who knows a key without having it as a text. */
  find(hash: number, isSought: (value: V) => boolean): V | undefined {
    const bucket = this.#buckets[this.#place(hash)];
    if (bucket === undefined) return undefined;
    const { hashes, values } = bucket;
    for (let index = 0; index < hashes.length; index += 1) {
      if (hashes[index] === hash && isSought(values[index] as V)) return values[index];
    }
    return undefined;
  }

  /** Keeps the value under its key and returns the one that was there before. */
  set(key: string, value: V): V | undefined {
    const hash = hashOf(key);
    const place = this.#place(hash);
    const bucket = this.#writable(place);
    const index = this.#indexOf(bucket, hash, key);
    if (index !== -1) {
      const former = bucket.values[index];
      bucket.values[index] = value;
      return former;
    }
    bucket.hashes.push(hash);
    bucket.values.push(value);
    this.#size += 1;
    if (this.#size > this.#buckets.length * valuesPerBucket) this.#grow();
    return undefined;
  }

  /** Removes what is kept under the key and returns it. */
  delete(key: string): V | undefined {
    const hash = hashOf(key);
    const place = this.#place(hash);
    const found = this.#buckets[place];
    const index = found === undefined ? -1 : this.#indexOf(found, hash, key);
    if (index === -1) return undefined;
    const { hashes, values } = this.#writable(place);
    const former = values[index];
    const [lastHash, lastValue] = [hashes.pop(), values.pop()];
    if (index < hashes.length && lastHash !== undefined) {
      hashes[index] = lastHash;
      values[index] = lastValue as V;
    }
    this.#size -= 1;
    return former;
  }

  /** All values, in no order that anything may depend on. */
  *values(): Iterable<V> {
    for (const { values } of this.#buckets) yield* values;
  }

  /** A table with the same values. The two share their pages until one of them writes. */
  fork(keyOf: (value: V) => string = this.#keyOf): HashTable<V> {
    const twin = new HashTable<V>(keyOf);
    twin.#buckets = this.#buckets.slice();
    twin.#mask = this.#mask;
    twin.#size = this.#size;
    this.#generation = nextGeneration();
    return twin;
  }

  get pageCount(): number {
    return this.#buckets.length;
  }

  pageSince(page: number, generation: number): readonly V[] | undefined {
    const bucket = this.#buckets[page];
    invariant(bucket !== undefined, 'a page is below the page count');
    return bucket.generation > generation ? bucket.values : undefined;
  }

  restorePage(page: number, pageCount: number, values: readonly V[]): void {
    invariant(page === this.#buckets.length, 'pages are restored in their order');
    this.#mask = maskFor(pageCount);
    const hashes = values.map((value) => hashOf(this.#keyOf(value)));
    this.#buckets.push({ generation: this.#generation, hashes, values: [...values] });
    this.#size += values.length;
    const isPlaced = hashes.every((hash) => placeOf(hash, this.#mask, pageCount) === page);
    invariant(isPlaced, 'each value of a page belongs there');
  }

  #place(hash: number): number {
    return placeOf(hash, this.#mask, this.#buckets.length);
  }

  #indexOf({ hashes, values }: Bucket<V>, hash: number, key: string): number {
    for (let index = 0; index < hashes.length; index += 1) {
      if (hashes[index] === hash && this.#keyOf(values[index] as V) === key) return index;
    }
    return -1;
  }

  #writable(place: number): Bucket<V> {
    const bucket = this.#buckets[place];
    if (bucket !== undefined && bucket.generation === this.#generation) return bucket;
    const { hashes = [], values = [] } = bucket ?? {};
    const own = { generation: this.#generation, hashes: [...hashes], values: [...values] };
    this.#buckets[place] = own;
    return own;
  }

  /** Adds a bucket and moves there what belongs there now; all of it was in one other bucket. */
  #grow(): void {
    const added = this.#buckets.length;
    this.#mask = maskFor(added + 1);
    const place = added & (this.#mask >>> 1);
    const split = this.#writable(place);
    const stay: Bucket<V> = { generation: this.#generation, hashes: [], values: [] };
    const go: Bucket<V> = { generation: this.#generation, hashes: [], values: [] };
    for (const [index, hash] of split.hashes.entries()) {
      const bucket = placeOf(hash, this.#mask, added + 1) === added ? go : stay;
      bucket.hashes.push(hash);
      bucket.values.push(split.values[index] as V);
    }
    this.#buckets[place] = stay;
    this.#buckets.push(go);
  }
}
