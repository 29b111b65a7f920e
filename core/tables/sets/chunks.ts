// The chunks that a set of ordinals is kept in. Ordinals fall into blocks. A block with many of them is a run of bits; the
// members of other blocks stand in lists, one after the other. A block is never in two chunks.

export type Direction = 'ascending' | 'descending';

/** The ordinals of as many consecutive blocks as fit. */
export interface ListChunk {
  readonly kind: 'list';
  readonly generation: number;
  /** The first `length` are its ordinals, in ascending order; behind them is room. */
  ordinals: Uint32Array;
  length: number;
}

/** A block by itself, a bit for each of its ordinals. */
export interface BitChunk {
  readonly kind: 'bits';
  readonly generation: number;
  readonly block: number;
  readonly words: Int32Array;
  /** How many bits are set. */
  length: number;
}

export type Chunk = ListChunk | BitChunk;

const blockShift = 13;

const ordinalsPerBlock = 1 << blockShift;

export const wordsPerBlock = ordinalsPerBlock / 32;

/** The most ordinals in a list: what takes as many bytes as the bits of a block. */
export const listLengthMax = ordinalsPerBlock / 32;

export function blockOf(ordinal: number): number {
  return ordinal >>> blockShift;
}

/** The lowest ordinal that falls into a block. */
export function firstOf(block: number): number {
  return block * ordinalsPerBlock;
}

/** The highest ordinal that falls into a block. */
export function lastOf(block: number): number {
  return firstOf(block) + ordinalsPerBlock - 1;
}

export function newList(generation: number, ordinals: ArrayLike<number>): ListChunk {
  const { length } = ordinals;
  return { kind: 'list', generation, ordinals: new Uint32Array(ordinals), length };
}

export function copyOf(chunk: Chunk, generation: number): Chunk {
  return chunk.kind === 'bits'
    ? { ...chunk, generation, words: chunk.words.slice() }
    : { ...chunk, generation, ordinals: chunk.ordinals.slice(0, chunk.length) };
}

export function firstBlockOf(chunk: Chunk): number {
  return chunk.kind === 'bits' ? chunk.block : blockOf(chunk.ordinals[0] ?? 0);
}

/** Whether it holds a block already, or has room for it. */
export function takes(chunk: Chunk, block: number): boolean {
  return chunk.kind === 'bits' ? chunk.block === block : chunk.length < listLengthMax;
}

/** Adds an ordinal to a chunk that takes its block and does not have it yet. */
export function insertInto(chunk: Chunk, ordinal: number): void {
  if (chunk.kind === 'bits') {
    const word = wordOf(ordinal);
    chunk.words[word] = (chunk.words[word] ?? 0) | bitOf(ordinal);
    chunk.length += 1;
    return;
  }
  const index = placeIn(chunk, ordinal);
  const { ordinals, length } = chunk;
  if (length === ordinals.length) {
    chunk.ordinals = new Uint32Array(Math.min(listLengthMax, length * 2 + 2));
    chunk.ordinals.set(ordinals);
  }
  chunk.ordinals.copyWithin(index + 1, index, length);
  chunk.ordinals[index] = ordinal;
  chunk.length = length + 1;
}

/**
 * What a full list becomes with one more ordinal, which does not lie in front of it: a list of one block becomes bits,
 * others part between two blocks.
 */
export function overflowed(full: ListChunk, ordinal: number): readonly Chunk[] {
  const { generation, ordinals, length } = full;
  const block = blockOf(ordinal);
  const cut = cutOf(full, block);
  if (cut === undefined) {
    const words = new Int32Array(wordsPerBlock);
    const bits: BitChunk = { kind: 'bits', generation, block, words, length: 0 };
    for (const each of ordinals) insertInto(bits, each);
    insertInto(bits, ordinal);
    return [bits];
  }
  if (cut === length) return [full, newList(generation, [ordinal])];
  const behind = newList(generation, ordinals.subarray(cut));
  full.length = cut;
  insertInto(firstBlockOf(behind) <= block ? behind : full, ordinal);
  return [full, behind];
}

/** Takes an ordinal out, if it is there. */
export function removeFrom(chunk: Chunk, ordinal: number): boolean {
  if (!isIn(chunk, ordinal)) return false;
  chunk.length -= 1;
  if (chunk.kind === 'bits') {
    const word = wordOf(ordinal);
    chunk.words[word] = (chunk.words[word] ?? 0) & ~bitOf(ordinal);
  } else {
    const index = placeIn(chunk, ordinal);
    chunk.ordinals.copyWithin(index, index + 1, chunk.length + 1);
  }
  return true;
}

export function isIn(chunk: Chunk, ordinal: number): boolean {
  if (chunk.kind === 'bits') {
    const bits = chunk.words[wordOf(ordinal)] ?? 0;
    return chunk.block === blockOf(ordinal) && (bits & bitOf(ordinal)) !== 0;
  }
  const index = placeIn(chunk, ordinal);
  return index < chunk.length && chunk.ordinals[index] === ordinal;
}

/** The nearest block from this one on of which the chunk has members; -1 if there is none. */
export function nearestBlockIn(chunk: Chunk, order: Direction, block: number): number {
  const isAscending = order === 'ascending';
  if (chunk.kind === 'bits') {
    return (isAscending ? chunk.block >= block : chunk.block <= block) ? chunk.block : -1;
  }
  const place = isAscending
    ? placeIn(chunk, firstOf(block))
    : placeIn(chunk, lastOf(block) + 1) - 1;
  return place >= 0 && place < chunk.length ? blockOf(chunk.ordinals[place] ?? 0) : -1;
}

/** Those from `from` on, itself included, until `visit` says false. Whether it never did. */
export function visitIn(
  chunk: Chunk,
  order: Direction,
  from: number,
  visit: (ordinal: number) => boolean,
): boolean {
  if (chunk.kind === 'bits') return visitBits(chunk.words, chunk.block, order, from, visit);
  const { ordinals, length } = chunk;
  if (order === 'ascending') {
    for (let index = placeIn(chunk, from); index < length; index += 1) {
      if (!visit(ordinals[index] ?? 0)) return false;
    }
  } else {
    for (let index = placeIn(chunk, from + 1) - 1; index >= 0; index -= 1) {
      if (!visit(ordinals[index] ?? 0)) return false;
    }
  }
  return true;
}

/** As `visitIn`, of the bits of a block. */
export function visitBits(
  words: Int32Array,
  block: number,
  order: Direction,
  from: number,
  visit: (ordinal: number) => boolean,
): boolean {
  const start = firstOf(block);
  const offset = Math.min(Math.max(from - start, -1), ordinalsPerBlock);
  if (order === 'ascending') {
    let mask = -1 << offset; // of the word that `offset` is in, the bits from there on
    for (let word = Math.max(0, offset >> 5); word < wordsPerBlock; word += 1) {
      let bits = (words[word] ?? 0) & (offset < 0 ? -1 : mask);
      for (; bits !== 0; bits &= bits - 1) {
        if (!visit(start + word * 32 + 31 - Math.clz32(bits & -bits))) return false;
      }
      mask = -1;
    }
    return true;
  }
  let mask = -1 >>> (31 - (offset & 31)); // likewise those up to there
  for (let word = offset >> 5; word >= 0; word -= 1) {
    let bits = word === wordsPerBlock ? 0 : (words[word] ?? 0) & mask;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits);
      if (!visit(start + word * 32 + bit)) return false;
      bits &= ~(1 << bit);
    }
    mask = -1;
  }
  return true;
}

/** The bits of a block that the chunk may hold: its own, which are not to be written, or in `room`. */
export function bitsIn(chunk: Chunk, block: number, room: Int32Array): Int32Array {
  if (chunk.kind === 'bits' && chunk.block === block) return chunk.words;
  room.fill(0);
  if (chunk.kind === 'bits') return room;
  const { ordinals } = chunk;
  const end = placeIn(chunk, lastOf(block) + 1);
  for (let index = placeIn(chunk, firstOf(block)); index < end; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const word = wordOf(ordinal);
    room[word] = (room[word] ?? 0) | bitOf(ordinal);
  }
  return room;
}

/** Where a full list parts for an ordinal of a block: behind its end, or between two blocks; nowhere if it is of that one. */
function cutOf({ ordinals, length }: ListChunk, block: number): number | undefined {
  const blockAt = (index: number) => blockOf(ordinals[index] ?? 0);
  if (blockAt(length - 1) < block) return length; // what is filled from its beginning on stays full
  const middle = length >> 1;
  for (let far = 0; far < middle; far += 1) {
    const before = middle - far;
    if (blockAt(before - 1) !== blockAt(before)) return before;
    const behind = middle + far;
    if (blockAt(behind - 1) !== blockAt(behind)) return behind;
  }
  return undefined;
}

/** Where the first of them stands that is not below `ordinal`. */
function placeIn({ ordinals, length }: ListChunk, ordinal: number): number {
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

/** The word of its block that has an ordinal's bit. */
function wordOf(ordinal: number): number {
  return (ordinal >>> 5) & (wordsPerBlock - 1);
}

function bitOf(ordinal: number): number {
  return 1 << (ordinal & 31);
}
