// Applies a rule along the words of a result: each word is rewritten once at most.

import { bareOf, isEnglish, phraseAt, type TextWord } from '../text-word.ts';

/** Words at the beginning of a phrase and what they become; undefined if the rule does not apply there. */
export type Rewritten = { readonly length: number; readonly words: readonly TextWord[] };

/** Sees the words of a phrase, which no sign separates, and their forms in lower case. */
export type Rule = (phrase: readonly TextWord[], forms: readonly string[]) => Rewritten | undefined;

/** The longest phrase that a rule sees. */
const phraseLengthMax = 24;

export function rewrite(words: readonly TextWord[], rule: Rule): readonly TextWord[] {
  const done: TextWord[] = [];
  for (let at = 0; at < words.length;) {
    const phrase = phraseAt(words, at, phraseLengthMax);
    const rewritten = phrase.every(isEnglish) ? rule(phrase, phrase.map(bareOf)) : undefined;
    done.push(...(rewritten?.words ?? [words[at]!]));
    at += rewritten?.length ?? 1;
  }
  return done;
}
