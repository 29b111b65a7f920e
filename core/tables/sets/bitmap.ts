// A mutable set of row ids, one bit each, for the evaluation of one query.

export class Bitmap {
  readonly #words: Uint32Array;

  /** Holds row ids below `length`. */
  constructor(length: number) {
    this.#words = new Uint32Array((length + 31) >>> 5);
  }

  get count(): number {
    const words = this.#words;
    let count = 0;
    for (let at = 0; at < words.length; at += 1) count += bitsIn(words[at] ?? 0);
    return count;
  }

  has(rowId: number): boolean {
    return ((this.#words[rowId >>> 5] ?? 0) & (1 << (rowId & 31))) !== 0;
  }

  add(rowId: number): void {
    const at = rowId >>> 5;
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (rowId & 31));
  }

  /** Adds the row ids at the indexes from `first` up to but not `end`. */
  addAll(rowIds: Uint32Array, first: number, end: number): void {
    const words = this.#words;
    for (let index = first; index < end; index += 1) {
      const rowId = rowIds[index] ?? 0;
      const at = rowId >>> 5;
      words[at] = (words[at] ?? 0) | (1 << (rowId & 31));
    }
  }

  /** Adds a row id for each set bit; the lowest bit stands for `first`, a multiple of 32. */
  addBits(first: number, bits: Int32Array): void {
    const words = this.#words;
    const start = first >>> 5;
    const end = Math.min(bits.length, words.length - start);
    for (let at = 0; at < end; at += 1) {
      words[start + at] = (words[start + at] ?? 0) | (bits[at] ?? 0);
    }
  }

  /** Removes all row ids that the other, of the same length, lacks. */
  intersect(other: Bitmap): void {
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) {
      words[at] = (words[at] ?? 0) & (other.#words[at] ?? 0);
    }
  }

  /** Removes all row ids that the other, of the same length, has. */
  subtract(other: Bitmap): void {
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) {
      words[at] = (words[at] ?? 0) & ~(other.#words[at] ?? 0);
    }
  }

  /** Removes all row ids that fail the test. */
  retain(test: (rowId: number) => boolean): void {
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? 0;
      let retained = word;
      for (let rest = word; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        if (!test(at * 32 + bit)) retained &= ~(1 << bit);
      }
      words[at] = retained;
    }
  }

  /** In ascending order. */
  rowIds(): number[] {
    const found: number[] = [];
    const words = this.#words;
    for (let at = 0; at < words.length; at += 1) {
      for (let rest = words[at] ?? 0; rest !== 0; rest &= rest - 1) {
        found.push(at * 32 + 31 - Math.clz32(rest & -rest));
      }
    }
    return found;
  }
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
