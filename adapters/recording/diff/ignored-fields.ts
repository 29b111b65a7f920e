// Removes the fields that a user wants to ignore.

import { isRecord } from '../format/json-values.ts';

/** A function that removes fields. `patterns` are names joined by dots, anywhere in a path; `*` is any one name. */
export function fieldRemover(patterns: readonly string[]): (value: unknown) => unknown {
  const all = patterns.map((pattern) => pattern.split('.'));
  const isIgnored = (path: readonly string[]) =>
    all.some((names) => {
      const start = path.length - names.length;
      return (
        start >= 0 && names.every((name, index) => name === '*' || name === path[start + index])
      );
    });
  const without = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) {
      return value.map((one, index) => {
        const place = [...path, String(index)];
        return isIgnored(place) ? undefined : without(one, place);
      });
    }
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => {
        const place = [...path, name];
        return isIgnored(place) ? [] : [[name, without(one, place)] as const];
      }),
    );
  };
  return patterns.length === 0 ? (value) => value : (value) => without(value, []);
}
