// Writes English number words in digits. A sign ends a number, and so does another speaker. A lone "one", "oh" or "second" stays a
// word, as in "no one" and "the second time".

import { readNumber } from './number-reader.ts';
import { numberWords, type NumberWord } from './number-words.ts';
import { bareOf, isEnglish, isJoint, joined, type TextWord } from './text-word.ts';

export function writeNumerals(words: readonly TextWord[]): readonly TextWord[] {
  const done: TextWord[] = [];
  for (let at = 0; at < words.length;) {
    const run = runAt(words, at);
    done.push(...(run.length === 0 ? [words[at]!] : numbersIn(run)));
    at += Math.max(1, run.length);
  }
  return done;
}

type Spelled = { readonly word: TextWord; readonly parts: readonly NumberWord[] };

/** Words from a place on that may belong to numbers, without a sign between them. */
function runAt(words: readonly TextWord[], at: number): readonly Spelled[] {
  const run: Spelled[] = [];
  for (let index = at; index < words.length; index += 1) {
    const word = words[index]!;
    const parts = numberPartsOf(word);
    const last = run.at(-1)?.word;
    if (parts === undefined || (last !== undefined && !isJoint(last, word))) break;
    run.push({ word, parts });
  }
  return run;
}

/** The number words of a word: two of "twenty-one"; undefined if there is another word in it. */
export function numberPartsOf(word: TextWord): readonly NumberWord[] | undefined {
  if (!isEnglish(word) || word.sign !== undefined) return undefined;
  const parts = bareOf(word)
    .split('-')
    .map((part) => numberWords.get(part));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function numbersIn(run: readonly Spelled[]): readonly TextWord[] {
  const parts = run.flatMap((spelled) => spelled.parts);
  const done: TextWord[] = [];
  let isBehindNumber = false;
  let from = 0; // number words before this word
  for (let at = 0; at < run.length;) {
    const number = readNumber(parts, from);
    const isLone: boolean =
      !isBehindNumber && number?.length === 1 && isLoneOne(run[at]!, parts[from + 1]);
    const count: number = number === undefined || isLone ? 0 : wordsWith(run, at, number.length);
    isBehindNumber = count > 0;
    const taken = run.slice(at, at + Math.max(1, count));
    const words = taken.map(({ word }) => word);
    if (number === undefined || count === 0) done.push(...words);
    else done.push({ ...joined(words, number.digits), isQuantity: number.isQuantity });
    at += taken.length;
    from += taken.reduce((sum, { parts: { length } }) => sum + length, 0);
  }
  return done;
}

/** The number of words that have this many number words; 0 if the last one has more. */
function wordsWith(run: readonly Spelled[], at: number, partCount: number): number {
  let [count, left] = [0, partCount];
  while (left > 0) {
    left -= run[at + count]!.parts.length;
    count += 1;
  }
  return left === 0 ? count : 0;
}

/** Whether a word is a "one" that stands before no number. */
function isLoneOne({ word }: Spelled, next: NumberWord | undefined): boolean {
  const isNumber = next !== undefined && ['unit', 'teen', 'tens', 'scale'].includes(next.kind);
  return bareOf(word) === 'one' && !isNumber;
}
