// Compares two values member by member, and finds the fields that differ.

import { isRecord } from '../format/json-values.ts';
import type { FieldDifference } from './difference.ts';

/** The names of members and the indices that lead to a value. */
export type FieldPath = readonly (string | number)[];

type AreEqual = (left: string, right: string, path: FieldPath) => boolean;

/** The fields in which two values differ, in the order of the left members. `areEqual` compares their texts. */
export function differingFields(
  left: unknown,
  right: unknown,
  areEqual: AreEqual = (one, other) => one === other,
  path: FieldPath = [],
): FieldDifference[] {
  if (typeof left === 'string' && typeof right === 'string') {
    return areEqual(left, right, path) ? [] : [{ path: path.join('.'), left, right }];
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
      differingFields(left[index], right[index], areEqual, [...path, index]),
    ).flat();
  }
  if (isRecord(left) && isRecord(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].flatMap((name) =>
      differingFields(left[name], right[name], areEqual, [...path, name]),
    );
  }
  return left === right ? [] : [{ path: path.join('.'), left, right }];
}
