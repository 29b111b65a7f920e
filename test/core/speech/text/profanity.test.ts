import { describe, expect, it } from 'vitest';
import { profanity } from '../../../../core/speech/text/profanity.ts';
import { transcriptOf } from '../../../support/speech/formatted.ts';

describe('the profanity filter', () => {
  it('masks all letters but the first', () => {
    const filter = { profanityFilter: true, punctuate: true };
    expect(transcriptOf('Damn, that is a hell of a shell.', filter)).toBe(
      'D***, that is a h*** of a shell.',
    );
    for (const word of profanity) {
      expect(transcriptOf(word, { profanityFilter: true })).toMatch(/^[a-z]\*+$/);
      expect(transcriptOf(word)).toBe(word);
    }
  });

  it('also masks the words of a replacement, and English words only', () => {
    const replace = [{ from: 'heck', to: 'hell' }];
    expect(transcriptOf('heck', { profanityFilter: true, replace })).toBe('h***');
    expect(transcriptOf('hell', { profanityFilter: true, language: 'de' })).toBe('hell');
  });
});
