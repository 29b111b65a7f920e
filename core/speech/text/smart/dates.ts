// Dates: "may fifth twenty twenty two" becomes "May 5th, 2022", "the first of june" becomes "the 1st of June".

import { numberWords, ordinalOf } from '../number-words.ts';
import { capitalized, type TextWord } from '../text-word.ts';
import type { Rule } from './rewrite.ts';

export const months = new Set(
  'january february march april may june july august september october november december'.split(
    ' ',
  ),
);

/** Verbs too: they need an ordinal or a year. */
const ambiguousMonths = new Set(['march', 'may']);

export const dateRule: Rule = (phrase, forms) =>
  monthFirst(phrase, forms) ?? dayFirst(phrase, forms);

const monthFirst: Rule = (phrase, forms) => {
  const [month = '', second = '', third = ''] = forms;
  if (!months.has(month)) return undefined;
  const name = capitalized(phrase[0]!);
  if (isYear(second)) return { length: 2, words: [name, phrase[1]!] };
  const ordinal = dayOrdinal(second);
  const hasYear = isYear(third);
  if (ordinal === undefined && !isDay(second)) return undefined;
  if (ordinal === undefined && !hasYear && ambiguousMonths.has(month)) return undefined;
  const day: TextWord = { ...phrase[1]!, core: ordinal ?? second };
  return hasYear
    ? { length: 3, words: [name, { ...day, after: ',' }, phrase[2]!] }
    : { length: 2, words: [name, day] };
};

const dayFirst: Rule = (phrase, forms) => {
  const [first = '', second, third = ''] = forms;
  const ordinal = dayOrdinal(first);
  if (ordinal === undefined || second !== 'of' || !months.has(third)) return undefined;
  const day: TextWord = { ...phrase[0]!, core: ordinal };
  return { length: 3, words: [day, phrase[1]!, capitalized(phrase[2]!)] };
};

/** An ordinal as digits, of a word or of digits: "fifth", "21st". */
function dayOrdinal(form: string): string | undefined {
  if (/^([1-9]|[12]\d|3[01])(st|nd|rd|th)$/.test(form)) return form;
  const word = numberWords.get(form);
  return word?.kind === 'unitOrdinal' ? ordinalOf(word.value) : undefined;
}

function isDay(form: string): boolean {
  return /^([1-9]|[12]\d|3[01])$/.test(form);
}

export function isYear(form: string): boolean {
  return /^(1\d|20)\d\d$/.test(form);
}
