// Formats the words of a turn for its client: case, signs, and the spelling of key terms.

import type { HeardWord } from '../text/heard-word.ts';
import { formatWords } from '../text/format.ts';
import { plainText } from '../text/options.ts';
import { partsOf } from '../text/text-word.ts';
import type { TurnSettings } from './thresholds.ts';

// Type aliases, since interfaces are not assignable to JSON.

export type TurnWord = Pick<HeardWord, 'text' | 'confidence'>;

/** The words of a turn so far. To write them is long work, so that it is left to those who send them. */
export type HeardTurnText = {
  /** As they were sent before key terms changed. */
  readonly shown: readonly TurnWord[];
  /** Later words, as recognized. */
  readonly words: readonly TurnWord[];
  /** Whether the turn may have ended; a sentence of placeholders has a full stop then. */
  readonly isFinal: boolean;
};

export type TurnWriting = Pick<TurnSettings, 'keyterms' | 'text'>;

/** The words of a turn with case and signs. */
export function turnText(
  { shown, words, isFinal }: HeardTurnText,
  writing: TurnWriting,
): readonly TurnWord[] {
  return [...shown, ...written(words, writing, isFinal)];
}

function written(
  words: readonly TurnWord[],
  { keyterms, text }: TurnWriting,
  isFinal: boolean,
): readonly TurnWord[] {
  if (!isText(words)) return words;
  const heard = words.map((word) => ({ ...word, start: 0, end: 0, speaker: 0 }));
  const options = { ...plainText, punctuate: true, keyterms, ...text };
  const formatted = formatWords(heard, options, { isFinal });
  return formatted.words.map(({ word, punctuatedWord = word, confidence }) => ({
    text: punctuatedWord,
    confidence,
  }));
}

/** Whether words have any text but signs. */
export function isText(words: readonly TurnWord[]): boolean {
  return words.some(({ text }) => partsOf(text) !== undefined);
}
