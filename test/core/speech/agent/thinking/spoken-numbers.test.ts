import { describe, expect, it } from 'vitest';
import { spokenNumbers } from '../../../../../core/speech/agent/thinking/spoken-numbers.ts';

const valuesIn = (text: string) => spokenNumbers(text).map(({ value }) => value);

describe('numbers', () => {
  it.each([
    ['four', [4]],
    ['For four people, at 7.', [4, 7]],
    ['one', [1]],
    ['twenty-two or a hundred and one', [22, 101]],
    ['2.5 and 1,000 and $3 and 5%', [2.5, 1000, 3, 5]],
    ['five million, 3 million', [5e6, 3e6]],
    ['three point one four', [3.14]],
    ['minus five and -7', [-5, -7]],
    ['nineteen ninety nine', [1999]],
    ['the 21st and the twenty first', [21, 21]],
    ['10:30, 1.2.3, a4, x', []],
    ['no number, and a point', []],
    ['9'.repeat(400), []],
    ['', []],
  ])('in %j are %j', (text, values) => expect(valuesIn(text)).toEqual(values));

  it('have their places in the text', () => {
    const text = 'for twenty-two, or minus 5!';
    const places = spokenNumbers(text).map(({ from, to }) => text.slice(from, to));
    expect(places).toEqual(['twenty-two', 'minus 5']);
  });

  it('are read from long texts in a moment', () => {
    expect(spokenNumbers('twenty '.repeat(2_000)).length).toBeGreaterThan(100);
    expect(spokenNumbers('and '.repeat(2_000))).toEqual([]);
  });
});
