// Formats the words of a result for its client: all text options, in one order. Units stay hops and hundredths.

import type { HeardWord } from './heard-word.ts';
import { dictate } from './dictation.ts';
import { listEntities, type TextEntity } from './entities/list.ts';
import { markEntities } from './entities/mark.ts';
import { applyKeyterms } from './keyterms.ts';
import { languagesOf } from './languages.ts';
import { writeNumerals } from './numerals.ts';
import { endsInNumber } from './open-numbers.ts';
import { isPunctuated, type ResultForm, type TextOptions } from './options.ts';
import { filterProfanity } from './profanity.ts';
import { punctuate } from './punctuate.ts';
import { redact } from './redact.ts';
import { replaceTerms } from './replace.ts';
import { searchTerms, type SearchResult } from './search.ts';
import { smartFormat } from './smart/smart-format.ts';
import { shownOf, textWordsOf, writtenOf, type TextWord } from './text-word.ts';

export type FormattedText = {
  /** Words joined by one space, punctuated if they are. */
  readonly transcript: string;
  /** In hundredths, the mean of the words; 0 without words. */
  readonly confidence: number;
  readonly words: readonly FormattedWord[];
  /** With `language=multi`: the most frequent first. */
  readonly languages?: readonly string[];
  /** With `detect_entities`, in final results only. */
  readonly entities?: readonly TextEntity[];
  /** With `search`: an item for each term. */
  readonly search?: readonly SearchResult[];
};

export type FormattedWord = {
  /** Without signs at its ends, in lower case unless a replacement wrote it. */
  readonly word: string;
  readonly punctuatedWord?: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  readonly speaker?: number;
  readonly language?: string;
};

/** One alternative of a result. Equal words have equal text, whatever was formatted before. */
export function formatWords(
  heard: readonly HeardWord[],
  options: TextOptions,
  form: ResultForm,
): FormattedText {
  const { isFinal } = form;
  const words = applied([...writing, ...hiding], textWordsOf(heard, options), options, form);
  const textOf = isPunctuated(options) ? writtenOf : shownOf;
  return {
    transcript: words.map(textOf).join(' '),
    confidence: meanOf(words.map(({ confidence }) => confidence)),
    words: words.map((word) => formattedWord(word, options)),
    ...(options.language === 'multi' && { languages: languagesOf(words) }),
    ...(options.detectEntities && isFinal && { entities: listEntities(words, textOf) }),
    ...(options.search.length > 0 && { search: searchTerms(words, options.search, textOf) }),
  };
}

/** Whether the words of a final result, before redaction, end in a number that may continue. */
export function isNumberOpen(
  heard: readonly HeardWord[],
  options: TextOptions,
  form: ResultForm,
): boolean {
  const words = applied(writing, textWordsOf(heard, options), options, form);
  return endsInNumber(words, form.continuesNumber === true);
}

type Step = {
  readonly isOn: (options: TextOptions) => boolean;
  readonly apply: (
    words: readonly TextWord[],
    options: TextOptions,
    form: ResultForm,
  ) => readonly TextWord[];
};

function applied(
  steps: readonly Step[],
  words: readonly TextWord[],
  options: TextOptions,
  form: ResultForm,
): readonly TextWord[] {
  return steps.reduce(
    (done, { isOn, apply }) => (isOn(options) ? apply(done, options, form) : done),
    words,
  );
}

/**
 * Applies the options in order. Placeholders become sentences first, since key terms raise their confidence. Replaced terms are those of
 * the formatted text. Redaction and profanity come last, so that no replacement undoes them.
 */
const writing: readonly Step[] = [
  { isOn: isPunctuated, apply: (words, _options, { isFinal }) => punctuate(words, isFinal) },
  {
    isOn: ({ keyterms, keywords }) => keyterms.length + keywords.length > 0,
    apply: applyKeyterms,
  },
  { isOn: ({ dictation }) => dictation, apply: dictate },
  { isOn: (options) => options.numerals && !options.smartFormat, apply: writeNumerals },
  { isOn: (options) => options.smartFormat, apply: smartFormat },
  {
    isOn: ({ replace }) => replace.length > 0,
    apply: (words, { replace }) => replaceTerms(words, replace),
  },
];

/** The options after those. */
const hiding: readonly Step[] = [
  {
    isOn: ({ detectEntities, redact }) => detectEntities || redact.length > 0,
    apply: (words, { smartFormat: isSmart, replace }) =>
      markEntities(words, isSmart && replace.length === 0),
  },
  {
    isOn: ({ redact }) => redact.length > 0,
    apply: (words, options, form) => redact(words, options.redact, form),
  },
  { isOn: ({ profanityFilter }) => profanityFilter, apply: filterProfanity },
];

function formattedWord(word: TextWord, options: TextOptions): FormattedWord {
  const { start, end, confidence, speaker, language } = word;
  return {
    word: shownOf(word),
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
