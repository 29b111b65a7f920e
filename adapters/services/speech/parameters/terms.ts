// The limits of search terms in results, and of their replacements.

import { speech } from '../../../../core/index.ts';
import { repeatedText } from './query.ts';

const { termWordsMax, replacementWordsMax, replacementCharsMax } = speech.textLimits;

export function isTerm(text: string): boolean {
  return speech.hasWordsUpTo(termWordsMax, text);
}

export const termProblem = `must have at most ${termWordsMax} words in each term`;

export function repeatedTerm() {
  return repeatedText().refine((terms) => terms.every(isTerm), termProblem);
}

export function isReplacement(text: string): boolean {
  return text.length <= replacementCharsMax && speech.hasWordsUpTo(replacementWordsMax, text);
}

export const replacementProblem = `must have at most ${replacementWordsMax} words and ${replacementCharsMax} characters in each replacement`;
