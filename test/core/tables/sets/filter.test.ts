// Filters against the sets that they are of.

import { expect, it } from 'vitest';
import { nextGeneration } from '../../../../core/tables/generation.ts';
import { Bitmap } from '../../../../core/tables/sets/bitmap.ts';
import { anyOf, oneOf, type Filter } from '../../../../core/tables/sets/filter.ts';
import { RowIdSet } from '../../../../core/tables/sets/row-id-set.ts';

const length = 100;

const setOf = (...rowIds: readonly number[]) => RowIdSet.of(nextGeneration(), ...rowIds);

function listed(filter: Filter): readonly number[] {
  const bitmap = new Bitmap(length);
  filter.addTo(bitmap);
  return bitmap.rowIds();
}

const tested = (filter: Filter) =>
  Array.from({ length }, (_, rowId) => rowId).filter((rowId) => filter.has(rowId));

it.each([
  ['one of some row ids', oneOf([7, 3, 64, 7]), [3, 7, 64]],
  ['a member of any of two sets', anyOf([setOf(1, 40), setOf(40, 99)]), [1, 40, 99]],
])('lists and finds %s', (_, filter, rowIds) => {
  expect(listed(filter)).toEqual(rowIds);
  expect(tested(filter)).toEqual(rowIds);
  expect(filter.listCost).toBeGreaterThanOrEqual(rowIds.length);
});

it('costs nothing to list only if there is nothing', () => {
  expect(anyOf([]).listCost).toBe(0);
  expect(oneOf([]).listCost).toBe(0);
  expect(listed(anyOf([]))).toEqual([]);
});
