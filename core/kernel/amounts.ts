// Amounts by ordinal, under keys: which of the rows of a table have at least so much of something. They are compared as
// pairs of floating-point numbers, which never disagrees with their true order, and tells apart all amounts below 2^106:
// two that it does not are for the caller to compare. Copy-on-write, in pages; where the greatest is too little, a page is
// not looked into.

import { nextGeneration } from './generation.ts';
import { ordinalsPerBlock, type Order } from './ordinal-chunks.ts';
import type { OrdinalSet } from './ordinals.ts';

interface AmountPage {
  readonly generation: number;
  /** Of its first ordinal, in pages. */
  readonly place: number;
  /** Two by ordinal: the nearest number to the amount, and what the amount exceeds that by, in the same way. */
  readonly numbers: Float64Array;
  /** The greatest of its amounts. */
  most: Pair;
}

/** An amount as it is compared: first by the high numbers, then by the low ones. */
interface Pair {
  readonly high: number;
  readonly low: number;
}

const nothing: Pair = { high: 0, low: 0 };

interface Column {
  readonly generation: number;
  /** By their places. */
  readonly pages: AmountPage[];
}

const ordinalsPerPage = 64;

const pagesPerBlock = ordinalsPerBlock / ordinalsPerPage;

export class Amounts {
  #generation = nextGeneration();
  #columns = new Map<string, Column>();

  /** Notes how much an ordinal has under a key: none where that was never said. */
  set(key: string, ordinal: number, amount: bigint): void {
    const page = this.#writablePage(key, Math.floor(ordinal / ordinalsPerPage));
    const index = ordinal % ordinalsPerPage;
    const former = pairAt(page, index);
    const pair = pairOf(amount);
    page.numbers[index * 2] = pair.high;
    page.numbers[index * 2 + 1] = pair.low;
    if (!isBelow(pair, page.most)) page.most = pair;
    else if (!isBelow(former, page.most)) page.most = mostOf(page);
  }

  /** The ordinals that have at least so much (above zero) under a key, and perhaps some that have too little by less than one part in 2^106. */
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

  #writablePage(key: string, place: number): AmountPage {
    let column = this.#columns.get(key);
    if (column?.generation !== this.#generation) {
      column = { generation: this.#generation, pages: column?.pages.slice() ?? [] };
      this.#columns.set(key, column);
    }
    const { pages } = column;
    const index = indexOf(pages, place);
    const page = pages[index];
    if (page?.place === place && page.generation === this.#generation) return page;
    const isThere = page?.place === place;
    const own: AmountPage = {
      generation: this.#generation,
      place,
      numbers: isThere ? page.numbers.slice() : new Float64Array(ordinalsPerPage * 2),
      most: isThere ? page.most : nothing,
    };
    pages.splice(index, isThere ? 1 : 0, own);
    return own;
  }
}

class LeastAmount implements OrdinalSet {
  readonly size = Infinity; // looks at amounts one by one, so at those that are in all other sets
  readonly #pages: readonly AmountPage[];
  readonly #least: Pair;

  constructor(pages: readonly AmountPage[], least: Pair) {
    this.#pages = pages;
    this.#least = least;
  }

  nearestBlock(order: Order, block: number): number {
    const isAscending = order === 'ascending';
    const first = block * pagesPerBlock;
    const index = isAscending
      ? indexOf(this.#pages, first)
      : indexOf(this.#pages, first + pagesPerBlock) - 1;
    const page = this.#pages[index];
    return page === undefined ? -1 : Math.floor(page.place / pagesPerBlock);
  }

  keepIn(block: number, bits: Int32Array): boolean {
    const first = block * pagesPerBlock;
    const pages = this.#pages;
    const least = this.#least;
    let index = indexOf(pages, first);
    let left = 0;
    for (let place = first; place < first + pagesPerBlock; place += 1) {
      const word = (place - first) * 2;
      const page = pages[index];
      if (page?.place === place) index += 1;
      if (page?.place === place && !isBelow(page.most, least)) {
        bits[word] = keptOf(page, 0, bits[word] ?? 0, least);
        bits[word + 1] = keptOf(page, 32, bits[word + 1] ?? 0, least);
      } else {
        bits[word] = 0;
        bits[word + 1] = 0;
      }
      left |= (bits[word] ?? 0) | (bits[word + 1] ?? 0);
    }
    return left !== 0;
  }
}

function pairOf(amount: bigint): Pair {
  const high = Number(amount);
  return { high, low: Number.isSafeInteger(high) ? 0 : Number(amount - BigInt(high)) };
}

function pairAt({ numbers }: AmountPage, index: number): Pair {
  return { high: numbers[index * 2] ?? 0, low: numbers[index * 2 + 1] ?? 0 };
}

function mostOf(page: AmountPage): Pair {
  let most = nothing;
  for (let index = 0; index < ordinalsPerPage; index += 1) {
    const pair = pairAt(page, index);
    if (isBelow(most, pair)) most = pair;
  }
  return most;
}

function isBelow(left: Pair, right: Pair): boolean {
  return left.high < right.high || (left.high === right.high && left.low < right.low);
}

/** Of the bits of a half page, from the index `start` on, those of whom has enough. */
function keptOf({ numbers }: AmountPage, start: number, bits: number, { high, low }: Pair): number {
  let kept = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    const index = (start + 31 - Math.clz32(bit)) * 2;
    const found = numbers[index] ?? 0;
    if (found < high) continue;
    if (found > high || (numbers[index + 1] ?? 0) >= low) kept |= bit;
  }
  return kept;
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
