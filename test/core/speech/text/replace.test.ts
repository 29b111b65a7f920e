import { describe, expect, it } from 'vitest';
import { textLimits } from '../../../../core/speech/text/limits.ts';
import { formatted, transcriptOf } from '../../../support/speech/formatted.ts';

const replaced = (text: string, ...terms: readonly string[]) =>
  transcriptOf(text, {
    punctuate: true,
    replace: terms.map((term) => {
      const [from = '', to = ''] = term.split(':');
      return { from, to };
    }),
  });

describe('replace', () => {
  it.each([
    [['monika:Monica'], 'Hi Monika, hi monika!', 'Hi Monica, hi Monica!'],
    [['new york:NYC'], 'In New York, newyork', 'In NYC, newyork'],
    [['nyc:New York City'], 'In nyc.', 'In New York City.'],
    [['um:'], 'I um think so um.', 'I think so.'],
    [['um:', 'like:'], 'Um, like yes', 'yes'],
    [['a:b', 'b:a'], 'a b', 'b a'],
    [['new:old', 'new york:NYC'], 'new new york', 'old NYC'],
    [['a:first', 'a:second'], 'a', 'first'],
    [['a:Hey!'], 'a, b', 'Hey!, b'],
    [['usa:U.S.A.'], 'the usa.', 'the U.S.A.'],
    [['and:&', 'wait:wait –'], 'you and me wait', 'you & me wait –'],
    [['a:...', 'b:– c'], 'a b', 'c'],
    [['very very:really'], 'very very very good', 'really very good'],
  ])('%j turns %j into %j', (terms, text, transcript) => {
    expect(replaced(text, ...terms)).toBe(transcript);
  });

  it.each([
    ['monika:Monica', 'Hi Monika!', 'hi Monica'],
    ['monika:monica', 'Hi Monika!', 'hi monica'],
    ['monika:Monica Ann!', 'Hi Monika', 'hi Monica Ann'],
  ])('%j keeps its case without punctuation', (term, text, transcript) => {
    const [from = '', to = ''] = term.split(':');
    const { words, ...result } = formatted(text, { replace: [{ from, to }] });
    expect(result.transcript).toBe(transcript);
    expect(words.map(({ word }) => word).join(' ')).toBe(transcript);
  });

  it('applies before entities are detected', () => {
    const own = { replace: [{ from: 'juno', to: 'JUNE' }], redact: ['numbers'] as const };
    expect(transcriptOf('juno 5th, 2022 it is', own)).toBe('[DATE_1] it is');
    expect(transcriptOf('it is a hell', { replace: [{ from: 'hell', to: 'Hell' }] })).toBe(
      'it is a Hell',
    );
  });

  it('divides the time evenly among the words of a longer replacement', () => {
    const { words } = formatted('nyc today', { replace: [{ from: 'nyc', to: 'New York City' }] });
    expect(words.map(({ word, start, end }) => [word, start, end])).toEqual([
      ['New', 0, 10],
      ['York', 10, 20],
      ['City', 20, 30],
      ['today', 40, 70],
    ]);
  });

  it('spans the found words with a shorter replacement', () => {
    const { words } = formatted('new york today', { replace: [{ from: 'new york', to: 'NYC' }] });
    expect(words.map(({ word, start, end }) => [word, start, end])).toEqual([
      ['NYC', 0, 70],
      ['today', 80, 110],
    ]);
  });

  it('may leave nothing', () => {
    expect(formatted('um', { replace: [{ from: 'um', to: '' }] })).toEqual({
      transcript: '',
      confidence: 0,
      words: [],
    });
  });

  it('adds so many words to a result and no more: further terms stay, unless they become shorter', () => {
    const { addedWordsMax } = textLimits;
    const to = 'b '.repeat(51).trim();
    const replace = [
      { from: 'a', to },
      { from: 'um', to: '' },
      { from: 'c', to: 'd' },
    ];
    const count = addedWordsMax / 50;
    const transcript = transcriptOf('a '.repeat(count + 2) + 'um c a', { replace });
    expect(transcript).toBe(`${`${to} `.repeat(count)}a a d a`);
  });

  it('adds so many characters to a result and no more', () => {
    const { addedCharsMax } = textLimits;
    const to = 'b'.repeat(401);
    const count = addedCharsMax / 400;
    const transcript = transcriptOf('a '.repeat(count + 2), { replace: [{ from: 'a', to }] });
    expect(transcript).toBe(`${`${to} `.repeat(count)}a a`);
  });
});
