// A sorted set of ordinals, copy-on-write in chunks: what an index lists under one key. Most are added at the end. What
// several sets have in common is found block by block and word by word, however their members alternate.

import type { Bitmap } from './bitmap.ts';
import {
  bitsIn,
  blockOf,
  copyOf,
  firstBlockOf,
  firstOf,
  insertInto,
  isIn,
  lastOf,
  listLengthMax,
  nearestBlockIn,
  newList,
  overflowed,
  removeFrom,
  takes,
  visitBits,
  visitIn,
  wordsPerBlock,
  type Chunk,
  type Direction,
} from './chunks.ts';

export class RowIdSet {
  readonly #generation: number;
  readonly #chunks: Chunk[];
  #size: number;

  private constructor(generation: number, chunks: Chunk[], size: number) {
    this.#generation = generation;
    this.#chunks = chunks;
    this.#size = size;
  }

  /** The set of these, which are in ascending order. */
  static of(generation: number, ...ordinals: number[]): RowIdSet {
    const some = ordinals.slice(0, listLengthMax);
    const chunks = some.length === 0 ? [] : [newList(generation, some)];
    const set = new RowIdSet(generation, chunks, some.length);
    for (const ordinal of ordinals.slice(listLengthMax)) set.add(ordinal);
    return set;
  }

  get size(): number {
    return this.#size;
  }

  /** The lowest of them; -1 if there is none. */
  get first(): number {
    let first = -1;
    this.scan('ascending', 0, Infinity, (ordinal) => {
      first = ordinal;
      return false;
    });
    return first;
  }

  /** This set if it may be written by that generation, else a copy that may. */
  writableBy(generation: number): RowIdSet {
    if (generation === this.#generation) return this;
    return new RowIdSet(generation, this.#chunks.slice(), this.#size);
  }

  /** Adds one that is not in the set yet. */
  add(ordinal: number): void {
    const block = blockOf(ordinal);
    const place = this.#placeOf(block);
    const chunk = this.#writable(place);
    this.#size += 1;
    if (chunk !== undefined && takes(chunk, block)) return insertInto(chunk, ordinal);
    if (chunk?.kind === 'list') {
      this.#chunks.splice(place, 1, ...overflowed(chunk, ordinal));
      return;
    }
    const next = this.#chunks[place + 1];
    if (next?.kind === 'list' && takes(next, block)) {
      insertInto(this.#writable(place + 1) ?? next, ordinal);
    } else {
      this.#chunks.splice(place + 1, 0, newList(this.#generation, [ordinal]));
    }
  }

  /** Adds one, if it is not there yet. */
  put(ordinal: number): void {
    const last = this.#chunks[this.#chunks.length - 1];
    // What comes in order mostly has its bit in the last chunk.
    if (last?.kind === 'bits' && last.generation === this.#generation) {
      if (isIn(last, ordinal)) return;
      if (last.block === blockOf(ordinal)) {
        insertInto(last, ordinal);
        this.#size += 1;
        return;
      }
    }
    if (!this.has(ordinal)) this.add(ordinal);
  }

  /** Takes one out, if it is there. */
  delete(ordinal: number): void {
    const place = this.#placeOf(blockOf(ordinal));
    const chunk = this.#writable(place);
    if (chunk === undefined || !removeFrom(chunk, ordinal)) return;
    this.#size -= 1;
    if (chunk.length === 0) this.#chunks.splice(place, 1);
  }

  has(ordinal: number): boolean {
    const chunk = this.#chunks[this.#placeOf(blockOf(ordinal))];
    return chunk !== undefined && isIn(chunk, ordinal);
  }

  markIn(bitmap: Bitmap): void {
    for (const chunk of this.#chunks) {
      if (chunk.kind === 'bits') bitmap.addBits(firstOf(chunk.block), chunk.words);
      else bitmap.addAll(chunk.ordinals, 0, chunk.length);
    }
  }

  /** The nearest block, from this one on in either direction, that has a member; -1 if there is none. */
  nearestBlock(order: Direction, block: number): number {
    const isAscending = order === 'ascending';
    const place = this.#placeOf(block);
    const chunk = this.#chunks[place];
    const found = chunk === undefined ? -1 : nearestBlockIn(chunk, order, block);
    if (found !== -1) return found;
    const next = this.#chunks[isAscending ? place + 1 : place - 1];
    return next === undefined ? -1 : nearestBlockIn(next, order, block);
  }

  /** Those from `first` up to but not `end`, in either order, until `visit` says false. */
  scan(order: Direction, first: number, end: number, visit: (ordinal: number) => boolean): void {
    const isAscending = order === 'ascending';
    const from = isAscending ? first : end - 1;
    const visitWithin = (ordinal: number) =>
      (isAscending ? ordinal < end : ordinal >= first) && visit(ordinal);
    let place = this.#placeOf(blockOf(Math.max(0, from)));
    if (isAscending) place = Math.max(0, place);
    for (;;) {
      const chunk = this.#chunks[place];
      if (chunk === undefined || !visitIn(chunk, order, from, visitWithin)) return;
      place += isAscending ? 1 : -1;
    }
  }

  /** Clears the bits of a block that are not members, and tells whether any are left. `room`: bits to write to. */
  keepIn(block: number, bits: Int32Array, room: Int32Array): boolean {
    const chunk = this.#chunks[this.#placeOf(block)];
    const own = chunk === undefined ? room.fill(0) : bitsIn(chunk, block, room);
    let left = 0;
    for (let word = 0; word < wordsPerBlock; word += 1) {
      const kept = (bits[word] ?? 0) & (own[word] ?? 0);
      bits[word] = kept;
      left |= kept;
    }
    return left !== 0;
  }

  /** The last chunk that does not start behind the block; -1 if there is none. */
  #placeOf(block: number): number {
    let low = 0;
    let high = this.#chunks.length;
    const last = this.#chunks[high - 1];
    if (last !== undefined && firstBlockOf(last) <= block) return high - 1; // most are added there
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.#chunks[middle];
      if (chunk !== undefined && firstBlockOf(chunk) <= block) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #writable(place: number): Chunk | undefined {
    const chunk = this.#chunks[place];
    if (chunk === undefined || chunk.generation === this.#generation) return chunk;
    const own = copyOf(chunk, this.#generation);
    this.#chunks[place] = own;
    return own;
  }
}

/**
 * Those that are in every one of the sets, from `first` up to but not `end`, in either order, until `visit` says false.
 * Costs a pass over the bits of the blocks in which all sets have members; the others are jumped over.
 */
export function scanCommon(
  sets: readonly RowIdSet[],
  order: Direction,
  first: number,
  end: number,
  visit: (ordinal: number) => boolean,
): void {
  if (sets.length === 0) return;
  const byRarity = [...sets].sort((left, right) => left.size - right.size);
  const isAscending = order === 'ascending';
  const least = Math.max(0, first);
  const common = new Int32Array(wordsPerBlock);
  const room = new Int32Array(wordsPerBlock);
  const visitWithin = (ordinal: number) =>
    (isAscending ? ordinal < end : ordinal >= least) && visit(ordinal);
  let from = isAscending ? least : end - 1;
  while (from >= least && from < end) {
    const block = sharedBlock(byRarity, order, blockOf(from));
    if (block === -1) return;
    common.fill(-1);
    const isShared = byRarity.every((set) => set.keepIn(block, common, room));
    if (isShared && !visitBits(common, block, order, from, visitWithin)) return;
    from = isAscending ? lastOf(block) + 1 : firstOf(block) - 1;
  }
}

/** The nearest block from this one on in which each of the sets has a member; -1 if there is none. */
function sharedBlock(sets: readonly RowIdSet[], order: Direction, from: number): number {
  let block = from;
  let agreed = 0;
  for (let turn = 0; agreed < sets.length; turn = (turn + 1) % sets.length) {
    const found = sets[turn]?.nearestBlock(order, block) ?? -1;
    if (found === -1) return -1;
    agreed = found === block ? agreed + 1 : 1;
    block = found;
  }
  return block;
}
