// Finds the members in which two JSON values differ.

import type { Json } from './canonical.ts';

/** Of one member, such as `fee.maxFee`; the values are undefined where a side has none. */
export interface ValueDifference {
  /** Names and indexes, joined by dots; empty for the whole values. */
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/**
 * The innermost members that differ: those of objects ordered by name, those of lists by index. Objects that differ in the order
 * of their names alone differ as a whole. None if the values are printed alike.
 */
export function* valueDifferences(
  expected: Json | undefined,
  actual: Json | undefined,
  path = '',
): Generator<ValueDifference, void, void> {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return;
  let isInside = false;
  if (isNested(expected) && isNested(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    for (const name of Array.isArray(expected) ? names : names.sort()) {
      const inner = path === '' ? name : `${path}.${name}`;
      for (const difference of valueDifferences(
        member(expected, name),
        member(actual, name),
        inner,
      )) {
        isInside = true;
        yield difference;
      }
    }
  }
  if (!isInside) yield { path, expected, actual };
}

/** The first of `valueDifferences`; the whole values if they are equal. */
export function firstDifference(
  expected: Json | undefined,
  actual: Json | undefined,
): ValueDifference {
  for (const difference of valueDifferences(expected, actual)) return difference;
  return { path: '', expected, actual };
}

type Nested = { readonly [name: string]: Json };

function isNested(value: Json | undefined): value is Nested {
  return typeof value === 'object' && value !== null;
}

function member(value: Nested, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
