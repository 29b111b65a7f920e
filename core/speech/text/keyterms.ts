// Raises or lowers the confidence of spoken words, and changes them to the spelling of the term. It neither adds nor removes words.
// Placeholders stay at the confidence of placeholders.

import { placeholderConfidence } from './heard-word.ts';
import { memoizeByObject } from '../../kernel/memo.ts';
import type { TextOptions } from './options.ts';
import { coresOf, keysOf, Terms } from './terms.ts';
import { bareOf, capitalized, type TextWord } from './text-word.ts';

/** In hundredths for a boost of 1. */
const confidencePerBoost = 5;

/** A key term halves the distance of its words to full confidence; a keyword adds its boost. */
export function applyKeyterms(
  words: readonly TextWord[],
  { keyterms, keywords }: TextOptions,
): readonly TextWord[] {
  const boosted = respelled(
    words,
    spellingsOfKeywords(keywords),
    (confidence, index) => confidence + confidencePerBoost * keywords[index]!.boost,
  );
  const spellings = spellingsOfKeyterms(keyterms);
  return respelled(boosted, spellings, (confidence) => confidence + (100 - confidence) / 2);
}

/** Terms, and the words of each as it is spelled. */
type Spellings = { readonly terms: Terms; readonly cores: readonly (readonly string[])[] };

const spellingsOfKeyterms = memoizeByObject(spellingsOf);
const spellingsOfKeywords = memoizeByObject((keywords: TextOptions['keywords']) =>
  spellingsOf(keywords.map(({ term }) => term)),
);

function spellingsOf(texts: readonly string[]): Spellings {
  return { terms: new Terms(texts), cores: texts.map(coresOf) };
}

function respelled(
  words: readonly TextWord[],
  { terms, cores }: Spellings,
  confidenceOf: (confidence: number, index: number) => number,
): readonly TextWord[] {
  const keys = keysOf(words);
  const done: TextWord[] = [];
  while (done.length < words.length) {
    const word = words[done.length]!;
    const term = terms.longestAt(keys, done.length);
    if (term === undefined) {
      done.push(word);
      continue;
    }
    const said = words.slice(done.length, done.length + term.length);
    for (const [index, each] of said.entries()) {
      const { max } = placeholderConfidence;
      const confidenceMax = each.confidence > max ? 100 : max;
      const confidence = Math.round(confidenceOf(each.confidence, term.index));
      const spelled = withCore(each, cores[term.index]![index]!);
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
