import { expect, it } from 'vitest';
import {
  isReplacement,
  isTerm,
  repeatedTerm,
} from '../../../../../adapters/services/speech/parameters/terms.ts';

const words = (count: number) => Array.from({ length: count }, () => 'a').join(' ');

it('terms have at most 50 words', () => {
  expect([words(50), words(51)].map(isTerm)).toEqual([true, false]);
  expect(repeatedTerm().parse(['a', words(50)])).toEqual(['a', words(50)]);
  expect(() => repeatedTerm().parse(['a', words(51)])).toThrow('at most 50 words in each term');
});

it('replacements have at most 50 words and 500 characters', () => {
  expect([words(50), words(51)].map(isReplacement)).toEqual([true, false]);
  expect(['b'.repeat(500), 'b'.repeat(501)].map(isReplacement)).toEqual([true, false]);
});
