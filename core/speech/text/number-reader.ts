// Reads one number from number words, as digits.

import { memoizeByObject } from '../../kernel/memo.ts';
import { ordinalOf, type NumberWord } from './number-words.ts';

export type ReadNumber = {
  readonly digits: string;
  /** The number of its number words. */
  readonly length: number;
  /** A quantity ("four hundred"), unlike a year or digits that were spelled out. */
  readonly isQuantity: boolean;
};

/** The least single digits that form one number: "five five five". */
const digitRunMin = 3;
const million = 1e6;

/** The number that begins at a word; undefined if none does. */
export function readNumber(words: readonly NumberWord[], at: number): ReadNumber | undefined {
  return readDigitRun(words, at) ?? readYear(words, at) ?? readQuantity(words, at);
}

/** Digits spelled out: "five five five oh one". */
function readDigitRun(words: readonly NumberWord[], at: number): ReadNumber | undefined {
  if (words[at]?.kind !== 'unit') return undefined;
  const end = digitEnds(words)[at]!;
  const next = words[end]?.kind;
  const isRun = end - at >= digitRunMin && next !== 'hundred' && next !== 'scale';
  return isRun ? { digits: digitsAt(words, at), length: end - at, isQuantity: false } : undefined;
}

/** Of each word, the place after the single digits that begin there. */
const digitEnds = memoizeByObject((words: readonly NumberWord[]): readonly number[] => {
  const ends = words.map((_, index) => index);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    if (isDigit(words[at]!)) ends[at] = ends[at + 1] ?? at + 1;
  }
  return ends;
});

function isDigit({ kind }: NumberWord): boolean {
  return kind === 'unit' || kind === 'oh';
}

/** Single digits from a word on; "oh" is 0. */
function digitsAt(words: readonly NumberWord[], at: number): string {
  const run = words.slice(at, digitEnds(words)[at] ?? at);
  return run.map((word) => (word.kind === 'unit' ? word.value : 0)).join('');
}

/** A year in two halves: "nineteen ninety nine", "twenty twenty two", "nineteen oh five". */
function readYear(words: readonly NumberWord[], at: number): ReadNumber | undefined {
  const first = words[at];
  if (first?.kind !== 'teen' && first?.kind !== 'tens') return undefined;
  if (first.value < 16 || first.value > 20) return undefined;
  const second = words[at + 1];
  const third = words[at + 2];
  const half =
    second?.kind === 'oh' && third?.kind === 'unit' && third.value > 0
      ? { value: third.value, length: 2 }
      : second?.kind === 'teen' || second?.kind === 'tens'
        ? readSmall(words, at + 1)
        : undefined;
  if (half === undefined) return undefined;
  const next = words[at + 1 + half.length]?.kind;
  if (next === 'hundred' || next === 'scale' || next === 'point') return undefined;
  const digits = String(first.value * 100 + half.value);
  return { digits, length: 1 + half.length, isQuantity: false };
}

type Part = { readonly value: number; readonly length: number; readonly isOrdinal?: boolean };

/** A number below 100. */
function readSmall(words: readonly NumberWord[], at: number): Part | undefined {
  const word = words[at];
  if (word?.kind === 'unit' || word?.kind === 'teen') return { value: word.value, length: 1 };
  if (word?.kind === 'ordinal') return { value: word.value, length: 1, isOrdinal: true };
  if (word?.kind !== 'tens') return undefined;
  const unit = words[at + 1];
  if (unit?.kind === 'unit' && unit.value > 0) {
    return { value: word.value + unit.value, length: 2 };
  }
  if (unit?.kind === 'unitOrdinal') {
    return { value: word.value + unit.value, length: 2, isOrdinal: true };
  }
  return { value: word.value, length: 1 };
}

/** A number below 1,000, or hundreds up to 9,900: "four hundred and twenty seven", "twelve hundred". */
function readGroup(words: readonly NumberWord[], at: number): Part | undefined {
  const small = words[at]?.kind === 'a' ? { value: 1, length: 1 } : readSmall(words, at);
  if (small === undefined || small.value === 0 || small.isOrdinal === true) return small;
  if (words[at + small.length]?.kind !== 'hundred') return small;
  const hundreds = { value: small.value * 100, length: small.length + 1 };
  return withRest(words, at, hundreds, 100, readSmall);
}

/** A part with the part after it, if that is below a limit: "four hundred" with "and twenty". */
function withRest(
  words: readonly NumberWord[],
  at: number,
  part: Part,
  limit: number,
  read: (words: readonly NumberWord[], at: number) => Part | undefined,
): Part {
  const end = at + part.length;
  const gap = words[end]?.kind === 'and' ? 1 : 0;
  const isOther = words[end + gap]?.kind === 'a' || readDigitRun(words, end) !== undefined;
  const rest = isOther ? undefined : read(words, end + gap);
  const fits = rest !== undefined && rest.value > 0 && rest.value < limit;
  if (!fits) return ordinalRest(words, end + gap, part, gap);
  return { ...rest, value: part.value + rest.value, length: part.length + gap + rest.length };
}

/** "one hundred and first" */
function ordinalRest(words: readonly NumberWord[], at: number, part: Part, gap: number): Part {
  const word = words[at];
  if (word?.kind !== 'unitOrdinal') return part;
  return { value: part.value + word.value, length: part.length + gap + 1, isOrdinal: true };
}

/** A number with scales, which fall: "two million three hundred thousand and five". */
function readWhole(words: readonly NumberWord[], at: number, limit = Infinity): Part | undefined {
  const group = readGroup(words, at);
  if (group === undefined || group.isOrdinal === true || group.value === 0) return group;
  const scale = words[at + group.length];
  if (scale?.kind !== 'scale') return group;
  if (group.value * scale.value >= limit) return undefined; // of the next number
  const scaled = { value: group.value * scale.value, length: group.length + 1 };
  return withRest(words, at, scaled, scale.value, (all, from) => readWhole(all, from, scale.value));
}

/** A quantity, perhaps with decimals. "Five million" is 5, before a million that stays a word. */
function readQuantity(words: readonly NumberWord[], at: number): ReadNumber | undefined {
  const whole = readWhole(words, at);
  if (whole === undefined) return undefined;
  const last = words[at + whole.length - 1];
  const isRound = last?.kind === 'scale' && last.value >= million;
  const length = isRound ? whole.length - 1 : whole.length;
  if (words[at]?.kind === 'a' && length === 1) return undefined;
  const value = isRound ? whole.value / last.value : whole.value;
  if (whole.isOrdinal === true) return { digits: ordinalOf(value), length, isQuantity: true };
  const decimals =
    !isRound && words[at + length]?.kind === 'point' ? digitsAt(words, at + length + 1) : '';
  return decimals === ''
    ? { digits: String(value), length, isQuantity: true }
    : { digits: `${value}.${decimals}`, length: length + 1 + decimals.length, isQuantity: true };
}
