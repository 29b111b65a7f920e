// The chunks of a set of row ids. The range of row ids is divided into blocks: a block with many members is a bit map of its
// own, the members of sparse blocks are in sorted lists. The members of one block are always in one chunk.

export type Direction = 'ascending' | 'descending';

/** The members of consecutive sparse blocks. */
export interface ListChunk {
  readonly kind: 'list';
  readonly generation: number;
  /** Ascending up to `length`; the rest is spare capacity. */
  rowIds: Uint32Array;
  length: number;
}

/** One block, a bit for each row id. */
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

const rowIdsPerBlock = 1 << blockShift;

export const wordsPerBlock = rowIdsPerBlock / 32;

/** A list of this length takes as many bytes as the bits of a block. */
export const listLengthMax = rowIdsPerBlock / 32;

export function blockOf(rowId: number): number {
  return rowId >>> blockShift;
}

/** The lowest row id of a block. */
export function firstOf(block: number): number {
  return block * rowIdsPerBlock;
}

/** The highest row id of a block. */
export function lastOf(block: number): number {
  return firstOf(block) + rowIdsPerBlock - 1;
}

export function newList(generation: number, rowIds: ArrayLike<number>): ListChunk {
  const { length } = rowIds;
  return { kind: 'list', generation, rowIds: new Uint32Array(rowIds), length };
}

export function copyOf(chunk: Chunk, generation: number): Chunk {
  return chunk.kind === 'bits'
    ? { ...chunk, generation, words: chunk.words.slice() }
    : { ...chunk, generation, rowIds: chunk.rowIds.slice(0, chunk.length) };
}

export function firstBlockOf(chunk: Chunk): number {
  return chunk.kind === 'bits' ? chunk.block : blockOf(chunk.rowIds[0] ?? 0);
}

/** Whether a member of the block can be inserted without a split. */
export function accepts(chunk: Chunk, block: number): boolean {
  return chunk.kind === 'bits' ? chunk.block === block : chunk.length < listLengthMax;
}

/** The chunk must accept the row id's block and not have the row id yet. */
export function insertInto(chunk: Chunk, rowId: number): void {
  if (chunk.kind === 'bits') {
    const word = wordOf(rowId);
    chunk.words[word] = (chunk.words[word] ?? 0) | bitOf(rowId);
    chunk.length += 1;
    return;
  }
  const index = indexIn(chunk, rowId);
  const { rowIds, length } = chunk;
  if (length === rowIds.length) {
    chunk.rowIds = new Uint32Array(Math.min(listLengthMax, length * 2 + 2));
    chunk.rowIds.set(rowIds);
  }
  chunk.rowIds.copyWithin(index + 1, index, length);
  chunk.rowIds[index] = rowId;
  chunk.length = length + 1;
}

/**
 * Splits a full list between two blocks and inserts a row id, which is not below the list's first. A list of a single block
 * becomes bits.
 */
export function splitChunk(full: ListChunk, rowId: number): readonly Chunk[] {
  const { generation, rowIds, length } = full;
  const block = blockOf(rowId);
  const splitAt = splitIndexOf(full, block);
  if (splitAt === undefined) {
    const words = new Int32Array(wordsPerBlock);
    const bits: BitChunk = { kind: 'bits', generation, block, words, length: 0 };
    for (const each of rowIds) insertInto(bits, each);
    insertInto(bits, rowId);
    return [bits];
  }
  if (splitAt === length) return [full, newList(generation, [rowId])];
  const upper = newList(generation, rowIds.subarray(splitAt));
  full.length = splitAt;
  insertInto(firstBlockOf(upper) <= block ? upper : full, rowId);
  return [full, upper];
}

/** Returns whether the row id was there. */
export function deleteFrom(chunk: Chunk, rowId: number): boolean {
  if (!isIn(chunk, rowId)) return false;
  chunk.length -= 1;
  if (chunk.kind === 'bits') {
    const word = wordOf(rowId);
    chunk.words[word] = (chunk.words[word] ?? 0) & ~bitOf(rowId);
  } else {
    const index = indexIn(chunk, rowId);
    chunk.rowIds.copyWithin(index, index + 1, chunk.length + 1);
  }
  return true;
}

export function isIn(chunk: Chunk, rowId: number): boolean {
  if (chunk.kind === 'bits') {
    const bits = chunk.words[wordOf(rowId)] ?? 0;
    return chunk.block === blockOf(rowId) && (bits & bitOf(rowId)) !== 0;
  }
  const index = indexIn(chunk, rowId);
  return index < chunk.length && chunk.rowIds[index] === rowId;
}

/** The nearest block, starting with this one, of which the chunk has members; -1 if there is none. */
export function nearestBlockIn(chunk: Chunk, order: Direction, block: number): number {
  const isAscending = order === 'ascending';
  if (chunk.kind === 'bits') {
    return (isAscending ? chunk.block >= block : chunk.block <= block) ? chunk.block : -1;
  }
  const index = isAscending
    ? indexIn(chunk, firstOf(block))
    : indexIn(chunk, lastOf(block) + 1) - 1;
  return index >= 0 && index < chunk.length ? blockOf(chunk.rowIds[index] ?? 0) : -1;
}

/** Visits members from `from` on, inclusive, until `visit` returns false. Returns whether all were visited. */
export function visitIn(
  chunk: Chunk,
  order: Direction,
  from: number,
  visit: (rowId: number) => boolean,
): boolean {
  if (chunk.kind === 'bits') return visitBits(chunk.words, chunk.block, order, from, visit);
  const { rowIds, length } = chunk;
  if (order === 'ascending') {
    for (let index = indexIn(chunk, from); index < length; index += 1) {
      if (!visit(rowIds[index] ?? 0)) return false;
    }
  } else {
    for (let index = indexIn(chunk, from + 1) - 1; index >= 0; index -= 1) {
      if (!visit(rowIds[index] ?? 0)) return false;
    }
  }
  return true;
}

/** As `visitIn`, for the bits of a block. */
export function visitBits(
  words: Int32Array,
  block: number,
  order: Direction,
  from: number,
  visit: (rowId: number) => boolean,
): boolean {
  const start = firstOf(block);
  const offset = Math.min(Math.max(from - start, -1), rowIdsPerBlock);
  if (order === 'ascending') {
    let mask = -1 << offset; // of the word that contains `offset`, the bits from there on
    for (let word = Math.max(0, offset >> 5); word < wordsPerBlock; word += 1) {
      let bits = (words[word] ?? 0) & (offset < 0 ? -1 : mask);
      for (; bits !== 0; bits &= bits - 1) {
        if (!visit(start + word * 32 + 31 - Math.clz32(bits & -bits))) return false;
      }
      mask = -1;
    }
    return true;
  }
  let mask = -1 >>> (31 - (offset & 31)); // the bits up to there
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

/** The members of a block as bits: the chunk's own words, which must not be written, or `scratch`. */
export function bitsIn(chunk: Chunk, block: number, scratch: Int32Array): Int32Array {
  if (chunk.kind === 'bits' && chunk.block === block) return chunk.words;
  scratch.fill(0);
  if (chunk.kind === 'bits') return scratch;
  const { rowIds } = chunk;
  const end = indexIn(chunk, lastOf(block) + 1);
  for (let index = indexIn(chunk, firstOf(block)); index < end; index += 1) {
    const rowId = rowIds[index] ?? 0;
    const word = wordOf(rowId);
    scratch[word] = (scratch[word] ?? 0) | bitOf(rowId);
  }
  return scratch;
}

/** Where to split a full list: at its end if the block comes after it, else between two blocks; undefined if it has one only. */
function splitIndexOf({ rowIds, length }: ListChunk, block: number): number | undefined {
  const blockAt = (index: number) => blockOf(rowIds[index] ?? 0);
  if (blockAt(length - 1) < block) return length; // lists filled in ascending order stay full
  const middle = length >> 1;
  for (let far = 0; far < middle; far += 1) {
    const before = middle - far;
    if (blockAt(before - 1) !== blockAt(before)) return before;
    const behind = middle + far;
    if (blockAt(behind - 1) !== blockAt(behind)) return behind;
  }
  return undefined;
}

/** The index of the first member that is not below `rowId`. */
function indexIn({ rowIds, length }: ListChunk, rowId: number): number {
  let low = 0;
  let high = length;
  if (high > 0 && (rowIds[high - 1] ?? 0) < rowId) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rowIds[middle] ?? 0) < rowId) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index, in its block, of the word with a row id's bit. */
function wordOf(rowId: number): number {
  return (rowId >>> 5) & (wordsPerBlock - 1);
}

function bitOf(rowId: number): number {
  return 1 << (rowId & 31);
}
