// Numbers that are codes, of one word or of several: cards, social security numbers, telephone numbers.

import { memoizeByObject } from '../../../kernel/memo.ts';
import { isSpokenByOne, type TextWord } from '../text-word.ts';
import type { EntityRule } from './rule.ts';

/** Digits of a payment card. */
export const cardDigits = { min: 13, max: 19 } as const;
const socialSecurityDigits = 9;
/** Digits of a telephone number after "+". */
const internationalDigits = { min: 8, max: 15 } as const;

export const creditCard: EntityRule = (words, at) => {
  const end = codeEnds(words)[at]!;
  let [digits, length] = ['', 0];
  for (let next = at; next < end; next += 1) {
    digits += digitsOf(words[next]!.core);
    if (digits.length > cardDigits.max) break;
    if (digits.length >= cardDigits.min && hasCheckDigit(digits)) length = next + 1 - at;
  }
  return length;
};

/** Three, two and four digits, or a run of nine. */
export const socialSecurityNumber: EntityRule = (words, at) => {
  const cores = coresAt(words, at, socialSecurityDigits + 1);
  if (/^\d{3}-\d{2}-\d{4}$/.test(cores[0] ?? '')) return 1;
  if (haveLengths(cores, 3, 2, 4)) return 3;
  return digitsOf(cores.join('')).length === socialSecurityDigits ? cores.length : 0;
};

export const phoneNumber: EntityRule = (words, at) => {
  const word = words[at]!;
  const cores = coresAt(words, at, 4);
  const [first = '', second = ''] = cores;
  const own = /^\d{3}[-.]\d{4}$/;
  if (word.core.startsWith('+')) return internationalNumber(words, at);
  if (/^(1[-.])?\d{3}[-.]\d{3}[-.]\d{4}$/.test(word.core) || own.test(word.core)) return 1;
  if (/^\d{3}$/.test(first) && word.before.endsWith('(') && own.test(second)) return 2;
  return haveLengths(cores, 3, 3, 4) ? 3 : 0;
};

const internationalNumber: EntityRule = (words, at) => {
  const word = words[at]!;
  if (!/^\+\d[\d-]*$/.test(word.core)) return 0;
  const rest = isOpen(word) ? coresAt(words, at + 1, internationalDigits.max) : [];
  const digits = digitsOf([word.core.slice(1), ...rest].join('')).length;
  return digits >= internationalDigits.min && digits <= internationalDigits.max
    ? 1 + rest.length
    : 0;
};

/** Cores of words from a place on that may be one code: digits and hyphens, with brackets and commas between them. */
function coresAt(words: readonly TextWord[], at: number, lengthMax: number): readonly string[] {
  const end = Math.min(codeEnds(words)[at]!, at + lengthMax);
  return words.slice(at, end).map(({ core }) => core);
}

/** Of each word, the place after the last word that may belong to one code with it; its own place if there is none. */
const codeEnds = memoizeByObject((words: readonly TextWord[]): readonly number[] => {
  const ends = words.map((_, index) => index);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    if (!isCode(words[at]!)) continue;
    const next = words[at + 1];
    const isOne = next !== undefined && isCode(next) && isContinued(words[at]!, next);
    ends[at] = isOne ? ends[at + 1]! : at + 1;
  }
  return ends;
});

/** A quantity of four digits or more is no part of a code. */
function isCode({ core, isQuantity }: TextWord): boolean {
  return /^\d[\d-]*$/.test(core) && (isQuantity !== true || core.length < 4);
}

function isContinued(left: TextWord, right: TextWord): boolean {
  return (
    isOpen(left) && isSpokenByOne(left, right) && (right.before === '' || right.before === '(')
  );
}

function isOpen({ after }: TextWord): boolean {
  return after === '' || after === ',' || after === ')' || after === '),';
}

/** Whether the first cores have these lengths. */
function haveLengths(cores: readonly string[], ...lengths: readonly number[]): boolean {
  return lengths.every((length, index) => cores[index]?.length === length);
}

/** A code without its hyphens. */
function digitsOf(core: string): string {
  return core.includes('-') ? core.replaceAll('-', '') : core;
}

/** Luhn's check: every second digit from the right counts twice. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  let isDoubled = false;
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    const digit = digits.charCodeAt(at) - 0x30;
    const counted = isDoubled ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
    isDoubled = !isDoubled;
  }
  return sum % 10 === 0;
}
