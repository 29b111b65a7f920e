// Parses searches and matches texts. Comparison ignores case and uses no locale.

import { Substring } from '../../kernel/substring.ts';
import { composed, isWordCharacter, lowerCase, upperCase } from '../../kernel/unicode.ts';

/** Words that texts must contain, and words that they must not. */
export interface Search {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** Searches of more words are one phrase. */
const wordCountMax = 9;

/** English words that searches ignore (the list of WordPress). */
const stopWords = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/**
 * A search of events, as WordPress's `s` reads it: words and "quoted phrases", parted by spaces, commas and plus signs; `-`
 * before one excludes it. Single letters and words such as `the` are left out; a search of nothing else, or of more than
 * nine words, is one phrase.
 */
export function searchOf(text: string): Search {
  const line = foldCase(text.replace(/[\r\n]/g, ''));
  const words = [...line.matchAll(/-?"[^"]*(?:"|$)|[^\t ",+]+/g)]
    .map(([word]) => unquoted(word))
    .filter(isSearchable);
  if (words.length > wordCountMax || words.length === 0) {
    const phrase = line.trim();
    return { wanted: phrase === '' ? [] : [phrase], unwanted: [] };
  }
  const isUnwanted = (word: string) => word.startsWith('-') && word.length > 1;
  return {
    wanted: words.filter((word) => !isUnwanted(word)),
    unwanted: words.filter(isUnwanted).map((word) => word.slice(1)),
  };
}

/** What the words of a search are looked for in: texts without case, each by itself. Worth keeping with a record. */
export function haystackOf(texts: readonly string[]): string {
  return texts.map(foldCase).join('\n');
}

/** Whether a haystack has every word that is wanted and none that is not; all have what asks for nothing. */
export function matchesSearch({ wanted, unwanted }: Search, haystack: string): boolean {
  const isIn = (word: string) => new Substring(word).isIn(haystack);
  return wanted.every(isIn) && !unwanted.some(isIn);
}

/** The distinct words of a search of venues or organizers: runs of letters and digits. */
export function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  let word = '';
  for (const character of `${foldCase(text)} `) {
    if (isWordCharacter(character.codePointAt(0)!)) {
      word += character;
    } else if (word !== '') {
      words.add(word);
      word = '';
    }
  }
  return [...words];
}

/** A test for fields, folded by {@link foldCase}, of which one contains all the words. No words match everything. */
export function matcherInOneField(
  words: readonly string[],
): (fields: readonly string[]) => boolean {
  const sought = words.map((word) => new Substring(word));
  return (fields) =>
    words.length === 0 || fields.some((field) => sought.every((word) => word.isIn(field)));
}

const notAscii = /[^\0-\x7f]/;

/** Case folding: texts that differ only in case become equal. */
export function foldCase(text: string): string {
  if (!notAscii.test(text)) return text.toLowerCase(); // the common case
  return lowerCase(upperCase(lowerCase(composed(text)))).replaceAll('ς', 'σ');
}

/** A phrase without its quotes, a word without apostrophes around it; both keep a `-` before them. */
function unquoted(word: string): string {
  if (!word.includes('"')) return without("'", word);
  const sign = word.startsWith('-') ? '-' : '';
  return sign + word.slice(sign.length).replaceAll('"', '').trim();
}

/** A word without a mark at its ends. */
function without(mark: string, word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && word[start] === mark) start += 1;
  while (end > start && word[end - 1] === mark) end -= 1;
  return word.slice(start, end);
}

function isSearchable(word: string): boolean {
  return word !== '' && !/^[a-z-]$/.test(word) && !stopWords.has(word);
}
