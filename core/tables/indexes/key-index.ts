// Row ids by key. An entry is the key's hash and a row id, eight bytes; keys are not stored but read from the rows if hashes are
// equal. A key with many row ids has a set of its own. Copy-on-write in buckets that split one at a time (linear hashing).

import { Buckets, type Bucket, type BucketKind } from '../buckets.ts';
import { invariant } from '../../kernel/invariant.ts';
import { RowIdSet } from '../sets/row-id-set.ts';
import { hashOf } from '../text-hash.ts';

/** The key of a record in an index, or several distinct ones; undefined if the index does not list the record. */
export type IndexedKeys = string | readonly string[] | undefined;

interface RowBucket extends Bucket {
  length: number;
  /** First half: hashes. Second half: values, each a row id, or -1 - n for set n. */
  cells: Int32Array;
}

interface KeySet {
  readonly key: string;
  readonly rowIds: RowIdSet;
}

/** A key with more row ids gets a set. */
const entriesPerKeyMax = 8;

const emptyBucket = newBucket(0, 0);

const bucketKind: BucketKind<RowBucket> = {
  entriesPerBucket: 64,
  create: (generation) => newBucket(generation, 0),
  copy: ({ length, cells }, generation) => ({ generation, length, cells: cells.slice() }),
  split(bucket, generation, moves) {
    // Room for half of the entries and some more: filled from nothing, each would be allocated four times.
    const capacity = (bucket.length >> 1) + 8;
    const stay = newBucket(generation, capacity);
    const go = newBucket(generation, capacity);
    for (let index = 0; index < bucket.length; index += 1) {
      const hash = bucket.cells[index] ?? 0;
      push(moves(hash) ? go : stay, hash, valueAt(bucket, index));
    }
    return [stay, go];
  },
};

export class KeyIndex {
  readonly #isListed: (rowId: number, key: string) => boolean;
  #buckets = new Buckets(bucketKind);
  #size = 0;
  #sets: (KeySet | undefined)[] = [];
  /** The numbers of removed sets. */
  #freeSets: number[] = [];

  /** `isListed`: whether the row has the key. Called only if hashes are equal. */
  constructor(isListed: (rowId: number, key: string) => boolean) {
    this.#isListed = isListed;
  }

  /** The number of pairs of a row id and a key. */
  get size(): number {
    return this.#size;
  }

  /** A row id under the key; the only one if keys are unique. */
  one(key: string): number | undefined {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    const place = this.#find(bucket, hash, key, 0);
    if (place === -1) return undefined;
    const value = valueAt(bucket, place);
    return value < 0 ? this.#setAt(value).rowIds.first : value;
  }

  /** All row ids under the key. */
  all(key: string): RowIdSet | undefined {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    const few: number[] = [];
    for (let place = -1; (place = this.#find(bucket, hash, key, place + 1)) !== -1;) {
      const value = valueAt(bucket, place);
      if (value < 0) return this.#setAt(value).rowIds;
      few.push(value);
    }
    if (few.length === 0) return undefined;
    // A row with two keys of equal hashes is found twice.
    const sorted = few.length === 1 ? few : [...new Set(few)].sort((left, right) => left - right);
    return RowIdSet.of(this.#buckets.generation, ...sorted);
  }

  count(key: string): number {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    const place = this.#find(bucket, hash, key, 0);
    if (place === -1) return 0;
    const value = valueAt(bucket, place);
    return value < 0 ? this.#setAt(value).rowIds.size : (this.all(key)?.size ?? 0);
  }

  /** The row id must not be listed under the key yet. */
  add(key: string, rowId: number): void {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    this.#size += 1;
    let entryCount = 0;
    for (let place = -1; (place = this.#find(bucket, hash, key, place + 1)) !== -1;) {
      const value = valueAt(bucket, place);
      if (value < 0) return this.#writableSet(value).add(rowId);
      entryCount += 1;
    }
    if (entryCount < entriesPerKeyMax) this.#append(hash, rowId);
    else this.#moveToSet(key, hash, rowId);
  }

  /** As `add`, without a look-up, for a key that has no row id yet. */
  addFirst(key: string, rowId: number): void {
    this.#size += 1;
    this.#append(hashOf(key), rowId);
  }

  delete(key: string, rowId: number): void {
    const hash = hashOf(key);
    const bucket = this.#bucketOf(hash);
    const place = this.#placeToDelete(bucket, hash, key, rowId);
    invariant(place !== -1, 'a deleted row id was listed');
    const value = valueAt(bucket, place);
    this.#size -= 1;
    if (value < 0) {
      const rowIds = this.#writableSet(value);
      rowIds.delete(rowId);
      if (rowIds.size > 0) return;
      this.#sets[-1 - value] = undefined;
      this.#freeSets.push(-1 - value);
    }
    this.#removeAt(hash, place);
  }

  /** Makes room for so many row ids in an empty index. */
  reserve(count: number): void {
    this.#buckets.reserve(count);
  }

  /** A copy, for a copy of the rows, that shares all buckets until either side writes them. */
  fork(isListed: (rowId: number, key: string) => boolean): KeyIndex {
    const copy = new KeyIndex(isListed);
    copy.#buckets = this.#buckets.fork();
    copy.#size = this.#size;
    copy.#sets = this.#sets.slice();
    copy.#freeSets = this.#freeSets.slice();
    return copy;
  }

  #bucketOf(hash: number): RowBucket {
    return this.#buckets.of(hash) ?? emptyBucket;
  }

  /** The key's next place in a bucket, from `first` on; -1 if there is none. */
  #find(bucket: RowBucket, hash: number, key: string, first: number): number {
    const { cells, length } = bucket;
    for (let place = first; place < length; place += 1) {
      if (cells[place] !== hash) continue;
      const value = valueAt(bucket, place);
      if (value < 0 ? this.#setAt(value).key === key : this.#isListed(value, key)) return place;
    }
    return -1;
  }

  /** The place of the key's set, else of the row id under that hash: entries of other keys with that hash are equal to it. */
  #placeToDelete(bucket: RowBucket, hash: number, key: string, rowId: number): number {
    let found = -1;
    for (let place = 0; place < bucket.length; place += 1) {
      if (bucket.cells[place] !== hash) continue;
      const value = valueAt(bucket, place);
      if (value === rowId) found = place;
      else if (value < 0 && this.#setAt(value).key === key) return place;
    }
    return found;
  }

  #setAt(value: number): KeySet {
    const set = this.#sets[-1 - value];
    invariant(set !== undefined, 'a negative value is the number of a set');
    return set;
  }

  #writableSet(value: number): RowIdSet {
    const { key, rowIds } = this.#setAt(value);
    const own = rowIds.writableBy(this.#buckets.generation);
    if (own !== rowIds) this.#sets[-1 - value] = { key, rowIds: own };
    return own;
  }

  /** Moves the entries of a key, and one more row id, into a set. */
  #moveToSet(key: string, hash: number, rowId: number): void {
    const rowIds = this.all(key);
    invariant(rowIds !== undefined, 'a key with entries has row ids');
    rowIds.delete(rowId); // found if its row has another key of this hash
    rowIds.scan('ascending', 0, Number.MAX_SAFE_INTEGER, (each) => {
      this.#removeAt(hash, this.#placeToDelete(this.#bucketOf(hash), hash, key, each));
      return true;
    });
    rowIds.add(rowId);
    const number = this.#freeSets.pop() ?? this.#sets.length;
    this.#sets[number] = { key, rowIds };
    this.#append(hash, -1 - number);
  }

  #append(hash: number, value: number): void {
    push(this.#buckets.writable(hash), hash, value);
    this.#buckets.countAdded();
  }

  #removeAt(hash: number, place: number): void {
    const bucket = this.#buckets.writable(hash);
    const { cells } = bucket;
    const last = bucket.length - 1;
    const capacity = cells.length / 2;
    cells[place] = cells[last] ?? 0;
    cells[capacity + place] = cells[capacity + last] ?? 0;
    bucket.length = last;
    this.#buckets.countRemoved();
  }
}

export function addKeys(index: KeyIndex, keys: IndexedKeys, rowId: number): void {
  if (typeof keys === 'string') index.add(keys, rowId);
  else if (keys !== undefined) for (const key of keys) index.add(key, rowId);
}

export function removeKeys(index: KeyIndex, keys: IndexedKeys, rowId: number): void {
  if (typeof keys === 'string') index.delete(keys, rowId);
  else if (keys !== undefined) for (const key of keys) index.delete(key, rowId);
}

/** The keys that are not among `others`. */
export function keysExcept(keys: IndexedKeys, others: IndexedKeys): IndexedKeys {
  if (typeof keys !== 'object' && typeof others !== 'object') return keys;
  const excluded = typeof others === 'object' ? others : [others];
  const all = typeof keys === 'object' ? keys : keys === undefined ? [] : [keys];
  return all.filter((key) => !excluded.includes(key));
}

export function setsOf(index: KeyIndex, keys: string | readonly string[]): RowIdSet[] {
  const each = typeof keys === 'string' ? [keys] : keys;
  return each.flatMap((key) => index.all(key) ?? []);
}

function newBucket(generation: number, capacity: number): RowBucket {
  return { generation, length: 0, cells: new Int32Array(2 * capacity) };
}

function valueAt({ cells }: RowBucket, place: number): number {
  return cells[cells.length / 2 + place] ?? 0;
}

function push(bucket: RowBucket, hash: number, value: number): void {
  const { length } = bucket;
  let capacity = bucket.cells.length / 2;
  if (length === capacity) {
    capacity = length === 0 ? 2 : length + 8 + (length >> 2);
    const cells = new Int32Array(capacity * 2);
    cells.set(bucket.cells.subarray(0, length));
    cells.set(bucket.cells.subarray(length), capacity);
    bucket.cells = cells;
  }
  bucket.cells[length] = hash;
  bucket.cells[capacity + length] = value;
  bucket.length = length + 1;
}
