import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecords, printRecords } from '../../../core/kernel/record-text.ts';
import { runs } from '../../support/runner/runs.ts';

const marked = fc.tuple(fc.constantFrom('~', '~~', '~1', '~~1', '~-', ''), fc.string());

const records: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  record: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    marked.map((parts) => parts.join('')),
    fc.bigInt(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('record'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('~1', '__proto__', '1')), tie('record'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).record;

describe('the text of records', () => {
  it('parses to equal records, with any content', () => {
    fc.assert(
      fc.property(fc.array(records, { maxLength: 6 }), (list) => {
        const text = printRecords(list);
        expect(parseRecords(text)).toEqual(list);
        expect(printRecords(parseRecords(text))).toBe(text);
      }),
      runs(300),
    );
  });

  it('preserves the order of members', () => {
    const [left, right] = [
      { b: 1n, a: '~' },
      { a: '~', b: 1n },
    ];
    expect(printRecords([left])).toBe('[{"b":"~1","a":"~~"}]');
    expect(printRecords(parseRecords(printRecords([left])))).toBe(printRecords([left]));
    expect(printRecords([left])).not.toBe(printRecords([right]));
  });

  it('does not add absent members', () => {
    expect(printRecords([{ a: undefined, b: 1 }])).toBe('[{"b":1}]');
  });

  it('preserves integers of any size, with their signs', () => {
    const list = [0n, -1n, 2n ** 256n - 1n, -(2n ** 70n)];
    expect(parseRecords(printRecords(list))).toEqual(list);
  });

  it.each(['', '{', '{}', 'null', '1', '"[]"', '[1,]', '["~x"]', '["~1.5"]', '[] []'])(
    'refuses %j as no list of records',
    (text) => {
      expect(() => parseRecords(text)).toThrow(SyntaxError);
    },
  );
});
