// Heard words for tests of the stages after hearing.

import type { HeardWord } from '../../../core/speech/text/heard-word.ts';

/** The words of a text, 30 hops each, with 10 hops between them. */
export function heardWords(text: string, own: Partial<HeardWord> = {}): readonly HeardWord[] {
  const words = text.split(' ').filter((word) => word !== '');
  return words.map((word, index) => ({
    text: word,
    start: index * 40,
    end: index * 40 + 30,
    confidence: 98,
    speaker: 0,
    ...own,
  }));
}
