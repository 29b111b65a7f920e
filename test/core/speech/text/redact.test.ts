import { describe, expect, it } from 'vitest';
import { formatWords } from '../../../../core/speech/text/format.ts';
import { plainText, type RedactionKind } from '../../../../core/speech/text/options.ts';
import { formatted, transcriptOf } from '../../../support/speech/formatted.ts';
import { heardWords } from '../../../support/speech/heard-words.ts';

const redacted = (text: string, ...kinds: readonly RedactionKind[]) =>
  transcriptOf(text, { redact: kinds, punctuate: true });

describe('redaction', () => {
  it.each<readonly [RedactionKind, string, string]>([
    ['ssn', 'It is 123-45-6789.', 'It is [SSN_1].'],
    ['ssn', 'one two three forty five six seven eight nine', '[SSN_1]'],
    ['ssn', 'It is 1234.', 'It is 1234.'],
    ['pci', 'Card 4111 1111 1111 1111, 12/25.', 'Card [CREDIT_CARD_1], 12/25.'],
    ['pci', 'Card 4111 1111 1111 1112.', 'Card [REDACTED].'],
    ['pci', 'Call 555-123-4567.', 'Call 555-123-4567.'],
    [
      'numbers',
      'Call 555-123-4567 at 10:30, 2 or 12 times.',
      'Call [PHONE_NUMBER_1] at [TIME_1], 2 or 12 times.',
    ],
    [
      'numbers',
      'Room 101, 1, 2, 3 and a1b2c3 on May 5th, 2022',
      'Room [REDACTED] and [REDACTED] on [DATE_1]',
    ],
    ['numbers', 'four hundred dogs and twelve cats', '[REDACTED] dogs and twelve cats'],
    [
      'aggressive_numbers',
      '5 dogs, 2nd floor, A4 or five',
      '[REDACTED] dogs, [REDACTED] floor, [REDACTED] or [REDACTED]',
    ],
    ['aggressive_numbers', 'at ten p m for five dollars', 'at [TIME_1] for [MONEY_1]'],
    ['aggressive_numbers', '١٢ ５', '[REDACTED]'],
  ])('%s turns %j into %j', (kind, text, transcript) => {
    expect(redacted(text, kind)).toBe(transcript);
  });

  it('replaces equal values by the same tag, and another value by the next', () => {
    const text = '$5, then $6, then $5';
    expect(redacted(text, 'aggressive_numbers')).toBe('[MONEY_1], then [MONEY_2], then [MONEY_1]');
  });

  it('shows plain tags in interims', () => {
    const options = { ...plainText, redact: ['ssn'] as const };
    const { transcript } = formatWords(heardWords('It is 123-45-6789'), options, {
      isFinal: false,
    });
    expect(transcript).toBe('it is [REDACTED]');
  });

  it('joins the redacted words to one, whose text is nowhere else', () => {
    const text = 'it is one two three forty five six seven eight nine';
    const redact = ['ssn'] as const;
    const result = formatted(text, { redact, detectEntities: true, search: ['forty five', '45'] });
    expect(result).toEqual({
      transcript: 'it is [SSN_1]',
      confidence: 98,
      words: [
        { word: 'it', punctuatedWord: 'it', start: 0, end: 30, confidence: 98 },
        { word: 'is', punctuatedWord: 'is', start: 40, end: 70, confidence: 98 },
        { word: '[SSN_1]', punctuatedWord: '[SSN_1]', start: 80, end: 430, confidence: 98 },
      ],
      entities: [
        {
          label: 'SSN',
          value: '[SSN_1]',
          rawValue: '[SSN_1]',
          confidence: 98,
          startWord: 2,
          endWord: 3,
        },
      ],
      search: [
        { query: 'forty five', hits: [] },
        { query: '45', hits: [] },
      ],
    });
  });

  it('hides the value of an entity of which it hides a word', () => {
    const entity = { number: 0, label: 'ADDRESS', value: 'Main Street' };
    const words = heardWords('main street 221', { entity });
    const options = { ...plainText, detectEntities: true, redact: ['numbers'] as const };
    expect(formatWords(words, options, { isFinal: true }).entities).toMatchObject([
      { value: 'main street [REDACTED]', rawValue: 'main street [REDACTED]', endWord: 3 },
    ]);
  });

  it('separates the words of two speakers', () => {
    const words = [...heardWords('1 2'), ...heardWords('3', { speaker: 1 })];
    const options = { ...plainText, redact: ['aggressive_numbers'] as const };
    expect(formatWords(words, options, { isFinal: true }).transcript).toBe('[REDACTED] [REDACTED]');
  });

  it('ignores spoken signs that stand alone', () => {
    const options = { dictation: true, redact: ['numbers'] as const };
    expect(transcriptOf('from twenty hyphen comma 5 on', options)).toBe('from [REDACTED] on');
  });

  it('separates numbers between which another speaker says a sign', () => {
    const sign = heardWords('comma', { speaker: 1 });
    const words = [...heardWords('12'), ...sign, ...heardWords('zero dogs')];
    const options = { ...plainText, dictation: true, redact: ['numbers'] as const };
    expect(formatWords(words, options, { isFinal: true }).transcript).toBe('12 , zero dogs');
  });

  it('no longer lists an entity that shares its tag', () => {
    const options = { detectEntities: true, redact: ['aggressive_numbers'] as const };
    const { transcript, entities } = formatted('one one million dogs', options);
    expect({ transcript, entities }).toEqual({
      transcript: '[REDACTED] million dogs',
      entities: [],
    });
  });

  it('also covers the words of a replacement', () => {
    const replace = [{ from: 'room', to: 'room 101' }];
    expect(transcriptOf('room', { replace, redact: ['numbers'] })).toBe('room [REDACTED]');
  });
});
