// Finds terms of one or more words among the words of a result, whatever their case and signs.

import { lowerCase } from '../../kernel/unicode.ts';
import { partsOf, type TextWord } from './text-word.ts';

type Term = {
  readonly keys: readonly string[];
  /** Its place in the list of terms. */
  readonly index: number;
};

/** Finds the term that begins at a word: the longest, and of two as long the first listed. */
export type TermFinder = (keys: readonly string[], at: number) => Term | undefined;

export function termFinder(terms: readonly string[]): TermFinder {
  const byFirstKey = new Map<string, Term[]>();
  terms.forEach((text, index) => {
    const keys = coresOf(text).map(keyOf);
    const [first] = keys;
    if (first === undefined) return;
    const sharing = byFirstKey.get(first);
    if (sharing === undefined) byFirstKey.set(first, [{ keys, index }]);
    else sharing.push({ keys, index });
  });
  for (const sharing of byFirstKey.values()) {
    sharing.sort((left, right) => right.keys.length - left.keys.length);
  }
  return (keys, at) =>
    byFirstKey.get(keys[at]!)?.find((term) => term.keys.every((key, n) => keys[at + n] === key));
}

/** The words of a term without signs at their ends. */
export function coresOf(text: string): readonly string[] {
  return text.split(/\s+/).flatMap((word) => partsOf(word)?.core ?? []);
}

/** Keys of words; a spoken sign has an empty one, which no term has. */
export function keysOf(words: readonly TextWord[]): readonly string[] {
  return words.map(({ core, sign }) => (sign === undefined ? keyOf(core) : ''));
}

/** What is compared: "Wi-Fi" is "wifi", but "we're" is not "were" and "-5" is not "5". */
export function keyOf(core: string): string {
  const key = lowerCase(core).replaceAll('’', "'");
  return key.charAt(0) + key.slice(1).replaceAll('-', '');
}
