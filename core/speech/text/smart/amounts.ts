// Amounts of money and percentages: "five dollars and fifty cents" becomes "$5.50", "five million euros" becomes "€5 million".

import { joined, type TextWord } from '../text-word.ts';
import type { Rule } from './rewrite.ts';

const currencies = new Map([
  ['dollar', '$'],
  ['dollars', '$'],
  ['bucks', '$'],
  ['euro', '€'],
  ['euros', '€'],
]);
const cents = new Set(['cent', 'cents']);
export const largeScales = new Set(['million', 'billion', 'trillion']);

export const amountRule: Rule = (phrase, forms) => {
  const number = numberIn(forms[0]);
  if (number === undefined) return undefined;
  return (
    inPercent(phrase, forms, number) ??
    inCurrency(phrase, forms, number) ??
    largeQuantity(phrase, number)
  );
};

/** Five digits or more are grouped; four may be a year. */
function largeQuantity(phrase: readonly TextWord[], number: string): ReturnType<Rule> {
  const isLarge = phrase[0]!.isQuantity === true && /^\d{5}/.test(number);
  return isLarge ? oneWord(phrase, 1, grouped(number)) : undefined;
}

function inPercent(
  phrase: readonly TextWord[],
  [, second, third]: readonly string[],
  number: string,
): ReturnType<Rule> {
  const length = second === 'percent' ? 2 : second === 'per' && third === 'cent' ? 3 : undefined;
  return length === undefined ? undefined : oneWord(phrase, length, `${number}%`);
}

function inCurrency(
  phrase: readonly TextWord[],
  forms: readonly string[],
  number: string,
): ReturnType<Rule> {
  const [, second = '', third = ''] = forms;
  if (largeScales.has(second)) {
    const sign = currencies.get(third);
    if (sign === undefined) return undefined;
    const amount = { ...phrase[0]!, core: sign + grouped(number) };
    return { length: 3, words: [amount, joined(phrase.slice(1, 3), phrase[1]!.core)] };
  }
  const cent = cents.has(second) ? centsOf(number) : undefined;
  if (cent !== undefined) return oneWord(phrase, 2, `$0.${cent}`);
  const sign = currencies.get(second);
  if (sign === undefined) return undefined;
  const whole = sign + grouped(number);
  const gap = third === 'and' ? 1 : 0;
  const rest = cents.has(forms[3 + gap] ?? '') ? centsOf(numberIn(forms[2 + gap])) : undefined;
  return rest === undefined || number.includes('.')
    ? oneWord(phrase, 2, whole)
    : oneWord(phrase, 4 + gap, `${whole}.${rest}`);
}

function oneWord(phrase: readonly TextWord[], length: number, core: string): ReturnType<Rule> {
  return { length, words: [joined(phrase.slice(0, length), core)] };
}

/** A number in digits; "one" stays a word elsewhere. */
function numberIn(form: string | undefined): string | undefined {
  if (form === 'one') return '1';
  return form !== undefined && /^\d[\d,]*(\.\d+)?$/.test(form) ? form : undefined;
}

function centsOf(number: string | undefined): string | undefined {
  return number !== undefined && /^[1-9]\d?$/.test(number) ? number.padStart(2, '0') : undefined;
}

/** Digits in groups of three. */
function grouped(number: string): string {
  const [whole = '', ...decimals] = number.split('.');
  if (whole.includes(',')) return number;
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3)
    groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return [groups.join(','), ...decimals].join('.');
}
