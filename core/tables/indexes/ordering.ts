// A sorted index of a table: row ids by the sort keys of their records, equal ones in the order of insertion. Counts the row
// ids of a range without visiting them. Copy-on-write in chunks.

import type { Bitmap } from '../sets/bitmap.ts';
import { nextGeneration } from '../generation.ts';
import { invariant } from '../../kernel/invariant.ts';
import { SparseColumn } from '../rows/sparse-column.ts';
import type { Direction } from '../sets/chunks.ts';

/** Two integers; ranges apply to the first. The default of the second is 0. */
export type SortKey = readonly [number, number?];

/** Integer bounds of the first number of a sort key. All of them apply. */
export interface KeyRange {
  /** At least this. */
  readonly from?: number | undefined;
  /** More than this. */
  readonly above?: number | undefined;
  /** At most this. */
  readonly upTo?: number | undefined;
  /** Less than this. */
  readonly below?: number | undefined;
}

/** Positions in the order, from `first` up to but not `end`. */
export interface RowSpan {
  readonly first: number;
  readonly end: number;
}

export interface PageOf {
  readonly direction: Direction;
  readonly offset: number;
  readonly limit: number;
}

/** Determines where a row id belongs. */
interface SortPlace {
  readonly first: number;
  readonly second: number;
  readonly rowId: number;
}

interface Chunk {
  readonly generation: number;
  /** Row ids up to `length`; the rest is spare capacity. */
  readonly rowIds: Uint32Array;
  length: number;
}

/** The most row ids in a chunk. */
const chunkLengthMax = 512;

export class Ordering {
  #generation = nextGeneration();
  #first = new SparseColumn();
  #second = new SparseColumn();
  #chunks: Chunk[] = [];
  #size = 0;

  /** The number of row ids in the order. */
  get size(): number {
    return this.#size;
  }

  /** Moves a row id to where its key belongs; removes it if the key is undefined. */
  put(rowId: number, key: SortKey | undefined): void {
    const former = this.#first.at(rowId);
    const first = key === undefined ? Number.NaN : key[0];
    const second = key?.[1] ?? 0;
    if (Object.is(former, first) && this.#secondAt(rowId) === second) return;
    if (!Number.isNaN(former)) this.#remove(rowId);
    this.#first.set(rowId, first);
    this.#second.set(rowId, second === 0 ? Number.NaN : second); // a column without values takes no memory
    if (!Number.isNaN(first)) this.#add(rowId);
  }

  /** The positions of the row ids within the range. */
  span(range: KeyRange): RowSpan {
    const [least, most] = closed(range);
    const first = this.#countBelow(least, false);
    return { first, end: Math.max(first, this.#countBelow(most, true)) };
  }

  /** Whether a row id is in the order and within the range. */
  isWithin(range: KeyRange): (rowId: number) => boolean {
    const [least, most] = closed(range);
    const numbers = this.#first;
    return (rowId) => {
      const value = numbers.at(rowId);
      return value >= least && value <= most;
    };
  }

  isBefore(left: number, right: number): boolean {
    return this.#isBefore(left, this.#sortPlaceOf(right));
  }

  addTo(bitmap: Bitmap, { first, end }: RowSpan): void {
    let before = 0;
    for (const { rowIds, length } of this.#chunks) {
      if (before >= end) return;
      if (before + length > first) {
        bitmap.addAll(rowIds, Math.max(0, first - before), Math.min(length, end - before));
      }
      before += length;
    }
  }

  /** A page of the row ids at these positions. */
  slice(span: RowSpan, { direction, offset, limit }: PageOf): number[] {
    const page: number[] = [];
    const skipped = { ...span };
    if (direction === 'ascending') skipped.first += offset;
    else skipped.end -= offset;
    this.#walk(skipped, direction, (rowId) => page.push(rowId) < limit);
    return page;
  }

  /** A page of the row ids at these positions that are also in the set, `total` in number. Walks from the nearer end. */
  pageOf(
    set: Bitmap,
    total: number,
    span: RowSpan,
    { direction, offset, limit }: PageOf,
  ): number[] {
    const count = Math.min(limit, total - offset);
    const after = total - offset - count;
    const isNear = offset <= after;
    let toSkip = isNear ? offset : after;
    const page: number[] = [];
    this.#walk(span, isNear ? direction : opposite(direction), (rowId) => {
      if (!set.has(rowId)) return true;
      if (toSkip === 0) return page.push(rowId) < count;
      toSkip -= 1;
      return true;
    });
    return isNear ? page : page.reverse();
  }

  /** A copy that shares all chunks until either side writes them. */
  fork(): Ordering {
    const copy = new Ordering();
    copy.#first = this.#first.fork();
    copy.#second = this.#second.fork();
    copy.#chunks = this.#chunks.slice();
    copy.#size = this.#size;
    this.#generation = nextGeneration();
    return copy;
  }

  #secondAt(rowId: number): number {
    return this.#second.at(rowId) || 0;
  }

  #walk({ first, end }: RowSpan, direction: Direction, visit: (rowId: number) => boolean): void {
    const step = direction === 'ascending' ? 1 : -1;
    let left = end - first;
    if (left <= 0) return;
    let { chunkIndex, index } = this.#locate(step === 1 ? first : end - 1);
    for (; ; chunkIndex += step) {
      const chunk = this.#chunks[chunkIndex];
      if (chunk === undefined) return;
      const { rowIds, length } = chunk;
      if (index === -1) index = step === 1 ? 0 : length - 1;
      for (; index >= 0 && index < length; index += step) {
        if (!visit(rowIds[index] ?? 0)) return;
        left -= 1;
        if (left === 0) return;
      }
      index = -1;
    }
  }

  /** The chunk of a position in the order, and the index in it. */
  #locate(position: number): { chunkIndex: number; index: number } {
    let index = position;
    for (let chunkIndex = 0; ; chunkIndex += 1) {
      const length = this.#chunks[chunkIndex]?.length;
      if (length === undefined || index < length) return { chunkIndex, index };
      index -= length;
    }
  }

  /** The number of row ids whose first number is below the bound, or equal to it if `includesEqual`. */
  #countBelow(bound: number, includesEqual: boolean): number {
    if (bound === -Infinity) return 0;
    if (bound === Infinity) return this.#size;
    const isBelow = (rowId: number) => {
      const value = this.#first.at(rowId);
      return value < bound || (includesEqual && value === bound);
    };
    const chunkIndex = this.#chunkIndexFor(isBelow);
    let count = countInChunk(this.#chunks[chunkIndex], isBelow);
    for (const { length } of this.#chunks.slice(0, chunkIndex)) count += length;
    return count;
  }

  /** The index of the last chunk whose first row id satisfies `isBefore`; 0 if there is none. */
  #chunkIndexFor(isBefore: (rowId: number) => boolean): number {
    let low = 0;
    let high = this.#chunks.length;
    const last = this.#chunks[high - 1];
    if (last !== undefined && isBefore(last.rowIds[0] ?? 0)) return high - 1; // the common case: ascending
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#chunks[middle]?.rowIds[0] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #sortPlaceOf(rowId: number): SortPlace {
    return { first: this.#first.at(rowId), second: this.#secondAt(rowId), rowId };
  }

  #isBefore(other: number, { first, second, rowId }: SortPlace): boolean {
    const otherFirst = this.#first.at(other);
    if (otherFirst !== first) return otherFirst < first;
    const otherSecond = this.#secondAt(other);
    return otherSecond < second || (otherSecond === second && other < rowId);
  }

  #add(rowId: number): void {
    const at = this.#sortPlaceOf(rowId);
    const chunkIndex = this.#chunkIndexOf(at);
    const chunk = this.#writable(chunkIndex);
    const index = this.#indexIn(chunk, at);
    this.#size += 1;
    if (chunk.length < chunkLengthMax) return insertAt(chunk, index, rowId);
    // A full chunk at the end stays full; any other is halved.
    const isEnd = index === chunk.length && chunkIndex === this.#chunks.length - 1;
    const splitAt = isEnd ? chunkLengthMax : chunkLengthMax / 2;
    const next = this.#newChunk(chunk.rowIds.subarray(splitAt));
    chunk.length = splitAt;
    this.#chunks.splice(chunkIndex + 1, 0, next);
    if (index > splitAt || isEnd) insertAt(next, index - splitAt, rowId);
    else insertAt(chunk, index, rowId);
  }

  #remove(rowId: number): void {
    // The first row id that is not before it is itself, in its chunk or at the start of the next.
    const at = this.#sortPlaceOf(rowId);
    let chunkIndex = this.#chunkIndexOf(at);
    let index = this.#indexIn(this.#chunks[chunkIndex], at);
    if (index === this.#chunks[chunkIndex]?.length) {
      chunkIndex += 1;
      index = 0;
    }
    const chunk = this.#writable(chunkIndex);
    invariant(chunk.rowIds[index] === rowId, 'a removed row id was in its place');
    chunk.rowIds.copyWithin(index, index + 1, chunk.length);
    chunk.length -= 1;
    this.#size -= 1;
    if (chunk.length === 0) this.#chunks.splice(chunkIndex, 1);
  }

  /** The index of the last chunk that begins before this place; 0 if there is none. */
  #chunkIndexOf(at: SortPlace): number {
    const chunks = this.#chunks;
    let low = 0;
    let high = chunks.length;
    if (high > 0 && this.#isBefore(chunks[high - 1]?.rowIds[0] ?? 0, at)) return high - 1; // the common case: ascending
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(chunks[middle]?.rowIds[0] ?? 0, at)) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** The index in a chunk of the first row id that is not before this place. */
  #indexIn(chunk: Chunk | undefined, at: SortPlace): number {
    if (chunk === undefined || chunk.length === 0) return 0;
    const { rowIds } = chunk;
    let low = 0;
    let high = chunk.length;
    if (this.#isBefore(rowIds[high - 1] ?? 0, at)) return high; // the common case: ascending
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(rowIds[middle] ?? 0, at)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #writable(chunkIndex: number): Chunk {
    const chunk = this.#chunks[chunkIndex];
    if (chunk !== undefined && chunk.generation === this.#generation) return chunk;
    const own = this.#newChunk(chunk?.rowIds.subarray(0, chunk.length));
    this.#chunks[chunkIndex] = own;
    return own;
  }

  #newChunk(of: Uint32Array = new Uint32Array(0)): Chunk {
    const rowIds = new Uint32Array(chunkLengthMax);
    rowIds.set(of);
    return { generation: this.#generation, rowIds, length: of.length };
  }
}

/** A range as inclusive bounds. */
function closed({
  from = -Infinity,
  above = -Infinity,
  upTo = Infinity,
  below = Infinity,
}: KeyRange) {
  return [Math.max(from, above + 1), Math.min(upTo, below - 1)] as const;
}

function opposite(direction: Direction): Direction {
  return direction === 'ascending' ? 'descending' : 'ascending';
}

function insertAt(chunk: Chunk, index: number, rowId: number): void {
  chunk.rowIds.copyWithin(index + 1, index, chunk.length);
  chunk.rowIds[index] = rowId;
  chunk.length += 1;
}

/** The number of row ids at the start of a chunk that satisfy `isBefore`. */
function countInChunk(chunk: Chunk | undefined, isBefore: (rowId: number) => boolean): number {
  let low = 0;
  let high = chunk?.length ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(chunk?.rowIds[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
