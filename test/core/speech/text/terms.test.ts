import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Terms } from '../../../../core/speech/text/terms.ts';

describe('terms', () => {
  it('are found from the shortest to the longest at a word', () => {
    const terms = new Terms(['a b', 'a', 'a b c', 'b']);
    expect(terms.allAt(['a', 'b', 'd'], 0)).toEqual([
      { index: 1, length: 1 },
      { index: 0, length: 2 },
    ]);
    expect(terms.longestAt(['a', 'b', 'd'], 0)).toEqual({ index: 0, length: 2 });
    expect(terms.longestAt(['a', 'b', 'd'], 2)).toBeUndefined();
    expect(terms.allAt(['a'], 1)).toEqual([]);
  });

  it('are those of any list that begin there, of equal ones the first', () => {
    const word = fc.constantFrom('a', 'b', 'A!', 'b-');
    const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
    const lists = fc.array(text, { maxLength: 12 });
    fc.assert(
      fc.property(lists, fc.array(word, { maxLength: 8 }), (texts, words) => {
        const plain = (each: string) => each.toLowerCase().replaceAll(/[^ab ]/g, '');
        const keys = words.map(plain);
        const terms = new Terms(texts);
        for (let at = 0; at < keys.length; at += 1) {
          const found = texts.flatMap((each, index) => {
            const own = plain(each);
            const isFirst = texts.findIndex((other) => plain(other) === own) === index;
            const length = own.split(' ').length;
            const isHere = own !== '' && keys.slice(at, at + length).join(' ') === own;
            return isFirst && isHere ? [{ index, length }] : [];
          });
          expect(terms.allAt(keys, at)).toEqual(found.sort((one, two) => one.length - two.length));
        }
        for (const [index, each] of texts.entries()) {
          const first = texts.findIndex((other) => plain(other) === plain(each));
          const expected = plain(each) === '' ? undefined : { index: first };
          if (expected === undefined) expect(terms.listed(index)).toBeUndefined();
          else expect(terms.listed(index)).toMatchObject(expected);
        }
      }),
    );
  });
});
