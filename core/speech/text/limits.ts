// Bounds of the text options: what they may put into results, and how much of it.

/** Characters are UTF-16 code units. */
export const textLimits = {
  /** Words of a term of `replace`, `search`, `keyterm` and `keywords`. */
  termWordsMax: 50,
  /** Of what `replace` writes in place of a term. */
  replacementWordsMax: 50,
  replacementCharsMax: 500,
  /** What replacements add to one result. A term that would add more stays as it was said. */
  addedWordsMax: 250,
  addedCharsMax: 20_000,
  /** Of all terms of `search` in one result. Further ones are left out. */
  hitsMax: 500,
} as const;

/** Whether a text has at most so many words. */
export function hasWordsUpTo(wordsMax: number, text: string): boolean {
  return text.split(/\s+/, wordsMax + 2).filter((word) => word !== '').length <= wordsMax;
}
