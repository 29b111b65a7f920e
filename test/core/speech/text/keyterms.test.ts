import { describe, expect, it } from 'vitest';
import { formatWords } from '../../../../core/speech/text/format.ts';
import { plainText } from '../../../../core/speech/text/options.ts';
import { formatted, transcriptOf, type OwnOptions } from '../../../support/speech/formatted.ts';
import { heardWords } from '../../../support/speech/heard-words.ts';

const text = 'call acme Pay, or e-mail the Wifi shop';
const confidences = (own: Parameters<typeof formatted>[1]) =>
  formatted(text, own).words.map(({ confidence }) => confidence);

describe('key terms', () => {
  it('determine the spelling of words, with the signs and capitals of the text', () => {
    const keyterms = ['AcmePay', 'ACME PAY', 'email', 'wi-fi'];
    expect(transcriptOf(text, { keyterms, punctuate: true })).toBe(
      'call ACME PAY, or email the Wi-fi shop',
    );
  });

  it('halve the doubt about their words', () => {
    expect(confidences({ keyterms: ['acme pay'] })).toEqual([98, 99, 99, 98, 98, 98, 98, 98]);
  });

  it('prefer the longer term, and never match part of a word or of a term', () => {
    expect(transcriptOf('acme payment', { keyterms: ['ACME Pay', 'Pay'], punctuate: true })).toBe(
      'acme payment',
    );
    const keyterms = ['ACME', 'Acme Pay'];
    expect(transcriptOf('acme pay', { keyterms, punctuate: true })).toBe('Acme Pay');
  });

  it('raise no word that may be a placeholder above the confidence of placeholders', () => {
    const words = heardWords('again while').map((word) => ({ ...word, confidence: 50 }));
    const confidencesBy = (own: OwnOptions) =>
      formatWords(words, { ...plainText, ...own }, { isFinal: true }).words.map(
        ({ confidence }) => confidence,
      );
    expect(confidencesBy({ keyterms: ['again'] })).toEqual([50, 50]);
    expect(confidencesBy({ keywords: [{ term: 'again', boost: 9 }] })).toEqual([50, 50]);
    expect(confidencesBy({ keywords: [{ term: 'again', boost: -9 }] })).toEqual([5, 50]);
  });

  it('add no unspoken word', () => {
    expect(transcriptOf(text, { keyterms: ['unheard', '', '...'] })).toBe(transcriptOf(text));
  });
});

describe('keywords', () => {
  it('move the confidence of their words by their boost', () => {
    const keywords = [
      { term: 'acme', boost: -2 },
      { term: 'wifi', boost: 1.5 },
      { term: 'shop', boost: -100 },
    ];
    expect(confidences({ keywords })).toEqual([98, 88, 98, 98, 98, 98, 100, 0]);
  });

  it('determine the spelling of words', () => {
    const keywords = [{ term: 'ACME', boost: 1 }];
    expect(transcriptOf('acme', { keywords, punctuate: true })).toBe('ACME');
  });
});
