// Amounts by ordinal, under keys: which of the rows of a table have at least so much of something. They are compared as
// pairs of floating-point numbers, which never disagrees with their true order, and tells apart all amounts below 2^106:
// two that it does not are for the caller to compare. Copy-on-write, in pages.

import { nextGeneration } from './generation.ts';
import { ordinalsPerBlock, type Order } from './ordinal-chunks.ts';
import type { OrdinalSet } from './ordinals.ts';

interface AmountPage {
  readonly generation: number;
  /** Of its first ordinal, in pages. */
  readonly place: number;
  /** By ordinal: the nearest number to the amount. */
  readonly high: Float64Array;
  /** What the amount exceeds that number by, in the same way; absent where all of them are exact. */
  low: Float64Array | undefined;
}

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
    const high = Number(amount);
    const low = Number.isSafeInteger(high) ? 0 : Number(amount - BigInt(high));
    page.high[index] = high;
    if (low !== 0) page.low ??= new Float64Array(ordinalsPerPage);
    if (page.low !== undefined) page.low[index] = low;
  }

  /** The ordinals that have at least so much (above zero) under a key, and perhaps some that have too little by less than one part in 2^106. */
  atLeast(key: string, least: bigint): OrdinalSet {
    const high = Number(least);
    return new LeastAmount(this.#columns.get(key)?.pages ?? [], {
      high,
      low: Number(least - BigInt(high)),
    });
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
      high: isThere ? page.high.slice() : new Float64Array(ordinalsPerPage),
      low: isThere ? page.low?.slice() : undefined,
    };
    pages.splice(index, isThere ? 1 : 0, own);
    return own;
  }
}

class LeastAmount implements OrdinalSet {
  readonly size = Infinity; // looks at amounts one by one, so at those that are in all other sets
  readonly #pages: readonly AmountPage[];
  readonly #least: { readonly high: number; readonly low: number };

  constructor(
    pages: readonly AmountPage[],
    least: { readonly high: number; readonly low: number },
  ) {
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
    let index = indexOf(this.#pages, first);
    let left = 0;
    for (let place = first; place < first + pagesPerBlock; place += 1) {
      const word = (place - first) * 2;
      const page = this.#pages[index];
      if (page?.place === place) {
        index += 1;
        bits[word] = this.#keep(page, 0, bits[word] ?? 0);
        bits[word + 1] = this.#keep(page, 32, bits[word + 1] ?? 0);
      } else {
        bits[word] = 0;
        bits[word + 1] = 0;
      }
      left |= (bits[word] ?? 0) | (bits[word + 1] ?? 0);
    }
    return left !== 0;
  }

  /** Of the bits of a half page, those that have enough. */
  #keep({ high: highs, low: lows }: AmountPage, start: number, bits: number): number {
    const { high, low } = this.#least;
    let kept = 0;
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      const index = start + 31 - Math.clz32(bit);
      const found = highs[index] ?? 0;
      if (found > high || (found === high && (lows?.[index] ?? 0) >= low)) kept |= bit;
    }
    return kept;
  }
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
