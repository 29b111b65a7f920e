import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  spreadWords,
  wordsOf,
} from '../../../../../core/speech/recognition/sounds/spread-words.ts';

/** Levels of stretches of voice and silence in turn, beginning with silence. */
const levels = (...hops: readonly number[]) =>
  hops.flatMap((count, index) => Array.from({ length: count }, () => (index % 2 === 0 ? 5 : 90)));

const spread = (text: string, ...hops: readonly number[]) => {
  const { words, voiceStart, voiceEnd } = spreadWords(
    text.split('|').map(wordsOf),
    levels(...hops),
  );
  return [voiceStart, ...words.map((word) => `${word.text} ${word.start}-${word.end}`), voiceEnd];
};

describe('words', () => {
  it('are as written, without signs that have no sound', () => {
    expect(wordsOf(' “Well,”  he said – it costs $5 &\n more… ')).toEqual(
      ['“Well,”', 'he', 'said', 'it', 'costs', '$5', '&', 'more…'], // prettier-ignore
    );
    expect(wordsOf('...')).toEqual([]);
  });

  it('are spread over the voice by their length, digits as four letters', () => {
    expect(spread('ab cdef 1', 7, 100, 20)).toEqual([7, 'ab 7-27', 'cdef 27-67', '1 67-107', 107]);
  });

  it('lie between the long pauses if there is a sentence for each', () => {
    const hops = [5, 20, 30, 50, 12, 10, 30, 40];
    expect(spread('Yes.|It is.|No, no.', ...hops)).toEqual(
      [5, 'Yes. 5-25', 'It 55-79', 'is. 79-127', 'No, 157-177', 'no. 177-197', 197], // prettier-ignore
    );
    expect(spread('Yes.|No.', ...hops)).toEqual(spread('Yes. No.', ...hops));
  });

  it('lie between the pauses if there is a clause for each stretch', () => {
    expect(spread('Yes, it is.', 5, 20, 30, 50, 9)).toEqual(
      [5, 'Yes, 5-25', 'it 55-75', 'is. 75-105', 105], // prettier-ignore
    );
  });

  it('are spread over all stretches if there are more or fewer, none longer than its voice', () => {
    expect(spread('One two six.', 0, 40, 20, 40)).toEqual(
      [0, 'One 0-24', 'two 24-68', 'six. 68-100', 100], // prettier-ignore
    );
  });

  it('disregard clicks, and closures of consonants', () => {
    expect(spread('One, two.', 9, 2, 40, 30, 11, 30)).toEqual(
      [51, 'One, 51-86', 'two. 86-122', 122], // prettier-ignore
    );
  });

  it('have no place without voice', () => {
    expect(spread('One two.', 50)).toEqual([0, 0]);
    expect(spread('One two.')).toEqual([0, 0]);
  });

  it('are in order within the voice, for any text and sound', () => {
    const sound = fc.array(fc.nat(120), { maxLength: 100 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), sound, (text, heard) => {
        const { words, voiceStart, voiceEnd } = spreadWords(text.split(' ').map(wordsOf), heard);
        let at = voiceStart;
        for (const { start, end } of words) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThanOrEqual(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(voiceEnd);
      }),
    );
  });
});
