import { describe, expect, it } from 'vitest';
import { spokenWords, wordForms } from '../../../../../core/speech/agent/thinking/spoken-words.ts';

describe('the words of a text', () => {
  it.each([
    ['Hello, World!', ['hello', 'world']],
    ["Don’t, DON'T", ['dont', 'dont']],
    ['at 10:30: 1,000 or 3.5.', ['at', '10:30', '1,000', 'or', '3.5']],
    ['-5, but well-known and 4-5', ['-5', 'but', 'well', 'known', 'and', '4', '5']],
    ['$5, 5% & ann@example.com.', ['$5', '5%', '&', 'ann@example.com']],
    ['check_availability', ['check', 'availability']],
    ['one,two;three', ['one', 'two', 'three']],
    ['CAFÉ ΣΑΣ', ['café', 'σας']],
    ['... – "!"', []],
    ['', []],
  ])('of %j are %j', (text, forms) => expect(wordForms(text)).toEqual(forms));

  it('are equal in both spellings of a letter with an accent', () => {
    expect(wordForms('cafe\u0301')).toEqual(wordForms('caf\u00e9'));
  });

  it('have their places in the text', () => {
    const text = ' "Ann\'s" –5 😀 𝒜b.';
    const words = spokenWords(text).map(({ from, to }) => text.slice(from, to));
    expect(words).toEqual(["Ann's", '5', '𝒜b']);
  });
});
