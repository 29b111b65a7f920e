// The bitmap against a set of numbers.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Bitmap } from '../../../../core/tables/sets/bitmap.ts';

const length = 200;
const rowIds = fc.uniqueArray(fc.nat(length - 1), { maxLength: length });

function bitmapOf(members: readonly number[]): Bitmap {
  const bitmap = new Bitmap(length);
  for (const rowId of members) bitmap.add(rowId);
  return bitmap;
}

const sorted = (members: Iterable<number>) => [...members].sort((left, right) => left - right);

it('has the added row ids, counted and in order', () => {
  fc.assert(
    fc.property(rowIds, (members) => {
      const bitmap = bitmapOf(members);
      expect(bitmap.count).toBe(members.length);
      expect(bitmap.rowIds()).toEqual(sorted(members));
      for (let rowId = 0; rowId < length; rowId += 1) {
        expect(bitmap.has(rowId)).toBe(members.includes(rowId));
      }
    }),
  );
});

it('adds a range of a list', () => {
  fc.assert(
    fc.property(rowIds, fc.nat(length), fc.nat(length), (members, one, other) => {
      const first = Math.min(one, other, members.length);
      const end = Math.min(Math.max(one, other), members.length);
      const bitmap = new Bitmap(length);
      bitmap.addAll(Uint32Array.from(members), first, end);
      expect(bitmap.rowIds()).toEqual(sorted(members.slice(first, end)));
    }),
  );
});

it('subtracts another', () => {
  fc.assert(
    fc.property(rowIds, rowIds, (members, others) => {
      const bitmap = bitmapOf(members);
      bitmap.subtract(bitmapOf(others));
      expect(bitmap.rowIds()).toEqual(sorted(members.filter((each) => !others.includes(each))));
    }),
  );
});

it('intersects with another, and retains row ids that pass a test', () => {
  fc.assert(
    fc.property(rowIds, rowIds, fc.integer({ min: 1, max: 5 }), (members, others, divisor) => {
      const bitmap = bitmapOf(members);
      bitmap.intersect(bitmapOf(others));
      const common = sorted(members.filter((rowId) => others.includes(rowId)));
      expect(bitmap.rowIds()).toEqual(common);
      bitmap.retain((rowId) => rowId % divisor === 0);
      expect(bitmap.rowIds()).toEqual(common.filter((rowId) => rowId % divisor === 0));
    }),
  );
});

it('adds a range of bits, up to its length', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 9 }), fc.nat(6), (words, place) => {
      const bitmap = new Bitmap(length);
      bitmap.addBits(place * 32, Int32Array.from(words));
      const expected = words.flatMap((word, at) =>
        Array.from({ length: 32 }, (_, bit) => ({ bit, rowId: (place + at) * 32 + bit }))
          .filter(({ bit, rowId }) => ((word >>> bit) & 1) === 1 && rowId < 224)
          .map(({ rowId }) => rowId),
      );
      expect(bitmap.rowIds()).toEqual(expected);
    }),
  );
});
