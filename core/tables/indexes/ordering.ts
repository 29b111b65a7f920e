// An ordered index of a table: ordinals in the order of numbers that their records say, equal ones in the order of their
// insertion. It knows how many lie before a place without walking there. Copy-on-write in chunks.

import type { Bitmap } from '../sets/bitmap.ts';
import { nextGeneration } from '../generation.ts';
import { invariant } from '../../kernel/invariant.ts';
import { Numbers } from '../rows/sparse-column.ts';
import type { Direction } from '../sets/chunks.ts';

/** What a record is ordered by: two integers, the first of which ranges are about. No second one is 0. */
export type SortKey = readonly [number, number?];

/** Bounds of the first number of sort keys, integers; all that are given hold. */
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

/** Places in the order, from `first` up to but not `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

export interface PageOf {
  readonly direction: Direction;
  readonly offset: number;
  readonly limit: number;
}

/** What says where an ordinal belongs. */
interface Place {
  readonly first: number;
  readonly second: number;
  readonly ordinal: number;
}

interface Chunk {
  readonly generation: number;
  /** The first `length` are its ordinals; behind them is room. */
  readonly ordinals: Uint32Array;
  length: number;
}

/** The most ordinals in a chunk. */
const chunkLengthMax = 512;

export class Ordering {
  #generation = nextGeneration();
  #first = new Numbers();
  #second = new Numbers();
  #chunks: Chunk[] = [];
  #size = 0;

  /** How many records are in the order. */
  get size(): number {
    return this.#size;
  }

  /** Puts an ordinal where its key belongs, wherever it was before; out of the order without a key. */
  put(ordinal: number, key: SortKey | undefined): void {
    const former = this.#first.at(ordinal);
    const first = key === undefined ? Number.NaN : key[0];
    const second = key?.[1] ?? 0;
    if (Object.is(former, first) && this.#secondAt(ordinal) === second) return;
    if (!Number.isNaN(former)) this.#remove(ordinal);
    this.#first.set(ordinal, first);
    this.#second.set(ordinal, second === 0 ? Number.NaN : second); // takes no room where all are 0
    if (!Number.isNaN(first)) this.#add(ordinal);
  }

  /** The places of those within the range. */
  span(range: KeyRange): Span {
    const [least, most] = closed(range);
    const first = this.#countBelow(least, false);
    return { first, end: Math.max(first, this.#countBelow(most, true)) };
  }

  /** Whether an ordinal is in the order and within the range. */
  isWithin(range: KeyRange): (ordinal: number) => boolean {
    const [least, most] = closed(range);
    const numbers = this.#first;
    return (ordinal) => {
      const value = numbers.at(ordinal);
      return value >= least && value <= most;
    };
  }

  isBefore(left: number, right: number): boolean {
    return this.#isBefore(left, this.#placeOf(right));
  }

  markIn(bitmap: Bitmap, { first, end }: Span): void {
    let before = 0;
    for (const { ordinals, length } of this.#chunks) {
      if (before >= end) return;
      if (before + length > first) {
        bitmap.addAll(ordinals, Math.max(0, first - before), Math.min(length, end - before));
      }
      before += length;
    }
  }

  /** A page of those at these places. */
  slice(span: Span, { direction, offset, limit }: PageOf): number[] {
    const page: number[] = [];
    const skipped = { ...span };
    if (direction === 'ascending') skipped.first += offset;
    else skipped.end -= offset;
    this.#walk(skipped, direction, (ordinal) => page.push(ordinal) < limit);
    return page;
  }

  /** A page of those at these places that the set has too, which are `total`. It is walked to from the nearer end. */
  pageOf(set: Bitmap, total: number, span: Span, { direction, offset, limit }: PageOf): number[] {
    const count = Math.min(limit, total - offset);
    const behind = total - offset - count;
    const isNear = offset <= behind;
    let toSkip = isNear ? offset : behind;
    const page: number[] = [];
    this.#walk(span, isNear ? direction : opposite(direction), (ordinal) => {
      if (!set.has(ordinal)) return true;
      if (toSkip === 0) return page.push(ordinal) < count;
      toSkip -= 1;
      return true;
    });
    return isNear ? page : page.reverse();
  }

  /** An index of the same order. The two share what neither has changed since. */
  fork(): Ordering {
    const twin = new Ordering();
    twin.#first = this.#first.fork();
    twin.#second = this.#second.fork();
    twin.#chunks = this.#chunks.slice();
    twin.#size = this.#size;
    this.#generation = nextGeneration();
    return twin;
  }

  #secondAt(ordinal: number): number {
    return this.#second.at(ordinal) || 0;
  }

  #walk({ first, end }: Span, direction: Direction, visit: (ordinal: number) => boolean): void {
    const step = direction === 'ascending' ? 1 : -1;
    let left = end - first;
    if (left <= 0) return;
    let { place, index } = this.#locate(step === 1 ? first : end - 1);
    for (; ; place += step) {
      const chunk = this.#chunks[place];
      if (chunk === undefined) return;
      const { ordinals, length } = chunk;
      if (index === -1) index = step === 1 ? 0 : length - 1;
      for (; index >= 0 && index < length; index += step) {
        if (!visit(ordinals[index] ?? 0)) return;
        left -= 1;
        if (left === 0) return;
      }
      index = -1;
    }
  }

  /** The chunk of a place in the order, and where in it. */
  #locate(position: number): { place: number; index: number } {
    let index = position;
    for (let place = 0; ; place += 1) {
      const length = this.#chunks[place]?.length;
      if (length === undefined || index < length) return { place, index };
      index -= length;
    }
  }

  /** How many have a first number below that, or equal to it where equal ones count. */
  #countBelow(bound: number, doEqualCount: boolean): number {
    if (bound === -Infinity) return 0;
    if (bound === Infinity) return this.#size;
    const isBelow = (ordinal: number) => {
      const value = this.#first.at(ordinal);
      return value < bound || (doEqualCount && value === bound);
    };
    const place = this.#chunkFor(isBelow);
    let count = placeIn(this.#chunks[place], isBelow);
    for (let before = 0; before < place; before += 1) count += this.#chunks[before]?.length ?? 0;
    return count;
  }

  /** The last chunk that begins with one that is before, or the first chunk. */
  #chunkFor(isBefore: (ordinal: number) => boolean): number {
    let low = 0;
    let high = this.#chunks.length;
    const last = this.#chunks[high - 1];
    if (last !== undefined && isBefore(last.ordinals[0] ?? 0)) return high - 1; // what comes in order
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#chunks[middle]?.ordinals[0] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #placeOf(ordinal: number): Place {
    return { first: this.#first.at(ordinal), second: this.#secondAt(ordinal), ordinal };
  }

  #isBefore(other: number, { first, second, ordinal }: Place): boolean {
    const otherFirst = this.#first.at(other);
    if (otherFirst !== first) return otherFirst < first;
    const otherSecond = this.#secondAt(other);
    return otherSecond < second || (otherSecond === second && other < ordinal);
  }

  #add(ordinal: number): void {
    const at = this.#placeOf(ordinal);
    const place = this.#chunkOf(at);
    const chunk = this.#writable(place);
    const index = this.#indexIn(chunk, at);
    this.#size += 1;
    if (chunk.length < chunkLengthMax) return insertAt(chunk, index, ordinal);
    // A full chunk at the end stays full; one in the middle is halved.
    const isEnd = index === chunk.length && place === this.#chunks.length - 1;
    const kept = isEnd ? chunkLengthMax : chunkLengthMax / 2;
    const next = this.#newChunk(chunk.ordinals.subarray(kept));
    chunk.length = kept;
    this.#chunks.splice(place + 1, 0, next);
    if (index > kept || isEnd) insertAt(next, index - kept, ordinal);
    else insertAt(chunk, index, ordinal);
  }

  #remove(ordinal: number): void {
    // The first one that is not before it is itself, in its chunk or at the start of the next.
    const at = this.#placeOf(ordinal);
    let place = this.#chunkOf(at);
    let index = this.#indexIn(this.#chunks[place], at);
    if (index === this.#chunks[place]?.length) {
      place += 1;
      index = 0;
    }
    const chunk = this.#writable(place);
    invariant(chunk.ordinals[index] === ordinal, 'what leaves the order was in its place');
    chunk.ordinals.copyWithin(index, index + 1, chunk.length);
    chunk.length -= 1;
    this.#size -= 1;
    if (chunk.length === 0) this.#chunks.splice(place, 1);
  }

  /** The last chunk that begins with one that is before an ordinal, or the first chunk. */
  #chunkOf(at: Place): number {
    const chunks = this.#chunks;
    let low = 0;
    let high = chunks.length;
    if (high > 0 && this.#isBefore(chunks[high - 1]?.ordinals[0] ?? 0, at)) return high - 1; // what comes in order
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(chunks[middle]?.ordinals[0] ?? 0, at)) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Where in a chunk the first one stands that is not before an ordinal. */
  #indexIn(chunk: Chunk | undefined, at: Place): number {
    if (chunk === undefined || chunk.length === 0) return 0;
    const { ordinals } = chunk;
    let low = 0;
    let high = chunk.length;
    if (this.#isBefore(ordinals[high - 1] ?? 0, at)) return high; // what comes in order
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(ordinals[middle] ?? 0, at)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #writable(place: number): Chunk {
    const chunk = this.#chunks[place];
    if (chunk !== undefined && chunk.generation === this.#generation) return chunk;
    const own = this.#newChunk(chunk?.ordinals.subarray(0, chunk.length));
    this.#chunks[place] = own;
    return own;
  }

  #newChunk(of: Uint32Array = new Uint32Array(0)): Chunk {
    const ordinals = new Uint32Array(chunkLengthMax);
    ordinals.set(of);
    return { generation: this.#generation, ordinals, length: of.length };
  }
}

/** The least and the most that a range has. */
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

function insertAt(chunk: Chunk, index: number, ordinal: number): void {
  chunk.ordinals.copyWithin(index + 1, index, chunk.length);
  chunk.ordinals[index] = ordinal;
  chunk.length += 1;
}

/** Where the first of them stands that is not before. */
function placeIn(chunk: Chunk | undefined, isBefore: (ordinal: number) => boolean): number {
  let low = 0;
  let high = chunk?.length ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(chunk?.ordinals[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
