// The words in the text of a user, without case and punctuation, with their places in the text.

import { composed, isWordCharacter, lowerCase } from '../../../kernel/unicode.ts';

export interface SpokenWord {
  /** In lower case, composed (NFC), without apostrophes. */
  readonly form: string;
  /** Its place in the text; `to` is the offset after it. */
  readonly from: number;
  readonly to: number;
}

/** Signs of amounts and the like are parts of words. */
const symbols = new Set(Array.from('$£€¥₹¢%#@&+°', (symbol) => symbol.codePointAt(0)!));
const apostrophes = /['’]/g;
/** Composed already. */
const isAscii = /^[\0-\x7f]*$/;

/** The words of a text. Spaces and signs separate them: "don't", "10:30", "1,000", "-5", "$5" and "example.com" are one word each. */
export function spokenWords(text: string): readonly SpokenWord[] {
  const words: SpokenWord[] = [];
  for (let at = 0; at < text.length;) {
    const to = wordEnd(text, at);
    if (to === undefined) {
      at += characterAt(text, at).length;
      continue;
    }
    const from = isMinus(text, at - 1) ? at - 1 : at;
    words.push({ form: formOf(text.slice(from, to)), from, to });
    at = to;
  }
  return words;
}

/** The words of a text without their places. */
export function wordForms(text: string): readonly string[] {
  return spokenWords(text).map(({ form }) => form);
}

function formOf(word: string): string {
  const lower = lowerCase(word);
  return (isAscii.test(word) ? lower : composed(lower)).replaceAll(apostrophes, '');
}

/** The end of the word that begins at a place; undefined if none does. */
function wordEnd(text: string, from: number): number | undefined {
  let at = from;
  while (isPart(text, at) || (at > from && isJoint(text, at))) at += characterAt(text, at).length;
  return at === from ? undefined : at;
}

function isPart(text: string, at: number): boolean {
  const code = text.codePointAt(at);
  if (code === undefined) return false;
  return isAsciiLetter(code) || isDigit(code) || symbols.has(code) || isOther(code);
}

/** A letter, mark or digit beyond ASCII, where the tables cost more. */
function isOther(code: number): boolean {
  return code > 0x7f && isWordCharacter(code);
}

/** Whether the sign at a place, after a part of a word, joins it to the next part. */
function isJoint(text: string, at: number): boolean {
  const sign = text[at]!;
  if (!isPart(text, at + 1)) return false;
  if (sign === "'" || sign === '’' || sign === '.') return true;
  const isNumber = isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
  return isNumber && (sign === ',' || sign === ':');
}

/** Whether the minus of a number is at a place. */
function isMinus(text: string, at: number): boolean {
  if (text[at] !== '-' || !isDigit(text.charCodeAt(at + 1))) return false;
  return at === 0 || /\s/.test(text[at - 1]!);
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at)!);
}
