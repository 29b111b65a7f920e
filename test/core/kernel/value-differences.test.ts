import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../core/kernel/canonical.ts';
import {
  firstDifference,
  valueDifferences,
  type ValueDifference,
} from '../../../core/kernel/value-differences.ts';

const values = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

const differences = (expected?: Json, actual?: Json) => [...valueDifferences(expected, actual)];

/** The value with the member at the path replaced, added or removed. */
function patched(
  value: Json | undefined,
  names: readonly string[],
  actual: Json | undefined,
): Json {
  const [name, ...rest] = names;
  if (name === undefined) return actual as Json;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    Json
  >;
  const inner = Object.hasOwn(copy, name) ? copy[name] : undefined;
  const next = rest.length === 0 ? actual : patched(inner, rest, actual);
  if (next === undefined) delete copy[name];
  else Object.defineProperty(copy, name, { value: next, enumerable: true, configurable: true });
  return copy;
}

describe('value differences', () => {
  it('are none between a value and a copy of it', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(differences(value, JSON.parse(JSON.stringify(value)) as Json)).toEqual([]);
      }),
    );
  });

  it('are all that turns one value into the other, and swap with their sides', () => {
    const names = fc.constantFrom('a', 'b', 'c');
    const trees = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 0, 1, 'x'),
        fc.array(tie('tree'), { minLength: 2, maxLength: 2 }),
        fc.dictionary(names, tie('tree'), { maxKeys: 3 }),
      ),
    })).tree;
    fc.assert(
      fc.property(trees, trees, (left, right) => {
        const found = differences(left, right);
        let value: Json = left;
        for (const { path, actual } of found) {
          value = patched(value, path === '' ? [] : path.split('.'), actual);
        }
        expect(value).toEqual(right);
        const swap = ({ path, expected, actual }: ValueDifference) => ({
          path,
          expected: actual,
          actual: expected,
        });
        expect(differences(right, left)).toEqual(found.map(swap));
        if (found[0] !== undefined) expect(firstDifference(left, right)).toEqual(found[0]);
      }),
    );
  });

  it('are ordered by name in objects and by index in lists', () => {
    const left = { b: 1, a: [0, { z: 1 }, 2, 3, 4, 5, 6, 7, 8, 9, 10] };
    const right = { a: [1, { z: 2, y: 1 }, 2, 3, 4, 5, 6, 7, 8, 9, 11], b: 2 };
    expect(differences(left, right).map(({ path }) => path)).toEqual([
      'a.0',
      'a.1.y',
      'a.1.z',
      'a.10',
      'b',
    ]);
  });

  it('name a member that only one side has, whatever objects inherit', () => {
    expect(differences({}, { constructor: 'x' })).toEqual([
      { path: 'constructor', expected: undefined, actual: 'x' },
    ]);
    expect(differences(JSON.parse('{"__proto__":1}') as Json, {})).toEqual([
      { path: '__proto__', expected: 1, actual: undefined },
    ]);
  });

  it('are the whole values where kinds or the order of names differ', () => {
    expect(differences([], {})).toEqual([{ path: '', expected: [], actual: {} }]);
    expect(differences({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } })).toEqual([
      { path: 'a', expected: { x: 1, y: 2 }, actual: { y: 2, x: 1 } },
    ]);
  });

  it('have the whole values first where there are none', () => {
    expect(firstDifference({ a: 1 }, { a: 1 })).toEqual({
      path: '',
      expected: { a: 1 },
      actual: { a: 1 },
    });
  });
});
