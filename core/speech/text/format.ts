// The words of a result as its client sees them: all text options, in one order. Units stay those of hearing: hops and hundredths.

import type { HeardWord } from '../hearing/words.ts';
import { languagesOf } from './languages.ts';
import { isPunctuated, type TextOptions } from './options.ts';
import { punctuate } from './punctuate.ts';
import { bareOf, textWordsOf, writtenOf, type TextWord } from './text-word.ts';

export type FormattedText = {
  /** Words joined by one space, punctuated if they are. */
  readonly transcript: string;
  /** In hundredths, the mean of the words; 0 without words. */
  readonly confidence: number;
  readonly words: readonly FormattedWord[];
  /** With `language=multi`: the most frequent first. */
  readonly languages?: readonly string[];
  /** With `detect_entities`, in finals only. */
  readonly entities?: readonly TextEntity[];
  /** With `search`: an item for each term. */
  readonly search?: readonly SearchResult[];
};

export type TextEntity = {
  readonly label: string;
  readonly value: string;
  /** As it was spoken. */
  readonly rawValue: string;
  readonly confidence: number;
  /** The index of its first word. */
  readonly startWord: number;
  /** Behind its last word. */
  readonly endWord: number;
};

export type SearchResult = {
  readonly query: string;
  readonly hits: readonly SearchHit[];
};

export type SearchHit = {
  readonly confidence: number;
  readonly start: number;
  readonly end: number;
  readonly snippet: string;
};

export type FormattedWord = {
  /** Lower case, without signs at its ends. */
  readonly word: string;
  readonly punctuatedWord?: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  readonly speaker?: number;
  readonly language?: string;
};

/** One alternative of a result. The same words give the same text, whatever was formatted before. */
export function formatWords(
  words: readonly HeardWord[],
  options: TextOptions,
  { isFinal }: { readonly isFinal: boolean },
): FormattedText {
  const read = textWordsOf(words, options);
  const formatted = isPunctuated(options) ? punctuate(read, isFinal) : read;
  const printed = formatted.map((word) => formattedWord(word, options));
  return {
    transcript: printed.map(({ word, punctuatedWord = word }) => punctuatedWord).join(' '),
    confidence: meanOf(formatted.map(({ confidence }) => confidence)),
    words: printed,
    ...(options.language === 'multi' && { languages: languagesOf(formatted) }),
  };
}

function formattedWord(word: TextWord, options: TextOptions): FormattedWord {
  const { start, end, confidence, speaker, language } = word;
  return {
    word: bareOf(word),
    ...(isPunctuated(options) && { punctuatedWord: writtenOf(word) }),
    start,
    end,
    confidence,
    ...(options.diarize && { speaker }),
    ...(options.language === 'multi' && { language }),
  };
}

function meanOf(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  return Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}
