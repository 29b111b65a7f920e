import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../core/kernel/canonical.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';

/** JSON has one zero for us: minus zero is written as zero. */
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

describe('canonical', () => {
  it('writes text that parses to the same value', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(JSON.parse(canonical(value))).toEqual(value);
      }),
    );
  });

  it('writes the same text whatever the order in which keys were set', () => {
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

  it('keeps keys that objects take for something else', () => {
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
  ])('rejects %s, on its own and inside of others', (_name, value) => {
    expect(() => canonical(value)).toThrow(InvariantError);
    expect(() => canonical([1, value])).toThrow(InvariantError);
    expect(() => canonical({ deep: [{ er: [value] }] })).toThrow(InvariantError);
  });
});
