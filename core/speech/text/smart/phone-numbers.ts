// Telephone numbers of North America: seven or ten digits, or eleven that begin with 1.

import { joined, type TextWord } from '../text-word.ts';
import type { Rule } from './rewrite.ts';

/** Lengths of the numbers that a telephone number may be heard as. */
const groupings = new Set(['1,3,3,4', '1,3,7', '1,10', '3,3,4', '3,7', '11', '10', '3,4', '7']);
const groupsMax = 4;

export const phoneNumberRule: Rule = (phrase, forms) => {
  let [lengths, found]: [string, ReturnType<Rule>] = ['', undefined];
  for (let index = 0; index < groupsMax && isGroup(phrase, forms, index); index += 1) {
    lengths += `${index === 0 ? '' : ','}${forms[index]!.length}`;
    if (groupings.has(lengths)) found = numberOf(phrase, forms, index + 1) ?? found;
  }
  return found;
};

function numberOf(
  phrase: readonly TextWord[],
  forms: readonly string[],
  length: number,
): ReturnType<Rule> {
  const written = phoneNumberOf(forms.slice(0, length).join(''));
  if (written === undefined) return undefined;
  return { length, words: [joined(phrase.slice(0, length), written)] };
}

/** "Eight hundred" may begin a telephone number; other quantities are no part of one. */
function isGroup(phrase: readonly TextWord[], forms: readonly string[], index: number): boolean {
  const form = forms[index];
  if (form === undefined || !/^\d{1,11}$/.test(form)) return false;
  const isQuantity = phrase[index]!.isQuantity === true;
  return !isQuantity || form === '800' || form === '900' || (index === 0 && form === '1');
}

function phoneNumberOf(digits: string): string | undefined {
  const country = digits.length === 11 ? digits.slice(0, 1) : '';
  if (country !== '' && country !== '1') return undefined;
  const own = digits.slice(country.length);
  const area = own.length === 10 ? own.slice(0, 3) : '';
  const parts = [country, area, own.slice(area.length, -4), own.slice(-4)];
  return parts.filter((part) => part !== '').join('-');
}
