// Amounts by ordinal, under keys: which of the rows of a table have at least so much of something. They are compared as
// pairs of floating-point numbers, which never disagrees with their true order, and tells apart all amounts below 2^106:
// two that it does not are for the caller to compare. Copy-on-write, in chunks.

import { nextGeneration } from '../generation.ts';
import { ordinalsPerBlock, type Order } from '../sets/chunks.ts';
import type { OrdinalSet } from '../sets/row-id-set.ts';

/**
 * What 4,096 ordinals have: page by page, a page being 64 of them. A page lists the different amounts above zero, the
 * greatest first, and who has at least so much. All in one array, so that a walk over many pages meets memory in order.
 */
interface AmountChunk {
  /** Who may write it in place. */
  readonly generation: number;
  /** Of its first ordinal, in chunks. */
  readonly place: number;
  /** Where the steps of each page begin, and where the last ones end. */
  readonly starts: Uint32Array;
  /**
   * Four numbers for each amount: the nearest number to it, what it exceeds that by, in the same way, and two words with the
   * bits of the ordinals. There is room behind the last.
   */
  readonly steps: Float64Array;
}

/** The numbers of a step. */
const stepLength = 4;

interface Column {
  readonly generation: number;
  /** By their places. */
  readonly chunks: AmountChunk[];
}

/** An amount as it is compared: first by the high numbers, then by the low ones. */
interface Pair {
  readonly high: number;
  readonly low: number;
}

const ordinalsPerPage = 64;
const pagesPerChunk = 64;
const ordinalsPerChunk = ordinalsPerPage * pagesPerChunk;
const chunksPerBlock = ordinalsPerBlock / ordinalsPerChunk;

export class Amounts {
  #generation = nextGeneration();
  #columns = new Map<string, Column>();

  /** Notes how much an ordinal has under a key: none where that was never said. */
  set(key: string, ordinal: number, amount: bigint): void {
    const chunks = this.#writableChunks(key);
    const place = Math.floor(ordinal / ordinalsPerChunk);
    const index = indexOf(chunks, place);
    const found = chunks[index];
    const isThere = found?.place === place;
    if (!isThere && amount === 0n) return;
    const own = isThere ? this.#writable(found) : emptyChunk(this.#generation, place);
    const next = withAmount(own, ordinal % ordinalsPerChunk, amount);
    const isEmpty = next.starts[pagesPerChunk] === 0;
    if (isThere && !isEmpty) chunks[index] = next;
    else chunks.splice(index, isThere ? 1 : 0, ...(isEmpty ? [] : [next]));
  }

  /**
   * The ordinals that have at least so much (above zero) under a key; and perhaps some that lack of it what no pair of
   * numbers shows.
   */
  atLeast(key: string, least: bigint): OrdinalSet {
    return new LeastAmount(this.#columns.get(key)?.chunks ?? [], pairOf(least));
  }

  /** The same amounts. The two share what neither has changed since. */
  fork(): Amounts {
    const twin = new Amounts();
    twin.#columns = new Map(this.#columns);
    this.#generation = nextGeneration();
    return twin;
  }

  #writableChunks(key: string): AmountChunk[] {
    const found = this.#columns.get(key);
    if (found?.generation === this.#generation) return found.chunks;
    const own = { generation: this.#generation, chunks: found?.chunks.slice() ?? [] };
    this.#columns.set(key, own);
    return own.chunks;
  }

  #writable({ generation, place, starts, steps }: AmountChunk): AmountChunk {
    const own = this.#generation;
    if (generation === own) return { generation, place, starts, steps };
    return { generation: own, place, starts: starts.slice(), steps: steps.slice() };
  }
}

class LeastAmount implements OrdinalSet {
  readonly size = Infinity; // searches each page, so those that other sets leave
  readonly #chunks: readonly AmountChunk[];
  readonly #least: Pair;

  constructor(chunks: readonly AmountChunk[], least: Pair) {
    this.#chunks = chunks;
    this.#least = least;
  }

  nearestBlock(order: Order, block: number): number {
    const first = block * chunksPerBlock;
    const index =
      order === 'ascending'
        ? indexOf(this.#chunks, first)
        : indexOf(this.#chunks, first + chunksPerBlock) - 1;
    const chunk = this.#chunks[index];
    return chunk === undefined ? -1 : Math.floor(chunk.place / chunksPerBlock);
  }

  keepIn(block: number, bits: Int32Array): boolean {
    const first = block * chunksPerBlock;
    let index = indexOf(this.#chunks, first);
    let left = 0;
    for (let number = 0; number < chunksPerBlock; number += 1) {
      const word = number * pagesPerChunk * 2;
      const chunk = this.#chunks[index];
      if (chunk?.place === first + number) {
        index += 1;
        left |= keepInChunk(chunk, this.#least, bits, word);
      } else bits.fill(0, word, word + pagesPerChunk * 2);
    }
    return left !== 0;
  }
}

/** Keeps of the bits from a word on those of ordinals that have enough; 0 if none is left. */
function keepInChunk(
  { starts, steps }: AmountChunk,
  least: Pair,
  bits: Int32Array,
  firstWord: number,
): number {
  let left = 0;
  let end = 0;
  for (let page = 0; page < pagesPerChunk; page += 1) {
    const start = end;
    end = starts[page + 1] ?? 0;
    const word = firstWord + page * 2;
    const bits0 = bits[word] ?? 0;
    const bits1 = bits[word + 1] ?? 0;
    if ((bits0 | bits1) === 0) continue;
    const step = start === end ? -1 : lastStepOf(steps, start, end, least);
    bits[word] = step < 0 ? 0 : bits0 & (steps[step + 2] ?? 0);
    bits[word + 1] = step < 0 ? 0 : bits1 & (steps[step + 3] ?? 0);
    left |= (bits[word] ?? 0) | (bits[word + 1] ?? 0);
  }
  return left;
}

function emptyChunk(generation: number, place: number): AmountChunk {
  const starts = new Uint32Array(pagesPerChunk + 1);
  return { generation, place, starts, steps: new Float64Array(stepLength) };
}

/** The chunk, which may be written in place, after one of its ordinals has so much. Each change of a balance comes here. */
function withAmount(chunk: AmountChunk, ordinal: number, amount: bigint): AmountChunk {
  const { starts, steps } = chunk;
  const page = Math.floor(ordinal / ordinalsPerPage);
  const start = starts[page] ?? 0;
  const end = starts[page + 1] ?? 0;
  const total = starts[pagesPerChunk] ?? 0;
  const length = writePage(steps, start, end, ordinal % ordinalsPerPage, pairOf(amount));
  const change = length - (end - start);
  let target = steps;
  if (total + change > steps.length) {
    target = new Float64Array(total + change + ((total + change) >> 2));
    target.set(steps.subarray(0, start));
    target.set(steps.subarray(end, total), end + change);
  } else if (change !== 0) steps.copyWithin(end + change, end, total);
  for (let index = 0; index < length; index += 1) target[start + index] = written[index] ?? 0;
  if (change !== 0) {
    for (let behind = page + 1; behind <= pagesPerChunk; behind += 1) {
      starts[behind] = (starts[behind] ?? 0) + change;
    }
  }
  return target === steps ? chunk : { ...chunk, steps: target };
}

/** What the page is after a change, before it is put into its place. */
const written = new Float64Array((ordinalsPerPage + 1) * stepLength);

/** Writes down a page in which an ordinal has so much; gives how many numbers that takes. */
function writePage(
  before: Float64Array,
  start: number,
  end: number,
  slot: number,
  { high, low }: Pair,
): number {
  const bit0 = slot < 32 ? 1 << slot : 0;
  const bit1 = slot < 32 ? 0 : 1 << (slot - 32);
  let own0 = 0; // the ordinal's bit, from its own amount on
  let own1 = 0;
  let more0 = 0; // who else has at least what was written last
  let more1 = 0;
  let length = 0;
  let isWaiting = high > 0;
  for (let read = start; read < end || isWaiting;) {
    const isStep = read < end; // what is behind the last is below all
    const readHigh = isStep ? (before[read] ?? 0) : 0;
    const readLow = isStep ? (before[read + 1] ?? 0) : 0;
    const isNew = isWaiting && (readHigh < high || (readHigh === high && readLow < low));
    const isOwn = isNew || (isWaiting && readHigh === high && readLow === low);
    let isLeft = false;
    if (isOwn) {
      isWaiting = false;
      own0 = bit0;
      own1 = bit1;
    }
    if (!isNew) {
      const next0 = (before[read + 2] ?? 0) & ~bit0;
      const next1 = (before[read + 3] ?? 0) & ~bit1;
      isLeft = next0 === more0 && next1 === more1; // nobody has just this amount any more
      more0 = next0;
      more1 = next1;
      read += stepLength;
    }
    if (isLeft && !isOwn) continue;
    written[length] = isNew ? high : readHigh;
    written[length + 1] = isNew ? low : readLow;
    written[length + 2] = more0 | own0;
    written[length + 3] = more1 | own1;
    length += stepLength;
  }
  return length;
}

/** Where the last of the steps from `start` on begins whose amount is not below; -1 if all of them are. */
function lastStepOf(steps: Float64Array, start: number, end: number, { high, low }: Pair): number {
  let first = 0;
  let last = (end - start) / stepLength;
  while (first < last) {
    const middle = (first + last) >> 1;
    const at = start + middle * stepLength;
    const found = steps[at] ?? 0;
    if (found > high || (found === high && (steps[at + 1] ?? 0) >= low)) first = middle + 1;
    else last = middle;
  }
  return first === 0 ? -1 : start + (first - 1) * stepLength;
}

function pairOf(amount: bigint): Pair {
  const high = Number(amount);
  return { high, low: Number.isSafeInteger(high) ? 0 : Number(amount - BigInt(high)) };
}

/** Where the chunk of this place stands, or the next one behind it. */
function indexOf(chunks: readonly AmountChunk[], place: number): number {
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chunks[middle]?.place ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
