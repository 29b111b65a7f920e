// Times of day: "ten thirty p m" becomes "10:30 PM". A time without its half of the day stays as it is.

import { joined, type TextWord } from '../text-word.ts';
import type { Rule } from './rewrite.ts';

type Part = { readonly text: string; readonly length: number };

export const timeRule: Rule = (phrase, forms) => {
  const clock = clockIn(forms);
  const half = clock && halfOfDayIn(forms.slice(clock.length));
  if (half === undefined) return undefined;
  const length = clock!.length + half.length;
  const time = joined(phrase.slice(0, clock!.length), clock!.text);
  const halfOfDay = joined(phrase.slice(clock!.length, length), half.text);
  return { length, words: [time, withoutAbbreviationSign(halfOfDay, phrase[length - 1]!)] };
};

function clockIn([first = '', second = '', third = '']: readonly string[]): Part | undefined {
  if (/^([1-9]|1[0-2]):[0-5]\d$/.test(first)) return { text: first, length: 1 };
  const joinedDigits = /^([1-9])(0[1-9])$/.exec(first); // "five oh five" is 505
  if (joinedDigits !== null) return { text: `${joinedDigits[1]}:${joinedDigits[2]}`, length: 1 };
  const hour = first === 'one' ? '1' : first;
  if (!/^([1-9]|1[0-2])$/.test(hour)) return undefined;
  if (/^[0-5]\d$/.test(second)) return { text: `${hour}:${second}`, length: 2 };
  const isOh = second === 'oh' || second === 'o';
  if (isOh && /^[1-9]$/.test(third)) return { text: `${hour}:0${third}`, length: 3 };
  return { text: hour, length: 1 };
}

function halfOfDayIn([first = '', second = '']: readonly string[]): Part | undefined {
  const whole = /^([ap])\.?m$/.exec(first)?.[1];
  if (whole !== undefined) return { text: `${whole.toUpperCase()}M`, length: 1 };
  const isSpelled = (first === 'a' || first === 'p') && second === 'm';
  return isSpelled ? { text: `${first.toUpperCase()}M`, length: 2 } : undefined;
}

/** The full stop of "p.m." may not end a sentence, and the next word is unknown here: it is dropped. */
function withoutAbbreviationSign(word: TextWord, { core }: TextWord): TextWord {
  const isAbbreviation = core.includes('.') && word.after.startsWith('.');
  return isAbbreviation ? { ...word, after: word.after.slice(1) } : word;
}
