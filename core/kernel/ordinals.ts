// A sorted set of ordinals, copy-on-write in chunks: what an index lists under one key. Most are added at the end.

import type { Bitmap } from './bitmap.ts';

export type Order = 'ascending' | 'descending';

interface Chunk {
  readonly generation: number;
  /** The first `length` are its ordinals; behind them is room. */
  ordinals: Uint32Array;
  length: number;
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
    const { length } = ordinals;
    return new Ordinals(
      generation,
      [{ generation, ordinals: Uint32Array.from(ordinals), length }],
      length,
    );
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
    const chunk = this.#writable(place);
    const index = placeIn(chunk, ordinal);
    this.#size += 1;
    if (chunk.length < chunkLengthMax) return insertAt(chunk, index, ordinal);
    // A full chunk at the end stays full; one in the middle is halved.
    const isEnd = index === chunk.length && place === this.#chunks.length - 1;
    const moved = chunk.ordinals.slice(isEnd ? chunkLengthMax : chunkLengthMax / 2);
    const next = { generation: this.#generation, ordinals: moved, length: moved.length };
    chunk.length -= moved.length;
    this.#chunks.splice(place + 1, 0, next);
    const target = isEnd || ordinal > (moved[0] ?? 0) ? next : chunk;
    insertAt(target, placeIn(target, ordinal), ordinal);
  }

  delete(ordinal: number): void {
    const place = this.#chunkFor(ordinal);
    const chunk = this.#writable(place);
    const index = placeIn(chunk, ordinal);
    if (index === chunk.length || chunk.ordinals[index] !== ordinal) return;
    chunk.ordinals.copyWithin(index, index + 1, chunk.length);
    chunk.length -= 1;
    this.#size -= 1;
    if (chunk.length === 0) this.#chunks.splice(place, 1);
  }

  has(ordinal: number): boolean {
    return this.nearest('ascending', ordinal) === ordinal;
  }

  markIn(bitmap: Bitmap): void {
    for (const { ordinals, length } of this.#chunks) bitmap.addAll(ordinals, 0, length);
  }

  /** The nearest one from `from` on, itself included, in either direction; -1 if there is none. */
  nearest(order: Order, from: number): number {
    const place = this.#chunkFor(from);
    const chunk = this.#chunks[place];
    if (chunk === undefined) return -1;
    if (order === 'descending') return chunk.ordinals[placeIn(chunk, from + 1) - 1] ?? -1;
    const index = placeIn(chunk, from);
    const found = index < chunk.length ? chunk.ordinals[index] : undefined;
    return found ?? this.#chunks[place + 1]?.ordinals[0] ?? -1;
  }

  /** Those from `first` up to but not `end`, in either order, until `visit` says false. */
  scan(order: Order, first: number, end: number, visit: (ordinal: number) => boolean): void {
    const step = order === 'ascending' ? 1 : -1;
    let place = this.#chunkFor(step === 1 ? first : end);
    for (; place >= 0 && place < this.#chunks.length; place += step) {
      const chunk = this.#chunks[place];
      if (chunk === undefined) return;
      let index = step === 1 ? placeIn(chunk, first) : placeIn(chunk, end) - 1;
      for (; index >= 0 && index < chunk.length; index += step) {
        const ordinal = chunk.ordinals[index] ?? 0;
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
    const ordinals = chunk?.ordinals.slice(0, chunk.length) ?? new Uint32Array(0);
    const own = { generation: this.#generation, ordinals, length: ordinals.length };
    this.#chunks[place] = own;
    return own;
  }
}

/**
 * Those that are in every one of the sets, from `first` up to but not `end`, in either order, until `visit` says false.
 * Costs the members of the smallest set at most, and less where another has gaps: they are jumped over.
 */
export function scanCommon(
  sets: readonly Ordinals[],
  order: Order,
  first: number,
  end: number,
  visit: (ordinal: number) => boolean,
): void {
  const [rarest, ...others] = [...sets].sort((left, right) => left.size - right.size);
  if (rarest === undefined) return;
  if (others.length === 0) return rarest.scan(order, first, end, visit);
  const step = order === 'ascending' ? 1 : -1;
  const least = Math.max(0, first); // so that -1, where there is none, ends it
  let from = step === 1 ? least : end - 1;
  while (from >= least && from < end) {
    const found = rarest.nearest(order, from);
    if (found < least || found >= end) return;
    from = found;
    for (const other of others) {
      from = other.nearest(order, found);
      if (from !== found) break;
    }
    if (from !== found) continue;
    if (!visit(found)) return;
    from += step;
  }
}

function insertAt(chunk: Chunk, index: number, ordinal: number): void {
  const { ordinals, length } = chunk;
  if (length === ordinals.length) {
    chunk.ordinals = new Uint32Array(Math.min(chunkLengthMax, length * 2 + 2));
    chunk.ordinals.set(ordinals);
  }
  chunk.ordinals.copyWithin(index + 1, index, length);
  chunk.ordinals[index] = ordinal;
  chunk.length = length + 1;
}

/** Where the first of them stands that is not below `ordinal`. */
function placeIn({ ordinals, length }: Chunk, ordinal: number): number {
  let low = 0;
  let high = length;
  if (high > 0 && (ordinals[high - 1] ?? 0) < ordinal) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordinals[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
