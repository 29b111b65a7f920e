// Limits of the text options: how much they may add to results.

/** Characters are UTF-16 code units. */
export const textLimits = {
  /** Words of a term of `replace`, `search`, `keyterm` and `keywords`. */
  termWordsMax: 50,
  /** Of the replacement of a term. */
  replacementWordsMax: 50,
  replacementCharsMax: 500,
  /** Words that replacements add to one result. A term that would add more stays as spoken. */
  addedWordsMax: 250,
  addedCharsMax: 20_000,
  /** Hits of all terms of `search` in one result. Further ones are omitted. */
  hitsMax: 500,
} as const;

/** Whether a text has at most this many words. */
export function hasWordsUpTo(wordsMax: number, text: string): boolean {
  return text.split(/\s+/, wordsMax + 2).filter((word) => word !== '').length <= wordsMax;
}
