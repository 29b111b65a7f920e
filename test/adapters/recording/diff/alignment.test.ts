import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, exactItemsMax } from '../../../../adapters/recording/diff/alignment.ts';

const same = (item: string) => item;
const letter = (item: string) => item[0] ?? '';
const pairs = (left: readonly string[], right: readonly string[], keys = [same, letter]) =>
  align(left, right, keys).map((pair) => [pair.left, pair.right]);

describe('an alignment', () => {
  it('pairs what is equal, however much stands between', () => {
    expect(pairs(['a1', 'b1', 'c1'], ['x1', 'a1', 'c1'])).toEqual([
      [undefined, 'x1'],
      ['a1', 'a1'],
      ['b1', undefined],
      ['c1', 'c1'],
    ]);
  });

  it('pairs what is alike between what is equal, and never what is not', () => {
    expect(pairs(['a1', 'b1', 'b2', 'c1'], ['a1', 'b3', 'd1', 'c1'])).toEqual([
      ['a1', 'a1'],
      ['b1', 'b3'],
      ['b2', undefined],
      [undefined, 'd1'],
      ['c1', 'c1'],
    ]);
  });

  it('has each item once and in order, whatever the lists', () => {
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

  it('does not search lists that are long and unlike, but pairs them in coarser terms', () => {
    const count = exactItemsMax + 2;
    const list = (prefix: string) => Array.from({ length: count }, (_, at) => `a${prefix}${at}`);
    const started = performance.now();
    const found = pairs(list('x'), ['b', ...list('y')]);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(found).toHaveLength(count + 1);
    expect(pairs(list('x'), list('y'), [same])).toHaveLength(2 * count);
  });
});
