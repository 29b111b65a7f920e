import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, canonicalWithout } from '../../../core/kernel/canonical.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';

/** Canonical JSON has one zero: minus zero is printed as 0. */
const values = fc.jsonValue().map((value) => withoutMinusZero(value));

function withoutMinusZero(value: unknown): unknown {
  return mapped(value, (entries) => entries);
}

function mapped(
  value: unknown,
  arrange: (entries: [string, unknown][]) => [string, unknown][],
): unknown {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map((member) => mapped(member, arrange));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [
    key,
    mapped(member, arrange),
  ]);
  return Object.fromEntries(arrange(entries));
}

/** Keys that an object would reorder or use as its prototype, among others. */
const oddKeys = fc.constantFrom('0', '9', '10', '01', '-1', '1e3', '__proto__', 'constructor', 'a');
const oddObjects = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 1, 0.5, 'a', 'ü'),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(oddKeys, fc.string()), tie('value')),
  ),
})).value;

/** Canonical JSON by its definition, member by member. */
function spelled(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spelled).join(',')}]`;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${spelled(member)}`).join(',')}}`;
}

describe('canonical', () => {
  it('prints members in the order of their keys, for any keys', () => {
    fc.assert(
      fc.property(fc.oneof(values, oddObjects), (value) => {
        expect(canonical(value)).toBe(spelled(value));
      }),
    );
  });

  it('writes text that parses to the same value', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(JSON.parse(canonical(value))).toEqual(value);
      }),
    );
  });

  it('writes the same text for any order in which keys were set', () => {
    fc.assert(
      fc.property(values, (value) => {
        const turned = mapped(value, (entries) => entries.toReversed());
        const sorted = mapped(value, (entries) =>
          entries.toSorted(([one], [other]) => (one < other ? -1 : 1)),
        );
        expect(canonical(turned)).toBe(canonical(value));
        expect(canonical(sorted)).toBe(canonical(value));
      }),
    );
  });

  it('sorts keys by code unit, at every depth, and leaves no space', () => {
    const value = { b: [{ z: 1, Z: 2 }], a: null, '9': true, '10': 'ten' };
    expect(canonical(value)).toBe('{"10":"ten","9":true,"a":null,"b":[{"Z":2,"z":1}]}');
    expect(canonical({ '\uFB33': 1, '\u{1F600}': 2 })).toBe('{"\u{1F600}":2,"\uFB33":1}');
  });

  it('preserves keys with a special meaning for objects', () => {
    const text = '{"5":1,"__proto__":{"b":1},"a":{"10":2,"9":3},"constructor":4}';
    expect(
      canonical(JSON.parse('{"a":{"9":3,"10":2},"constructor":4,"__proto__":{"b":1},"5":1}')),
    ).toBe(text);
    expect(canonical(JSON.parse('{"a":1,"__proto__":{"b":1}}'))).toBe(
      '{"__proto__":{"b":1},"a":1}',
    );
  });

  it('leaves out keys whose value is undefined', () => {
    expect(canonical({ first: undefined, second: 2, third: undefined })).toBe('{"second":2}');
    expect(canonical({ only: undefined })).toBe('{}');
  });

  it('writes minus zero as zero', () => {
    expect(canonical({ value: -0 })).toBe('{"value":0}');
  });

  it.each([
    ['NaN', NaN],
    ['infinity', Infinity],
    ['minus infinity', -Infinity],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['undefined', undefined],
    ['a date', new Date(0)],
  ])('rejects %s, on its own and inside of others', (_name, value) => {
    expect(() => canonical(value)).toThrow(InvariantError);
    expect(() => canonical([1, value])).toThrow(InvariantError);
    expect(() => canonical({ deep: [{ er: [value] }] })).toThrow(InvariantError);
  });
});

describe('canonicalWithout', () => {
  it('leaves members out, at the top only', () => {
    const value = { b: { a: 1 }, a: 2, c: 3, '7': 4 };
    expect(canonicalWithout(value, ['a', 'x'])).toBe('{"7":4,"b":{"a":1},"c":3}');
    expect(canonicalWithout(value, ['7', 'b'])).toBe('{"a":2,"c":3}');
  });
});
