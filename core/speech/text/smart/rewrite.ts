// Applies a rule along the words of a result: each word is rewritten once at most.

import { bareOf, isEnglish, isJoint, type TextWord } from '../text-word.ts';

/** The first words of a phrase with their replacement; undefined if the rule does not apply there. */
export type Rewritten = { readonly length: number; readonly words: readonly TextWord[] };

/** Sees the words of a phrase, which no sign separates, and their forms in lower case. */
export type Rule = (phrase: readonly TextWord[], forms: readonly string[]) => Rewritten | undefined;

/** The longest phrase that a rule sees. */
const phraseLengthMax = 24;

/** Phrases with words of another language stay unchanged. */
export function rewrite(words: readonly TextWord[], rule: Rule): readonly TextWord[] {
  const forms = words.map(bareOf);
  const ends = phraseEnds(words);
  const others = nextOthers(words);
  const done: TextWord[] = [];
  for (let at = 0; at < words.length;) {
    const end = Math.min(ends[at]!, at + phraseLengthMax);
    const rewritten =
      others[at]! < end ? undefined : rule(words.slice(at, end), forms.slice(at, end));
    if (rewritten === undefined) done.push(words[at]!);
    else done.push(...rewritten.words);
    at += rewritten?.length ?? 1;
  }
  return done;
}

/** Of each word, the place after the last word that no sign and no other speaker separates from it. */
function phraseEnds(words: readonly TextWord[]): readonly number[] {
  const ends = words.map((_, index) => index + 1);
  for (let at = words.length - 2; at >= 0; at -= 1) {
    if (isJoint(words[at]!, words[at + 1]!)) ends[at] = ends[at + 1]!;
  }
  return ends;
}

/** Of each word, the place of the next one that is not English, from itself on. */
function nextOthers(words: readonly TextWord[]): readonly number[] {
  let next = words.length;
  const others = words.map(() => next);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    if (!isEnglish(words[at]!)) next = at;
    others[at] = next;
  }
  return others;
}
