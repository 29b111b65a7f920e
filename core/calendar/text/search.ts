// Parses searches and matches texts. Comparison ignores case and uses no locale.

import { Substring } from '../../kernel/substring.ts';
import { composed, isWordCharacter, lowerCase, upperCase } from '../../kernel/unicode.ts';

/** Words that texts must contain, and words that they must not. */
export interface Search {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** A search with more words is one phrase. */
const wordCountMax = 9;

/** English words that searches ignore (the list of WordPress). */
const stopWords = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/**
 * Parses a search of events like WordPress's `s`: words and "quoted phrases", separated by spaces, commas and plus signs; a
 * leading `-` excludes a word. Ignores single letters and stop words. A search without other words, or with more than nine,
 * is one phrase.
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

/** Tests whether one of the fields, folded by {@link foldCase}, contains all words. */
export function matcherInOneField(
  words: readonly string[],
): (fields: readonly string[]) => boolean {
  const substrings = words.map((word) => new Substring(word));
  return (fields) =>
    words.length === 0 || fields.some((field) => substrings.every((word) => word.isIn(field)));
}

const notAscii = /[^\0-\x7f]/;

/** Folds case: texts that differ only in case become equal. */
export function foldCase(text: string): string {
  if (!notAscii.test(text)) return text.toLowerCase(); // the common case
  return lowerCase(upperCase(lowerCase(composed(text)))).replaceAll('ς', 'σ');
}

/** A phrase without quotes, or a word without surrounding apostrophes. A leading `-` stays. */
function unquoted(word: string): string {
  if (!word.includes('"')) return trimMark("'", word);
  const sign = word.startsWith('-') ? '-' : '';
  return sign + word.slice(sign.length).replaceAll('"', '').trim();
}

/** A word without a mark at its ends. */
function trimMark(mark: string, word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && word[start] === mark) start += 1;
  while (end > start && word[end - 1] === mark) end -= 1;
  return word.slice(start, end);
}

function isSearchable(word: string): boolean {
  return word !== '' && !/^[a-z-]$/.test(word) && !stopWords.has(word);
}
