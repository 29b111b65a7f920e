// A set of ordinals as bits: the scratch paper of one query, on which large sets meet cheaply.

export class Bitmap {
  readonly #words: Uint32Array;

  /** For ordinals below `length`. */
  constructor(length: number) {
    this.#words = new Uint32Array((length + 31) >>> 5);
  }

  get count(): number {
    const words = this.#words;
    let count = 0;
    for (let place = 0; place < words.length; place += 1) count += bitsIn(words[place] ?? 0);
    return count;
  }

  has(ordinal: number): boolean {
    return ((this.#words[ordinal >>> 5] ?? 0) & (1 << (ordinal & 31))) !== 0;
  }

  add(ordinal: number): void {
    const place = ordinal >>> 5;
    this.#words[place] = (this.#words[place] ?? 0) | (1 << (ordinal & 31));
  }

  /** Adds those from the place `first` up to but not `end`. */
  addAll(ordinals: Uint32Array, first: number, end: number): void {
    const words = this.#words;
    for (let index = first; index < end; index += 1) {
      const ordinal = ordinals[index] ?? 0;
      const place = ordinal >>> 5;
      words[place] = (words[place] ?? 0) | (1 << (ordinal & 31));
    }
  }

  /** Adds those whose bits are set, the first of which stands for `first`, a multiple of 32. */
  addBits(first: number, bits: Int32Array): void {
    const words = this.#words;
    const start = first >>> 5;
    const end = Math.min(bits.length, words.length - start);
    for (let place = 0; place < end; place += 1) {
      words[start + place] = (words[start + place] ?? 0) | (bits[place] ?? 0);
    }
  }

  /** Leaves what the other has too, which is for as many. */
  intersect(other: Bitmap): void {
    const words = this.#words;
    for (let place = 0; place < words.length; place += 1) {
      words[place] = (words[place] ?? 0) & (other.#words[place] ?? 0);
    }
  }

  /** Leaves what the other, which is for as many, has not. */
  subtract(other: Bitmap): void {
    const words = this.#words;
    for (let place = 0; place < words.length; place += 1) {
      words[place] = (words[place] ?? 0) & ~(other.#words[place] ?? 0);
    }
  }

  /** Leaves those of which the test holds. */
  keep(test: (ordinal: number) => boolean): void {
    const words = this.#words;
    for (let place = 0; place < words.length; place += 1) {
      const word = words[place] ?? 0;
      let kept = word;
      for (let rest = word; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        if (!test(place * 32 + bit)) kept &= ~(1 << bit);
      }
      words[place] = kept;
    }
  }

  /** All of them, ascending. */
  ordinals(): number[] {
    const found: number[] = [];
    const words = this.#words;
    for (let place = 0; place < words.length; place += 1) {
      for (let rest = words[place] ?? 0; rest !== 0; rest &= rest - 1) {
        found.push(place * 32 + 31 - Math.clz32(rest & -rest));
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
