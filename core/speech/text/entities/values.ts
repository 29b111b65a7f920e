// Addresses, money, dates, times and plain numbers, as smart formatting writes them.

import { largeScales } from '../smart/amounts.ts';
import { topLevelDomains } from '../smart/addresses.ts';
import { isYear, months } from '../smart/dates.ts';
import { bareOf, isEnglish, isJoint, isSpokenByOne, type TextWord } from '../text-word.ts';
import type { EntityRule } from './rule.ts';

export const emailAddress: EntityRule = (words, at) => {
  const [mailbox = '', domain = '', ...rest] = bareOf(words[at]!).split('@');
  return mailbox !== '' && rest.length === 0 && isDomain(domain) ? 1 : 0;
};

export const url: EntityRule = (words, at) => {
  const form = bareOf(words[at]!);
  if (/^https?:\/\/./.test(form)) return 1;
  const domain = form.split('/')[0]!;
  const isKnown = topLevelDomains.has(domain.split('.').at(-1)!) || domain.startsWith('www.');
  return isKnown && isDomain(domain) ? 1 : 0;
};

/** At least two labels, the first longer than the initials of "U.S". */
function isDomain(text: string): boolean {
  const labels = text.split('.');
  const isPlain = labels.every((label) => /^[a-z0-9-]+$/.test(label));
  return (
    isPlain && labels.length > 1 && labels[0]!.length > 1 && /^[a-z]{2,}$/.test(labels.at(-1)!)
  );
}

export const money: EntityRule = (words, at) =>
  /^[$£€¥₹]\d[\d,]*(\.\d+)?$/.test(words[at]!.core) ? 1 + scaleAt(words, at) : 0;

export const number: EntityRule = (words, at) =>
  /^[-.]?\d[\d,]*(\.\d+)?(%|st|nd|rd|th)?$/.test(bareOf(words[at]!)) ? 1 + scaleAt(words, at) : 0;

/** 1 if a scale follows: "5 million". */
function scaleAt(words: readonly TextWord[], at: number): number {
  return largeScales.has(formAt(words, at + 1)) && isJoint(words[at]!, words[at + 1]!) ? 1 : 0;
}

export const time: EntityRule = (words, at) => {
  const isHalf =
    /^[ap]\.?m$/.test(formAt(words, at + 1)) && isJoint(words[at]!, words[at + 1]!) ? 1 : 0;
  const form = formAt(words, at);
  if (/^\d{1,2}:\d{2}(:\d{2})?$/.test(form)) return 1 + isHalf;
  return isHalf === 1 && /^([1-9]|1[0-2])$/.test(form) ? 2 : 0;
};

export const date: EntityRule = (words, at) => {
  const word = words[at]!;
  if (/^\d{4}-\d{2}-\d{2}$|^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(word.core)) return 1;
  if (!isEnglish(word)) return 0;
  const month = months.has(bareOf(word));
  if (month && isYear(joinedForm(words, at + 1))) return 2;
  if (month && isDay(joinedForm(words, at + 1))) return 2 + yearAt(words, at + 2);
  if (month || !isDay(bareOf(word))) return 0;
  const monthAt = joinedForm(words, at + 1) === 'of' ? at + 2 : at + 1;
  const isDate = months.has(joinedForm(words, monthAt));
  return isDate ? monthAt + 1 - at + yearAt(words, monthAt + 1) : 0;
};

function isDay(form: string): boolean {
  return /^([1-9]|[12]\d|3[01])(st|nd|rd|th)?$/.test(form);
}

/** 1 if a year is here, perhaps after a comma. */
function yearAt(words: readonly TextWord[], at: number): number {
  const [last, word] = [words[at - 1]!, words[at]];
  const isNext = word !== undefined && isSpokenByOne(last, word) && word.before === '';
  return isNext && (last.after === '' || last.after === ',') && isYear(bareOf(word)) ? 1 : 0;
}

/** The form of a word that nothing separates from the one before; empty if there is none. */
function joinedForm(words: readonly TextWord[], at: number): string {
  const word = words[at];
  return word !== undefined && isJoint(words[at - 1]!, word) ? bareOf(word) : '';
}

function formAt(words: readonly TextWord[], at: number): string {
  const word = words[at];
  return word === undefined ? '' : bareOf(word);
}
