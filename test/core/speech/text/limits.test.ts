import { expect, it } from 'vitest';
import { hasWordsUpTo } from '../../../../core/speech/text/limits.ts';

it.each([
  [0, '', true],
  [0, '  ', true],
  [0, 'a', false],
  [2, 'a b', true],
  [2, ' a  b ', true],
  [2, ' a\tb\nc', false],
  [2, '  a b c d e f', false],
])('a text has at most %d words: "%s"', (wordsMax, text, isWithin) => {
  expect(hasWordsUpTo(wordsMax, text)).toBe(isWithin);
});
