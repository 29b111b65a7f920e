// Raises or lowers the confidence of words that were said, and gives them the spelling of the term. It neither adds nor removes
// words: key terms are no hint for placeholders, and raise no word that may be one above the confidence of placeholders.

import { placeholderConfidence } from '../hearing/placeholders.ts';
import type { TextOptions } from './options.ts';
import { coresOf, keysOf, termFinder } from './terms.ts';
import { bareOf, capitalized, type TextWord } from './text-word.ts';

/** In hundredths for a boost of 1. */
const confidencePerBoost = 5;

/** A key term halves the doubt about its words; a keyword moves their confidence by its boost. */
export function applyKeyterms(
  words: readonly TextWord[],
  { keyterms, keywords }: TextOptions,
): readonly TextWord[] {
  const boosted = respelled(
    words,
    keywords.map(({ term }) => term),
    (confidence, index) => confidence + confidencePerBoost * keywords[index]!.boost,
  );
  return respelled(boosted, keyterms, (confidence) => confidence + (100 - confidence) / 2);
}

function respelled(
  words: readonly TextWord[],
  terms: readonly string[],
  confidenceOf: (confidence: number, index: number) => number,
): readonly TextWord[] {
  const find = termFinder(terms);
  const keys = keysOf(words);
  const done: TextWord[] = [];
  while (done.length < words.length) {
    const word = words[done.length]!;
    const term = find(keys, done.length);
    if (term === undefined) {
      done.push(word);
      continue;
    }
    const said = words.slice(done.length, done.length + term.keys.length);
    const cores = coresOf(terms[term.index]!);
    for (const [index, each] of said.entries()) {
      const { max } = placeholderConfidence;
      const confidenceMax = each.confidence > max ? 100 : max;
      const confidence = Math.round(confidenceOf(each.confidence, term.index));
      const spelled = withCore(each, cores[index]!);
      done.push({ ...spelled, confidence: Math.min(confidenceMax, Math.max(0, confidence)) });
    }
  }
  return done;
}

/** The word in the spelling of a term; the capital of a sentence stays. */
function withCore(word: TextWord, core: string): TextWord {
  const respelled = { ...word, core };
  const isCapital = word.core.charAt(0) !== bareOf(word).charAt(0);
  return isCapital ? capitalized(respelled) : respelled;
}
