// A sorted set of ordinals, copy-on-write in chunks: what an index lists under one key. Most are added at the end.

interface Chunk {
  readonly generation: number;
  readonly ordinals: number[];
}

/** The most ordinals in a chunk. */
const chunkLengthMax = 256;

export class Ordinals {
  readonly #generation: number;
  readonly #chunks: Chunk[];
  #size: number;

  private constructor(generation: number, chunks: Chunk[], size: number) {
    this.#generation = generation;
    this.#chunks = chunks;
    this.#size = size;
  }

  /** The set of these, which are in ascending order. */
  static of(generation: number, ...ordinals: number[]): Ordinals {
    return new Ordinals(generation, [{ generation, ordinals }], ordinals.length);
  }

  get size(): number {
    return this.#size;
  }

  get first(): number {
    return this.#chunks[0]?.ordinals[0] ?? -1;
  }

  /** This set if it may be written by that generation, else a copy that may. */
  writableBy(generation: number): Ordinals {
    if (generation === this.#generation) return this;
    return new Ordinals(generation, this.#chunks.slice(), this.#size);
  }

  add(ordinal: number): void {
    const place = this.#chunkFor(ordinal);
    const { ordinals } = this.#writable(place);
    const index = placeIn(ordinals, ordinal);
    this.#size += 1;
    if (ordinals.length < chunkLengthMax) {
      if (index === ordinals.length) ordinals.push(ordinal);
      else ordinals.splice(index, 0, ordinal);
      return;
    }
    // A full chunk at the end stays full; one in the middle is halved.
    const isEnd = index === ordinals.length && place === this.#chunks.length - 1;
    const moved = isEnd ? [] : ordinals.splice(chunkLengthMax / 2);
    this.#chunks.splice(place + 1, 0, { generation: this.#generation, ordinals: moved });
    const target = isEnd || ordinal > (moved[0] ?? 0) ? moved : ordinals;
    target.splice(placeIn(target, ordinal), 0, ordinal);
  }

  delete(ordinal: number): void {
    const place = this.#chunkFor(ordinal);
    const { ordinals } = this.#writable(place);
    const index = placeIn(ordinals, ordinal);
    if (ordinals[index] !== ordinal) return;
    ordinals.splice(index, 1);
    this.#size -= 1;
    if (ordinals.length === 0) this.#chunks.splice(place, 1);
  }

  /** Those from `first` up to but not `end`, in either order, until `visit` says false. */
  scan(
    order: 'ascending' | 'descending',
    first: number,
    end: number,
    visit: (ordinal: number) => boolean,
  ): void {
    const step = order === 'ascending' ? 1 : -1;
    let place = this.#chunkFor(step === 1 ? first : end);
    for (; place >= 0 && place < this.#chunks.length; place += step) {
      const ordinals = this.#chunks[place]?.ordinals ?? [];
      let index = step === 1 ? placeIn(ordinals, first) : placeIn(ordinals, end) - 1;
      for (; index >= 0 && index < ordinals.length; index += step) {
        const ordinal = ordinals[index] ?? 0;
        if (step === 1 ? ordinal >= end : ordinal < first) return;
        if (!visit(ordinal)) return;
      }
    }
  }

  /** The last chunk that does not start behind the ordinal, or the first chunk. */
  #chunkFor(ordinal: number): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#chunks[middle]?.ordinals[0] ?? 0) <= ordinal) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #writable(place: number): Chunk {
    const chunk = this.#chunks[place];
    if (chunk !== undefined && chunk.generation === this.#generation) return chunk;
    const own = { generation: this.#generation, ordinals: [...(chunk?.ordinals ?? [])] };
    this.#chunks[place] = own;
    return own;
  }
}

/** Where the first of them stands that is not below `ordinal`. */
function placeIn(ordinals: readonly number[], ordinal: number): number {
  let low = 0;
  let high = ordinals.length;
  if (high > 0 && (ordinals[high - 1] ?? 0) < ordinal) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordinals[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
