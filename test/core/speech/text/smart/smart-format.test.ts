import { describe, expect, it } from 'vitest';
import { formatted, transcriptOf } from '../../../../support/speech/formatted.ts';

const smart = (text: string) => transcriptOf(text, { smartFormat: true });

/** Spoken words, and their formatted text. */
type Row = readonly [string, string];

const groups: readonly (readonly [string, readonly Row[]])[] = [
  [
    'of addresses',
    [
      ['Mail john dot smith at example dot com, please', 'Mail john.smith@example.com, please'],
      ['john underscore d at mail dot example dot co dot uk', 'john_d@mail.example.co.uk'],
      ['visit us at www dot example dot com slash help', 'visit us at www.example.com/help'],
      ['look at example dot org', 'look at example.org'],
      ['write to me at bob at example dot net.', 'write to me at bob@example.net.'],
      ['the dot com years', 'the dot com years'],
      ['a dot here, com', 'a dot here, com'],
      ['one dot com', 'one.com'],
      ['It is so', 'It is so'],
      ['example dot com is down slash, or so', 'example.com is down slash, or so'],
      ['example dot com slash, yes', 'example.com slash, yes'],
    ],
  ],
  [
    'of times',
    [
      ['at ten thirty p m today', 'at 10:30 PM today'],
      ['at five pm', 'at 5 PM'],
      ['at one a m', 'at 1 AM'],
      ['at five oh five a.m. today', 'at 5:05 AM today'],
      ['at twelve oh five pm', 'at 12:05 PM'],
      ['at 10:30 pm.', 'at 10:30 PM.'],
      ['at ten thirty', 'at 10 30'],
      ['thirteen pm', '13 pm'],
    ],
  ],
  [
    'of dates',
    [
      ['on may fifth twenty twenty two', 'on May 5th, 2022'],
      ['on june twenty first', 'on June 21st'],
      ['the first of june', 'the 1st of June'],
      ['june five', 'June 5'],
      ['june nineteen ninety nine', 'June 1999'],
      ['you may five times', 'you may 5 times'],
      ['may five twenty twenty two', 'May 5, 2022'],
      ['june fortieth', 'june 40th'],
      ['five of june', '5 of june'],
    ],
  ],
  [
    'of amounts',
    [
      ['five dollars', '$5'],
      ['one dollar', '$1'],
      ['twelve thousand dollars', '$12,000'],
      ['five dollars and fifty cents', '$5.50'],
      ['five dollars and five', '$5 and 5'],
      ['fifty cents', '$0.50'],
      ['five, dollars', '5, dollars'],
      ['many dollars', 'many dollars'],
      ['five hundred thousand dollars', '$500,000'],
      ['two hundred cents', '200 cents'],
      ['five million euros', '€5 million'],
      ['three point five billion dollars.', '$3.5 billion.'],
      ['fifty percent or two point five per cent', '50% or 2.5%'],
      ['five million people', '5 million people'],
      ['twelve thousand people', '12,000 people'],
      ['two thousand five', '2005'],
    ],
  ],
  [
    'of telephone numbers',
    [
      ['call five five five one two three four five six seven', 'call 555-123-4567'],
      ['eight hundred five five five one two one two', '800-555-1212'],
      ['one eight hundred five five five one two one two', '1-800-555-1212'],
      ['five five five one two one two', '555-1212'],
      ['555 123 4567', '555-123-4567'],
      ['five hundred five five five one two one two', '500 555-1212'],
      ['two million three hundred thousand', '2,300,000'],
      ['1 2 3 4', '1 2 3 4'],
    ],
  ],
];

describe('smart formatting', () => {
  describe.each(groups)('%s', (_, rows) => {
    it.each(rows)('writes %j as %j', (text, transcript) => {
      expect(smart(text)).toBe(transcript);
    });

    it.each(rows)('does not change its own result for %j', (_text, transcript) => {
      expect(smart(transcript)).toBe(transcript);
    });
  });

  it('joins several words to one, which spans them', () => {
    expect(formatted('pay five million dollars now', { smartFormat: true }).words).toEqual([
      { word: 'pay', punctuatedWord: 'pay', start: 0, end: 30, confidence: 98 },
      { word: '$5', punctuatedWord: '$5', start: 40, end: 70, confidence: 98 },
      { word: 'million', punctuatedWord: 'million', start: 80, end: 150, confidence: 98 },
      { word: 'now', punctuatedWord: 'now', start: 160, end: 190, confidence: 98 },
    ]);
  });

  it('does not change other languages', () => {
    const text = 'example dot com, june five';
    expect(transcriptOf(text, { smartFormat: true, language: 'fr' })).toBe(text);
  });
});
