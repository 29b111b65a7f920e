// Full-text index that finds any substring. A text is split at white space into tokens, and a word without white space can
// only occur within a token: so the distinct tokens are searched, and each lists the row ids of its texts. Copy-on-write in
// chunks of tokens.

import { Bitmap } from '../sets/bitmap.ts';
import { nextGeneration } from '../generation.ts';
import { invariant } from '../../kernel/invariant.ts';
import { KeyIndex } from './key-index.ts';
import { RowIdSet } from '../sets/row-id-set.ts';
import type { Filter } from '../sets/filter.ts';
import { Substring } from '../../kernel/substring.ts';

/** The row ids of a token: a single one, a short immutable list, or a set. */
type Postings = number | readonly number[] | RowIdSet;

interface Chunk {
  readonly generation: number;
  /** Undefined in a full chunk, until one of them changes: a token is a slice of its text, and would retain all of it. */
  tokens: string[] | undefined;
  readonly postings: Postings[];
  /** Undefined until the chunk is searched or full. */
  joined: JoinedTokens | undefined;
}

interface JoinedTokens {
  readonly text: string;
  /** The offset of each token. */
  readonly starts: readonly number[];
}

const tokensPerChunk = 64;

/** A token with more row ids gets a set. */
const listLengthMax = 16;

/** The cost of searching a text itself; see Filter. */
const textReadCost = 2_000;

/** Only so many words of a phrase are looked up: texts that have all of them are read anyway. */
const phraseWordsMax = 4;

/** The size of the indexed table. */
export interface RowCounts {
  readonly insertedCount: number;
  readonly size: number;
}

export class WordIndex {
  readonly #textOf: (rowId: number) => string;
  #generation = nextGeneration();
  /** The numbers of the tokens. */
  #numbers: KeyIndex;
  #chunks: Chunk[] = [];
  /** The numbers of deleted tokens. */
  #free: number[] = [];
  #length = 0;

  /** `textOf`: the folded text of a row; empty if there is none. */
  constructor(textOf: (rowId: number) => string) {
    this.#textOf = textOf;
    this.#numbers = new KeyIndex(this.#isToken);
  }

  /** The largest number of tokens so far. */
  get tokenCountMax(): number {
    return this.#length;
  }

  /** `text` must be folded, here and in `delete` and `replace`. */
  add(rowId: number, text: string): void {
    for (const token of tokensOf(text)) this.#addToken(token, rowId);
  }

  delete(rowId: number, text: string): void {
    for (const token of tokensOf(text)) this.#deleteToken(token, rowId);
  }

  replace(rowId: number, former: string, text: string): void {
    const before = tokensOf(former);
    const now = tokensOf(text);
    for (const token of before) if (!now.has(token)) this.#deleteToken(token, rowId);
    for (const token of now) if (!before.has(token)) this.#addToken(token, rowId);
  }

  /** The row ids whose texts contain a phrase, which is folded and not empty. */
  containing(phrase: string, rows: RowCounts): Filter {
    const words = wordsOf(phrase);
    if (words[0] === phrase) return this.#containingWord(phrase, rows);
    const filters = longestOf(words).map((word) => this.#containingWord(word, rows));
    const [rarest = anyRow(rows)] = filters.sort((one, other) => one.listCost - other.listCost);
    const pattern = new Substring(phrase);
    const has = (rowId: number) => pattern.isIn(this.#textOf(rowId));
    return {
      listCost: rarest.listCost * (1 + textReadCost),
      testCost: textReadCost,
      has,
      addTo(bitmap) {
        const matches = new Bitmap(rows.insertedCount);
        rarest.addTo(matches);
        matches.retain(has);
        for (const rowId of matches.rowIds()) bitmap.add(rowId);
      },
    };
  }

  /** A copy, for a copy of the rows, that shares all chunks until either side writes them. */
  fork(textOf: (rowId: number) => string): WordIndex {
    const copy = new WordIndex(textOf);
    copy.#numbers = this.#numbers.fork(copy.#isToken);
    copy.#chunks = this.#chunks.slice();
    copy.#free = this.#free.slice();
    copy.#length = this.#length;
    this.#generation = nextGeneration();
    return copy;
  }

  readonly #isToken = (number: number, token: string): boolean => {
    const chunk = this.#chunks[(number / tokensPerChunk) | 0];
    const slot = number % tokensPerChunk;
    if (chunk?.tokens !== undefined) return chunk.tokens[slot] === token;
    if (chunk?.joined === undefined) return false;
    const start = chunk.joined.starts[slot] ?? 0;
    const length = endIn(chunk.joined, slot) - start;
    return length === token.length && chunk.joined.text.startsWith(token, start);
  };

  #containingWord(word: string, rows: RowCounts): Filter {
    const pattern = new Substring(word);
    const found = this.#tokensWith(pattern);
    const has = (rowId: number) => pattern.isIn(this.#textOf(rowId));
    return {
      listCost: sumOf(found),
      testCost: textReadCost,
      has,
      addTo: (bitmap) => addPostings(found, bitmap, rows, has),
    };
  }

  /** The postings of all tokens that contain a pattern. */
  #tokensWith(pattern: Substring): Postings[] {
    const found: Postings[] = [];
    for (const chunk of this.#chunks) {
      const { text, starts } = (chunk.joined ??= joinedOf(chunk.tokens ?? []));
      let slot = 0;
      for (
        let at = pattern.indexIn(text, 0);
        at !== -1;
        at = pattern.indexIn(text, starts[slot]!)
      ) {
        while ((starts[slot] ?? Infinity) <= at) slot += 1; // then the token before `slot` has it
        const postings = chunk.postings[slot - 1];
        if (postings !== undefined) found.push(postings);
        if (slot === starts.length) break;
      }
    }
    return found;
  }

  #newNumber(token: string): number {
    const number = this.#free.pop() ?? this.#length;
    const isLast = number === this.#length;
    if (isLast) this.#length += 1;
    const chunk = this.#writable((number / tokensPerChunk) | 0);
    const slot = number % tokensPerChunk;
    const tokens = tokensIn(chunk);
    tokens[slot] = token;
    chunk.postings[slot] = noPostings;
    chunk.joined = undefined;
    if (isLast && slot === tokensPerChunk - 1) {
      chunk.joined = joinedOf(tokens);
      chunk.tokens = undefined;
    }
    this.#numbers.addFirst(token, number);
    return number;
  }

  #addToken(token: string, rowId: number): void {
    const number = this.#numbers.one(token) ?? this.#newNumber(token);
    const chunk = this.#writable((number / tokensPerChunk) | 0);
    const slot = number % tokensPerChunk;
    chunk.postings[slot] = this.#postingsWith(chunk.postings[slot] ?? noPostings, rowId);
  }

  #deleteToken(token: string, rowId: number): void {
    const number = this.#numbers.one(token);
    invariant(number !== undefined, 'the tokens of an indexed text have numbers');
    const chunk = this.#writable((number / tokensPerChunk) | 0);
    const slot = number % tokensPerChunk;
    const left = this.#postingsWithout(chunk.postings[slot] ?? noPostings, rowId);
    chunk.postings[slot] = left;
    if (sizeOf(left) > 0) return;
    this.#numbers.delete(token, number);
    this.#free.push(number);
    tokensIn(chunk)[slot] = '';
    chunk.postings[slot] = noPostings;
    chunk.joined = undefined;
  }

  #postingsWith(postings: Postings, rowId: number): Postings {
    if (postings instanceof RowIdSet) {
      const own = postings.writableBy(this.#generation);
      own.add(rowId);
      return own;
    }
    if (typeof postings === 'number') {
      return postings < rowId ? [postings, rowId] : [rowId, postings];
    }
    if (postings.length === 0) return rowId;
    const index = postings.findIndex((each) => each > rowId);
    const longer = index === -1 ? [...postings, rowId] : postings.toSpliced(index, 0, rowId);
    return longer.length <= listLengthMax ? longer : RowIdSet.of(this.#generation, ...longer);
  }

  #postingsWithout(postings: Postings, rowId: number): Postings {
    if (typeof postings === 'number') return noPostings;
    if (!(postings instanceof RowIdSet)) return postings.filter((each) => each !== rowId);
    const own = postings.writableBy(this.#generation);
    own.delete(rowId);
    return own;
  }

  #writable(chunkIndex: number): Chunk {
    const chunk = this.#chunks[chunkIndex];
    if (chunk !== undefined && chunk.generation === this.#generation) return chunk;
    const own: Chunk = {
      generation: this.#generation,
      tokens: chunk === undefined ? [] : chunk.tokens?.slice(),
      postings: chunk?.postings.slice() ?? [],
      joined: chunk?.joined,
    };
    this.#chunks[chunkIndex] = own;
    return own;
  }
}

const noPostings: Postings = [];

/** Between joined tokens; no token contains white space. */
const separator = '\n';

/** A text, split at white space. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (let start = wordFrom(text, 0), end; start < text.length; start = wordFrom(text, end)) {
    end = wordEnd(text, start);
    words.push(text.slice(start, end));
  }
  return words;
}

/** The longest distinct words; few texts contain them. */
function longestOf(words: readonly string[]): readonly string[] {
  const distinct = [...new Set(words)];
  return distinct.sort((one, other) => other.length - one.length).slice(0, phraseWordsMax);
}

/** The offset of the next word; the length of the text if there is none. */
function wordFrom(text: string, from: number): number {
  let start = from;
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1;
  return start;
}

function wordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && !isSpace(text.charCodeAt(end))) end += 1;
  return end;
}

/** Whether `\s` matches a code unit. */
function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return unit >= 0xa0 && otherSpaces.includes(unit);
}

const otherSpaces = [
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009,
  0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
];

function tokensOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text));
}

function joinedOf(tokens: readonly string[]): JoinedTokens {
  let end = 0;
  const starts = tokens.map(({ length }) => {
    const start = end;
    end += length + 1;
    return start;
  });
  return { text: tokens.join(separator), starts };
}

/** The offset of the end of a token. */
function endIn({ text, starts }: JoinedTokens, slot: number): number {
  return (starts[slot + 1] ?? text.length + 1) - 1;
}

/** The tokens of a chunk, to be changed. */
function tokensIn(chunk: Chunk): string[] {
  chunk.tokens ??= chunk.joined?.text.split(separator) ?? [];
  return chunk.tokens;
}

function sizeOf(postings: Postings): number {
  if (typeof postings === 'number') return 1;
  return postings instanceof RowIdSet ? postings.size : postings.length;
}

function sumOf(found: readonly Postings[]): number {
  return found.reduce<number>((sum, postings) => sum + sizeOf(postings), 0);
}

/** For a phrase of white space alone. */
function anyRow({ insertedCount, size }: RowCounts): Filter {
  return {
    listCost: size,
    testCost: 1,
    has: () => true,
    addTo(bitmap) {
      for (let rowId = 0; rowId < insertedCount; rowId += 1) bitmap.add(rowId);
    },
  };
}

/** Adds the postings, long ones first, until searching the remaining texts costs less. */
function addPostings(
  found: readonly Postings[],
  bitmap: Bitmap,
  { insertedCount, size }: RowCounts,
  has: (rowId: number) => boolean,
): void {
  let left = sumOf(found);
  let addedSinceCount = 0;
  const sets = found.filter((postings) => postings instanceof RowIdSet);
  for (const set of sets.sort((one, other) => other.size - one.size)) {
    set.addTo(bitmap);
    left -= set.size;
    addedSinceCount += set.size;
    if (left < size || addedSinceCount < size) continue; // counting the bitmap has a cost, too
    addedSinceCount = 0;
    if ((size - bitmap.count) * textReadCost > left) continue;
    for (let rowId = 0; rowId < insertedCount; rowId += 1) {
      if (!bitmap.has(rowId) && has(rowId)) bitmap.add(rowId);
    }
    return;
  }
  for (const list of found) {
    if (typeof list === 'number') bitmap.add(list);
    else if (!(list instanceof RowIdSet)) for (const rowId of list) bitmap.add(rowId);
  }
}
