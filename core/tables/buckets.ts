// Copy-on-write buckets of a hash table that grows by one bucket at a time (linear hashing).

import { invariant } from '../kernel/invariant.ts';
import { nextGeneration } from './generation.ts';

export interface Bucket {
  /** The writer that may change it in place. */
  readonly generation: number;
}

/** How to create, copy and split buckets of some type. */
export interface BucketKind<B extends Bucket> {
  /** The table grows when its buckets have more entries on average. */
  readonly entriesPerBucket: number;
  readonly create: (generation: number) => B;
  readonly copy: (bucket: B, generation: number) => B;
  /** Returns two new buckets: one with the entries that stay, one with those that move. */
  readonly split: (
    bucket: B,
    generation: number,
    moves: (hash: number) => boolean,
  ) => readonly [B, B];
}

export class Buckets<B extends Bucket> {
  readonly #kind: BucketKind<B>;
  #generation = nextGeneration();
  #list: (B | undefined)[] = [];
  #mask = 0; // the least 2^k - 1 not below any bucket's number
  #entryCount = 0;

  constructor(kind: BucketKind<B>) {
    this.#kind = kind;
  }

  get count(): number {
    return this.#list.length;
  }

  get generation(): number {
    return this.#generation;
  }

  get entryCount(): number {
    return this.#entryCount;
  }

  /** By its number; undefined if it was never written. */
  at(number: number): B | undefined {
    return this.#list[number];
  }

  /** The bucket of a hash, for reading. */
  of(hash: number): B | undefined {
    return this.#list[bucketNumber(hash, this.#mask, this.#list.length)];
  }

  /** The bucket of a hash, for writing. */
  writable(hash: number): B {
    const number = bucketNumber(hash, this.#mask, this.#list.length);
    const bucket = this.#list[number];
    if (bucket !== undefined && bucket.generation === this.#generation) return bucket;
    const own =
      bucket === undefined
        ? this.#kind.create(this.#generation)
        : this.#kind.copy(bucket, this.#generation);
    this.#list[number] = own;
    return own;
  }

  /** Counts an entry that was added to a writable bucket. */
  countAdded(): void {
    this.#entryCount += 1;
    if (this.#entryCount > this.#list.length * this.#kind.entriesPerBucket) this.#grow();
  }

  /** Counts an entry that was removed from a writable bucket. */
  countRemoved(): void {
    this.#entryCount -= 1;
  }

  /** Adds a bucket: splits the one bucket whose entries may belong there now. */
  #grow(): void {
    const added = this.#list.length;
    this.#mask = maskFor(added + 1);
    const number = added & (this.#mask >>> 1);
    const { create, split } = this.#kind;
    const bucket = this.#list[number] ?? create(this.#generation);
    const moves = (hash: number) => bucketNumber(hash, this.#mask, added + 1) === added;
    const [staying, moving] = split(bucket, this.#generation, moves);
    this.#list[number] = staying;
    this.#list.push(moving);
  }

  /** Makes room for so many entries, while there are none. */
  reserve(entryCount: number): void {
    invariant(this.#entryCount === 0, 'buckets are reserved in an empty table');
    const count = Math.ceil(entryCount / this.#kind.entriesPerBucket);
    this.#list = Array.from({ length: count }, () => undefined);
    this.#mask = maskFor(count);
  }

  /** Appends the next bucket of `count`. Returns whether each of its hashes belongs there. */
  restore(bucket: B, count: number, hashes: readonly number[]): boolean {
    const number = this.#list.push(bucket) - 1;
    this.#mask = maskFor(count);
    this.#entryCount += hashes.length;
    return hashes.every((hash) => bucketNumber(hash, this.#mask, count) === number);
  }

  /** A copy that shares all buckets until either side writes them. */
  fork(): Buckets<B> {
    const copy = new Buckets(this.#kind);
    copy.#list = this.#list.slice();
    copy.#mask = this.#mask;
    copy.#entryCount = this.#entryCount;
    this.#generation = nextGeneration();
    return copy;
  }
}

/** The least 2^k - 1 not below any bucket's number. */
export function maskFor(bucketCount: number): number {
  return bucketCount < 2 ? 0 : 2 ** (32 - Math.clz32(bucketCount - 1)) - 1;
}

/** The number of a hash's bucket. */
export function bucketNumber(hash: number, mask: number, bucketCount: number): number {
  const number = hash & mask;
  return number < bucketCount ? number : number & (mask >>> 1);
}
