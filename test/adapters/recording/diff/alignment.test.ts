import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, exactItemsMax } from '../../../../adapters/recording/diff/alignment.ts';

const same = (item: string) => item;
const letter = (item: string) => item[0] ?? '';
const pairs = (left: readonly string[], right: readonly string[], keys = [same, letter]) =>
  align(left, right, keys).map((pair) => [pair.left, pair.right]);

describe('an alignment', () => {
  it('pairs equal items, with any items between them', () => {
    expect(pairs(['a1', 'b1', 'c1'], ['x1', 'a1', 'c1'])).toEqual([
      [undefined, 'x1'],
      ['a1', 'a1'],
      ['b1', undefined],
      ['c1', 'c1'],
    ]);
  });

  it('pairs similar items between equal ones, and never others', () => {
    expect(pairs(['a1', 'b1', 'b2', 'c1'], ['a1', 'b3', 'd1', 'c1'])).toEqual([
      ['a1', 'a1'],
      ['b1', 'b3'],
      ['b2', undefined],
      [undefined, 'd1'],
      ['c1', 'c1'],
    ]);
  });

  it('contains each item once and in order', () => {
    const items = fc.array(fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c1'), { maxLength: 20 });
    fc.assert(
      fc.property(items, items, (left, right) => {
        const found = align(left, right, [same, letter]);
        expect(found.flatMap((pair) => pair.left ?? [])).toEqual(left);
        expect(found.flatMap((pair) => pair.right ?? [])).toEqual(right);
        for (const { left: one, right: other } of found) {
          if (one !== undefined && other !== undefined) expect(letter(one)).toBe(letter(other));
        }
        if (left.join() === right.join()) expect(found).toHaveLength(left.length);
      }),
    );
  });

  it('pairs long different lists by coarser keys without a search', () => {
    const count = exactItemsMax + 2;
    const list = (prefix: string) => Array.from({ length: count }, (_, at) => `a${prefix}${at}`);
    const found = pairs(list('x'), ['b', ...list('y')]);
    expect(found).toHaveLength(count + 1);
    expect(pairs(list('x'), list('y'), [same])).toHaveLength(2 * count);
  });
});
