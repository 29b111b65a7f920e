// Compares two values member by member, and finds the fields that differ.

import { isRecord } from '../format/json-values.ts';
import type { FieldDifference } from './difference.ts';

/** The names of members and the indices that lead to a value. */
export type FieldPath = readonly (string | number)[];

/** `path` is that of the moment: it changes afterwards. */
type AreEqual = (left: string, right: string, path: FieldPath) => boolean;

/** The fields in which two values differ, in the order of the left members. `areEqual` compares their texts. */
export function differingFields(
  left: unknown,
  right: unknown,
  areEqual: AreEqual = (one, other) => one === other,
): FieldDifference[] {
  const differences: FieldDifference[] = [];
  const path: (string | number)[] = [];
  const compare = (one: unknown, other: unknown): void => {
    if (Array.isArray(one) && Array.isArray(other)) {
      const length = Math.max(one.length, other.length);
      for (let index = 0; index < length; index += 1) compareAt(index, one[index], other[index]);
    } else if (isRecord(one) && isRecord(other)) {
      for (const name of Object.keys(one)) compareAt(name, one[name], other[name]);
      for (const name of Object.keys(other)) {
        if (!Object.hasOwn(one, name)) compareAt(name, one[name], other[name]);
      }
    } else {
      const areTexts = typeof one === 'string' && typeof other === 'string';
      const isSame = areTexts ? areEqual(one, other, path) : one === other;
      if (!isSame) differences.push({ path: path.join('.'), left: one, right: other });
    }
  };
  const compareAt = (place: string | number, one: unknown, other: unknown): void => {
    path.push(place);
    compare(one, other);
    path.pop();
  };
  compare(left, right);
  return differences;
}
