import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonErrorIn } from '../../../adapters/cli/json-syntax.ts';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

it.each([
  ['[1,\n2,\n]', { line: 2, column: 2, reason: 'trailing comma' }],
  ['{"a": 1, , "b": 2}', { line: 1, column: 10, reason: 'not JSON' }],
  ['{"a": {"b": [1, tru]}}', { line: 1, column: 17, reason: 'not JSON' }],
  ['{} # done', { line: 1, column: 4, reason: 'not JSON' }],
  ["{'a': 1}", { line: 1, column: 2, reason: 'not JSON' }],
  ['', { line: 1, column: 1, reason: 'not JSON' }],
])('names the place of the error in %j', (text, error) => {
  expect(jsonErrorIn(text)).toEqual(error);
});

it('agrees with JSON.parse, for JSON and for what is left after a change', () => {
  const signs = fc.constantFrom(
    ...Array.from('{}[]:,"\\ \n-+.0159eEtu'),
    'true',
    'null',
    'TRUE',
    '\\u00e9',
    '\t',
  );
  const text = fc.oneof(
    fc.array(signs, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), signs).map(([json, at, removed, sign]) => {
      const place = at % (json.length + 1);
      return `${json.slice(0, place)}${sign}${json.slice(place + removed)}`;
    }),
    fc.json(),
  );
  fc.assert(
    fc.property(text, (given) => {
      expect(jsonErrorIn(given) === undefined).toBe(isJson(given));
    }),
  );
});
