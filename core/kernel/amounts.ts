// Amounts by ordinal, under keys: which of the rows of a table have at least so much of something. They are compared as
// pairs of floating-point numbers, which never disagrees with their true order, and tells apart all amounts below 2^106:
// two that it does not are for the caller to compare. Copy-on-write, in pages that do not change.

import { nextGeneration } from './generation.ts';
import { ordinalsPerBlock, type Order } from './ordinal-chunks.ts';
import type { OrdinalSet } from './ordinals.ts';

/** The different amounts above zero of 64 ordinals, the greatest first, and who has at least so much. */
interface AmountPage {
  /** Of its first ordinal, in pages. */
  readonly place: number;
  /**
   * Four numbers for each amount: the nearest number to it, what it exceeds that by, in the same way, and two words with the
   * bits of the ordinals. In one array, with room behind `length`, since making arrays is what a change costs.
   */
  readonly steps: Float64Array;
  readonly length: number;
}

/** The numbers of a step. */
const stepLength = 4;

interface Column {
  readonly generation: number;
  /** By their places. */
  readonly pages: AmountPage[];
}

/** An amount as it is compared: first by the high numbers, then by the low ones. */
interface Pair {
  readonly high: number;
  readonly low: number;
}

const ordinalsPerPage = 64;

const pagesPerBlock = ordinalsPerBlock / ordinalsPerPage;

export class Amounts {
  #generation = nextGeneration();
  #columns = new Map<string, Column>();

  /** Notes how much an ordinal has under a key: none where that was never said. */
  set(key: string, ordinal: number, amount: bigint): void {
    const pages = this.#writablePages(key);
    const place = Math.floor(ordinal / ordinalsPerPage);
    const index = indexOf(pages, place);
    const found = pages[index];
    const isThere = found?.place === place;
    const next = pageWith(isThere ? found : emptyPage(place), ordinal % ordinalsPerPage, amount);
    if (isThere && next !== undefined) pages[index] = next;
    else pages.splice(index, isThere ? 1 : 0, ...(next === undefined ? [] : [next]));
  }

  /**
   * The ordinals that have at least so much (above zero) under a key; and perhaps some that lack of it what no pair of
   * numbers shows.
   */
  atLeast(key: string, least: bigint): OrdinalSet {
    return new LeastAmount(this.#columns.get(key)?.pages ?? [], pairOf(least));
  }

  /** The same amounts. The two share what neither has changed since. */
  fork(): Amounts {
    const twin = new Amounts();
    twin.#columns = new Map(this.#columns);
    this.#generation = nextGeneration();
    return twin;
  }

  #writablePages(key: string): AmountPage[] {
    const found = this.#columns.get(key);
    if (found?.generation === this.#generation) return found.pages;
    const own = { generation: this.#generation, pages: found?.pages.slice() ?? [] };
    this.#columns.set(key, own);
    return own.pages;
  }
}

class LeastAmount implements OrdinalSet {
  readonly size = Infinity; // searches each page, so those that other sets leave
  readonly #pages: readonly AmountPage[];
  readonly #least: Pair;

  constructor(pages: readonly AmountPage[], least: Pair) {
    this.#pages = pages;
    this.#least = least;
  }

  nearestBlock(order: Order, block: number): number {
    const first = block * pagesPerBlock;
    const index =
      order === 'ascending'
        ? indexOf(this.#pages, first)
        : indexOf(this.#pages, first + pagesPerBlock) - 1;
    const page = this.#pages[index];
    return page === undefined ? -1 : Math.floor(page.place / pagesPerBlock);
  }

  keepIn(block: number, bits: Int32Array): boolean {
    const pages = this.#pages;
    const least = this.#least;
    const first = block * pagesPerBlock;
    let index = indexOf(pages, first);
    let left = 0;
    for (let place = first; place < first + pagesPerBlock; place += 1) {
      const word = (place - first) * 2;
      const page = pages[index];
      const isThere = page?.place === place;
      if (isThere) index += 1;
      const asked = (bits[word] ?? 0) | (bits[word + 1] ?? 0);
      const step = isThere && asked !== 0 ? lastStepOf(page, least) : -1;
      bits[word] = step < 0 ? 0 : (bits[word] ?? 0) & holdersAt(page, step, 0);
      bits[word + 1] = step < 0 ? 0 : (bits[word + 1] ?? 0) & holdersAt(page, step, 1);
      left |= (bits[word] ?? 0) | (bits[word + 1] ?? 0);
    }
    return left !== 0;
  }
}

function emptyPage(place: number): AmountPage {
  return { place, steps: new Float64Array(0), length: 0 };
}

/** A page in which an ordinal has so much; undefined if none has anything. Each change of a balance comes here. */
function pageWith(page: AmountPage, slot: number, amount: bigint): AmountPage | undefined {
  const { place, steps: before, length } = page;
  const { high, low } = pairOf(amount);
  const bit0 = slot < 32 ? 1 << slot : 0;
  const bit1 = slot < 32 ? 0 : 1 << (slot - 32);
  const steps = new Float64Array(length + stepLength);
  let own0 = 0; // the ordinal's bit, from its own amount on
  let own1 = 0;
  let more0 = 0; // who else has at least what was written last
  let more1 = 0;
  let written = 0;
  let isWaiting = amount > 0n;
  for (let read = 0; read < length || isWaiting;) {
    const isStep = read < length; // what is behind the last is below all
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
    steps[written] = isNew ? high : readHigh;
    steps[written + 1] = isNew ? low : readLow;
    steps[written + 2] = more0 | own0;
    steps[written + 3] = more1 | own1;
    written += stepLength;
  }
  return written === 0 ? undefined : { place, steps, length: written };
}

/** The last of a page's amounts that is not below; -1 if all of them are. */
function lastStepOf({ steps, length }: AmountPage, { high, low }: Pair): number {
  let first = 0;
  let end = length / stepLength;
  while (first < end) {
    const middle = (first + end) >> 1;
    const found = steps[middle * stepLength] ?? 0;
    const isEnough =
      found > high || (found === high && (steps[middle * stepLength + 1] ?? 0) >= low);
    if (isEnough) first = middle + 1;
    else end = middle;
  }
  return first - 1;
}

function holdersAt(page: AmountPage | undefined, step: number, half: number): number {
  return page?.steps[step * stepLength + 2 + half] ?? 0;
}

function pairOf(amount: bigint): Pair {
  const high = Number(amount);
  return { high, low: Number.isSafeInteger(high) ? 0 : Number(amount - BigInt(high)) };
}

/** Where the page of this place stands, or the next one behind it. */
function indexOf(pages: readonly AmountPage[], place: number): number {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pages[middle]?.place ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
