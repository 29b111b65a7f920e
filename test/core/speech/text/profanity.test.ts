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

  it('masks what a test of it would say, and leaves plain words', () => {
    const filter = { profanityFilter: true, punctuate: true };
    const said =
      'Fuck this shitty, fucking bullshit, you bitch. Motherfucker! Asshole! Goddamn bastards';
    expect(transcriptOf(said, filter)).toBe(
      'F*** this s*****, f****** b*******, you b****. M***********! A******! G****** b*******',
    );
    const plain = 'A pawn on c4, Mr. Cox: class, assess, Scunthorpe, chicken breasts.';
    expect(transcriptOf(plain, filter)).toBe(plain);
  });

  it('also masks the words of a replacement, and English words only', () => {
    const replace = [{ from: 'heck', to: 'hell' }];
    expect(transcriptOf('heck', { profanityFilter: true, replace })).toBe('h***');
    expect(transcriptOf('hell', { profanityFilter: true, language: 'de' })).toBe('hell');
  });
});
