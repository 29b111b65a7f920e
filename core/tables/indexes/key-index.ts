// An index of a table: which ordinals are listed under a key. It keeps a hash and an ordinal of each in eight bytes, and
// no keys: those are read from the rows where hashes are equal. Keys of many ordinals have a set of their own. Its pages
// are buckets that split one at a time as it grows (linear hashing), copy-on-write.

import { Buckets, type Bucket, type BucketKind } from '../buckets.ts';
import { invariant } from '../../kernel/invariant.ts';
import { RowIdSet } from '../sets/row-id-set.ts';
import { hashOf } from '../text-hash.ts';

/** The key under which an index lists a record, or several different ones; undefined where it does not list it. */
export type IndexedKeys = string | readonly string[] | undefined;

interface RowBucket extends Bucket {
  length: number;
  /** As many hashes as there is room for, then as many values: an ordinal, or -1 - n for the set n. */
  cells: Int32Array;
}

interface KeySet {
  readonly key: string;
  readonly ordinals: RowIdSet;
}

/** How many values a bucket has on average before the index grows. */
const valuesPerBucket = 64;

/** The most ordinals of a key that stand in its bucket one by one. */
const fewMax = 8;

/** Stands for a bucket that nothing was ever put into. */
const empty: RowBucket = { generation: 0, length: 0, cells: new Int32Array(0) };

const bucketKind: BucketKind<RowBucket> = {
  create: (generation) => ({ ...empty, generation }),
  copy: ({ length, cells }, generation) => ({ generation, length, cells: cells.slice() }),
  split(bucket, generation, moves) {
    const stay = bucketKind.create(generation);
    const go = bucketKind.create(generation);
    for (let index = 0; index < bucket.length; index += 1) {
      const hash = bucket.cells[index] ?? 0;
      push(moves(hash) ? go : stay, hash, valueAt(bucket, index));
    }
    return [stay, go];
  },
};

export class KeyIndex {
  readonly #isListed: (ordinal: number, key: string) => boolean;
  #buckets = new Buckets(bucketKind);
  #valueCount = 0;
  #size = 0;
  #sets: (KeySet | undefined)[] = [];
  #freeSets: number[] = [];

  /** `isListed` tells whether an ordinal's row says the key; it is asked only where hashes are equal. */
  constructor(isListed: (ordinal: number, key: string) => boolean) {
    this.#isListed = isListed;
  }

  /** How many ordinals are listed, each as often as it has keys. */
  get size(): number {
    return this.#size;
  }

  /** An ordinal under the key: the only one where keys are unique. */
  one(key: string): number | undefined {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    const place = this.#find(bucket, hash, key, 0);
    if (place === -1) return undefined;
    const value = valueAt(bucket, place);
    return value < 0 ? this.#setAt(value).ordinals.first : value;
  }

  /** All ordinals under the key. */
  all(key: string): RowIdSet | undefined {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    const few: number[] = [];
    for (let place = -1; (place = this.#find(bucket, hash, key, place + 1)) !== -1;) {
      const value = valueAt(bucket, place);
      if (value < 0) return this.#setAt(value).ordinals;
      few.push(value);
    }
    if (few.length === 0) return undefined;
    // A row with two keys of one hash is met twice.
    const sorted = few.length === 1 ? few : [...new Set(few)].sort((left, right) => left - right);
    return RowIdSet.of(this.#buckets.generation, ...sorted);
  }

  /** How many ordinals there are under the key. */
  count(key: string): number {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    const place = this.#find(bucket, hash, key, 0);
    if (place === -1) return 0;
    const value = valueAt(bucket, place);
    return value < 0 ? this.#setAt(value).ordinals.size : (this.all(key)?.size ?? 0);
  }

  /** Lists an ordinal under the key, where it is not yet. */
  add(key: string, ordinal: number): void {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    this.#size += 1;
    let fewCount = 0;
    for (let place = -1; (place = this.#find(bucket, hash, key, place + 1)) !== -1;) {
      const value = valueAt(bucket, place);
      if (value < 0) return this.#writableSet(value).add(ordinal);
      fewCount += 1;
    }
    if (fewCount < fewMax) this.#append(hash, ordinal);
    else this.#gather(key, hash, ordinal);
  }

  /** Lists an ordinal under a key that lists none, which is not looked for. */
  addFirst(key: string, ordinal: number): void {
    this.#size += 1;
    this.#append(hashOf(key), ordinal);
  }

  /** Lists an ordinal no more. */
  delete(key: string, ordinal: number): void {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    const place = this.#placeToDelete(bucket, hash, key, ordinal);
    invariant(place !== -1, 'what is listed no more was listed');
    const value = valueAt(bucket, place);
    this.#size -= 1;
    if (value < 0) {
      const ordinals = this.#writableSet(value);
      ordinals.delete(ordinal);
      if (ordinals.size > 0) return;
      this.#sets[-1 - value] = undefined;
      this.#freeSets.push(-1 - value);
    }
    this.#removeAt(hash, place);
  }

  /** Makes room in an index with nothing in it, so that it need not grow as it is filled. */
  reserve(count: number): void {
    invariant(this.#valueCount === 0, 'room is made before anything is listed');
    this.#buckets.reserve(Math.ceil(count / valuesPerBucket));
  }

  /** An index of the same ordinals, whose keys `isListed` tells. The two share what neither has changed since. */
  fork(isListed: (ordinal: number, key: string) => boolean): KeyIndex {
    const twin = new KeyIndex(isListed);
    twin.#buckets = this.#buckets.fork();
    twin.#valueCount = this.#valueCount;
    twin.#size = this.#size;
    twin.#sets = this.#sets.slice();
    twin.#freeSets = this.#freeSets.slice();
    return twin;
  }

  #bucketOf(hash: number): RowBucket {
    return this.#buckets.of(hash) ?? empty;
  }

  /** The next place from `first` on that is the key's, or -1. */
  #find(bucket: RowBucket, hash: number, key: string, first: number): number {
    const { cells, length } = bucket;
    for (let place = first; place < length; place += 1) {
      if (cells[place] !== hash) continue;
      const value = valueAt(bucket, place);
      if (value < 0 ? this.#setAt(value).key === key : this.#isListed(value, key)) return place;
    }
    return -1;
  }

  /** Where the key's set is, or else the ordinal under that hash: of which key then does not matter. */
  #placeToDelete(bucket: RowBucket, hash: number, key: string, ordinal: number): number {
    let found = -1;
    for (let place = 0; place < bucket.length; place += 1) {
      if (bucket.cells[place] !== hash) continue;
      const value = valueAt(bucket, place);
      if (value === ordinal) found = place;
      else if (value < 0 && this.#setAt(value).key === key) return place;
    }
    return found;
  }

  #setAt(value: number): KeySet {
    const set = this.#sets[-1 - value];
    invariant(set !== undefined, 'a value below zero stands for a set');
    return set;
  }

  #writableSet(value: number): RowIdSet {
    const { key, ordinals } = this.#setAt(value);
    const own = ordinals.writableBy(this.#buckets.generation);
    if (own !== ordinals) this.#sets[-1 - value] = { key, ordinals: own };
    return own;
  }

  /** Gives a key with one ordinal too many a set. */
  #gather(key: string, hash: number, ordinal: number): void {
    const ordinals = this.all(key);
    invariant(ordinals !== undefined, 'a key of several ordinals has them');
    ordinals.delete(ordinal); // met where its row has another key of this hash
    ordinals.scan('ascending', 0, Number.MAX_SAFE_INTEGER, (each) => {
      this.#removeAt(hash, this.#placeToDelete(this.#bucketOf(hash), hash, key, each));
      return true;
    });
    ordinals.add(ordinal);
    const number = this.#freeSets.pop() ?? this.#sets.length;
    this.#sets[number] = { key, ordinals };
    this.#append(hash, -1 - number);
  }

  #append(hash: number, value: number): void {
    push(this.#buckets.writable(hash), hash, value);
    this.#valueCount += 1;
    if (this.#valueCount > this.#buckets.count * valuesPerBucket) this.#buckets.grow();
  }

  #removeAt(hash: number, place: number): void {
    const bucket = this.#buckets.writable(hash);
    const { cells } = bucket;
    const last = bucket.length - 1;
    const room = cells.length / 2;
    cells[place] = cells[last] ?? 0;
    cells[room + place] = cells[room + last] ?? 0;
    bucket.length = last;
    this.#valueCount -= 1;
  }
}

export function enlist(index: KeyIndex, keys: IndexedKeys, ordinal: number): void {
  if (typeof keys === 'string') index.add(keys, ordinal);
  else if (keys !== undefined) for (const key of keys) index.add(key, ordinal);
}

export function delist(index: KeyIndex, keys: IndexedKeys, ordinal: number): void {
  if (typeof keys === 'string') index.delete(keys, ordinal);
  else if (keys !== undefined) for (const key of keys) index.delete(key, ordinal);
}

/** The keys of the one that the other does not have. */
export function without(keys: IndexedKeys, others: IndexedKeys): IndexedKeys {
  if (typeof keys !== 'object' && typeof others !== 'object') return keys;
  const dropped = typeof others === 'object' ? others : [others];
  const all = typeof keys === 'object' ? keys : keys === undefined ? [] : [keys];
  return all.filter((key) => !dropped.includes(key));
}

export function setsOf(index: KeyIndex, keys: string | readonly string[]): RowIdSet[] {
  const each = typeof keys === 'string' ? [keys] : keys;
  return each.flatMap((key) => index.all(key) ?? []);
}

function valueAt({ cells }: RowBucket, place: number): number {
  return cells[cells.length / 2 + place] ?? 0;
}

function push(bucket: RowBucket, hash: number, value: number): void {
  const { length } = bucket;
  let room = bucket.cells.length / 2;
  if (length === room) {
    room = length === 0 ? 2 : length + 8 + (length >> 2);
    const cells = new Int32Array(room * 2);
    cells.set(bucket.cells.subarray(0, length));
    cells.set(bucket.cells.subarray(length), room);
    bucket.cells = cells;
  }
  bucket.cells[length] = hash;
  bucket.cells[room + length] = value;
  bucket.length = length + 1;
}
