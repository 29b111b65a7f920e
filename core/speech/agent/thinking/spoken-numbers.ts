// Numbers in the text of a user: digits, and English number words.

import { readNumber } from '../../text/number-reader.ts';
import { numberWords, type NumberWord } from '../../text/number-words.ts';
import { spokenWords } from './spoken-words.ts';

export interface SpokenNumber {
  readonly value: number;
  /** Its place in the text; `to` is the offset after it. */
  readonly from: number;
  readonly to: number;
}

type Token = {
  readonly from: number;
  readonly to: number;
  readonly form: string;
  readonly word: NumberWord | undefined;
};

const digits = /^([-+]?)[$£€¥₹#]?(\d+(?:,\d+)*(?:\.\d+)?)(?:st|nd|rd|th|[%°$£€¥₹])?$/;
/** The longest number in words. */
const numberWordsMax = 50;

/** All numbers of a text. A lone "one" is a number, too. */
export function spokenNumbers(text: string): readonly SpokenNumber[] {
  const tokens = spokenWords(text).map((word): Token => {
    return { ...word, word: numberWords.get(word.form) };
  });
  const numbers: SpokenNumber[] = [];
  for (let at = 0; at < tokens.length;) {
    const read = writtenAt(tokens, at) ?? wordsAt(tokens, at);
    if (read === undefined || !Number.isFinite(read.value)) {
      at += read?.length ?? 1;
      continue;
    }
    const isNegative = at > 0 && /^(minus|negative)$/.test(tokens[at - 1]!.form);
    const [first, last] = [tokens[isNegative ? at - 1 : at]!, tokens[at + read.length - 1]!];
    numbers.push({ value: isNegative ? -read.value : read.value, from: first.from, to: last.to });
    at += read.length;
  }
  return numbers;
}

type Read = { readonly value: number; readonly length: number };

function writtenAt(tokens: readonly Token[], at: number): Read | undefined {
  const written = digits.exec(tokens[at]!.form);
  if (written === null) return undefined;
  const [, sign = '', number = ''] = written;
  const value = Number(sign + number.replaceAll(',', ''));
  return withScale(tokens, at, { value, length: 1 });
}

function wordsAt(tokens: readonly Token[], at: number): Read | undefined {
  const words: NumberWord[] = [];
  for (const { word } of tokens.slice(at, at + numberWordsMax)) {
    if (word === undefined) break;
    words.push(word);
  }
  const read = words.length === 0 ? undefined : readNumber(words, 0);
  if (read === undefined) return undefined;
  return withScale(tokens, at, { value: Number.parseFloat(read.digits), length: read.length });
}

/** "Five million", of which the reader of numerals leaves the million. */
function withScale(tokens: readonly Token[], at: number, read: Read): Read {
  const scale = tokens[at + read.length]?.word;
  if (scale?.kind !== 'scale') return read;
  return { value: read.value * scale.value, length: read.length + 1 };
}
