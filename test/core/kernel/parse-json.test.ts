import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isTooDeep,
  jsonIn,
  jsonLevelsMax,
  JsonLevelsError,
  jsonNamesMax,
  JsonNamesError,
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

it('parses as many different names as are allowed, and no more', () => {
  const named = (count: number) =>
    JSON.stringify(
      Array.from({ length: count }, (_, index) => ({ [`a "${index}"\\`]: [index, 'b:'] })),
    );
  expect(parseJson(named(jsonNamesMax))).toEqual(JSON.parse(named(jsonNamesMax)));
  expect(() => parseJson(named(jsonNamesMax + 1))).toThrow(JsonNamesError);
});

it('counts equal names once, and no colons in strings', () => {
  const many = 2 * jsonNamesMax;
  const text = JSON.stringify({
    a: Array.from({ length: many }, (_, index) => ({ a: `"b${index}":`, c: index })),
    d: ':'.repeat(many),
  });
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

it('ends with a string that does not end, and takes linear time for backslashes', () => {
  const front = `${'['.repeat(600)}"`;
  for (const text of [`[${':'.repeat(jsonNamesMax + 1)}"a`, `[${':'.repeat(20_000)}"\\`]) {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  }
  expect(() => parseJson(front + '\\'.repeat(1_000_000))).toThrow(JsonLevelsError);
});

it('parses as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});
