// Numbers that the border between two results may cut. A number at the end of a result is open, unless a sentence ends there: the
// same speaker may continue it in the next result.
import { digitCount } from './digits.ts';
import { numberPartsOf } from './numerals.ts';
import type { ResultForm } from './options.ts';
import { bareOf, isSpokenByOne, writtenOf, type TextWord } from './text-word.ts';

/** Whether the words of a result end in an open number, or in an "a", which may begin one. `continuesNumber`: whether they continue one. */
export function endsInNumber(words: readonly TextWord[], continuesNumber: boolean): boolean {
  const last = words.at(-1);
  return hasNumberAtEnd(words, continuesNumber) || (last !== undefined && bareOf(last) === 'a');
}

/** Of each word, whether it may belong to a number that a border of the result cuts. */
export function cutNumbers(
  words: readonly TextWord[],
  {
    continuesNumber = false,
    endsStream = false,
  }: Pick<ResultForm, 'continuesNumber' | 'endsStream'>,
): readonly boolean[] {
  const cut = words.map(() => false);
  const mark = ([start, end]: Span) => {
    let [from, to] = [start, end];
    while (from < to && isLink(words[from]!)) from += 1;
    while (from < to && isLink(words[to - 1]!)) to -= 1;
    cut.fill(true, from, to);
  };
  if (continuesNumber) mark(numberAtStart(words));
  if (!endsStream && hasNumberAtEnd(words, continuesNumber)) mark(numberAtEnd(words));
  return cut;
}

function hasNumberAtEnd(words: readonly TextWord[], continuesNumber: boolean): boolean {
  const [from, to] = numberAtEnd(words);
  return words.slice(from, to).some(isNumber) || (from === 0 && continuesNumber);
}

type Span = readonly [from: number, to: number];

function numberAtStart(words: readonly TextWord[]): Span {
  let to = 0;
  while (isOfNumber(words[to]) && (to === 0 || isOneNumber(words[to - 1]!, words[to]))) to += 1;
  return [0, to];
}

function numberAtEnd(words: readonly TextWord[]): Span {
  const to = words.length;
  let from = to;
  while (isOfNumber(words[from - 1]) && isOneNumber(words[from - 1]!, words[from])) from -= 1;
  return [from, to];
}

/** Whether a number may continue from a word to the next one, which may be unknown. */
function isOneNumber(left: TextWord, right: TextWord | undefined): boolean {
  return !endsSentence(left) && (right === undefined || isSpokenByOne(left, right));
}

/** An ellipsis does not end a sentence, as in "4111 ...". */
function endsSentence({ after }: TextWord): boolean {
  return /[?!。？！]|(^|[^.])\.($|[^.])/.test(after);
}

function isOfNumber(word: TextWord | undefined): boolean {
  if (word === undefined) return false;
  return word.sign !== undefined || hasDigits(word) || numberPartsOf(word) !== undefined;
}

/** Whether a word is a number by itself, or a tag that redacts one. "Oh" and "first" belong to one only after others. */
function isNumber(word: TextWord): boolean {
  const parts = numberPartsOf(word) ?? [];
  return hasDigits(word) || parts.some(({ kind }) => !links.has(kind) && !followers.has(kind));
}

function hasDigits(word: TextWord): boolean {
  return word.sign === undefined && (word.isTag === true || digitCount(writtenOf(word)) > 0);
}

/** Whether a word only stands between the digits of a number. */
function isLink(word: TextWord): boolean {
  if (word.sign !== undefined) return true;
  return numberPartsOf(word)?.every(({ kind }) => links.has(kind)) ?? false;
}

const links: ReadonlySet<string> = new Set(['and', 'point', 'a']);
const followers: ReadonlySet<string> = new Set(['oh', 'unitOrdinal']);
