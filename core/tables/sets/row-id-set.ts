// A sorted set of row ids, copy-on-write in chunks: the row ids of one key of an index. Most are added at the end.
// Intersections are computed block by block with bit operations, so that alternating members cost no more than others.

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
  splitChunk,
  deleteFrom,
  accepts,
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

  /** `rowIds` must be ascending. */
  static of(generation: number, ...rowIds: number[]): RowIdSet {
    const some = rowIds.slice(0, listLengthMax);
    const chunks = some.length === 0 ? [] : [newList(generation, some)];
    const set = new RowIdSet(generation, chunks, some.length);
    for (const rowId of rowIds.slice(listLengthMax)) set.add(rowId);
    return set;
  }

  get size(): number {
    return this.#size;
  }

  /** The lowest row id; -1 if there is none. */
  get first(): number {
    let first = -1;
    this.scan('ascending', 0, Infinity, (rowId) => {
      first = rowId;
      return false;
    });
    return first;
  }

  /** This set if it is of that generation, else a copy. */
  writableBy(generation: number): RowIdSet {
    if (generation === this.#generation) return this;
    return new RowIdSet(generation, this.#chunks.slice(), this.#size);
  }

  /** Adds a row id that is not in the set yet. */
  add(rowId: number): void {
    const block = blockOf(rowId);
    const index = this.#chunkIndexOf(block);
    const chunk = this.#writable(index);
    this.#size += 1;
    if (chunk !== undefined && accepts(chunk, block)) return insertInto(chunk, rowId);
    if (chunk?.kind === 'list') {
      this.#chunks.splice(index, 1, ...splitChunk(chunk, rowId));
      return;
    }
    const next = this.#chunks[index + 1];
    if (next?.kind === 'list' && accepts(next, block)) {
      insertInto(this.#writable(index + 1) ?? next, rowId);
    } else {
      this.#chunks.splice(index + 1, 0, newList(this.#generation, [rowId]));
    }
  }

  /** Adds a row id unless it is in the set. */
  put(rowId: number): void {
    const last = this.#chunks[this.#chunks.length - 1];
    // The common case: ascending order, and a dense last block.
    if (last?.kind === 'bits' && last.generation === this.#generation) {
      if (isIn(last, rowId)) return;
      if (last.block === blockOf(rowId)) {
        insertInto(last, rowId);
        this.#size += 1;
        return;
      }
    }
    if (!this.has(rowId)) this.add(rowId);
  }

  /** Deletes a row id if it is in the set. */
  delete(rowId: number): void {
    const index = this.#chunkIndexOf(blockOf(rowId));
    const chunk = this.#writable(index);
    if (chunk === undefined || !deleteFrom(chunk, rowId)) return;
    this.#size -= 1;
    if (chunk.length === 0) this.#chunks.splice(index, 1);
  }

  has(rowId: number): boolean {
    const chunk = this.#chunks[this.#chunkIndexOf(blockOf(rowId))];
    return chunk !== undefined && isIn(chunk, rowId);
  }

  addTo(bitmap: Bitmap): void {
    for (const chunk of this.#chunks) {
      if (chunk.kind === 'bits') bitmap.addBits(firstOf(chunk.block), chunk.words);
      else bitmap.addAll(chunk.rowIds, 0, chunk.length);
    }
  }

  /** The nearest block with a member, starting with this one; -1 if there is none. */
  nearestBlock(order: Direction, block: number): number {
    const isAscending = order === 'ascending';
    const index = this.#chunkIndexOf(block);
    const chunk = this.#chunks[index];
    const found = chunk === undefined ? -1 : nearestBlockIn(chunk, order, block);
    if (found !== -1) return found;
    const next = this.#chunks[isAscending ? index + 1 : index - 1];
    return next === undefined ? -1 : nearestBlockIn(next, order, block);
  }

  /** Visits row ids from `first` up to but not `end`, in either order, until `visit` returns false. */
  scan(order: Direction, first: number, end: number, visit: (rowId: number) => boolean): void {
    const isAscending = order === 'ascending';
    const from = isAscending ? first : end - 1;
    const visitWithin = (rowId: number) =>
      (isAscending ? rowId < end : rowId >= first) && visit(rowId);
    let index = this.#chunkIndexOf(blockOf(Math.max(0, from)));
    if (isAscending) index = Math.max(0, index);
    for (;;) {
      const chunk = this.#chunks[index];
      if (chunk === undefined || !visitIn(chunk, order, from, visitWithin)) return;
      index += isAscending ? 1 : -1;
    }
  }

  /** Clears the bits of a block that are not members; returns whether any are left. `scratch` is overwritten. */
  intersectBlock(block: number, bits: Int32Array, scratch: Int32Array): boolean {
    const chunk = this.#chunks[this.#chunkIndexOf(block)];
    const own = chunk === undefined ? scratch.fill(0) : bitsIn(chunk, block, scratch);
    let left = 0;
    for (let word = 0; word < wordsPerBlock; word += 1) {
      const common = (bits[word] ?? 0) & (own[word] ?? 0);
      bits[word] = common;
      left |= common;
    }
    return left !== 0;
  }

  /** The index of the last chunk that does not start after the block; -1 if there is none. */
  #chunkIndexOf(block: number): number {
    let low = 0;
    let high = this.#chunks.length;
    const last = this.#chunks[high - 1];
    if (last !== undefined && firstBlockOf(last) <= block) return high - 1; // the common case
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.#chunks[middle];
      if (chunk !== undefined && firstBlockOf(chunk) <= block) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #writable(index: number): Chunk | undefined {
    const chunk = this.#chunks[index];
    if (chunk === undefined || chunk.generation === this.#generation) return chunk;
    const own = copyOf(chunk, this.#generation);
    this.#chunks[index] = own;
    return own;
  }
}

/**
 * Visits the intersection of the sets, as `scan` does. Reads the bits of the blocks in which all sets have members, and skips
 * all other blocks.
 */
export function scanCommon(
  sets: readonly RowIdSet[],
  order: Direction,
  first: number,
  end: number,
  visit: (rowId: number) => boolean,
): void {
  if (sets.length === 0) return;
  const byRarity = [...sets].sort((left, right) => left.size - right.size);
  const isAscending = order === 'ascending';
  const least = Math.max(0, first);
  const common = new Int32Array(wordsPerBlock);
  const scratch = new Int32Array(wordsPerBlock);
  const visitWithin = (rowId: number) =>
    (isAscending ? rowId < end : rowId >= least) && visit(rowId);
  let from = isAscending ? least : end - 1;
  while (from >= least && from < end) {
    const block = nextCommonBlock(byRarity, order, blockOf(from));
    if (block === -1) return;
    common.fill(-1);
    const isShared = byRarity.every((set) => set.intersectBlock(block, common, scratch));
    if (isShared && !visitBits(common, block, order, from, visitWithin)) return;
    from = isAscending ? lastOf(block) + 1 : firstOf(block) - 1;
  }
}

/** The nearest block, starting with this one, in which all sets have members; -1 if there is none. */
function nextCommonBlock(sets: readonly RowIdSet[], order: Direction, from: number): number {
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
