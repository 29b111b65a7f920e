// Filters of a query: sets of row ids with the costs of listing and of testing them.

import type { Bitmap } from './bitmap.ts';
import type { RowIdSet } from './row-id-set.ts';

/** A set of row ids that can be listed, or tested for members. The unit of costs is one row id read from an index. */
export interface Filter {
  /** The cost of listing all, not less than their number; 0 only if there are none. */
  readonly listCost: number;
  readonly addTo: (bitmap: Bitmap) => void;
  /** The cost of testing one. */
  readonly testCost: number;
  readonly has: (rowId: number) => boolean;
}

/** The cost of a binary search in a set. */
const searchCost = 16;

/** The union of the sets. */
export function anyOf(sets: readonly RowIdSet[]): Filter {
  return {
    listCost: sets.reduce((sum, set) => sum + set.size, 0),
    testCost: searchCost * sets.length,
    has: (rowId) => sets.some((set) => set.has(rowId)),
    addTo(bitmap) {
      for (const set of sets) set.addTo(bitmap);
    },
  };
}

export function oneOf(rowIds: readonly number[]): Filter {
  const set = new Set(rowIds);
  return {
    listCost: set.size,
    testCost: searchCost,
    has: (rowId) => set.has(rowId),
    addTo(bitmap) {
      for (const rowId of set) bitmap.add(rowId);
    },
  };
}
