import { describe, expect, it } from 'vitest';
import type { HeardWord } from '../../../../core/speech/text/heard-word.ts';
import { formatWords } from '../../../../core/speech/text/format.ts';
import { plainText } from '../../../../core/speech/text/options.ts';
import { heardWords } from '../../../support/speech/heard-words.ts';

const punctuated = (words: readonly HeardWord[], isFinal = true) =>
  formatWords(words, { ...plainText, punctuate: true }, { isFinal }).transcript;
const placeholders = (text: string, speaker = 0) => heardWords(text, { confidence: 50, speaker });

describe('punctuate', () => {
  it('turns placeholders into a sentence', () => {
    expect(punctuated(placeholders('river stone garden'))).toBe('River stone garden.');
    expect(punctuated(placeholders('river'))).toBe('River.');
  });

  it('adds the full stop in a final only', () => {
    expect(punctuated(placeholders('river stone'), false)).toBe('River stone');
  });

  it('separates the sentences of speakers', () => {
    const words = [...placeholders('river stone'), ...placeholders('garden', 1)];
    expect(punctuated(words)).toBe('River stone. Garden.');
  });

  it('does not change text of a known source, nor a part of it', () => {
    expect(punctuated(heardWords('are you doing today'))).toBe('are you doing today');
    expect(punctuated(heardWords('Dr. No, are you'))).toBe('Dr. No, are you');
  });

  it('does not change words with case or signs, at any confidence', () => {
    const words = [...placeholders('river Stone now,'), ...placeholders('garden')];
    expect(punctuated(words)).toBe('River. Stone now, Garden.');
  });

  it('is off by default', () => {
    const { transcript } = formatWords(placeholders('river'), plainText, { isFinal: true });
    expect(transcript).toBe('river');
  });
});
