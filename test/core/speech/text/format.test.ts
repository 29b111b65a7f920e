import { describe, expect, it } from 'vitest';
import { formatWords } from '../../../../core/speech/text/format.ts';
import { plainText } from '../../../../core/speech/text/options.ts';
import { transcriptOf } from '../../../support/speech/formatted.ts';
import { heardWords } from '../../../support/speech/heard-words.ts';

const final = { isFinal: true };

describe('the words of a result', () => {
  it('are lower case and without signs, each in its place', () => {
    const formatted = formatWords(heardWords('Hello, World!'), plainText, final);
    expect(formatted).toEqual({
      transcript: 'hello world',
      confidence: 98,
      words: [
        { word: 'hello', start: 0, end: 30, confidence: 98 },
        { word: 'world', start: 40, end: 70, confidence: 98 },
      ],
    });
  });

  it.each([
    ['Don’t stop—now', 'don’t stop—now'],
    ['“It’s 3.50, (really)…”', 'it’s 3.50 really'],
    ['AT & T costs -5 or .5 or $5!', 'at & t costs -5 or .5 or $5'],
    ['… wait – no', 'wait no'],
    ['ÉCOLE ΟΔΟΣ.', 'école οδος'.replace(/σ$/, 'ς')],
    ['...', ''],
  ])('%j are %j', (text, transcript) => {
    expect(transcriptOf(text)).toBe(transcript);
  });

  it.each(['punctuate', 'smartFormat', 'dictation', 'detectEntities'] as const)(
    'keep case and signs with %s',
    (option) => {
      const text = '… Hello, World – "fine".';
      const formatted = formatWords(heardWords(text), { ...plainText, [option]: true }, final);
      expect(formatted.transcript).toBe(text);
      expect(formatted.words.map(({ word }) => word)).toEqual(['hello', 'world', 'fine']);
      expect(formatted.words[1]?.punctuatedWord).toBe('World –');
    },
  );

  it('have a confidence of 0 if there are none', () => {
    expect(formatWords([], plainText, final)).toEqual({
      transcript: '',
      confidence: 0,
      words: [],
    });
  });

  it('have the mean of their confidences', () => {
    const words = [
      ...heardWords('a b', { confidence: 90 }),
      ...heardWords('c', { confidence: 95 }),
    ];
    expect(formatWords(words, plainText, final).confidence).toBe(92);
  });

  it('name their speakers with diarize', () => {
    const words = [...heardWords('hello'), ...heardWords('goodbye', { speaker: 1 })];
    const { words: formatted } = formatWords(words, { ...plainText, diarize: true }, final);
    expect(formatted.map(({ speaker }) => speaker)).toEqual([0, 1]);
  });

  it('name their languages with multi, the most frequent first', () => {
    const words = [...heardWords('hello'), ...heardWords('buenos dias', { language: 'es' })];
    const formatted = formatWords(words, { ...plainText, language: 'multi' }, final);
    expect(formatted.languages).toEqual(['es', 'en']);
    expect(formatted.words.map(({ language }) => language)).toEqual(['en', 'es', 'es']);
  });
});
