import { describe, expect, it } from 'vitest';
import { placesOf } from '../../../../../core/speech/agent/thinking/spoken-names.ts';
import { spokenWords } from '../../../../../core/speech/agent/thinking/spoken-words.ts';

const places = (names: readonly string[], text: string) =>
  placesOf(names, spokenWords(text)).map(({ name, from, to }) => `${name} ${from}-${to}`);

describe('a name', () => {
  it.each([
    ['check_availability', 'please check availability now'],
    ['check-availability', 'please Check, availability now'],
    ['checkAvailability', 'please check-availability now'],
    ['check availability', 'please check_availability now'],
  ])('%j is spoken in %j', (name, text) => expect(places([name], text)).toEqual([`${name} 1-3`]));

  it.each(['check', 'availability check', 'recheck availability', ''])(
    'is not spoken in %j',
    (text) => expect(places(['check_availability'], text)).toEqual([]),
  );

  it('has its first place, and the longest one counts', () => {
    expect(
      places(['book', 'table', 'book_table'], 'a table: book table, book, table, book'),
    ).toEqual(['table 1-2', 'book_table 2-4', 'book 4-5']);
  });

  it('without a letter, or too long, is never spoken', () => {
    const long = 'a'.repeat(101);
    expect(places(['', '_', long], `_ ${long}`)).toEqual([]);
  });

  it('of 10,000 is found in a long text in a moment', () => {
    const names = Array.from(
      { length: 10_000 },
      (_, index) => `a_${'a'.repeat(index % 90)}_${index}`,
    );
    expect(places(names, 'a '.repeat(1_000))).toEqual([]);
    expect(places(names, 'a a 2')).toEqual([]);
    expect(places(names, 'x, a aa 2')).toEqual(['a_aa_2 1-4']);
  });
});
