// Copy-on-write hash table. Its pages are buckets that split one at a time (linear hashing): no insertion is slow, a fork copies
// only the list of pages, and snapshots find the pages that have changed.

import type { Collection } from './collection.ts';
import { Buckets, type Bucket, type BucketKind } from './buckets.ts';
import { invariant } from '../kernel/invariant.ts';
import { hashOf } from './text-hash.ts';

interface ValueBucket<V> extends Bucket {
  readonly hashes: number[];
  readonly values: V[];
}

export class HashTable<V> implements Collection<V> {
  readonly #keyOf: (value: V) => string;
  #buckets = new Buckets<ValueBucket<V>>(bucketKind as BucketKind<ValueBucket<V>>);

  /** `keyOf`: the key of a value; keys are not stored. Called only if hashes are equal. */
  constructor(keyOf: (value: V) => string) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#buckets.entryCount;
  }

  get(key: string): V | undefined {
    const hash = hashOf(key);
    const bucket = this.#buckets.of(hash);
    if (bucket === undefined) return undefined;
    const index = this.#indexOf(bucket, hash, key);
    return index === -1 ? undefined : bucket.values[index];
  }

  /** Returns the former value of the key. */
  set(key: string, value: V): V | undefined {
    const hash = hashOf(key);
    const bucket = this.#buckets.writable(hash);
    const index = this.#indexOf(bucket, hash, key);
    if (index !== -1) {
      const former = bucket.values[index];
      bucket.values[index] = value;
      return former;
    }
    bucket.hashes.push(hash);
    bucket.values.push(value);
    this.#buckets.countAdded();
    return undefined;
  }

  /** Returns the deleted value. */
  delete(key: string): V | undefined {
    const hash = hashOf(key);
    const found = this.#buckets.of(hash);
    const index = found === undefined ? -1 : this.#indexOf(found, hash, key);
    if (index === -1) return undefined;
    const { hashes, values } = this.#buckets.writable(hash);
    const former = values[index];
    const [lastHash, lastValue] = [hashes.pop(), values.pop()];
    if (index < hashes.length && lastHash !== undefined) {
      hashes[index] = lastHash;
      values[index] = lastValue as V;
    }
    this.#buckets.countRemoved();
    return former;
  }

  /** In arbitrary order: do not depend on it. */
  *values(): Iterable<V> {
    for (let page = 0; page < this.pageCount; page += 1)
      yield* this.#buckets.at(page)?.values ?? [];
  }

  /** A copy that shares all pages until either side writes them. */
  fork(): HashTable<V> {
    const copy = new HashTable<V>(this.#keyOf);
    copy.#buckets = this.#buckets.fork();
    return copy;
  }

  get pageCount(): number {
    return this.#buckets.count;
  }

  pageSince(page: number, generation: number): readonly V[] | undefined {
    const bucket = this.#buckets.at(page);
    invariant(bucket !== undefined, 'a page is below the page count');
    return bucket.generation > generation ? bucket.values : undefined;
  }

  restorePage(page: number, pageCount: number, values: readonly V[]): void {
    invariant(page === this.#buckets.count, 'pages are restored in their order');
    const { generation } = this.#buckets;
    const hashes = values.map((value) => hashOf(this.#keyOf(value)));
    const bucket = { generation, hashes, values: [...values] };
    const isPlaced = this.#buckets.restore(bucket, pageCount, hashes);
    invariant(isPlaced, 'each restored value belongs to its page');
  }

  #indexOf({ hashes, values }: ValueBucket<V>, hash: number, key: string): number {
    for (let index = 0; index < hashes.length; index += 1) {
      if (hashes[index] === hash && this.#keyOf(values[index] as V) === key) return index;
    }
    return -1;
  }
}

const bucketKind: BucketKind<ValueBucket<unknown>> = {
  entriesPerBucket: 16,
  create: (generation) => ({ generation, hashes: [], values: [] }),
  copy: ({ hashes, values }, generation) => ({
    generation,
    hashes: [...hashes],
    values: [...values],
  }),
  split({ hashes, values }, generation, moves) {
    const stay = bucketKind.create(generation);
    const go = bucketKind.create(generation);
    for (const [index, hash] of hashes.entries()) {
      const bucket = moves(hash) ? go : stay;
      bucket.hashes.push(hash);
      bucket.values.push(values[index]);
    }
    return [stay, go];
  },
};
