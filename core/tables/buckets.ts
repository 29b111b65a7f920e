// The buckets of a hash table that grows by one bucket at a time (linear hashing), so that no insertion is slow. Copy-on-write.

import { nextGeneration } from './generation.ts';

export interface Bucket {
  /** The writer that may change it in place. */
  readonly generation: number;
}

/** What a table keeps in its buckets. */
export interface BucketKind<B extends Bucket> {
  readonly create: (generation: number) => B;
  readonly copy: (bucket: B, generation: number) => B;
  /** Two new buckets: one with the entries whose hashes stay, one with those that move. */
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
  #mask = 0; // the least 2^k - 1 that reaches every bucket

  constructor(kind: BucketKind<B>) {
    this.#kind = kind;
  }

  get count(): number {
    return this.#list.length;
  }

  get generation(): number {
    return this.#generation;
  }

  /** By its number; undefined if nothing was ever written to it. */
  at(index: number): B | undefined {
    return this.#list[index];
  }

  /** The bucket of a hash, to be read. */
  of(hash: number): B | undefined {
    return this.#list[placeOf(hash, this.#mask, this.#list.length)];
  }

  /** The bucket of a hash, to be written. */
  writable(hash: number): B {
    const place = placeOf(hash, this.#mask, this.#list.length);
    const bucket = this.#list[place];
    if (bucket !== undefined && bucket.generation === this.#generation) return bucket;
    const own =
      bucket === undefined
        ? this.#kind.create(this.#generation)
        : this.#kind.copy(bucket, this.#generation);
    this.#list[place] = own;
    return own;
  }

  /** Adds a bucket and moves there what belongs there now; all of it was in one other bucket. */
  grow(): void {
    const added = this.#list.length;
    this.#mask = maskFor(added + 1);
    const place = added & (this.#mask >>> 1);
    const { create, split } = this.#kind;
    const bucket = this.#list[place] ?? create(this.#generation);
    const moves = (hash: number) => placeOf(hash, this.#mask, added + 1) === added;
    const [stay, go] = split(bucket, this.#generation, moves);
    this.#list[place] = stay;
    this.#list.push(go);
  }

  /** As many empty buckets, in place of those that there are. */
  reserve(count: number): void {
    this.#list = Array.from({ length: count }, () => undefined);
    this.#mask = maskFor(count);
  }

  /** Puts a bucket back into its place; the others may be missing yet. Whether each of its hashes belongs there. */
  restore(bucket: B, count: number, hashes: readonly number[]): boolean {
    const place = this.#list.push(bucket) - 1;
    this.#mask = maskFor(count);
    return hashes.every((hash) => placeOf(hash, this.#mask, count) === place);
  }

  /** The same buckets, shared until either side writes them. */
  fork(): Buckets<B> {
    const copy = new Buckets(this.#kind);
    copy.#list = this.#list.slice();
    copy.#mask = this.#mask;
    this.#generation = nextGeneration();
    return copy;
  }
}

/** The least 2^k - 1 that reaches every bucket. */
export function maskFor(bucketCount: number): number {
  return bucketCount < 2 ? 0 : 2 ** (32 - Math.clz32(bucketCount - 1)) - 1;
}

/** The bucket of a hash. */
export function placeOf(hash: number, mask: number, bucketCount: number): number {
  const place = hash & mask;
  return place < bucketCount ? place : place & (mask >>> 1);
}
