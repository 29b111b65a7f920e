import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isTooDeep,
  jsonIn,
  jsonLevelsMax,
  JsonLevelsError,
  parseJson,
} from '../../../core/kernel/parse-json.ts';

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;

it.each([lists, objects])('parses as many levels as are allowed, and no more', (nested) => {
  expect(parseJson(nested(jsonLevelsMax))).toEqual(JSON.parse(nested(jsonLevelsMax)));
  expect(() => parseJson(nested(jsonLevelsMax + 1))).toThrow(JsonLevelsError);
  expect(jsonIn(nested(jsonLevelsMax + 1))).toBeUndefined();
});

it('refuses a text before it is parsed, whole or not', () => {
  expect(() => parseJson('['.repeat(1_000_000))).toThrow(JsonLevelsError);
  expect(() => parseJson('[')).toThrow(SyntaxError);
  expect(jsonIn('[')).toBeUndefined();
});

it('counts no brackets in strings, and levels rather than brackets', () => {
  const text = JSON.stringify({ a: '['.repeat(2_000), b: '"[{\\"'.repeat(2_000) });
  expect(parseJson(text)).toEqual(JSON.parse(text));
  expect(isTooDeep(`[${'[],{},'.repeat(2_000)}0]`)).toBe(false);
});

it('parses as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});
