// Substring search compared with `indexOf`, and its cost for hostile texts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Substring } from '../../../core/kernel/substring.ts';
import { growthMax, growthOf } from '../../support/arbitraries/hostile-text.ts';

const fewLetters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength });

describe('Substring', () => {
  it('finds the same substrings as `indexOf`, from any index', () => {
    fc.assert(
      fc.property(
        fewLetters(60),
        fewLetters(12),
        fc.nat({ max: 70 }),
        fc.nat({ max: 60 }),
        (text, pattern, from, cut) => {
          // Half of the patterns are parts of the text, of any length.
          for (const sought of [pattern, text.slice(cut, cut + 20)]) {
            expect(new Substring(sought).indexIn(text, from)).toBe(text.indexOf(sought, from));
            expect(new Substring(sought).isIn(text)).toBe(text.includes(sought));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(['<', 'ab', 'aaaaaaab', 'abcabd'])(
    'has a cost proportional to the length of the text: %j',
    (unit) => {
      const search = (text: string) => {
        const part = text.slice(0, text.length / 4);
        return new Substring(`${part}!${part}`).isIn(text);
      };
      expect(growthOf(search, unit)).toBeLessThan(growthMax);
    },
  );
});
