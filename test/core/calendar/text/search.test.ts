import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  foldCase,
  matcherInOneField,
  searchOf,
  wordsOf,
} from '../../../../core/calendar/text/search.ts';
import { growthMax, growthOf, hostileText } from '../../../support/arbitraries/hostile-text.ts';

describe('searchOf', () => {
  it.each([
    ['', [], []],
    ['  ', [], []],
    ['Winter FAIR', ['winter', 'fair'], []],
    ['winter,fair+music', ['winter', 'fair', 'music'], []],
    ['"Town Hall" fair', ['town hall', 'fair'], []],
    ['fair "town hall', ['fair', 'town hall'], []],
    ["'quoted' rock'n'roll", ['quoted', "rock'n'roll"], []],
    ['fair -music -"town hall"', ['fair'], ['music', 'town hall']],
    ['the fair of a town', ['fair', 'town'], []],
    ['to be or', ['to be or'], []],
    ['a', ['a'], []],
    ['9 5', ['9', '5'], []],
    ['k1 k2 k3 k4 k5 k6 k7 k8 k9', ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9'], []],
    ['k1 k2 k3 k4 k5 k6 k7 k8 k9 k0', ['k1 k2 k3 k4 k5 k6 k7 k8 k9 k0'], []],
  ])('parses %j', (text, wanted, unwanted) => {
    expect(searchOf(text)).toEqual({ wanted, unwanted });
  });

  it('returns no empty words', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { wanted, unwanted } = searchOf(text);
        expect([...wanted, ...unwanted]).not.toContain('');
      }),
    );
  });

  it.each(['"', "'", ' ', '-', 'a', 'ab ', '" ', '\n'])(
    'takes linear time for texts of %j',
    (unit) => {
      expect(growthOf(searchOf, unit)).toBeLessThan(growthMax);
    },
  );
});

describe('matcherInOneField', () => {
  const fields = ['Town Hall', 'Main St. 5', '+1 (555) 010-77'].map(foldCase);

  it.each([
    ['town', true],
    ['HALL, town!', true],
    ['own al', true],
    ['town main', false],
    ['555-010', true],
    ['', true],
    ['!!!', true],
    ['theatre', false],
  ])('for %j is %j', (text, isFound) => {
    expect(matcherInOneField(wordsOf(text))(fields)).toBe(isFound);
  });
});

describe('wordsOf', () => {
  it('has each word once, in any case', () => {
    expect(wordsOf('Hall, hall; TOWN hall!')).toEqual(['hall', 'town']);
    expect(wordsOf('a,'.repeat(1_000))).toEqual(['a']);
  });
});

describe('foldCase', () => {
  it('is the same in any case, and idempotent', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('aZßẞéÉΣσςŐőЖжẛfiſKKé')) }),
        (text) => {
          const folded = foldCase(text);
          expect(foldCase(text.toUpperCase())).toBe(folded);
          expect(foldCase(text.toLowerCase())).toBe(folded);
          expect(foldCase(folded)).toBe(folded);
        },
      ),
    );
  });
});

describe('foldCase', () => {
  it.each([
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ὈΔΥΣΣΕΎΣ ΣΟΦΌΣ', 'ὀδυσσεύς σοφός'],
  ])('makes both sigmas equal: %j and %j', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
    expect(foldCase(one)).not.toContain('ς');
  });
});
