// Which texts contain a word, anywhere in them, without reading them: a text that contains a word without white space
// contains it within a token, which is what stands between white space. So the distinct tokens are searched, and
// each lists the ordinals of its texts. Copy-on-write in chunks of tokens.

import { Bitmap } from './bitmap.ts';
import { nextGeneration } from './generation.ts';
import { HashTable } from './hash-table.ts';
import { invariant } from './invariant.ts';
import { Ordinals } from './ordinals.ts';
import type { Filter } from './selection.ts';

/** The ordinals of a token: a short list, which is never written, or a set. */
type Postings = readonly number[] | Ordinals;

interface Chunk {
  readonly generation: number;
  readonly tokens: string[];
  readonly postings: Postings[];
  /** Undefined until it is searched. */
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

/** How many ordinals there have been, and how many of them are listed now. */
export interface Listed {
  readonly inserted: number;
  readonly size: number;
}

export class WordIndex {
  readonly #textOf: (ordinal: number) => string;
  #generation = nextGeneration();
  /** Token numbers, by token. */
  #numbers: HashTable<number>;
  #chunks: Chunk[] = [];
  #free: number[] = [];
  #length = 0;

  /** `textOf` tells the text of an ordinal, folded; empty where it is not listed. */
  constructor(textOf: (ordinal: number) => string) {
    this.#textOf = textOf;
    this.#numbers = new HashTable(this.#tokenAt);
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
    const filters = words.map((word) => this.#containingWord(word, listed));
    const [rarest = anyText(listed)] = filters.sort((one, other) => one.listCost - other.listCost);
    if (words[0] === phrase) return rarest;
    const has = (ordinal: number) => this.#textOf(ordinal).includes(phrase);
    return {
      listCost: rarest.listCost * (1 + textCost),
      askCost: textCost,
      has,
      markIn(bitmap) {
        const some = new Bitmap(listed.inserted);
        rarest.markIn(some);
        some.keep(has);
        for (const ordinal of some.ordinals()) bitmap.add(ordinal);
      },
    };
  }

  /** An index of the same texts, which `textOf` tells. The two share what neither has changed since. */
  fork(textOf: (ordinal: number) => string): WordIndex {
    const twin = new WordIndex(textOf);
    twin.#numbers = this.#numbers.fork(twin.#tokenAt);
    twin.#chunks = this.#chunks.slice();
    twin.#free = this.#free.slice();
    twin.#length = this.#length;
    this.#generation = nextGeneration();
    return twin;
  }

  readonly #tokenAt = (number: number): string =>
    this.#chunks[(number / tokensPerChunk) | 0]?.tokens[number % tokensPerChunk] ?? '';

  #containingWord(word: string, listed: Listed): Filter {
    const found = this.#tokensWith(word);
    const has = (ordinal: number) => this.#textOf(ordinal).includes(word);
    return {
      listCost: sumOf(found),
      askCost: textCost,
      has,
      markIn: (bitmap) => markFrom(found, bitmap, listed, has),
    };
  }

  #tokensWith(word: string): Postings[] {
    const found: Postings[] = [];
    for (const chunk of this.#chunks) {
      const { text, starts } = (chunk.joined ??= joinedOf(chunk.tokens));
      let slot = 0;
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[slot])) {
        while ((starts[slot] ?? Infinity) <= at) slot += 1; // ends behind the token that has it
        const postings = chunk.postings[slot - 1];
        if (postings !== undefined) found.push(postings);
        if (slot === starts.length) break;
      }
    }
    return found;
  }

  #list(token: string, ordinal: number): void {
    const known = this.#numbers.get(token);
    const number = known ?? this.#free.pop() ?? this.#length;
    const chunk = this.#writable((number / tokensPerChunk) | 0);
    const slot = number % tokensPerChunk;
    const former = chunk.postings[slot] ?? [];
    chunk.postings[slot] = this.#with(former, ordinal);
    if (known !== undefined) return;
    if (number === this.#length) this.#length += 1;
    chunk.tokens[slot] = token;
    chunk.joined = undefined;
    this.#numbers.set(token, number);
  }

  #delist(token: string, ordinal: number): void {
    const number = this.#numbers.get(token);
    invariant(number !== undefined, 'the tokens of a text that is listed are known');
    const chunk = this.#writable((number / tokensPerChunk) | 0);
    const slot = number % tokensPerChunk;
    const left = this.#without(chunk.postings[slot] ?? [], ordinal);
    chunk.postings[slot] = left;
    if (sizeOf(left) > 0) return;
    this.#numbers.delete(token);
    this.#free.push(number);
    chunk.tokens[slot] = '';
    chunk.postings[slot] = none;
    chunk.joined = undefined;
  }

  #with(postings: Postings, ordinal: number): Postings {
    if (postings instanceof Ordinals) {
      const own = postings.writableBy(this.#generation);
      own.add(ordinal);
      return own;
    }
    const place = postings.findIndex((each) => each > ordinal);
    const longer = place === -1 ? [...postings, ordinal] : postings.toSpliced(place, 0, ordinal);
    return longer.length <= listMax ? longer : Ordinals.of(this.#generation, ...longer);
  }

  #without(postings: Postings, ordinal: number): Postings {
    if (!(postings instanceof Ordinals)) return postings.filter((each) => each !== ordinal);
    const own = postings.writableBy(this.#generation);
    own.delete(ordinal);
    return own;
  }

  #writable(place: number): Chunk {
    const chunk = this.#chunks[place];
    if (chunk !== undefined && chunk.generation === this.#generation) return chunk;
    const own: Chunk = {
      generation: this.#generation,
      tokens: chunk?.tokens.slice() ?? [],
      postings: chunk?.postings.slice() ?? [],
      joined: chunk?.joined,
    };
    this.#chunks[place] = own;
    return own;
  }
}

const none: Postings = [];

/** The words of a text: what stands between white space. */
function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

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
  return { text: tokens.join('\n'), starts };
}

function sizeOf(postings: Postings): number {
  return postings instanceof Ordinals ? postings.size : postings.length;
}

function sumOf(found: readonly Postings[]): number {
  return found.reduce((sum, postings) => sum + sizeOf(postings), 0);
}

/** What has a text at all. */
function anyText({ inserted, size }: Listed): Filter {
  return {
    listCost: size,
    askCost: 1,
    has: () => true,
    markIn(bitmap) {
      for (let ordinal = 0; ordinal < inserted; ordinal += 1) bitmap.add(ordinal);
    },
  };
}

/** Marks from the long lists to the short ones, until asking the few texts that are not there yet costs less. */
function markFrom(
  found: readonly Postings[],
  bitmap: Bitmap,
  { inserted, size }: Listed,
  has: (ordinal: number) => boolean,
): void {
  let left = sumOf(found);
  let unchecked = 0;
  const sets = found.filter((postings) => postings instanceof Ordinals);
  for (const set of sets.sort((one, other) => other.size - one.size)) {
    set.markIn(bitmap);
    left -= set.size;
    unchecked += set.size;
    if (left < size || unchecked < size) continue; // counting is not for nothing
    unchecked = 0;
    if ((size - bitmap.count) * textCost > left) continue;
    for (let ordinal = 0; ordinal < inserted; ordinal += 1) {
      if (!bitmap.has(ordinal) && has(ordinal)) bitmap.add(ordinal);
    }
    return;
  }
  for (const list of found) {
    if (list instanceof Ordinals) continue;
    for (const ordinal of list) bitmap.add(ordinal);
  }
}
