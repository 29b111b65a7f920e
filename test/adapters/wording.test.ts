import { describe, expect, it } from 'vitest';
import { choices, listed, noneNamed, noRecord, quoted } from '../../adapters/wording.ts';

describe('listed', () => {
  it.each([
    [[], 2, 'none'],
    [['a', 'b'], 2, 'a, b'],
    [['a', 'b', 'c', 'd'], 2, 'a, b and 2 more'],
  ])('prints %j with at most %d names', (names, max, text) => {
    expect(listed(names, max)).toBe(text);
  });
});

describe('choices', () => {
  const many = [...Array.from({ length: 100 }, (_, index) => `value-${100 + index}`), 'other'];

  it('prints all values of a short list', () => {
    expect(choices(['real', 'frozen'], 'fast')).toBe('one of real, frozen');
  });

  it('prints similar values of a long list, then its first ones', () => {
    expect(choices(many, 'othr')).toBe('one of 101 values, such as other, value-100, value-101');
    expect(choices(many, 7)).toBe('one of 101 values, such as value-100, value-101, value-102');
  });
});

it('shortens values', () => {
  expect(quoted('a'.repeat(100))).toBe(`'${'a'.repeat(64)}'`);
  expect(quoted(null)).toBe('null');
});

it('names the existing ones, or the command that lists them', () => {
  expect(noneNamed('table', 'x', ['a', 'b'])).toBe("There is no table 'x'; there are: a, b.");
  expect(noneNamed('world', 'x', ['a', 'b', 'c'], 2)).toBe(
    "There is no world 'x'; there are: a, b and 1 more.",
  );
  expect(noRecord('session', 'x', 'town', 'sessions')).toBe(
    "There is no session 'x'; GET /__reprise/worlds/town/sessions lists all.",
  );
});
