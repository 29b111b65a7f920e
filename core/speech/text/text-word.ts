// A word during formatting: its signs apart from the rest, and its spoken form.

import { memoize } from '../../kernel/memo.ts';
import { isWordCharacter, lowerCase, upperCase } from '../../kernel/unicode.ts';
import type { HeardWord } from './heard-word.ts';

export type TextWord = {
  /** Signs before the word: a bracket, a quotation mark. */
  readonly before: string;
  /** From its first letter or digit to its last, with case and inner signs: "don't", "10:30", "$5". Not empty. */
  readonly core: string;
  /** Signs after the word: "," or "?", or a dash that stands alone, with its space. */
  readonly after: string;
  /** A spoken sign without a word beside it. It is shown in place of the word where words have their signs. */
  readonly sign?: string;
  /** Digits of an amount, which are no code or telephone number. */
  readonly isQuantity?: boolean;
  /** In place of redacted words: "[SSN_1]". */
  readonly isTag?: boolean;
  /** Written by a replacement, which keeps its case. */
  readonly isReplacement?: boolean;
  /** As it was spoken, without signs: "five dollars" for "$5". */
  readonly spoken: string;
  readonly start: number;
  readonly end: number;
  /** In hundredths. */
  readonly confidence: number;
  readonly speaker: number;
  readonly language: string;
  readonly entity?: NonNullable<HeardWord['entity']>;
  /** The index of the first of its spoken words. */
  readonly from: number;
  /** The index after the last of them. */
  readonly to: number;
};

/** Signs that belong to the word beside them. */
const symbols = new Set('$£€¥₹¢%#@&+°_');

/** Words of a result. Those without a letter, digit or symbol are signs of the word before, else of the first one. */
export function textWordsOf(
  words: readonly HeardWord[],
  options: { readonly language: string },
): readonly TextWord[] {
  const languageDefault = options.language === 'multi' ? 'en' : options.language;
  const found: TextWord[] = [];
  let opening = '';
  for (const [index, word] of words.entries()) {
    const parts = partsOf(word.text);
    const last = found.at(-1);
    if (parts !== undefined) {
      found.push(textWord(word, parts, opening, word.language ?? languageDefault, index));
      opening = '';
    } else if (last !== undefined) {
      found[found.length - 1] = { ...last, after: `${last.after} ${word.text}` };
    } else {
      opening += `${word.text} `;
    }
  }
  return found;
}

/** Members are named one by one: the rest of an object took 30 times as long (105 µs for 17 words). */
function textWord(
  { start, end, confidence, speaker, entity }: HeardWord,
  { before, core, after }: Parts,
  opening: string,
  language: string,
  from: number,
): TextWord {
  const word = {
    before: opening + before,
    core,
    after,
    spoken: core,
    start,
    end,
    confidence,
    speaker,
    language,
    from,
    to: from + 1,
  };
  return entity === undefined ? word : { ...word, entity };
}

type Parts = Pick<TextWord, 'before' | 'core' | 'after'>;

/** A text taken apart; undefined if it is signs only. */
export function partsOf(text: string): Parts | undefined {
  const characters = Array.from(text);
  const first = characters.findIndex(isOfCore);
  if (first === -1) return undefined;
  const last = characters.findLastIndex(isOfCore);
  const from = isNumberSign(characters, first) ? 0 : first;
  return {
    before: characters.slice(0, from).join(''),
    core: characters.slice(from, last + 1).join(''),
    after: characters.slice(last + 1).join(''),
  };
}

function isOfCore(character: string): boolean {
  if (/[0-9A-Za-z]/.test(character)) return true; // the common case
  return symbols.has(character) || isWordCharacter(character.codePointAt(0)!);
}

/** Whether the one sign in front is that of a number: "-5", ".5". */
function isNumberSign(characters: readonly string[], first: number): boolean {
  return first === 1 && /[-.]/.test(characters[0]!) && /\d/.test(characters[1]!);
}

/** As `word` on the wire: without signs at its ends, in lower case unless a replacement wrote it. */
export function shownOf(word: TextWord): string {
  return word.isReplacement === true ? word.core : bareOf(word);
}

/** In lower case, without signs at its ends. */
export function bareOf({ core, isTag }: TextWord): string {
  return isTag === true ? core : lowered(core);
}

/** Each step of formatting compares the words again, and letters beyond ASCII cost 100 times as much. */
const lowered = memoize(lowerCase, 1_000);

/** As `punctuated_word` on the wire. */
export function writtenOf({ before, core, after, sign }: TextWord): string {
  return sign ?? before + core + after;
}

/** The word with a capital. */
export function capitalized(word: TextWord): TextWord {
  const [first = '', ...rest] = word.core;
  return { ...word, core: upperCase(first) + rest.join('') };
}

/** Whether no sign and no other speaker separates two words. */
export function isJoint(left: TextWord, right: TextWord): boolean {
  const isSigned = left.after !== '' || right.before !== '';
  return !isSigned && isSpokenByOne(left, right) && !isSpokenSign(left) && !isSpokenSign(right);
}

export function isSpokenByOne(left: TextWord, right: TextWord): boolean {
  return left.speaker === right.speaker;
}

function isSpokenSign({ sign }: TextWord): boolean {
  return sign !== undefined;
}

/** Renumbers the words as spoken words of their own. */
export function placed(words: readonly TextWord[]): readonly TextWord[] {
  return words.map((word, index) => ({ ...word, from: index, to: index + 1 }));
}

/** Joins several words, with the signs of their ends and the lowest of their confidences. */
export function joined(
  words: readonly TextWord[],
  core: string = words.map((word) => word.core).join(' '),
): TextWord {
  const [{ entity, ...first }, last] = [words[0]!, words.at(-1)!];
  const isOneEntity = words.every((word) => word.entity?.number === entity?.number);
  return {
    ...first,
    core,
    after: last.after,
    spoken: words.flatMap(({ spoken }) => (spoken === '' ? [] : spoken)).join(' '),
    end: last.end,
    to: last.to,
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    ...(entity !== undefined && isOneEntity && { entity }),
  };
}

/** Whether the tables for English apply to a word. */
export function isEnglish({ language }: TextWord): boolean {
  return /^en(-|$)/i.test(language);
}
