import { describe, expect, it } from 'vitest';
import { formatWords } from '../../../../core/speech/text/format.ts';
import { plainText } from '../../../../core/speech/text/options.ts';
import { formatted, transcriptOf } from '../../../support/speech/formatted.ts';
import { heardWords } from '../../../support/speech/heard-words.ts';

const inDigits = (text: string) => transcriptOf(text, { numerals: true });

describe('numerals', () => {
  it.each([
    ['four hundred twenty seven', '427'],
    ['four hundred and twenty-seven', '427'],
    ['zero', '0'],
    ['twelve hundred', '1200'],
    ['a hundred and one', '101'],
    ['a thousand', '1000'],
    ['tenth thousand', '10th thousand'],
    ['zero thousand', '0 thousand'],
    ['two thousand and five', '2005'],
    ['nine thousand nine hundred ninety nine', '9999'],
    ['two million three hundred thousand and five', '2300005'],
    ['five million', '5 million'],
    ['three point five million', '3.5 million'],
    ['three point one four', '3.14'],
    ['one thousand point five', '1000.5'],
    ['one million one', '1000001'],
    ['one thousand one thousand', '1000 1000'],
    ['nineteen ninety nine', '1999'],
    ['twenty twenty two', '2022'],
    ['nineteen oh five', '1905'],
    ['twenty ten', '2010'],
    ['nineteen hundred', '1900'],
    ['eighteen twelve hundred', '18 1200'],
    ['five five five one two oh four', '5551204'],
    ['four five', '4 5'],
    ['one two three', '123'],
    ['one two', '1 2'],
    ['twenty five thirty', '25 30'],
    ['twenty first and tenth', '21st and 10th'],
    ['one hundred and third', '103rd'],
    ['eleventh twelfth twenty second', '11th 12th 22nd'],
  ])('writes %j as %j', (text, transcript) => {
    expect(inDigits(text)).toBe(transcript);
  });

  it.each([
    'no one',
    'one of us',
    'oh well',
    'the second time',
    'a point',
    'hundreds and a million',
    'and',
    'hundred',
    'five-legged',
    'one point of view',
    'one-two-many',
  ])('leaves %j', (text) => {
    expect(inDigits(text)).toBe(text);
  });

  it('ends a number at a sign and at another speaker', () => {
    expect(transcriptOf('Twenty, five! Six.', { numerals: true, punctuate: true })).toBe(
      '20, 5! 6.',
    );
    const words = [...heardWords('twenty'), ...heardWords('five', { speaker: 1 })];
    const options = { ...plainText, numerals: true };
    expect(formatWords(words, options, { isFinal: true }).transcript).toBe('20 5');
  });

  it('joins the words of a number, with the lowest of their confidences', () => {
    const [four, ...rest] = heardWords('four hundred dogs');
    const words = [{ ...four!, confidence: 70 }, ...rest];
    const options = { ...plainText, numerals: true };
    expect(formatWords(words, options, { isFinal: true }).words).toEqual([
      { word: '400', start: 0, end: 70, confidence: 70 },
      { word: 'dogs', start: 80, end: 110, confidence: 98 },
    ]);
  });

  it('supports English number words only', () => {
    expect(transcriptOf('once seven', { numerals: true, language: 'es' })).toBe('once seven');
  });

  it('is included in smart formatting', () => {
    expect(formatted('four hundred dogs', { smartFormat: true }).transcript).toBe('400 dogs');
  });
});
