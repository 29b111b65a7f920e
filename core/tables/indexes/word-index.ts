// Which texts contain a word, anywhere in them, without reading them: a text that contains a word without white space
// contains it within a token, which is what stands between white space. So the distinct tokens are searched, and
// each lists the ordinals of its texts. Copy-on-write in chunks of tokens.

import { Bitmap } from '../sets/bitmap.ts';
import { nextGeneration } from '../generation.ts';
import { invariant } from '../../kernel/invariant.ts';
import { KeyIndex } from './key-index.ts';
import { RowIdSet } from '../sets/row-id-set.ts';
import type { Filter } from '../select/plan.ts';
import { Substring } from '../../kernel/substring.ts';

/** The ordinals of a token: the only one, a short list, which is never written, or a set. */
type Postings = number | readonly number[] | RowIdSet;

interface Chunk {
  readonly generation: number;
  /** Undefined from when it was filled until one of them changes: joined, they hold no text that they were found in. */
  tokens: string[] | undefined;
  readonly postings: Postings[];
  /** Undefined until it is searched or filled. */
  joined: Joined | undefined;
}

/** Tokens one after the other, and where each begins. */
interface Joined {
  readonly text: string;
  readonly starts: readonly number[];
}

const tokensPerChunk = 64;

/** The most ordinals of a token that stand in a list. */
const listMax = 16;

/** What asking a text itself costs, in ordinals read from an index. */
const textCost = 2_000;

/** The most words of a phrase that are looked up: a text that has all of them is read anyway. */
const phraseWordsMax = 4;

/** How many ordinals there have been, and how many of them are listed now. */
export interface Listed {
  readonly insertedCount: number;
  readonly size: number;
}

export class WordIndex {
  readonly #textOf: (ordinal: number) => string;
  #generation = nextGeneration();
  /** Token numbers, by token. */
  #numbers: KeyIndex;
  #chunks: Chunk[] = [];
  #free: number[] = [];
  #length = 0;

  /** `textOf` tells the text of an ordinal, folded; empty where it is not listed. */
  constructor(textOf: (ordinal: number) => string) {
    this.#textOf = textOf;
    this.#numbers = new KeyIndex(this.#isToken);
  }

  /** How many tokens there is room for: as many as there were at most at one time. */
  get tokenCountMax(): number {
    return this.#length;
  }

  /** Lists a text, which is folded. */
  add(ordinal: number, text: string): void {
    for (const token of tokensOf(text)) this.#list(token, ordinal);
  }

  delete(ordinal: number, text: string): void {
    for (const token of tokensOf(text)) this.#delist(token, ordinal);
  }

  replace(ordinal: number, former: string, text: string): void {
    const before = tokensOf(former);
    const now = tokensOf(text);
    for (const token of before) if (!now.has(token)) this.#delist(token, ordinal);
    for (const token of now) if (!before.has(token)) this.#list(token, ordinal);
  }

  /** The ordinals whose texts contain a phrase, which is not empty. `listed` are those that have a text. */
  containing(phrase: string, listed: Listed): Filter {
    const words = wordsOf(phrase);
    if (words[0] === phrase) return this.#containingWord(phrase, listed);
    const filters = longestOf(words).map((word) => this.#containingWord(word, listed));
    const [rarest = anyText(listed)] = filters.sort((one, other) => one.listCost - other.listCost);
    const sought = new Substring(phrase);
    const has = (ordinal: number) => sought.isIn(this.#textOf(ordinal));
    return {
      listCost: rarest.listCost * (1 + textCost),
      askCost: textCost,
      has,
      markIn(bitmap) {
        const some = new Bitmap(listed.insertedCount);
        rarest.markIn(some);
        some.keep(has);
        for (const ordinal of some.ordinals()) bitmap.add(ordinal);
      },
    };
  }

  /** An index of the same texts, which `textOf` tells. The two share what neither has changed since. */
  fork(textOf: (ordinal: number) => string): WordIndex {
    const twin = new WordIndex(textOf);
    twin.#numbers = this.#numbers.fork(twin.#isToken);
    twin.#chunks = this.#chunks.slice();
    twin.#free = this.#free.slice();
    twin.#length = this.#length;
    this.#generation = nextGeneration();
    return twin;
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

  #containingWord(word: string, listed: Listed): Filter {
    const sought = new Substring(word);
    const found = this.#tokensWith(sought);
    const has = (ordinal: number) => sought.isIn(this.#textOf(ordinal));
    return {
      listCost: sumOf(found),
      askCost: textCost,
      has,
      markIn: (bitmap) => markFrom(found, bitmap, listed, has),
    };
  }

  #tokensWith(sought: Substring): Postings[] {
    const found: Postings[] = [];
    for (const chunk of this.#chunks) {
      const { text, starts } = (chunk.joined ??= joinedOf(chunk.tokens ?? []));
      let slot = 0;
      for (let at = sought.indexIn(text, 0); at !== -1; at = sought.indexIn(text, starts[slot]!)) {
        while ((starts[slot] ?? Infinity) <= at) slot += 1; // ends behind the token that has it
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
    chunk.postings[slot] = none;
    chunk.joined = undefined;
    if (isLast && slot === tokensPerChunk - 1) {
      chunk.joined = joinedOf(tokens);
      chunk.tokens = undefined;
    }
    this.#numbers.addFirst(token, number);
    return number;
  }

  #list(token: string, ordinal: number): void {
    const number = this.#numbers.one(token) ?? this.#newNumber(token);
    const chunk = this.#writable((number / tokensPerChunk) | 0);
    const slot = number % tokensPerChunk;
    chunk.postings[slot] = this.#with(chunk.postings[slot] ?? none, ordinal);
  }

  #delist(token: string, ordinal: number): void {
    const number = this.#numbers.one(token);
    invariant(number !== undefined, 'the tokens of a text that is listed are known');
    const chunk = this.#writable((number / tokensPerChunk) | 0);
    const slot = number % tokensPerChunk;
    const left = this.#without(chunk.postings[slot] ?? [], ordinal);
    chunk.postings[slot] = left;
    if (sizeOf(left) > 0) return;
    this.#numbers.delete(token, number);
    this.#free.push(number);
    tokensIn(chunk)[slot] = '';
    chunk.postings[slot] = none;
    chunk.joined = undefined;
  }

  #with(postings: Postings, ordinal: number): Postings {
    if (postings instanceof RowIdSet) {
      const own = postings.writableBy(this.#generation);
      own.add(ordinal);
      return own;
    }
    if (typeof postings === 'number') {
      return postings < ordinal ? [postings, ordinal] : [ordinal, postings];
    }
    if (postings.length === 0) return ordinal;
    const place = postings.findIndex((each) => each > ordinal);
    const longer = place === -1 ? [...postings, ordinal] : postings.toSpliced(place, 0, ordinal);
    return longer.length <= listMax ? longer : RowIdSet.of(this.#generation, ...longer);
  }

  #without(postings: Postings, ordinal: number): Postings {
    if (typeof postings === 'number') return none;
    if (!(postings instanceof RowIdSet)) return postings.filter((each) => each !== ordinal);
    const own = postings.writableBy(this.#generation);
    own.delete(ordinal);
    return own;
  }

  #writable(place: number): Chunk {
    const chunk = this.#chunks[place];
    if (chunk !== undefined && chunk.generation === this.#generation) return chunk;
    const own: Chunk = {
      generation: this.#generation,
      tokens: chunk === undefined ? [] : chunk.tokens?.slice(),
      postings: chunk?.postings.slice() ?? [],
      joined: chunk?.joined,
    };
    this.#chunks[place] = own;
    return own;
  }
}

const none: Postings = [];

/** Stands between tokens that are joined: white space, which none of them has. */
const parting = '\n';

/** The words of a text: what stands between white space. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (let start = wordFrom(text, 0), end; start < text.length; start = wordFrom(text, end)) {
    end = wordEnd(text, start);
    words.push(text.slice(start, end));
  }
  return words;
}

/** The longest of the words, each once: those that fewest texts have. */
function longestOf(words: readonly string[]): readonly string[] {
  const distinct = [...new Set(words)];
  return distinct.sort((one, other) => other.length - one.length).slice(0, phraseWordsMax);
}

/** Where the next word begins, or the length of the text where there is none. */
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

/** Whether a code unit is white space: what \s matches. */
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

function joinedOf(tokens: readonly string[]): Joined {
  let end = 0;
  const starts = tokens.map(({ length }) => {
    const start = end;
    end += length + 1;
    return start;
  });
  return { text: tokens.join(parting), starts };
}

/** Where a token ends. */
function endIn({ text, starts }: Joined, slot: number): number {
  return (starts[slot + 1] ?? text.length + 1) - 1;
}

/** The tokens of a chunk one by one, to be changed. */
function tokensIn(chunk: Chunk): string[] {
  chunk.tokens ??= chunk.joined?.text.split(parting) ?? [];
  return chunk.tokens;
}

function sizeOf(postings: Postings): number {
  if (typeof postings === 'number') return 1;
  return postings instanceof RowIdSet ? postings.size : postings.length;
}

function sumOf(found: readonly Postings[]): number {
  return found.reduce<number>((sum, postings) => sum + sizeOf(postings), 0);
}

/** What has a text at all. */
function anyText({ insertedCount, size }: Listed): Filter {
  return {
    listCost: size,
    askCost: 1,
    has: () => true,
    markIn(bitmap) {
      for (let ordinal = 0; ordinal < insertedCount; ordinal += 1) bitmap.add(ordinal);
    },
  };
}

/** Marks from the long lists to the short ones, until asking the few texts that are not there yet costs less. */
function markFrom(
  found: readonly Postings[],
  bitmap: Bitmap,
  { insertedCount, size }: Listed,
  has: (ordinal: number) => boolean,
): void {
  let left = sumOf(found);
  let unchecked = 0;
  const sets = found.filter((postings) => postings instanceof RowIdSet);
  for (const set of sets.sort((one, other) => other.size - one.size)) {
    set.markIn(bitmap);
    left -= set.size;
    unchecked += set.size;
    if (left < size || unchecked < size) continue; // counting is not for nothing
    unchecked = 0;
    if ((size - bitmap.count) * textCost > left) continue;
    for (let ordinal = 0; ordinal < insertedCount; ordinal += 1) {
      if (!bitmap.has(ordinal) && has(ordinal)) bitmap.add(ordinal);
    }
    return;
  }
  for (const list of found) {
    if (typeof list === 'number') bitmap.add(list);
    else if (!(list instanceof RowIdSet)) for (const ordinal of list) bitmap.add(ordinal);
  }
}
